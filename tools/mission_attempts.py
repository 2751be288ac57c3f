"""First attempts at missions by one policy at all seats, and their results."""

from __future__ import annotations

import hashlib
import math
import random
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from intrigue import Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue import Match

GAME = "brotherhood"
SUCCESS = "success"

# The 97.5 % point of the normal distribution.
_NORMAL = 1.959964


@dataclass(frozen=True, slots=True)
class Trial:
    """A mission, attempted by a number of assassins, all of them played by one policy."""

    mission: str
    assassins: int
    policy: str

    def name(self, seed: int, number: int) -> str:
        """The name of one of its matches, from which its chance comes. Policies have it in common,
        so that they meet the same deals.
        """
        return f"{seed}/{self.mission}/{self.assassins}/{number}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one attempt."""

    ending: str
    turns: int
    trophy: bool
    habits: Habits


@dataclass(slots=True)
class Habits:
    """How the assassins of one attempt played."""

    decisions: int = 0
    # An assassin left for good while an objective was open and turns were left.
    desertions: int = 0
    # An assassin left for good in the last turn while an objective was open.
    last_turn_departures: int = 0
    # An unseen assassin moved back to where its last Move had begun, and had done nothing since.
    steps_back: int = 0
    # CPU time of all decisions, and of the slowest.
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(slots=True)
class Results:
    """The results of many attempts."""

    trial: Trial
    matches: int = 0
    turns: int = 0
    trophies: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    habits: list[Habits] = field(default_factory=list)

    def count(self, attempt: Attempt) -> None:
        """Adds an attempt."""
        self.matches += 1
        self.turns += attempt.turns
        self.trophies += attempt.trophy
        self.endings[attempt.ending] += 1
        self.habits.append(attempt.habits)

    @property
    def wins(self) -> int:
        """The number of successes."""
        return self.endings[SUCCESS]

    @property
    def won(self) -> Share:
        """The share of attempts that succeeded."""
        return Share(self.wins, self.matches)

    @property
    def trophy(self) -> Share:
        """The share of successes that reached the mission's 100 % goal too."""
        return Share(self.trophies, self.wins)

    @property
    def mean_turns(self) -> float:
        """Turns per attempt."""
        return self.turns / max(1, self.matches)

    @property
    def median_decisions(self) -> float:
        """The median of the decisions per attempt."""
        return statistics.median(habits.decisions for habits in self.habits)

    @property
    def desertions(self) -> int:
        """How often an assassin left for good while an objective was open and turns were left."""
        return sum(habits.desertions for habits in self.habits)

    @property
    def last_turn_departures(self) -> int:
        """How often an assassin left in the last turn while an objective was open."""
        return sum(habits.last_turn_departures for habits in self.habits)

    @property
    def steps_back(self) -> float:
        """Steps back per attempt."""
        return sum(habits.steps_back for habits in self.habits) / max(1, self.matches)

    @property
    def mean_seconds(self) -> float:
        """CPU time per decision."""
        decisions = sum(habits.decisions for habits in self.habits)
        return sum(habits.seconds for habits in self.habits) / max(1, decisions)

    @property
    def slowest(self) -> float:
        """CPU time of the slowest decision."""
        return max((habits.slowest for habits in self.habits), default=0.0)

    @property
    def failures(self) -> list[tuple[str, float]]:
        """Why attempts failed, the most frequent cause first, as shares of all attempts."""
        causes = [(name, count) for name, count in self.endings.items() if name != SUCCESS]
        causes.sort(key=lambda cause: (-cause[1], cause[0]))
        return [(name, count / self.matches) for name, count in causes]


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % Wilson interval, which stays within 0 and 1."""

    part: int
    whole: int

    @property
    def mean(self) -> float:
        """The share; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval: everything, of nothing."""
        if not self.whole:
            return 0.0, 1.0
        spread = _NORMAL**2 / self.whole
        middle = (self.mean + spread / 2) / (1 + spread)
        inner = self.mean * (1 - self.mean) / self.whole + spread / (4 * self.whole)
        half = _NORMAL * math.sqrt(inner) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        if not self.whole:
            return "–"  # noqa: RUF001
        low, high = self.interval
        return f"{self.mean:.1%} ({low:.1%} to {high:.1%})"


def missions() -> tuple[str, ...]:
    """The missions that come with the game, in their order."""
    return next(option.values for option in Game(GAME).options if option.name == "mission")


def attempt(trial: Trial, name: str) -> Attempt:
    """Plays one attempt. When several seats may act, one of them at random does, as in
    simulations.
    """
    # A policy whose luck came from where the deals come from could think with the very dice that
    # are about to fall.
    deals, luck, order = (_seed(f"{name}/{what}") for what in ("deals", "luck", "order"))
    options: dict[str, str | int | bool] = {
        "seats": trial.assassins,
        "mission": trial.mission,
        "retries": 0,
    }
    match = Game(GAME).deal(options, deals)
    turns = random.Random(order)
    observer = Observer(match)
    while asked := match.asked:
        seat = turns.choice(asked)
        began = time.thread_time()
        action = match.decide(trial.policy, seat, luck)
        observer.note(seat, action, time.thread_time() - began)
        match.play(action, seat)
    outcome = match.outcome
    if outcome is None:
        raise RuntimeError(f"{trial}: nobody is asked, and it is not over")
    scores = {score.part: score.points for score in outcome.scores if score.seat == 0}
    return Attempt(outcome.ending, scores["turns"], bool(scores["trophy"]), observer.habits)


def attempts(
    trial: Trial, games: int, seed: int, jobs: int, report: Callable[[Results], None]
) -> Results:
    """Plays many, on as many threads as there are jobs: the core thinks without the interpreter's
    lock. What is found follows from the trial and the seed alone. `report` is called after each.
    """
    results = Results(trial)
    pool = ThreadPoolExecutor(jobs)
    try:
        names = (trial.name(seed, number) for number in range(games))
        for one in pool.map(lambda name: attempt(trial, name), names):
            results.count(one)
            report(results)
    finally:
        pool.shutdown(cancel_futures=True)
    return results


class Observer:
    """Notes the habits of the assassins of a match."""

    def __init__(self, match: Match) -> None:
        self.habits = Habits()
        self._match = match
        setup = match.setup
        if setup is None:
            raise TypeError("the match has no map")
        self._last_turn = setup.brotherhood.turn_limit
        # Where the last Move of each assassin began, if it has done nothing since.
        self._left: dict[tuple[int, bool], str] = {}

    def note(self, seat: int, action: int, seconds: float) -> None:
        """Notes a decision that is about to be played."""
        habits = self.habits
        habits.decisions += 1
        habits.seconds += seconds
        habits.slowest = max(habits.slowest, seconds)
        # The last word of an act of a seat's second assassin is "second".
        verb, *arguments = self._match.game.actions[action].notation.split()
        if verb in {"done", "decline"}:
            return
        second = arguments[-1:] == ["second"]
        left = self._left.pop((seat, second), None)
        if verb not in {"move", "leave"}:
            return
        view = self._match.view(seat).message.game.brotherhood
        if verb == "leave":
            if any(objective.open for objective in view.objectives):
                last = view.turn >= self._last_turn
                habits.last_turn_departures += last
                habits.desertions += not last
            return
        assassin = [one for one in view.assassins if one.seat == seat][second]
        if not assassin.wanted:
            at = assassin.place.square
            self._left[seat, second] = at
            habits.steps_back += _neighbor(at, arguments[0]) == left


def _neighbor(square: str, way: str) -> str:
    """The next square in a direction: east of `a4` is `b4`."""
    east, south = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}[way]
    return f"{chr(ord(square[0]) + east)}{int(square[1:]) + south}"


def _seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()
