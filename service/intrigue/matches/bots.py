"""Built-in policies at their seats."""

from __future__ import annotations

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import structlog

from intrigue.engine import Refused
from intrigue.matches.errors import ServiceError
from intrigue.priority import lower_priority
from intrigue.store import Occupant, Pace, Status

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from intrigue.engine import Engine
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_version import MatchVersion

_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
# How long after it was asked a policy answers in a match with people.
_RELAXED_SECONDS = 0.6
# How long a policy leaves the first act to people who play on its side.
_PEOPLE_FIRST_SECONDS = 2.0
# How many seconds a server leaves a decision to the one that took the last step.
_COURTESY = 3.0
# The position has changed while the policy thought: it looks again.
_OVERTAKEN = frozenset({"stale", "not_to_act", "over"})

log = structlog.get_logger(__name__)


class Bots:
    """Plays the seats that policies hold: one task for each match in which one owes a decision.

    A policy sees the view of its seat and nothing else, and thinks on a thread of its own, which
    lets everything else go first. Its luck comes from the match's policy seed and the place in the
    log, so a server that is restarted in the middle of a thought comes to the same decision.
    """

    def __init__(
        self, engine: Engine, threads: int, reopen: Callable[[str], Awaitable[object]]
    ) -> None:
        """`reopen` rebuilds a match, whose policies then go on."""
        self._engine = engine
        self._reopen = reopen
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix="policy", initializer=lower_priority
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: dict[LiveMatch, asyncio.Event] = {}
        """Matches whose policies wait for people, and whether something has happened since."""
        self._stopped = False

    def wake(self, live: LiveMatch, *, own: bool) -> None:
        """Looks whether a policy owes a decision, and if so, sees to it.

        Where another server took the last step, that one goes on; but not for ever.
        """
        if live in self._waiting:
            self._waiting[live].set()
        if not own:
            asyncio.get_running_loop().call_later(
                _COURTESY, self._take_over, live, live.log.durable
            )
            return
        if self._stopped or live.policy_running or self._turn(live) is None:
            return
        live.policy_running = True
        task = asyncio.create_task(self._play(live))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_over(self, live: LiveMatch, version: MatchVersion) -> None:
        if live.log.durable is version:
            self.wake(live, own=True)

    async def stop(self) -> None:
        """Lets thoughts go; they are taken up again when the matches are next opened."""
        self._stopped = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    @staticmethod
    def _turn(live: LiveMatch) -> tuple[int, str] | None:
        """A seat that owes a decision and the policy that holds it."""
        if (
            live.log.play is None
            or live.log.failure is not None
            or live.log.latest.status is not Status.RUNNING
        ):
            return None
        seats = [seat for seat in live.log.play.asked() if seat in live.policies]
        if not seats:
            return None
        # Where several are asked at once, no seat is always the first to answer; and a server
        # that is restarted takes them in the same order.
        place = live.log.play.entry_count.to_bytes(8, "big")
        luck = hashlib.blake2b(place, key=live.row.policy_seed, digest_size=8).digest()
        seat = seats[int.from_bytes(luck, "big") % len(seats)]
        return seat, live.policies[seat]

    async def _play(self, live: LiveMatch) -> None:
        pause = _FIRST_PAUSE
        try:
            while (turn := self._turn(live)) is not None:
                try:
                    asked = asyncio.get_running_loop().time()
                    if self._leaves_first_act(live):
                        if await self._changes(live, _PEOPLE_FIRST_SECONDS):
                            asked = asyncio.get_running_loop().time()
                        turn = self._turn(live)
                        if turn is None:
                            break
                    await self._decide(live, *turn, asked)
                    pause = _FIRST_PAUSE
                except ServiceError:
                    # The live can't go on, or the match was ended under the policy's hands.
                    if live.log.failure is None:
                        continue
                    await asyncio.sleep(pause)
                    await self._reopen(live.row.id)
                except Exception as error:  # noqa: BLE001 - a policy must not take the match along
                    log.warning("policy_failed", match=live.row.id, error=type(error).__name__)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
        finally:
            live.policy_running = False

    def _leaves_first_act(self, live: LiveMatch) -> bool:
        """Whether people on the policies' side may act now too.

        Only where nothing is hidden: elsewhere the wait could tell who is asked.
        """
        if live.row.pace is not Pace.RELAXED or live.log.play is None:
            return False
        game = live.row.game
        if not (self._engine.cooperative(game) and self._engine.perfect_information(game)):
            return False
        seats = live.log.latest.seats
        return any(seats[seat].occupant is Occupant.TAKEN for seat in live.log.play.asked())

    async def _changes(self, live: LiveMatch, seconds: float) -> bool:
        """Whether something happens in the match within some seconds; returns when it does."""
        version = live.log.latest
        event = self._waiting[live] = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                while live.log.latest is version:
                    event.clear()
                    await event.wait()
        except TimeoutError:
            return False
        finally:
            del self._waiting[live]
        return True

    async def _decide(self, live: LiveMatch, seat: int, policy: str, asked: float) -> None:
        play = live.log.play
        if play is None:
            return
        view, setup, revision = play.view(seat), play.setup(), play.revision(seat)
        # Two seats that decide at the same place in the log have different luck.
        index = play.entry_count * len(live.log.durable.seats) + seat
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(
            self._pool, self._engine.decide, view, setup, policy, live.row.policy_seed, index
        )
        if live.row.pace is Pace.RELAXED:
            await asyncio.sleep(max(0.0, asked + _RELAXED_SECONDS - loop.time()))
        if live.log.latest.seats[seat].policy != policy:
            # The seat was given to another player while the policy thought.
            return
        try:
            await live.act(seat, action, revision, "", by_policy=True)
        except Refused as refusal:
            # Where several may act at any time, what another did may forbid it.
            overtaken = live.log.play is None or live.log.play.revision(seat) != revision
            if refusal.kind not in _OVERTAKEN and not overtaken:
                raise
