"""What a match and a world have in common: seats that are asked, and their legal actions."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final, Generic, Protocol, SupportsIndex, TypeVar

import numpy as np

from intrigue.inprocess.game import Game
from intrigue.inprocess.game_description import Action
from intrigue.inprocess.view import View, read_setup

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue_proto.v1.game_view_pb2 import GameSetup

# The payoff of a win in the contract.
WIN: Final = 840
# No game has this action, so the core refuses it.
_NO_ACTION: Final = 0xFFFF_FFFF


class CorePosition(Protocol):
    """The interface that the core's matches and worlds share."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""

    def asked(self) -> list[int]:
        """The seats that owe a decision."""

    def out(self) -> list[int]:
        """The seats that are out."""

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""

    def view(self, viewer: int | None) -> bytes:
        """A View."""

    def setup(self) -> bytes:
        """A GameSetup; empty for games that have none."""

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """The feature tensor of a view."""


CoreT = TypeVar("CoreT", bound=CorePosition)


class Position(Generic[CoreT]):
    """A position in which some seats owe a decision.

    Where a method takes a seat, None means the first one that is asked. A viewer is a seat, or
    None for a spectator.
    """

    __slots__ = ("_core", "_game", "_setup")

    def __init__(self, core: CoreT, setup: bytes | None = None) -> None:
        self._core = core
        self._game = Game(core.game)
        # Copies have the setup of the original, because it may be large.
        self._setup = setup

    @property
    def game(self) -> Game:
        """What is played."""
        return self._game

    @property
    def seats(self) -> int:
        """The number of seats; they are numbered from 0."""
        return self._core.seats

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._core.over

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe a decision now: in some games several at once."""
        return tuple(self._core.asked())

    @property
    def seat(self) -> int | None:
        """The first seat that owes a decision; None once it is over."""
        return next(iter(self._core.asked()), None)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that are out: eliminated, or resigned. They are never asked again, and are sure
        to get nothing.

        A seat that has resigned is not out before that takes effect, and never in a cooperative
        game, in which it shares the win and somebody plays on for it.
        """
        return tuple(self._core.out())

    def legal(self, seat: int | None = None) -> tuple[int, ...]:
        """The ids of a seat's legal actions, ascending; none if it owes no decision."""
        if seat is None:
            asked = self.seat
            return () if asked is None else tuple(self._core.legal(asked))
        return tuple(self._core.legal(self._checked_seat(seat)))

    def actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """A seat's legal actions, with notations, and labels for the current position."""
        asked = self.seat if seat is None else seat
        if asked is None:
            return ()
        return tuple(Action.of(action) for action in self.view(asked).prompt.actions)

    def mask(self, seat: int | None = None) -> NDArray[np.uint8]:
        """A new array with an entry for each action of the table: 1 if it is legal."""
        mask = np.zeros(len(self._game.actions), np.uint8)
        mask[list(self.legal(seat))] = 1
        return mask

    def view(self, viewer: int | None) -> View:
        """All that a viewer may know, with its prompt if it owes a decision."""
        return View(self._core.view(self._checked_viewer(viewer)), self._core_setup())

    @property
    def setup(self) -> GameSetup | None:
        """What does not change in the match and all viewers may know, such as a map; None in games
        that have no setup. Views have it too.
        """
        return read_setup(self._core_setup())

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """A viewer's view as numbers, in a new array; `Game.planes` says what they mean."""
        return self._core.features(self._checked_viewer(viewer))

    def _choice(self, action: SupportsIndex | str, seat: int | None) -> tuple[int, int]:
        """A seat and its action, as the core takes them."""
        if isinstance(action, str):
            action = self._game.action(action).id
        number = core_action_id(action)
        if seat is None:
            # If no seat is asked, the core refuses the action of any seat.
            seat = self.seat or 0
        return self._checked_seat(seat), number

    def _core_setup(self) -> bytes:
        if self._setup is None:
            self._setup = self._core.setup()
        return self._setup

    def _checked_viewer(self, viewer: int | None) -> int | None:
        return None if viewer is None else self._checked_seat(viewer)

    def _checked_seat(self, seat: int) -> int:
        number = operator.index(seat)
        if not 0 <= number < self.seats:
            raise ValueError(f"there is no seat {number}: the seats are 0 to {self.seats - 1}")
        return number


def core_action_id(action: SupportsIndex) -> int:
    """An action id for the core; an impossible one becomes an id that the core refuses."""
    number = operator.index(action)
    return number if 0 <= number < _NO_ACTION else _NO_ACTION


def win_fractions(payoffs: list[int]) -> tuple[float, ...]:
    """Payoffs of the contract as fractions of a win."""
    return tuple(payoff / WIN for payoff in payoffs)
