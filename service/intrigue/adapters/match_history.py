"""A world with its history, so that it can be copied, pickled and described for each seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from intrigue.engine import World, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from intrigue.adapters.variant import Variant


NATURE: Final = -1
"""Stands for a seat where nature chooses."""


class HistoryStart(Protocol):
    """The position in which a history starts."""

    @property
    def variant(self) -> Variant:
        """What is played."""

    def world(self) -> World:
        """A new copy of the world: the same each time."""

    def earlier_information(self, seat: int) -> str:
        """The information state of a seat before the start."""


@dataclass(frozen=True, slots=True)
class UndealtStart:
    """A new match."""

    variant: Variant

    def world(self) -> World:
        """The match before its deal."""
        return self.variant.undealt()

    def earlier_information(self, seat: int) -> str:  # noqa: ARG002
        """Empty: nothing came before."""
        return ""


@dataclass(frozen=True, slots=True)
class ResampledStart:
    """A world that one seat can't tell from the true one."""

    variant: Variant
    view: bytes
    setup: bytes
    seed: bytes
    seat: int
    information: str = field(repr=False)

    def world(self) -> World:
        """The world, dealt to fit the view."""
        return World(self.view, self.seed, 0, setup=self.setup, explicit_chance=True)

    def earlier_information(self, seat: int) -> str:
        """Known only for the seat whose view it is; for the others it is empty."""
        return self.information if seat == self.seat else ""


@dataclass(frozen=True, slots=True)
class InformationState:
    """Everything that a seat has known and done, in order, up to a step."""

    steps: int
    view: bytes
    known: Mapping[str, str]
    text: str


class MatchHistory:
    """A match as its start and its steps."""

    __slots__ = ("cached_action_lines", "cached_information", "start", "steps", "world")

    def __init__(self, start: HistoryStart, steps: Iterable[tuple[int, int]] = ()) -> None:
        self.start = start
        self.world = start.world()
        self.steps: list[tuple[int, int]] = []
        """Seats and their actions, and nature's choices, whose seat is `NATURE`."""
        # Both are computed when asked for, and continued from the last answer.
        self.cached_information: dict[int, InformationState] = {}
        self.cached_action_lines = (0, "")
        for seat, choice in steps:
            self.take(seat, choice)

    def take(self, seat: int, choice: int) -> None:
        """Plays an action of a seat, or makes a choice of `NATURE`; Refused, or ValueError."""
        _take(self.world, seat, choice)
        self.steps.append((seat, choice))

    def action_lines(self) -> str:
        """All actions and choices of nature, one line per step."""
        count, text = self.cached_action_lines
        if count < len(self.steps):
            actions = self.start.variant.game.actions
            for seat, choice in self.steps[count:]:
                if seat == NATURE:
                    text += f"chance {self.world.chance_notation(choice)}\n"
                else:
                    text += f"{seat} {actions[choice].notation}\n"
            self.cached_action_lines = (len(self.steps), text)
        return text

    def information_state(self, seat: int) -> str:
        """Everything that a seat has known and done, in order.

        What it learns is written as the facts of its view that have changed. A step of which it
        sees nothing leaves no trace.
        """
        if self.world.chances():
            # Nobody looks while nature chooses: nothing that is known now can be continued.
            return self._continue(seat, self.cached_information.get(seat)).text
        for each in range(self.world.seats):
            # Of all seats, so that the next answer needs only one more look at the world.
            last = self.cached_information.get(each)
            if last is None or last.steps < len(self.steps):
                self.cached_information[each] = self._next(each, last) or self._continue(each, last)
        return self.cached_information[seat].text

    def resample(self, seat: int, seed: bytes) -> MatchHistory:
        """The same match in a world that the seat can't tell from this one."""
        view = self.world.view(seat)
        information = self.information_state(seat)
        setup = self.world.setup()
        return MatchHistory(
            ResampledStart(self.start.variant, view, setup, seed, seat, information)
        )

    def _next(self, seat: int, last: InformationState | None) -> InformationState | None:
        """The information after one action and the choices of nature that followed it; None if
        more has happened.
        """
        if last is None:
            return None
        taken = [step for step in self.steps[last.steps :] if step[0] != NATURE]
        if len(taken) > 1:
            return None
        known = self._after(taken[0], seat, last)
        return self._seen(self.world, seat, known, len(self.steps))

    def _continue(self, seat: int, last: InformationState | None) -> InformationState:
        """The information after any number of steps, all of which are taken again."""
        world = self.start.world()
        known = last
        if known is None:
            known = InformationState(0, b"", {}, "")
            if not world.chances():
                known = self._seen(world, seat, known, 0)
                # Information from before the start ends with what the seat sees at the start.
                earlier = self.start.earlier_information(seat)
                known = replace(known, text=earlier or known.text)
        for step in self.steps[: known.steps]:
            _take(world, *step)
        for number, step in enumerate(self.steps[known.steps :], start=known.steps + 1):
            _take(world, *step)
            known = self._after(step, seat, known)
            # Nobody looks while nature chooses.
            if not world.chances():
                known = self._seen(world, seat, known, number)
        return known

    def _after(self, step: tuple[int, int], seat: int, known: InformationState) -> InformationState:
        """What a seat knows after a step, before it looks: its own action."""
        actor, choice = step
        if actor != seat:
            return known
        line = f"> {self.start.variant.game.actions[choice].notation}"
        return replace(known, text=_with_line(known.text, line))

    @staticmethod
    def _seen(world: World, seat: int, known: InformationState, steps: int) -> InformationState:
        """What a seat knows when it has looked at a world."""
        view = world.view(seat)
        if view == known.view:
            return replace(known, steps=steps)
        now, before = dict(facts(view, world.setup())), known.known
        changed = [(name, value) for name, value in now.items() if before.get(name) != value]
        changed += [(name, "") for name in before if name not in now]
        text = _with_line(known.text, _facts_line(changed)) if changed else known.text
        return InformationState(steps, view, now, text)

    def __deepcopy__(self, memo: object) -> MatchHistory:
        copy = MatchHistory.__new__(MatchHistory)
        copy.start = self.start
        copy.world = self.world.clone()
        copy.steps = self.steps.copy()
        copy.cached_information = self.cached_information.copy()
        copy.cached_action_lines = self.cached_action_lines
        return copy

    def __reduce__(self) -> tuple[type[MatchHistory], tuple[HistoryStart, list[tuple[int, int]]]]:
        return MatchHistory, (self.start, self.steps)


def _take(world: World, seat: int, choice: int) -> None:
    if seat == NATURE:
        world.apply_chance(choice)
    else:
        world.act(seat, choice)


def _with_line(text: str, line: str) -> str:
    return f"{text}\n{line}" if text else line


def _facts_line(known: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in known)
