"""A decision of a seat, and the values of its alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue_proto.v1.game_pb2 import Action
    from intrigue_proto.v1.simulation_pb2 import ActionValue, Analysis

MISTAKE: Final = 0.05
BLUNDER: Final = 0.15
# With fewer visits a mean has no standard error.
_FEW_VISITS: Final = 2


class Mark(StrEnum):
    """How bad a choice was, as people annotate games."""

    NONE = ""
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> Mark:
        """The mark of a choice with this loss."""
        if loss >= BLUNDER:
            return cls.BLUNDER
        return cls.MISTAKE if loss >= MISTAKE else cls.NONE


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a seat made, and its analysis; None if the choice was forced."""

    step: int
    chosen: Action
    legal: Sequence[Action]
    analysis: Analysis | None

    @property
    def forced(self) -> bool:
        """Whether there was only one legal action."""
        return len(self.legal) == 1

    @property
    def ranked(self) -> list[ActionValue]:
        """The actions, the best first: the choice of the policy, then by value minus error.

        Actions with few visits come last.
        """
        if self.analysis is None:
            return []
        best = self.analysis.best

        def rank(action: ActionValue) -> tuple[bool, bool, float]:
            seldom = action.visits < _FEW_VISITS
            return action.action.id != best, seldom, action.error - action.value

        return sorted(self.analysis.actions, key=rank)

    @property
    def chosen_value(self) -> ActionValue | None:
        """The value of the chosen action, if it was visited."""
        judged = [action for action in self.ranked if action.action.id == self.chosen.id]
        return judged[0] if judged and judged[0].visits else None

    @property
    def best(self) -> ActionValue | None:
        """The action that the policy would have chosen."""
        return next(iter(self.ranked), None)

    @property
    def best_alternative(self) -> ActionValue | None:
        """The best of the actions that were not chosen."""
        others = (action for action in self.ranked if action.action.id != self.chosen.id)
        return next(others, None)

    @property
    def loss(self) -> float | None:
        """How much less the choice is worth than the best; None if it was not visited."""
        if self.chosen_value is None or self.best is None:
            return None
        return max(0.0, self.best.value - self.chosen_value.value)

    @property
    def mark(self) -> Mark:
        """How bad the choice was."""
        return Mark.of(self.loss or 0.0)
