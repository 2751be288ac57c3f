"""The value of a two-player game, by the sequence form: one linear program, exact but for rounding.

It enumerates the tree with the core's worlds and knows nothing of OpenSpiel: what a seat knows is
the history of its views and of its own actions.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from intrigue.engine import World
from intrigue.inprocess.position import win_fractions

if TYPE_CHECKING:
    from collections.abc import Mapping

# The sequence before a seat's first decision.
_EMPTY = 0


class _Decisions:
    """The sequences and information sets of a seat."""

    def __init__(self) -> None:
        self.sequence_count = 1
        self.sets: dict[int, tuple[int, dict[int, int]]] = {}
        """By what the seat knows: the sequence that leads there, and those that follow."""

    def after(self, known: int, before: int, legal: list[int]) -> dict[int, int]:
        """The sequences that go on with each legal action."""
        if known not in self.sets:
            first = self.sequence_count
            self.sequence_count += len(legal)
            self.sets[known] = (before, {action: first + n for n, action in enumerate(legal)})
        parent, sequences = self.sets[known]
        if parent != before or list(sequences) != legal:
            raise AssertionError("a seat has forgotten something, or its prompt depends on secrets")
        return sequences


class TreeSolver:
    """Enumerates a game and solves it.

    The first `fixed_chances` chance nodes always have their first outcome, which makes the tree
    smaller.
    """

    def __init__(self, game: str, options: Mapping[str, str], fixed_chances: int = 0) -> None:
        self.leaf_count = 0
        self._decisions = (_Decisions(), _Decisions())
        # The payoff of seat 0 by the sequences of both, weighted by nature's probability.
        self._payoffs: dict[tuple[int, int], float] = defaultdict(float)
        sys.setrecursionlimit(10_000)
        world = World.undealt(game, dict(options))
        for _ in range(fixed_chances):
            first, _ = world.chances()[0]
            world.apply_chance(first)
        self._visit(world, (0, 0), (b"", b""), (_EMPTY, _EMPTY), 1.0)

    @property
    def set_counts(self) -> tuple[int, int]:
        """The number of information sets of each seat."""
        first, second = self._decisions
        return len(first.sets), len(second.sets)

    def _visit(
        self,
        world: World,
        known: tuple[int, int],
        views: tuple[bytes, bytes],
        sequences: tuple[int, int],
        probability: float,
    ) -> None:
        if world.over:
            self.leaf_count += 1
            payoff, _ = win_fractions(world.payoffs())
            self._payoffs[sequences] += probability * payoff
            return
        if chances := world.chances():
            for chance, share in chances:
                child = world.clone()
                child.apply_chance(chance)
                self._visit(child, known, views, sequences, probability * share)
            return
        now = (world.view(0), world.view(1))
        known = (
            known[0] if now[0] == views[0] else hash((known[0], now[0])),
            known[1] if now[1] == views[1] else hash((known[1], now[1])),
        )
        # Where both are asked at once, neither sees what the other answers: the order is all one.
        seat = world.asked()[0]
        legal = world.legal(seat)
        onward = self._decisions[seat].after(known[seat], sequences[seat], legal)
        for action in legal:
            child = world.clone()
            child.act(seat, action)
            remembered = hash((known[seat], action))
            self._visit(
                child,
                (remembered, known[1]) if seat == 0 else (known[0], remembered),
                now,
                (onward[action], sequences[1]) if seat == 0 else (sequences[0], onward[action]),
                probability,
            )

    def value(self) -> float:
        """What seat 0 gets if both play as well as they can."""
        first, second = self._decisions
        # The unknowns: how often seat 0 plays each sequence; the worth of each of seat 1's sets,
        # and at last that of the whole game.
        worth = {known: first.sequence_count + place for place, known in enumerate(second.sets)}
        game = first.sequence_count + len(second.sets)
        equal = lil_matrix((1 + len(first.sets), game + 1))
        equal[0, _EMPTY] = 1
        for row, (parent, sequences) in enumerate(first.sets.values(), start=1):
            equal[row, parent] = 1
            for sequence in sequences.values():
                equal[row, sequence] = -1
        # Seat 1 makes its sets worth as little as any of its actions does.
        bound = lil_matrix((second.sequence_count, game + 1))
        bound[_EMPTY, game] = 1
        for known, (parent, sequences) in second.sets.items():
            bound[parent, worth[known]] -= 1
            for sequence in sequences.values():
                bound[sequence, worth[known]] += 1
        for (mine, theirs), payoff in self._payoffs.items():
            bound[theirs, mine] -= payoff
        goal = np.zeros(game + 1)
        goal[game] = -1
        right = np.zeros(1 + len(first.sets))
        right[0] = 1
        limits = [(0, None)] * first.sequence_count + [(None, None)] * (len(second.sets) + 1)
        solved = linprog(
            goal,
            A_ub=bound.tocsr(),
            b_ub=np.zeros(second.sequence_count),
            A_eq=equal.tocsr(),
            b_eq=right,
            bounds=limits,
            method="highs",
        )
        if not solved.success:
            raise RuntimeError(solved.message)
        return float(-solved.fun)
