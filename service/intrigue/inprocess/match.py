"""One playing of a game, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.position import Position
from intrigue.inprocess.step import Step
from intrigue_proto.outcome import Outcome
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.match_service_pb2 import ExplainResponse
from intrigue_proto.v1.record_pb2 import MatchRecord

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

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
        core = engine.Match.replay(record, steps)
        core.keep_to_script()
        return Match(core)

    def play(self, action: SupportsIndex | str, seat: int | None = None) -> Step:
        """Plays an action, by id or in notation, and the chance that follows it; returns what
        happened.

        Raises:
            Refused: The action is illegal (kinds `not_to_act`, `unknown_action`, `illegal` and
                `over`), or the script of the match does not fit (kind `bad_script`). Then nothing
                has changed.
            ValueError: There is no such seat.
        """
        number = self._core.play(*self._choice(action, seat))
        return Step(self._core, self._game, number)

    def resign(self, seat: int) -> Step:
        """Resigns a seat, at any time; returns what happened.

        In a game of two seats, or of two alliances, the match is over. Otherwise it goes on without
        the seat; in a cooperative game the seat is still asked, because somebody must play for it.

        Raises:
            Refused: The match is over (kind `over`), the seat has resigned or is eliminated (kind
                `illegal`), or the script of the match does not fit (kind `bad_script`). Then
                nothing has changed.
            ValueError: There is no such seat.
        """
        number = self._core.play_resignation(self._checked_seat(seat))
        return Step(self._core, self._game, number)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that happened so far, from the deal on."""
        return tuple(Step(self._core, self._game, n) for n in range(self._core.entry_count))

    @property
    def unused_script(self) -> tuple[str, ...]:
        """The chance outcomes of the script that have not come yet; at the end, those that the
        match did not need.
        """
        return tuple(self._core.rest_of_script())

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoff of each seat, a win being 1; None before the end."""
        outcome = self.outcome
        return None if outcome is None else outcome.payoffs

    @property
    def outcome(self) -> Outcome | None:
        """Payoffs, scores and the way it ended; None before the end."""
        outcome = self._core.outcome()
        return None if outcome is None else Outcome.of(match_pb2.Outcome.FromString(outcome))

    def rematch(self, seed: Seed | None = None, *, seats: Sequence[int] | None = None) -> Match:
        """The next match of the same players, dealt; of a campaign, its next mission.

        The options are `rematch_options(seats)`. Without a seed one is drawn.

        Raises:
            ValueError: The match is not over, or `seats` does not name each seat once.
        """
        options = self.rematch_options(seats)
        return self._game.deal(options, seed_bytes(seed))

    def rematch_options(self, seats: Sequence[int] | None = None) -> dict[str, str]:
        """The options of the next match: in some games the winner starts, and a campaign goes on
        with what the team has.

        Args:
            seats: Where each player sits in the next match: `seats[i]` is the new seat of the
                player at seat i. None: all keep their seats. (On a server everybody moves on by
                one seat.)

        Raises:
            ValueError: The match is not over, or `seats` does not name each seat once.
        """
        if not self.over:
            raise ValueError("the match is not over, so there is no rematch yet")
        places = list(range(self.seats) if seats is None else seats)
        if sorted(places) != list(range(self.seats)):
            raise ValueError(f"seats: expected each of 0 to {self.seats - 1} once, not {places}")
        return dict(self._core.rematch(places))

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
        """An independent copy: the complete state, the log, and the seed.

        The same actions have the same chance outcomes in both, because each step draws from the
        seed and its own number. To look ahead without knowing hidden information, use a World that
        fits a view.
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
            self._core.resolve_policy(policy),
            seed_bytes(seed),
            index,
            threads,
            setup=self._core_setup(),
            trusted=True,
        )

    def __copy__(self) -> Match:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Match:
        return self.clone()

    def __repr__(self) -> str:
        steps = self._core.entry_count - 1
        state = "over" if self.over else f"asked: {', '.join(map(str, self.asked))}"
        return f"<Match of {self.game.id}: {self.seats} seats, {steps} steps, {state}>"
