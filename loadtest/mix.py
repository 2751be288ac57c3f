"""Which matches are played: games by weight, and for each the options to pick from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from intrigue_proto.v1.game_pb2 import Game

    # Names of options, and the values to pick from.
    Choices = Mapping[str, tuple[str, ...]]

SEATS_OPTION = "seats"
_SHADOW_BLADES: Choices = {
    "conspiracy": (
        *("none", "random", "arrogance", "deception", "double", "incredible_duo"),
        *("fatal_blow", "weapon_theft", "total_support", "espionage"),
    ),
    "start": ("dealt", "drafted"),
}
# Options that are drawn again for each match; what is not named here has its default. Where not
# every value goes with every other, a game has several sets: each match is of one of them.
VARIED: Mapping[str, tuple[Choices, ...]] = {
    "complots": (
        {
            SEATS_OPTION: ("2", "3", "4", "5", "6", "7", "8"),
            "fifth_character": ("ambassador", "inquisitor"),
            "reactions": ("clockwise", "fastest"),
        },
    ),
    "shadow_blades": (
        {SEATS_OPTION: ("2", "3", "4"), "mode": ("free_for_all",), **_SHADOW_BLADES},
        {SEATS_OPTION: ("4",), "mode": ("alliances",), **_SHADOW_BLADES},
    ),
    "brotherhood": (
        {
            SEATS_OPTION: ("1", "2", "3", "4"),
            "mission": (
                *("unlocked_shutter", "salt_ledger", "seven_ropes"),
                *("glass_furnace", "weigh_house", "low_water"),
            ),
            "leader": ("rotating", "fixed"),
            "mirror": ("none", "random"),
            "retries": ("0", "1"),
        },
    ),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """A match to be made."""

    game: str
    options: dict[str, str]
    """Without the number of seats."""
    seats: int


@dataclass(frozen=True, slots=True)
class Mix:
    """Draws what to play next."""

    games: Mapping[str, Game]
    weights: Mapping[str, float]
    fixed: Mapping[str, str] = field(default_factory=dict)

    def draw(self, rng: random.Random) -> Variant:
        names = list(self.weights)
        name = rng.choices(names, [self.weights[name] for name in names])[0]
        game = self.games[name]
        known = _option_names(game)
        fixed = {key: value for key, value in self.fixed.items() if key in known}
        varied = VARIED.get(name, ({},))
        # If no set has what is fixed, somebody wants a value that is never drawn.
        fitting = [choices for choices in varied if _allows(choices, fixed)] or list(varied)
        options = {key: rng.choice(values) for key, values in rng.choice(fitting).items()}
        options |= fixed
        seats = int(options.pop(SEATS_OPTION, game.default_seats))
        return Variant(name, options, seats)


def read_mix(games: Iterable[Game], wanted: str, fixed: str) -> Mix:
    """The mix that a command line asks for: `one=3,other=1` or nothing, `name=value,...`.

    Nothing means every game of the catalog, as often as each other.
    """
    catalog = {game.id: game for game in games}
    weights = {}
    for word in wanted.split(",") if wanted else catalog:
        name, _, weight = word.partition("=")
        if name not in catalog:
            raise SystemExit(f"There is no game {name!r}; there are {', '.join(catalog)}.")
        weights[name] = float(weight or 1)
    options = dict(word.split("=", 1) for word in fixed.split(",")) if fixed else {}
    known = {option for name in weights for option in _option_names(catalog[name])}
    if strange := options.keys() - known:
        raise SystemExit(f"None of the games has the option {', '.join(sorted(strange))}.")
    return Mix(catalog, weights, options)


def _allows(choices: Choices, fixed: Mapping[str, str]) -> bool:
    """Whether a set of options has the values that are fixed."""
    return all(value in choices.get(key, (value,)) for key, value in fixed.items())


def _option_names(game: Game) -> set[str]:
    """What can be set for a game: its options, and the number of seats where that varies."""
    names = {option.name for option in game.options}
    return names if game.min_seats == game.max_seats else {*names, SEATS_OPTION}
