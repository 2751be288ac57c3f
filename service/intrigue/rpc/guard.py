"""The guard around every method: what may leave it is an answer or a typed error.

The gRPC library would send the text of an exception to the caller, would say UNKNOWN of a
message that it can't parse, and would leave the caller waiting for ever after an exception that
is no `Exception`, as a panic of the core is one. So requests reach the guard as bytes, and
nothing but statuses of `intrigue.rpc.errors` gets past it.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import traceback
from typing import TYPE_CHECKING, Any

import grpc
import structlog
from google.protobuf.message import DecodeError

from intrigue.matches import Code, Fault
from intrigue.rpc import errors

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

log = structlog.get_logger(__name__)

# What ends a call without an answer of ours: it was cancelled or answered already, or the
# process is to end.
_PASSED_ON = (
    asyncio.CancelledError,
    KeyboardInterrupt,
    SystemExit,
    grpc.aio.AbortError,
)


def guarded(
    method: str, handler: grpc.RpcMethodHandler[Any, Any], largest: int
) -> grpc.RpcMethodHandler[Any, Any]:
    """The handler of a method, behind the guard. Handlers must be asynchronous.

    A request of more than `largest` bytes is refused.
    """
    guard = _Guard(method, handler.request_deserializer, handler.response_serializer, largest)
    if handler.unary_unary is not None:
        return grpc.unary_unary_rpc_method_handler(guard.unary_unary(handler.unary_unary))
    if handler.unary_stream is not None:
        return grpc.unary_stream_rpc_method_handler(guard.unary_stream(handler.unary_stream))
    if handler.stream_unary is not None:
        return grpc.stream_unary_rpc_method_handler(guard.stream_unary(handler.stream_unary))
    return grpc.stream_stream_rpc_method_handler(guard.stream_stream(handler.stream_stream))


class _Guard:
    """Parses, calls, serialises; catches all that goes wrong in it."""

    def __init__(
        self,
        method: str,
        parse: Callable[[bytes], Any] | None,
        serialise: Callable[[Any], bytes] | None,
        largest: int,
    ) -> None:
        self._method = method
        deserialise = parse or _as_it_is

        def parse_within(raw: bytes) -> Any:
            if len(raw) > largest:
                raise Fault(Code.MESSAGE_TOO_LARGE, most=largest)
            return deserialise(raw)

        self._parse = parse_within
        self._serialise = serialise or _as_it_is

    def unary_unary(self, behaviour: Any) -> Any:
        parse, serialise, answer = self._parse, self._serialise, self._answer

        async def call(raw: bytes, context: Any) -> Any:
            try:
                return serialise(await behaviour(parse(raw), context))
            except _PASSED_ON:
                raise
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                return await answer(error, context)

        return call

    def unary_stream(self, behaviour: Any) -> Any:
        async def call(raw: bytes, context: Any) -> None:
            try:
                await self._send(behaviour(self._parse(raw), context), context)
            except _PASSED_ON:
                raise
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                await self._answer(error, context)

        return call

    def stream_unary(self, behaviour: Any) -> Any:
        async def call(raws: AsyncIterator[bytes], context: Any) -> Any:
            try:
                return self._serialise(await behaviour(self._parsed(raws), context))
            except _PASSED_ON:
                raise
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                await self._answer(error, context)

        return call

    def stream_stream(self, behaviour: Any) -> Any:
        async def call(raws: AsyncIterator[bytes], context: Any) -> None:
            try:
                await self._send(behaviour(self._parsed(raws), context), context)
            except _PASSED_ON:
                raise
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                await self._answer(error, context)

        return call

    async def _parsed(self, raws: AsyncIterator[bytes]) -> AsyncIterator[Any]:
        async for raw in raws:
            yield self._parse(raw)

    async def _send(self, responses: Any, context: Any) -> None:
        """Sends what a generator yields; a coroutine writes bytes to the context by itself."""
        if inspect.isawaitable(responses):
            await responses
            return
        async for response in responses:
            await context.write(self._serialise(response))

    async def _answer(self, error: BaseException, context: Any) -> Any:
        if isinstance(error, DecodeError):
            error = Fault(Code.MALFORMED_MESSAGE)
        status = errors.status_of(error)
        if status is None:
            error_id = secrets.token_hex(4)
            # Where it happened, not what it said: its text may hold a token or a hidden card.
            log.error(
                "unexpected_error",
                method=self._method,
                error_id=error_id,
                error=type(error).__name__,
                trace=_trace(error),
            )
            log.debug("unexpected_error_text", error_id=error_id, text=str(error))
            status = errors.internal(error_id)
        await context.abort_with_status(status)


def _as_it_is(message: Any) -> Any:
    return message


def _trace(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
