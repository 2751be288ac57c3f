"""How much of the server one caller may have, and all of them together."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog

from intrigue.matches import ErrorCode, ServiceError
from intrigue.rpc.buckets import Buckets
from intrigue.rpc.caller import Callers, Network, token_key

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from intrigue.metrics import Metrics
    from intrigue.rpc.calls import Calls

log = structlog.get_logger(__name__)

# When a place among streams or calls will be free, nobody knows: soon.
_SOON: Final = 1.0
# Refusals come in floods: each limit is logged once in this number of seconds.
_QUIET_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Rate:
    """Calls a second, and how many at once before that; 0 a second: as many as they like."""

    per_second: float = 0.0
    burst: int = 1

    def buckets(self) -> Buckets | None:
        """The buckets that hold callers to the rate."""
        return Buckets(self.per_second, self.burst) if self.per_second else None


@dataclass(frozen=True, slots=True)
class CallLimits:
    """What is allowed; 0 is no limit."""

    calls_per_peer: int = 0
    streams: int = 0
    streams_per_peer: int = 0
    streams_per_token: int = 0
    peer: Rate = Rate()
    token: Rate = Rate()
    unknown_tokens: Rate = Rate()
    trusted_proxies: tuple[Network, ...] = ()


class Limiter:
    """Lets calls in, or refuses them and says when to come back."""

    def __init__(self, limits: CallLimits, calls: Calls, metrics: Metrics) -> None:
        self._limits = limits
        self._calls = calls
        self._metrics = metrics
        self._callers = Callers(limits.trusted_proxies)
        self._peers = limits.peer.buckets()
        self._tokens = limits.token.buckets()
        self._guesses = limits.unknown_tokens.buckets()
        self._calls_of_peer: Counter[Hashable] = Counter()
        self._streams = 0
        self._streams_of_peer: Counter[Hashable] = Counter()
        self._streams_of_token: Counter[Hashable] = Counter()
        self._logged: dict[str, float] = {}

    @property
    def picky(self) -> bool:
        """Whether it matters who calls."""
        of_caller = (self._peers, self._tokens, self._guesses, self._limits.calls_per_peer or None)
        return any(limit is not None for limit in of_caller)

    def admit_unary(self, context: Any) -> None:
        """Lets in a call that is already counted among those in progress."""
        if len(self._calls.since) > self._calls.most:
            raise self.refusal("max_inflight")
        self.admit(context)
        if self._limits.calls_per_peer:
            self._count_call(self._callers.peer(context))

    def admit(self, context: Any) -> None:
        """Counts a call against the rates of its caller."""
        now = time.monotonic()
        if self._peers is not None:
            missing = self._peers.take(self._callers.peer(context), now)
            if missing:
                raise self.refusal("peer_requests_per_second", missing)
        if self._tokens is None and self._guesses is None:
            return
        token = token_key(context)
        if token is None:
            return
        if self._guesses is not None:
            missing = self._guesses.missing(self._callers.peer(context), now)
            if missing:
                raise self.refusal("unknown_tokens_per_second", missing)
        if self._tokens is not None:
            missing = self._tokens.take(token, now)
            if missing:
                raise self.refusal("token_requests_per_second", missing)

    def guessed(self, context: Any) -> None:
        """A call came with a token that nobody has."""
        if self._guesses is not None:
            self._guesses.take(self._callers.peer(context), time.monotonic())

    @contextmanager
    def stream(self, context: Any) -> Iterator[None]:
        """A place for a stream, for as long as it is open."""
        limits = self._limits
        if limits.streams and self._streams >= limits.streams:
            raise self.refusal("max_streams")
        peer = self._callers.peer(context) if limits.streams_per_peer else None
        token = token_key(context) if limits.streams_per_token else None
        if peer is not None and self._streams_of_peer[peer] >= limits.streams_per_peer:
            raise self.refusal("max_streams_per_peer")
        if token is not None and self._streams_of_token[token] >= limits.streams_per_token:
            raise self.refusal("max_streams_per_token")
        self._streams += 1
        _add(self._streams_of_peer, peer, 1)
        _add(self._streams_of_token, token, 1)
        try:
            yield
        finally:
            self._streams -= 1
            _add(self._streams_of_peer, peer, -1)
            _add(self._streams_of_token, token, -1)

    def refusal(self, limit: str, missing: float = _SOON) -> ServiceError:
        """What is told to one who has reached a limit."""
        self._metrics.refused[limit] += 1
        now = time.monotonic()
        if now - self._logged.get(limit, -_QUIET_SECONDS) >= _QUIET_SECONDS:
            self._logged[limit] = now
            log.warning("limit_exceeded", limit=limit, refused=self._metrics.refused[limit])
        return ServiceError(
            ErrorCode.LIMIT_EXCEEDED, limit=limit, retry_after_ms=int(missing * 1000) + 1
        )

    def _count_call(self, peer: str) -> None:
        """Counts a call of an address until it is over, and its answer taken.

        A caller who never reads the answer holds the call, and nothing but the end of the
        connection frees it: so it must count for longer than it takes to make the answer.
        """
        task = asyncio.current_task()
        if task is None:
            return
        if self._calls_of_peer[peer] >= self._limits.calls_per_peer:
            raise self.refusal("max_inflight_per_peer")
        self._calls_of_peer[peer] += 1
        task.add_done_callback(lambda _: _add(self._calls_of_peer, peer, -1))


def _add(counts: Counter[Hashable], key: Hashable | None, number: int) -> None:
    if key is None:
        return
    counts[key] += number
    if counts[key] <= 0:
        del counts[key]
