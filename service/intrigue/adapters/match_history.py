"""A world with its history, so that it can be copied, pickled and described for each seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from intrigue.engine import World, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from intrigue.adapters.variant import Variant


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
class DealtStart:
    """A new match."""

    variant: Variant
    seed: bytes

    def world(self) -> World:
        """The dealt match."""
        return self.variant.deal(self.seed)

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
        return World(self.view, self.seed, 0, setup=self.setup)

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
        """Seats and their actions."""
        # Both are computed when asked for, and continued from the last answer.
        self.cached_information: dict[int, InformationState] = {}
        self.cached_action_lines = (0, "")
        for seat, action in steps:
            self.act(seat, action)

    def act(self, seat: int, action: int) -> None:
        """Plays an action; Refused."""
        self.world.act(seat, action)
        self.steps.append((seat, action))

    def action_lines(self) -> str:
        """All actions, one line per step."""
        count, text = self.cached_action_lines
        if count < len(self.steps):
            actions = self.start.variant.game.actions
            for seat, action in self.steps[count:]:
                text += f"{seat} {actions[action].notation}\n"
            self.cached_action_lines = (len(self.steps), text)
        return text

    def information_state(self, seat: int) -> str:
        """Everything that a seat has known and done, in order.

        What it learns is written as the facts of its view that have changed. A step of which it
        sees nothing leaves no trace.
        """
        last = self.cached_information.get(seat)
        if last is None or last.steps < len(self.steps):
            last = self._continue(seat, last)
            self.cached_information[seat] = last
        return last.text

    def resample(self, seat: int, seed: bytes) -> MatchHistory:
        """The same match in a world that the seat can't tell from this one."""
        view = self.world.view(seat)
        information = self.information_state(seat)
        setup = self.world.setup()
        return MatchHistory(
            ResampledStart(self.start.variant, view, setup, seed, seat, information)
        )

    def _continue(self, seat: int, last: InformationState | None) -> InformationState:
        world = self.start.world()
        setup = world.setup()
        if last is None:
            view = world.view(seat)
            known = dict(facts(view, setup))
            # Information from before the start ends with what the seat sees at the start.
            lines = [self.start.earlier_information(seat) or _facts_line(known.items())]
            done = 0
        else:
            view, known, done, lines = last.view, dict(last.known), last.steps, [last.text]
            for actor, action in self.steps[:done]:
                world.act(actor, action)
        actions = self.start.variant.game.actions
        for actor, action in self.steps[done:]:
            world.act(actor, action)
            if actor == seat:
                lines.append(f"> {actions[action].notation}")
            before, view = view, world.view(seat)
            if view == before:
                continue
            now = dict(facts(view, setup))
            changed = [(name, value) for name, value in now.items() if known.get(name) != value]
            changed += [(name, "") for name in known if name not in now]
            if changed:
                lines.append(_facts_line(changed))
            known = now
        return InformationState(len(self.steps), view, known, "\n".join(lines))

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


def _facts_line(known: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in known)
