"""Which handler answers which method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import grpc

from intrigue.matches import ErrorCode, ServiceError
from intrigue.rpc.interceptor import intercepted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf.descriptor import ServiceDescriptor

    from intrigue.rpc.interceptor import CallPolicy

# All that is counted of methods that don't exist: their names are the callers' inventions.
_UNKNOWN: Final = "unknown"


class Routes(grpc.GenericRpcHandler):
    """All methods of the server, each behind the guard, found with one look-up.

    It also takes what the generated `add_..._to_server` functions give to a server, so that the
    standard services are behind the same interceptor.
    """

    def __init__(
        self, call_policy: CallPolicy, extra: Sequence[grpc.GenericRpcHandler] = ()
    ) -> None:
        self._call_policy = call_policy
        self._handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {}
        self._extra = tuple(extra)
        self._unknown = intercepted(
            _UNKNOWN, grpc.stream_unary_rpc_method_handler(_no_such_method), call_policy
        )

    def add_service(
        self, service: ServiceDescriptor, handlers: Mapping[str, grpc.RpcMethodHandler[Any, Any]]
    ) -> None:
        """Adds a service, which must have a handler for each of its methods, and no other."""
        methods = set(service.methods_by_name)
        if methods != set(handlers):
            raise ValueError(f"{service.full_name}: {methods ^ set(handlers)}")
        self.add_registered_method_handlers(service.full_name, handlers)

    def add_registered_method_handlers(
        self, service_name: str, method_handlers: Mapping[str, grpc.RpcMethodHandler[Any, Any]]
    ) -> None:
        """Adds the handlers of a service, by the names of their methods."""
        for name, handler in method_handlers.items():
            path = f"/{service_name}/{name}"
            self._handlers[path] = intercepted(path, handler, self._call_policy)

    def add_generic_rpc_handlers(
        self, generic_rpc_handlers: Sequence[grpc.GenericRpcHandler]
    ) -> None:
        """Does nothing: generated code adds the same handlers a second time this way."""

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler[Any, Any]:
        """The handler of a call; for a method that there is not, one that says so."""
        path = handler_call_details.method
        handler = self._handlers.get(path)
        if handler is None and self._extra:
            for generic in self._extra:
                found = generic.service(handler_call_details)
                if found is not None:
                    handler = self._handlers[path] = intercepted(path, found, self._call_policy)
                    break
        return handler or self._unknown


async def _no_such_method(_messages: object, _context: object) -> bytes:
    raise ServiceError(ErrorCode.UNKNOWN_METHOD)
