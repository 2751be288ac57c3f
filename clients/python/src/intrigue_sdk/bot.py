"""The base of bots."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

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

    from intrigue_proto.v1.match_pb2 import Outcome, Prompt, View
    from intrigue_sdk.handles import Choice, SeatHandle


class Bot:
    """Plays a seat to the end. A subclass says what it chooses."""

    def choose(self, view: View, prompt: Prompt) -> Choice | Awaitable[Choice]:
        """The action for a prompt: one of `prompt.actions`, its id, or its notation.

        A subclass may define it with `async def` or plain `def`. In a match with a clock
        `prompt.deadline` is set: `time_left(prompt)` says how long the bot may think.
        """
        raise NotImplementedError

    async def play(self, seat: SeatHandle) -> Outcome | None:
        """Plays until the match is over, from wherever it stands, and returns the outcome.

        None means that the match was aborted.
        """
        async with seat.watch(after=await self._last_answered(seat)) as updates:
            async for update in updates:
                if update.HasField("outcome"):
                    return update.outcome
                if update.HasField("prompt"):
                    await self._answer(seat, update.view, update.prompt)
        match = await seat.match()
        return match.outcome if match.HasField("outcome") else None

    async def _last_answered(self, seat: SeatHandle) -> int:
        """The revision before the present one: a match in progress is taken up at its prompt."""
        try:
            view = await seat.view()
        except (NotStarted, MatchAborted):
            return 0
        return max(0, view.revision - 1)

    async def _answer(self, seat: SeatHandle, view: View, prompt: Prompt) -> None:
        choice = self.choose(view, prompt)
        if inspect.isawaitable(choice):
            choice = await choice
        try:
            await seat.act(choice, expected_revision=view.revision)
        except (Stale, NotYourTurn, MatchOver):
            # The prompt was closed meanwhile, by the clock or by another seat. The updates that
            # say so are on their way.
            return
        except IllegalAction:
            # So they are if another seat has done something since that forbids it.
            if (await seat.view()).revision == view.revision:
                raise
