"""The result of a simulation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.policies import policy_in_full
from intrigue_proto.options import join_settings

if TYPE_CHECKING:
    from intrigue_proto.v1 import simulation_pb2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % confidence interval.

    With fewer than two blocks of matches the interval spans all possible values.
    """

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, estimate: simulation_pb2.Estimate) -> Estimate:
        """An estimate of the contract."""
        return cls(mean=estimate.mean, low=estimate.low, high=estimate.high)

    def apart(self, other: Estimate) -> bool:
        """Whether the two intervals do not overlap."""
        return self.high < other.low or other.high < self.low


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a policy at one seat."""

    seat: int
    games: int
    payoff: float
    wins: float


@dataclass(frozen=True, slots=True)
class PolicyResult:
    """The result of a policy."""

    policy: str
    """In full, with the defaults of its parameters."""
    payoff: Estimate
    """Payoff per match; a win is 1."""
    wins: Estimate
    """The share of matches won; a shared win counts as a part."""
    seats: tuple[SeatResult, ...]

    @classmethod
    def of(cls, result: simulation_pb2.PolicyResult) -> PolicyResult:
        """A result of the contract."""
        return cls(
            policy=policy_in_full(result.policy),
            payoff=Estimate.of(result.payoff),
            wins=Estimate.of(result.wins),
            seats=tuple(
                SeatResult(
                    seat=seat.seat, games=seat.match_count, payoff=seat.payoff, wins=seat.wins
                )
                for seat in result.seats
            ),
        )


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The result of a simulation. `str` gives a table with one line per policy."""

    game: str
    options: dict[str, str]
    """All options, with defaults filled in."""
    seed: bytes
    rotate: bool
    first_match: int
    """The number of the first match; 0 unless it continues another simulation."""
    games: int
    """Matches played: with rotation, whole blocks of one match per seat."""
    decisions: int
    policies: tuple[PolicyResult, ...]
    """In the order in which they were given."""
    length: Estimate
    """Decisions per match."""
    shortest: int
    longest: int
    endings: dict[str, int]
    """The number of matches by way of ending."""
    seconds: float = field(compare=False)
    """Elapsed time. Everything else is determined by the arguments."""

    @classmethod
    def of(cls, summary: simulation_pb2.SimulationSummary, seconds: float) -> SimulationResult:
        """A summary of the contract."""
        task, tally = summary.task, summary.tally
        return cls(
            game=task.game,
            options=_settings(task),
            seed=task.seed,
            rotate=task.rotate,
            first_match=task.first_match,
            games=tally.match_count,
            decisions=tally.decision_count,
            policies=tuple(PolicyResult.of(result) for result in summary.policies),
            length=Estimate.of(summary.length),
            shortest=tally.shortest,
            longest=tally.longest,
            endings=dict(sorted(tally.endings.items())),
            seconds=seconds,
        )

    def to_json(self, indent: int | None = None) -> str:
        """Everything except the elapsed time: the same simulation gives the same text."""
        fields = asdict(self)
        del fields["seconds"]
        fields["seed"] = self.seed.hex()
        return json.dumps(fields, ensure_ascii=False, indent=indent)

    def __str__(self) -> str:
        width = max([len("policy"), *(len(result.policy) for result in self.policies)])
        lines = [
            f"{self.game}: {self.games} matches, {self.decisions} decisions",
            f"{'policy':<{width}}  payoff  95 % interval    wins    95 % interval",
        ]
        lines += [
            f"{result.policy:<{width}}  {_columns(result.payoff)}  {_columns(result.wins)}"
            for result in self.policies
        ]
        return "\n".join(lines)


def _settings(task: simulation_pb2.SimulationTask) -> dict[str, str]:
    """The options of a task as users give them: with documents, and with the seats if they vary."""
    try:
        settings = engine.read_settings(
            task.game, dict(task.options), dict(task.documents), len(task.policies)
        )
    except engine.Refused:
        # A server may have games that this installation does not have.
        settings = join_settings(task.options, task.documents, len(task.policies))
    return dict(sorted(settings.items()))


def _columns(estimate: Estimate) -> str:
    return f"{estimate.mean:.4f}  {estimate.low:.4f}–{estimate.high:.4f}"  # noqa: RUF001
