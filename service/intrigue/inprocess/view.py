"""What a viewer may know of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.rendering import without_styles
from intrigue_proto.outcome import Outcome
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.game_view_pb2 import GameSetup, GameView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.inprocess.game_description import Lang


class View:
    """All that a viewer may know: a View message, together with the setup of its match.

    `Match.view` and `World.view` return it. It can be made from the messages of a server too; games
    that have no setup don't need one.
    """

    __slots__ = ("_message", "_setup")

    def __init__(
        self, message: match_pb2.View | bytes, setup: GameSetup | bytes | None = None
    ) -> None:
        self._message = (
            match_pb2.View.FromString(message) if isinstance(message, bytes) else message
        )
        self._setup = setup.SerializeToString() if isinstance(setup, GameSetup) else setup or b""

    @property
    def message(self) -> match_pb2.View:
        """The message, as the contract has it."""
        return self._message

    @property
    def setup(self) -> GameSetup | None:
        """What does not change in the match, such as a map; None in games that have no setup."""
        return read_setup(self._setup)

    @property
    def revision(self) -> int:
        """How many updates the viewer has had."""
        return self._message.revision

    @property
    def seat(self) -> int | None:
        """The seat that looks; None for a spectator."""
        return self._message.seat if self._message.HasField("seat") else None

    @property
    def seats_to_act(self) -> Sequence[int]:
        """The seats that owe a decision, as far as the viewer may know."""
        return self._message.seats_to_act

    @property
    def game(self) -> GameView:
        """The table, as the message of its game."""
        return self._message.game

    @property
    def prompt(self) -> match_pb2.Prompt:
        """The legal actions of the viewer's own seat; empty if it owes no decision."""
        return self._message.prompt

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None before the end."""
        message = self._message
        return Outcome.of(message.outcome) if message.HasField("outcome") else None

    def render(self, lang: Lang = "en", *, styles: bool = False) -> str:
        """The view rendered as text; Refused (kind `bad_view`).

        With `styles` it has the core's tags: [b] [dim] [red] [green] [yellow] [blue] [magenta]
        [cyan], each closed by [/], and a backslash before a literal bracket.
        """
        message, setup = core_view(self)
        text = engine.render(message, lang, setup=setup)
        return text if styles else without_styles(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        # The same setup may have other bytes: maps have no order.
        return self._message == other._message and (
            self._setup == other._setup or self.setup == other.setup
        )

    # Messages can be changed.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        game = self._message.game.WhichOneof("kind") or "no game"
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {game}: {viewer}, revision {self.revision}>"


def core_view(view: View | match_pb2.View | bytes) -> tuple[bytes, bytes]:
    """A view and its setup as the core takes them."""
    if isinstance(view, View):
        return view._message.SerializeToString(), view._setup  # noqa: SLF001
    return view if isinstance(view, bytes) else view.SerializeToString(), b""


def read_setup(setup: bytes) -> GameSetup | None:
    """A setup of the core; None if it is empty."""
    return GameSetup.FromString(setup) if setup else None
