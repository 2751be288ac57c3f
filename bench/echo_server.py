"""The service with an echo method beside its own, for the benchmarks. Prints its port."""

from __future__ import annotations

import sys
from typing import Any

import grpc

from intrigue.config import Settings
from intrigue.server import configure_logging, run, serve

ECHO = "/intrigue.bench.Echo/Echo"


class Echo(grpc.GenericRpcHandler):
    """Answers with what it was sent: the least that a method of this server can cost."""

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """The echo method."""
        if handler_call_details.method != ECHO:
            return None
        return grpc.unary_unary_rpc_method_handler(_echo)


async def _echo(request: bytes, _context: object) -> bytes:
    return request


def main() -> None:
    """Serves on a free port with the database that the argument names."""
    settings = Settings(port=0, database=sys.argv[1], log_level="warning")
    configure_logging(settings)
    run(
        serve(
            settings,
            extra_handlers=(Echo(),),
            ready=lambda server: print(server.port, flush=True),
        )
    )


if __name__ == "__main__":
    main()
