"""One step of a match: what was done, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_proto.enum_names import name_of
from intrigue_proto.v1 import match_pb2, record_pb2

if TYPE_CHECKING:
    from intrigue import engine
    from intrigue.inprocess.game import Game
    from intrigue.inprocess.game_description import Action


class Step:
    """One step of a match: the deal, an action or a resignation, with the chance that followed it.

    `Match.play` and `Match.resign` return it, and `Match.steps` has all of them. `str` gives one
    line.
    """

    __slots__ = ("_core", "_game", "_message", "_number")

    def __init__(self, core: engine.Match, game: Game, number: int) -> None:
        self._core = core
        self._game = game
        self._number = number
        self._message: record_pb2.Step | None = None

    @property
    def number(self) -> int:
        """Its place in the match; the deal is number 0."""
        return self._number

    @property
    def message(self) -> record_pb2.Step:
        """The step as records have it."""
        # Most callers of `play` ignore what happened, so it is read when it is asked for.
        if self._message is None:
            self._message = record_pb2.Step.FromString(self._core.step(self._number))
        return self._message

    @property
    def kind(self) -> str:
        """`deal`, `action`, `resignation` or `time_forfeit`."""
        return str(name_of(self.message, "kind"))

    @property
    def seat(self) -> int | None:
        """The seat that acted or resigned; None for the deal."""
        return self.message.seat if self.message.HasField("seat") else None

    @property
    def action(self) -> Action | None:
        """What it did; None if the step is no action."""
        message = self.message
        return self._game.actions[message.action_id] if message.HasField("action_id") else None

    @property
    def chances(self) -> tuple[str, ...]:
        """The chance outcomes that followed, in order and in notation: those that the step needed.

        They are what really happened, hidden or not. A script is made of such outcomes.
        """
        return tuple(self.message.chances)

    @property
    def events(self) -> tuple[match_pb2.MatchEvent, ...]:
        """What happened, as the seat sees it that acted, and the deal as a spectator sees it."""
        return self.events_for(self.seat)

    def events_for(self, viewer: int | None) -> tuple[match_pb2.MatchEvent, ...]:
        """What happened, as a viewer sees it; empty if it sees nothing. They are the events of the
        viewer's update.
        """
        events = self._core.events(self._number, viewer)
        return tuple(match_pb2.MatchEvent.FromString(event) for event in events)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        return self._number == other._number and self.message == other.message

    # Messages can be changed.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {self.seat}: "
        what = self.kind.replace("_", " ") if self.action is None else self.action.notation
        chance = f" ({', '.join(self.chances)})" if self.chances else ""
        return f"{who}{what}{chance}"

    def __repr__(self) -> str:
        return f"<Step {self._number} of {self._game.id}: {self}>"
