"""How a match ended, with payoffs from 0 to 1. Messages have them in 840ths of the win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from intrigue_proto.enum_names import name_of

if TYPE_CHECKING:
    from intrigue_proto.v1 import match_pb2

# The payoff of a whole win in messages.
_WHOLE_WIN: Final = 840
# The part of a score that is the sum of the others.
_TOTAL: Final = "total"
# How a match usually ends for a seat: not worth a word.
_PLAYED: Final = "played_to_end"


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a match brought one seat."""

    seat: int
    payoff: float
    """Its share of the win, from 0 to 1."""
    ending: str
    """How the match ended for it: `played_to_end`, `eliminated`, `resigned`, `out_of_time` or
    `replaced`."""


@dataclass(frozen=True, slots=True)
class Score:
    """A part of a seat's score."""

    seat: int
    part: str
    """The part, such as `majority_8`; `total` is the sum."""
    points: int
    text: str
    """The part in English, and in French; empty where texts were left out."""
    text_fr: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `str` gives one line."""

    seats: tuple[SeatOutcome, ...]
    """One entry per seat, in order."""
    ending: str
    """The way it ended, such as `three_cities`."""
    text: str
    """The way it ended in English, and in French; empty where texts were left out."""
    text_fr: str
    scores: tuple[Score, ...]
    """The parts of each seat's score, in games that have scores."""

    @classmethod
    def of(cls, outcome: match_pb2.Outcome) -> Outcome:
        """An outcome of the contract."""
        return cls(
            seats=tuple(
                SeatOutcome(
                    seat=seat.seat,
                    payoff=seat.payoff / _WHOLE_WIN,
                    ending=name_of(seat, "ending"),
                )
                for seat in outcome.seats
            ),
            ending=outcome.ending,
            text=outcome.text.en,
            text_fr=outcome.text.fr,
            scores=tuple(
                Score(
                    seat=score.seat,
                    part=score.part,
                    points=score.points,
                    text=score.text.en,
                    text_fr=score.text.fr,
                )
                for score in outcome.scores
            ),
        )

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The share of the win of each seat, from 0 to 1."""
        return tuple(seat.payoff for seat in self.seats)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, or share the win; none if all have lost together."""
        return tuple(seat.seat for seat in self.seats if seat.payoff > 0)

    def __str__(self) -> str:
        totals = {score.seat: score.points for score in self.scores if score.part == _TOTAL}
        words = []
        for seat in self.seats:
            notes = [f"{totals[seat.seat]} points"] if seat.seat in totals else []
            if seat.ending != _PLAYED:
                notes.append(seat.ending.replace("_", " "))
            more = f" ({', '.join(notes)})" if notes else ""
            words.append(f"seat {seat.seat} {seat.payoff:.3g}{more}")
        return f"{self.ending}: {', '.join(words)}"
