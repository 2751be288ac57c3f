"""The guard around every method: what may enter it, and what may leave it.

The gRPC library would send the text of an exception to the caller, would say UNKNOWN of a
message that it can't parse, and would leave the caller waiting for ever after an exception that
is no `Exception`, as a panic of the core is one. So requests reach the guard as bytes, and
nothing but statuses of `intrigue.rpc.errors` gets past it.

The library would also wait for ever for the message of a unary call. So to the library all
methods take streams: the guard is called when a call begins, and reads its one message within
the time that the call has.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import sys
import traceback
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NoReturn

import grpc
import structlog
from google.protobuf.message import DecodeError

from intrigue.matches import ErrorCode, ServiceError
from intrigue.rpc import errors
from intrigue.rpc.call_metadata import language_of
from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from intrigue.metrics import Metrics
    from intrigue.rpc.calls import Calls
    from intrigue.rpc.rate_limits import Limiter
    from intrigue.rpc.tracing import Tracing

    Behavior = Callable[[Any, Any], Awaitable[Any]]

log = structlog.get_logger(__name__)

# What ends a call without an answer of ours: it was cancelled or answered already, or the
# process is to end.
_PASSED_ON: Final = (
    asyncio.CancelledError,
    KeyboardInterrupt,
    SystemExit,
    grpc.aio.AbortError,
)
# Health checks must be answered, above all when the server is not well.
_ALWAYS_ADMITTED: Final = "/grpc.health.v1.Health/Check"


@dataclass(frozen=True, slots=True)
class CallPolicy:
    """What the interceptors of all methods share."""

    largest: int
    """The most bytes of a request."""
    calls: Calls
    limiter: Limiter
    metrics: Metrics
    tracing: Tracing | None = None
    log_calls: bool = False


def intercepted(
    method: str, handler: grpc.RpcMethodHandler[Any, Any], call_policy: CallPolicy
) -> grpc.RpcMethodHandler[Any, Any]:
    """The handler of a method, behind an interceptor. Handlers must be asynchronous."""
    interceptor = _Interceptor(
        method, handler.request_deserializer, handler.response_serializer, call_policy
    )
    around = call_policy.tracing.around if call_policy.tracing is not None else _untraced
    if handler.unary_unary is not None:
        call = around(method, interceptor.unary_unary(handler.unary_unary))
        return grpc.stream_unary_rpc_method_handler(call)
    if handler.stream_unary is not None:
        call = around(method, interceptor.stream_unary(handler.stream_unary))
        return grpc.stream_unary_rpc_method_handler(call)
    if handler.unary_stream is not None:
        call = around(method, interceptor.unary_stream(handler.unary_stream))
    else:
        call = around(method, interceptor.stream_stream(handler.stream_stream))
    return grpc.stream_stream_rpc_method_handler(call)


class _Interceptor:
    """Parses, calls, serializes; catches all that goes wrong in it."""

    def __init__(
        self,
        method: str,
        parse: Callable[[bytes], Any] | None,
        serialize: Callable[[Any], bytes] | None,
        call_policy: CallPolicy,
    ) -> None:
        self._method = method
        self._call_policy = call_policy
        self._metrics = call_policy.metrics.method(method)
        largest = call_policy.largest
        deserialize = parse or _as_it_is

        def parse_within(raw: Any) -> Any:
            if raw is grpc.aio.EOF:
                # It says that it has sent all, and has sent nothing.
                raise ServiceError(ErrorCode.MALFORMED_MESSAGE)
            if len(raw) > largest:
                raise ServiceError(ErrorCode.MESSAGE_TOO_LARGE, most=largest)
            return deserialize(raw)

        self._parse = parse_within
        self._serialize = serialize or _as_it_is

    def unary_unary(self, behavior: Behavior) -> Behavior:
        """The only kind that is in a hurry: everything it needs is at hand."""
        parse, serialize, end = self._parse, self._serialize, self._end
        calls, metrics = self._call_policy.calls, self._metrics
        observe, log_calls = metrics.seconds.observe, self._call_policy.log_calls
        limiter, since = self._call_policy.limiter, calls.since
        admit, picky, most = limiter.admit_unary, limiter.picky, calls.most
        if self._method == _ALWAYS_ADMITTED:
            picky, most = False, sys.maxsize

        async def call(_messages: object, context: Any) -> Any:
            start = monotonic()
            task = calls.enter(start)
            try:
                if picky or len(since) > most:
                    admit(context)
                answer = serialize(await behavior(parse(await context.read()), context))
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                late = calls.leave(task)
                observe(monotonic() - start)
                await end(self._too_long() if late else error, context, start)
            since.pop(task, None)
            metrics.ok += 1
            observe(monotonic() - start)
            if log_calls:
                self._log("OK", start)
            return answer

        return call

    def stream_unary(self, behavior: Behavior) -> Behavior:
        """One answer to many messages."""

        async def run(messages: AsyncIterator[bytes], context: Any) -> Any:
            return self._serialize(await behavior(self._parsed(messages), context))

        return self._stream(run)

    def unary_stream(self, behavior: Any) -> Behavior:
        """Many answers to one message."""
        longest = self._call_policy.calls.longest or None

        async def run(_messages: object, context: Any) -> None:
            try:
                async with asyncio.timeout(longest):
                    raw = await context.read()
            except TimeoutError:
                raise self._too_long() from None
            await self._send(behavior(self._parse(raw), context), context)

        return self._stream(run)

    def stream_stream(self, behavior: Any) -> Behavior:
        """Many answers to many messages."""

        async def run(messages: AsyncIterator[bytes], context: Any) -> None:
            await self._send(behavior(self._parsed(messages), context), context)

        return self._stream(run)

    def _stream(self, run: Behavior) -> Behavior:
        """A call that takes as long as it takes, and a place among the streams meanwhile."""
        metrics, limiter = self._metrics, self._call_policy.limiter

        async def call(messages: Any, context: Any) -> Any:
            start = monotonic()
            try:
                limiter.admit(context)
                with limiter.stream(context):
                    metrics.open += 1
                    try:
                        answer = await run(messages, context)
                    finally:
                        metrics.open -= 1
            except BaseException as error:  # noqa: BLE001 - this is what the guard is for
                await self._end(error, context, start)
            metrics.ok += 1
            if self._call_policy.log_calls:
                self._log("OK", start)
            return answer

        return call

    async def _parsed(self, messages: AsyncIterator[bytes]) -> AsyncIterator[Any]:
        async for raw in messages:
            yield self._parse(raw)

    async def _send(self, responses: Any, context: Any) -> None:
        """Sends what a generator yields; a coroutine writes bytes to the context by itself."""
        if inspect.isawaitable(responses):
            await responses
            return
        async for response in responses:
            await context.write(self._serialize(response))

    async def _end(self, error: BaseException, context: Any, start: float) -> NoReturn:
        """Ends a call that has failed: it is answered, counted, and over."""
        if isinstance(error, _PASSED_ON):
            self._count(code_of(error, context), start)
            raise error
        status = self._status(error, context)
        self._count(status.code.name, start)
        await context.abort_with_status(status)
        raise AssertionError("abort has not raised")

    def _status(self, error: BaseException, context: Any) -> errors.RpcStatus:
        if isinstance(error, DecodeError):
            error = ServiceError(ErrorCode.MALFORMED_MESSAGE)
        language = language_of(context)
        status = errors.status_of(error, language)
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
            return errors.internal(error_id, language)
        code = error.code if isinstance(error, ServiceError) else None
        if code is ErrorCode.STORE_FAILED or isinstance(error, StoreError):
            self._call_policy.metrics.store_failed()
        elif code is ErrorCode.TOKEN_UNKNOWN or code is ErrorCode.INVITATION_UNKNOWN:
            self._call_policy.limiter.guessed(context)
        return status

    def _too_long(self) -> ServiceError:
        return ServiceError(ErrorCode.CALL_TOO_LONG, seconds=f"{self._call_policy.calls.longest:g}")

    def _count(self, code: str, start: float) -> None:
        self._metrics.codes[code] += 1
        if self._call_policy.log_calls:
            self._log(code, start)

    def _log(self, code: str, start: float) -> None:
        """A line for a call: never who called, nor what was asked or answered."""
        seconds = round(monotonic() - start, 6)
        log.info("call", method=self._method, code=code, seconds=seconds)


def code_of(error: BaseException, context: Any) -> str:
    """The name of the status with which a call ended that was not answered here."""
    if isinstance(error, grpc.aio.AbortError):
        code = context.code()
        return code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
    return grpc.StatusCode.CANCELLED.name


def _untraced(_method: str, call: Behavior) -> Behavior:
    return call


def _as_it_is(message: Any) -> Any:
    return message


def _trace(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
