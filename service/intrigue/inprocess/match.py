"""One playing of a game, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.position import Position, win_fractions
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.match_service_pb2 import ExplainResponse
from intrigue_proto.v1.record_pb2 import MatchRecord

if TYPE_CHECKING:
    from intrigue.inprocess.game_description import Lang
    from intrigue_proto.seed import Seed


class Match(Position[engine.Match]):
    """One playing of a game. `Game.deal` makes a new one, `Match.replay` one of a record.

    It holds all hidden information. What a bot may know is in `view` and `features` of its seat.
    A match may be used by several threads.
    """

    __slots__ = ()

    @staticmethod
    def replay(record: MatchRecord | bytes, steps: int | None = None) -> Match:
        """The match of a record after its first steps; all of them if None.

        The first step is the deal. Refused (kind `bad_record`) if the record can't be played.
        """
        if isinstance(record, MatchRecord):
            record = record.SerializeToString()
        if steps is not None and steps < 0:
            raise ValueError(f"there are no {steps} steps")
        return Match(engine.Match.replay(record, steps))

    def resign(self, seat: int) -> None:
        """Resigns a seat; Refused (kind `over`)."""
        self._core.resign(self._checked_seat(seat))

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoff of each seat, a win being 1; None before the end."""
        outcome = self.outcome
        return None if outcome is None else win_fractions([seat.payoff for seat in outcome.seats])

    @property
    def outcome(self) -> match_pb2.Outcome | None:
        """Payoffs, scores and the way it ended; None before the end."""
        outcome = self._core.outcome()
        return None if outcome is None else match_pb2.Outcome.FromString(outcome)

    def updates(self, viewer: int | None, after: int = 0) -> tuple[match_pb2.Update, ...]:
        """What a viewer has seen happen, step by step, after a revision of its own."""
        found = self._core.updates(self._checked_viewer(viewer), after)
        return tuple(match_pb2.Update.FromString(update) for update in found)

    def explain(self, action: int | str, seat: int | None = None) -> ExplainResponse:
        """Whether an action would be legal, and by which clause not; from the seat's view."""
        if isinstance(action, str):
            action = self._game.action(action).id
        seat = self._checked_seat((self.seat or 0) if seat is None else seat)
        return ExplainResponse.FromString(self._core.explain(seat, action))

    def render(self, viewer: int | None, lang: Lang = "en", *, styles: bool = False) -> str:
        """The match as a viewer sees it, rendered as text.

        With `styles` it has the core's tags: [b] [dim] [red] [green] [yellow] [blue] [magenta]
        [cyan], each closed by [/], and a backslash before a literal bracket.
        """
        return self.view(viewer).render(lang, styles=styles)

    def clone(self) -> Match:
        """An independent copy. Chance falls as it would here: to look ahead without knowing
        hidden information, use a World that fits a view.
        """
        return Match(self._core.clone(), self._setup)

    def record(self, *, seed: bool = False) -> MatchRecord:
        """The match so far, replayable; with the seed only if asked."""
        return MatchRecord.FromString(self._core.record(seed))

    def decide(
        self,
        policy: str,
        seat: int | None = None,
        seed: Seed | None = None,
        threads: int = 1,
    ) -> int:
        """The action that a built-in policy would choose, from the seat's view alone.

        With a seed the answer is the same on any number of threads, unless the policy has a time
        limit; the same seed serves all decisions of a match. Without one the policy's
        seed is random. Refused (kinds `unknown_policy` and `not_to_act`).
        """
        seat = self._checked_seat((self.seat or 0) if seat is None else seat)
        # Two seats that decide at the same place in the log draw different random numbers.
        index = self._core.entry_count * self.seats + seat
        return engine.decide(
            self._core.view(seat),
            policy,
            seed_bytes(seed),
            index,
            threads,
            setup=self._core_setup(),
        )

    def __copy__(self) -> Match:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Match:
        return self.clone()

    def __repr__(self) -> str:
        steps = self._core.entry_count - 1
        state = "over" if self.over else f"asked: {', '.join(map(str, self.asked))}"
        return f"<Match of {self.game.id}: {self.seats} seats, {steps} steps, {state}>"
