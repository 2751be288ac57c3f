"""A world and how it came about, so that it can be copied, kept, and remembered by its seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from intrigue.engine import World, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from intrigue.adapters.variant import Variant


class Origin(Protocol):
    """Where a world comes from."""

    @property
    def variant(self) -> Variant:
        """What is played."""

    def start(self) -> World:
        """The world, again and again the same."""

    def memory(self, seat: int) -> str:
        """What a seat remembers of the time before."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A new match."""

    variant: Variant
    seed: bytes

    def start(self) -> World:
        """The table, dealt."""
        return self.variant.deal(self.seed)

    def memory(self, seat: int) -> str:  # noqa: ARG002
        """There was nothing before."""
        return ""


@dataclass(frozen=True, slots=True)
class Guess:
    """A world that one seat can't tell from the true one."""

    variant: Variant
    view: bytes
    seed: bytes
    seat: int
    remembered: str = field(repr=False)

    def start(self) -> World:
        """The world, dealt to fit the view."""
        return World(self.view, self.seed, 0)

    def memory(self, seat: int) -> str:
        """The seat whose view it is remembers all; what others lived through is made up."""
        return self.remembered if seat == self.seat else ""


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a seat has known, one thing after the other, up to a step."""

    steps: int
    view: bytes
    known: Mapping[str, str]
    text: str


class Course:
    """A match, from its origin step by step."""

    __slots__ = ("origin", "recollections", "steps", "told", "world")

    def __init__(self, origin: Origin, steps: Iterable[tuple[int, int]] = ()) -> None:
        self.origin = origin
        self.world = origin.start()
        self.steps: list[tuple[int, int]] = []
        """Seats and their actions."""
        self.recollections: dict[int, Recollection] = {}
        """What seats were last asked to recall."""
        self.told = (0, "")
        """How many steps were last told, and how."""
        for seat, action in steps:
            self.act(seat, action)

    def act(self, seat: int, action: int) -> None:
        """Plays an action; Refused."""
        self.world.act(seat, action)
        self.steps.append((seat, action))

    def tell(self) -> str:
        """All that was done, a line a step."""
        count, text = self.told
        if count < len(self.steps):
            actions = self.origin.variant.game.actions
            for seat, action in self.steps[count:]:
                text += f"{seat} {actions[action].notation}\n"
            self.told = (len(self.steps), text)
        return text

    def recall(self, seat: int) -> str:
        """All that a seat has known and done, in order.

        What it learns is written as the facts of its view that have changed. A step of which it
        sees nothing leaves no trace.
        """
        last = self.recollections.get(seat)
        if last is None or last.steps < len(self.steps):
            last = self._recollect(seat, last)
            self.recollections[seat] = last
        return last.text

    def guess(self, seat: int, seed: bytes) -> Course:
        """The same match in a world that the seat can't tell from this one."""
        view = self.world.view(seat)
        return Course(Guess(self.origin.variant, view, seed, seat, self.recall(seat)))

    def _recollect(self, seat: int, last: Recollection | None) -> Recollection:
        world = self.origin.start()
        if last is None:
            view = world.view(seat)
            known = dict(facts(view))
            # A seat that remembers knows what it sees: its view is where its memory ends.
            lines = [self.origin.memory(seat) or _told(known.items())]
            done = 0
        else:
            view, known, done, lines = last.view, dict(last.known), last.steps, [last.text]
            for actor, action in self.steps[:done]:
                world.act(actor, action)
        actions = self.origin.variant.game.actions
        for actor, action in self.steps[done:]:
            world.act(actor, action)
            if actor == seat:
                lines.append(f"> {actions[action].notation}")
            before, view = view, world.view(seat)
            if view == before:
                continue
            now = dict(facts(view))
            changed = [(name, value) for name, value in now.items() if known.get(name) != value]
            changed += [(name, "") for name in known if name not in now]
            if changed:
                lines.append(_told(changed))
            known = now
        return Recollection(len(self.steps), view, known, "\n".join(lines))

    def __deepcopy__(self, memo: object) -> Course:
        copy = Course.__new__(Course)
        copy.origin = self.origin
        copy.world = self.world.clone()
        copy.steps = self.steps.copy()
        copy.recollections = self.recollections.copy()
        copy.told = self.told
        return copy

    def __reduce__(self) -> tuple[type[Course], tuple[Origin, list[tuple[int, int]]]]:
        return Course, (self.origin, self.steps)


def _told(known: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in known)
