"""Nothing of an unexpected error reaches the caller, in any of the four kinds of method."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import grpc
import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.conftest import captured_logs

from intrigue.engine import Panicked
from intrigue.rpc.match_service import MatchService
from intrigue.server import Server
from intrigue.store import StoreError
from intrigue_proto.v1 import match_service_pb2 as pb


class Outrage(BaseException):
    """Like a panic of the core: no `Exception`."""


KINDS = {
    "unary_unary": grpc.unary_unary_rpc_method_handler,
    "unary_stream": grpc.unary_stream_rpc_method_handler,
    "stream_unary": grpc.stream_unary_rpc_method_handler,
    "stream_stream": grpc.stream_stream_rpc_method_handler,
}
ERRORS = {
    "ValueError": ValueError("secret"),
    "BaseException": Outrage("secret"),
    "GeneratorExit": GeneratorExit("secret"),
    "StopAsyncIteration": StopAsyncIteration("secret"),
}


class Faulty(grpc.GenericRpcHandler):
    """A method of each kind that raises."""

    def __init__(self, error: BaseException) -> None:
        async def one(_request, _context):
            raise error

        async def many(_request, _context):
            yield b"first"
            raise error

        async def early(_request, _context):
            raise error

        self.handlers: dict[str, Any] = {
            f"/faulty/{kind}": make(many if kind.endswith("stream") else one)
            for kind, make in KINDS.items()
        } | {"/faulty/coroutine": grpc.unary_stream_rpc_method_handler(early)}

    def service(self, handler_call_details):
        return self.handlers.get(handler_call_details.method)


async def call(channel, kind: str):
    path = f"/faulty/{kind}"
    if kind == "unary_unary":
        return await channel.unary_unary(path)(b"", timeout=PATIENCE_SECONDS)
    if kind == "stream_unary":
        return await channel.stream_unary(path)(iter([b""]), timeout=PATIENCE_SECONDS)
    if kind == "stream_stream":
        stream = channel.stream_stream(path)(iter([b""]), timeout=PATIENCE_SECONDS)
    else:
        stream = channel.unary_stream(path)(b"", timeout=PATIENCE_SECONDS)
    return [answer async for answer in stream]


# A generator turns some errors into its own end: in streams there is nothing of them to hide.
CASES = [
    pytest.param(kind, error, id=f"{kind}-{name}")
    for kind in [*KINDS, "coroutine"]
    for name, error in ERRORS.items()
    if not (kind.endswith("stream") and isinstance(error, GeneratorExit | StopAsyncIteration))
]


@pytest.mark.parametrize(("kind", "error"), CASES)
async def test_unexpected_errors(deployment, read_problem, kind, error):
    server = Server(deployment.settings(), extra_handlers=[Faulty(error)])
    with captured_logs() as logs:
        await server.start()
        try:
            async with grpc.aio.insecure_channel(server.address) as channel:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await call(channel, kind)
        finally:
            await server.stop()
    problem = read_problem(caught.value)
    assert (problem.status.name, problem.reason) == ("INTERNAL", "INTERNAL")
    on_the_wire = f"{caught.value.details()} {caught.value.trailing_metadata()}"
    assert "secret" not in on_the_wire
    assert type(error).__name__ not in on_the_wire
    error_id = problem.metadata["error_id"]
    (entry,) = [log for log in logs if log.get("event") == "unexpected_error"]
    assert entry["error_id"] == error_id
    assert entry["error"] == type(error).__name__
    assert "secret" not in json.dumps(entry)


@pytest.mark.parametrize("error", [ValueError("secret"), Outrage("secret")], ids=["plain", "base"])
@pytest.mark.parametrize("method", ["GetView", "Watch", "Act", "CreateMatch"])
async def test_our_own_methods(deployment, read_problem, monkeypatch, method, error):
    async def broken(*_):
        raise error

    names = {"GetView": "get_view", "Watch": "watch", "Act": "act", "CreateMatch": "create_match"}
    monkeypatch.setattr(MatchService, names[method], broken)
    async with deployment.served() as client:
        answer = getattr(client.matches, method)(
            getattr(pb, f"{method}Request")(), timeout=PATIENCE_SECONDS
        )
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await (answer.read() if method == "Watch" else answer)
    assert read_problem(caught.value).status.name == "INTERNAL"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (Panicked("secret"), ("INTERNAL", "CORE_FAULT")),
        (StoreError("secret"), ("UNAVAILABLE", "STORE_FAILED")),
    ],
    ids=["core", "store"],
)
async def test_faults_of_core_and_store(deployment, expect, monkeypatch, error, answer):
    async def broken(*_):
        raise error

    monkeypatch.setattr(MatchService, "get_view", broken)
    async with deployment.served() as client:
        async with expect(*answer) as problems:
            await client.matches.GetView(pb.GetViewRequest(match_id="x"))
        assert "secret" not in str(problems[0])
        # Only what is worth another try says when.
        assert (problems[0].retry_delay is not None) == (answer[0] == "UNAVAILABLE")


async def test_extra_handlers_answer(deployment):
    class Echo(grpc.GenericRpcHandler):
        def service(self, handler_call_details):
            async def echo(request, _context):
                return request

            if handler_call_details.method == "/echo/Echo":
                return grpc.unary_unary_rpc_method_handler(echo)
            return None

    server = Server(deployment.settings(), extra_handlers=[Echo()])
    await server.start()
    async with grpc.aio.insecure_channel(server.address) as channel:
        echo: Any = channel.unary_unary("/echo/Echo")
        other: Any = channel.unary_unary("/echo/Other")
        assert await echo(b"hello") == b"hello"
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await other(b"hello")
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    await server.stop()


async def test_no_secret_is_logged(deployment):
    with captured_logs() as logs:
        async with deployment.served() as client:
            created = await client.create("own", "random", seed=bytes(range(32)))
            token = created.seats[0]
            with pytest.raises(grpc.aio.AioRpcError):
                await created.act(token, notation="nonsense")
            await asyncio.wait_for(created.watch(token).read(), PATIENCE_SECONDS)
    text = repr(logs)
    for secret in (created.host, created.spectator, token, repr(bytes(range(32)))[2:20]):
        assert secret not in text
