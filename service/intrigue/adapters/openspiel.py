"""The games as OpenSpiel games: importing this module registers each as `intrigue_<game>`.

Its parameters are the game's options. Chance is explicit: a chance node is one choice of nature,
such as a card that is dealt or drawn, with its true probability. Where several seats are asked at
once, a chance node draws who answers first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import numpy as np

from intrigue.adapters.match_history import NATURE, MatchHistory, UndealtStart
from intrigue.adapters.variant import Variant
from intrigue.engine import facts
from intrigue.inprocess.game import Game
from intrigue.inprocess.position import win_fractions

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(
        "intrigue.adapters.openspiel needs the optional dependency: pip install intrigue[openspiel]"
    ) from missing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue.inprocess.game_description import Option

__all__ = ["IntrigueGame", "IntrigueState", "Observer", "register"]

Value: TypeAlias = str | int | bool

# More choices than nature ever has at once, and more decisions than any match has: OpenSpiel wants
# bounds, and the catalog names none.
_MOST_CHANCES: Final = 1_024
_LONGEST: Final = 1_000_000
_TRUTH: Final = {"false", "true"}


def register() -> list[str]:
    """Registers every game for `pyspiel.load_game`, and returns the names."""
    names = []
    for game in Game.all():
        name = f"intrigue_{game.id}"
        names.append(name)
        if name not in pyspiel.registered_names():
            # A class of its own, for OpenSpiel lets go of what it holds when Python is gone: a
            # function would be freed then, and the process would crash; a class never is.
            maker = type(name, (IntrigueGame,), {"rules": game, "__doc__": game.summary()})
            pyspiel.register_game(_type_of(game), maker)
    return names


class IntrigueGame(pyspiel.Game):  # type: ignore[misc]
    """A variant of a game. Returns are payoffs: the win is 1, a loss 0."""

    rules: ClassVar[Game]

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        game = self.rules
        given = {name: _read(value) for name, value in (parameters or {}).items()}
        self.variant = Variant.of(game, given)
        settled = {
            option.name: _write(option, self.variant.options[option.name])
            for option in game.options
        }
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.variant.actions,
            max_chance_outcomes=_MOST_CHANCES,
            num_players=self.variant.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if game.cooperative else 1.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_type_of(game), game_info, settled)

    def new_initial_state(self) -> IntrigueState:
        """A match that is not dealt yet."""
        return IntrigueState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Nature deals and draws, and chooses now and then who answers first."""
        return _LONGEST

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        """An observer of the given kind."""
        # OpenSpiel leaves out the kind and hands over the parameters in its place.
        if not isinstance(kind, pyspiel.IIGObservationType):
            parameters = parameters or kind
            kind = pyspiel.IIGObservationType(perfect_recall=False)
        if parameters:
            raise ValueError(f"observations have no parameters, but got {parameters}")
        return Observer(self.variant.game, kind)


class IntrigueState(pyspiel.State):  # type: ignore[misc]
    """A running match."""

    def __init__(self, game: IntrigueGame) -> None:
        super().__init__(game)
        # The state that OpenSpiel copies and pickles.
        self._match_history = MatchHistory(UndealtStart(game.variant))
        self._seat: int | None = None
        self._note_turn()

    def current_player(self) -> int:
        """The seat that acts; chance where nature chooses, or who answers first is open."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._seat is None else self._seat

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._match_history.world.over

    def returns(self) -> list[float]:
        """The payoff of each seat; 0 before the end."""
        if not self._match_history.world.over:
            return [0.0] * self.num_players()
        return list(win_fractions(self._match_history.world.payoffs()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's choices, numbered from 0; or the seats that may answer first."""
        chances = self._match_history.world.chances()
        if chances:
            return [(outcome, probability) for outcome, (_, probability) in enumerate(chances)]
        asked = self._match_history.world.asked()
        return [(seat, 1 / len(asked)) for seat in asked]

    def resample_from_infostate(self, seat: int, sampler: Callable[[], float]) -> IntrigueState:
        """The same match in a world that the seat can't tell from this one: what it does not
        know is drawn again. The new state has no history.
        """
        if self._match_history.world.chances():
            raise ValueError("it is nature's turn, so no seat looks: sample where a seat is asked")
        seed = b"".join(int(sampler() * 2**32).to_bytes(8, "little") for _ in range(4))
        state: IntrigueState = self.get_game().new_initial_state()
        state._match_history = self._match_history.resample(seat, seed)
        state._note_turn()
        # Who was drawn to answer first stays so, where it is asked in the new world too.
        if self._seat in state._match_history.world.asked():
            state._seat = self._seat
        return state

    @property
    def match_history(self) -> MatchHistory:
        """The match, and how it came here."""
        return self._match_history

    def _legal_actions(self, seat: int) -> list[int]:
        return self._match_history.world.legal(seat)

    def _apply_action(self, action: int) -> None:
        chances = self._match_history.world.chances()
        if chances:
            number, _ = chances[action]
            self._match_history.take(NATURE, number)
        elif self._seat is None:
            self._seat = action
            return
        else:
            self._match_history.take(self._seat, action)
        self._note_turn()

    def _note_turn(self) -> None:
        asked = self._match_history.world.asked()
        self._seat = asked[0] if len(asked) == 1 else None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            notation: str = self.get_game().variant.game.actions[action].notation
            return notation
        world = self._match_history.world
        chances = world.chances()
        if chances:
            return world.chance_notation(chances[action][0])
        return f"seat {action} answers first"

    def __str__(self) -> str:
        history = self._match_history
        beginning = "" if isinstance(history.start, UndealtStart) else f"{history.start!r}\n"
        turn = "nobody is" if self._seat is None else f"seat {self._seat} is"
        return f"{beginning}{history.action_lines()}{turn} asked"


class Observer:
    """What a seat knows: by default its view, as numbers and as text; with perfect recall, all
    that it has known and done, as text; without private information, what all viewers see.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a view is that of one seat, or what everybody sees")
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._perfect_recall = kind.perfect_recall
        if self._public and self._perfect_recall:
            raise ValueError("only seats have a memory")
        self.tensor = None if self._perfect_recall else np.zeros(game.feature_size, np.float32)
        # The parts of the tensor by name.
        self.dict = (
            {}
            if self.tensor is None
            else {plane.name: self.tensor[plane.span] for plane in game.planes}
        )

    def set_from(self, state: IntrigueState, player: int) -> None:
        """Writes the feature tensor of a seat's view; nothing while nature chooses."""
        if self.tensor is None:
            return
        world = state.match_history.world
        if world.chances():
            self.tensor.fill(0)
        else:
            self.tensor[:] = world.features(None if self._public else player)

    def string_from(self, state: IntrigueState, player: int) -> str:
        """What a seat knows, as text; without perfect recall nothing while nature chooses."""
        if self._perfect_recall:
            return f"seat: {player}\n{state.match_history.information_state(player)}"
        world = state.match_history.world
        if world.chances():
            return ""
        viewer = None if self._public else player
        lines = [f"seat: {'none' if viewer is None else viewer}"]
        lines += [f"{name}: {value}" for name, value in facts(world.view(viewer), world.setup())]
        return "\n".join(lines)


def _type_of(game: Game) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"intrigue_{game.id}",
        long_name=game.name(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if game.cooperative else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        # A tensor has one size, and memories have many.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            option.name: _write(option, option.default) for option in game.options
        },
    )


def _write(option: Option, value: str) -> Value:
    """An option as OpenSpiel writes and reads it back: by its looks a parameter is a number, a
    truth value or a word, so that a word which looks like a number is put in quotes.
    """
    if not option.values:
        return int(value)
    if set(option.values) == _TRUTH:
        return value == "true"
    return f'"{value}"' if _looks_like_more(value) else value


def _read(value: Value) -> Value:
    return value.strip("\"'") if isinstance(value, str) else value


def _looks_like_more(value: str) -> bool:
    if value.lower() in _TRUTH:
        return True
    try:
        float(value)
    except ValueError:
        return False
    return True


register()
