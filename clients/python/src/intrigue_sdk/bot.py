"""The base of bots."""

from __future__ import annotations

import inspect
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from intrigue_proto.outcome import Outcome
from intrigue_sdk.errors import (
    IllegalAction,
    MatchAborted,
    MatchOver,
    NotStarted,
    NotYourTurn,
    Stale,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from intrigue_proto.v1.match_pb2 import Prompt, View
    from intrigue_sdk.handles import Choice, SeatHandle

# By task, because one bot may play several seats at once.
_SEAT: Final[ContextVar[SeatHandle]] = ContextVar("intrigue_sdk.bot.seat")


class Bot:
    """Plays a seat to the end. A subclass says what it chooses."""

    @property
    def seat(self) -> SeatHandle:
        """The seat that is being played: `seat.setup` belongs to the view, `seat.time_left()` says
        how long the bot may think. LookupError outside `choose`.
        """
        return _SEAT.get()

    def choose(self, view: View, prompt: Prompt) -> Choice | Awaitable[Choice]:
        """The action for a prompt: one of `prompt.actions`, its id, or its notation.

        A subclass may define it with `async def` or plain `def`.
        """
        raise NotImplementedError

    async def play(self, seat: SeatHandle) -> Outcome | None:
        """Plays until the match is over, from wherever it stands, and returns the outcome.

        None means that the match was aborted.
        """
        after = await self._last_answered(seat)
        async with seat.watch(after=after, names=False) as updates:
            async for update in updates:
                if update.HasField("outcome"):
                    return Outcome.of(update.outcome)
                if updates.has_open_prompt(update):
                    await self._answer(seat, update.view, update.prompt)
        match = await seat.match()
        return Outcome.of(match.outcome) if match.HasField("outcome") else None

    async def _last_answered(self, seat: SeatHandle) -> int:
        """The revision before the present one: a match in progress is taken up at its prompt."""
        try:
            view = await seat.view(names=False)
        except (NotStarted, MatchAborted):
            return 0
        return max(0, view.revision - 1)

    async def _answer(self, seat: SeatHandle, view: View, prompt: Prompt) -> None:
        playing = _SEAT.set(seat)
        try:
            choice = self.choose(view, prompt)
            if inspect.isawaitable(choice):
                choice = await choice
        finally:
            _SEAT.reset(playing)
        try:
            await seat.act(choice, expected_revision=view.revision, names=False)
        except (Stale, NotYourTurn, MatchOver):
            # The prompt was closed meanwhile, by the clock or by another seat. The updates that
            # say so are on their way.
            return
        except IllegalAction:
            # So they are if another seat has done something since that forbids it.
            if (await seat.view(names=False)).revision == view.revision:
                raise
