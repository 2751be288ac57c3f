"""Where the golden files lie, and what the catalog says, for tests that name no game."""

from __future__ import annotations

import functools
import itertools
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

from intrigue.engine import Engine, Refused
from intrigue_proto.options import SEATS
from intrigue_proto.v1 import catalog_service_pb2, game_pb2, match_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
# Through the service a match takes seconds, so that a game with many options is sampled.
MOST_VARIANTS = 6

GAMES = [
    game.id
    for game in catalog_service_pb2.ListGamesResponse.FromString(Engine().list_games()).games
]


def blessing() -> bool:
    """Whether golden files are to be written again."""
    return "INTRIGUE_BLESS" in os.environ


@functools.cache
def describe(game: str) -> catalog_service_pb2.GetGameResponse:
    return catalog_service_pb2.GetGameResponse.FromString(Engine().get_game(game))


def wordless(outcome: match_pb2.Outcome) -> match_pb2.Outcome:
    """An outcome without its texts, as records have it."""
    bare = match_pb2.Outcome.FromString(outcome.SerializeToString())
    bare.ClearField("text")
    for score in bare.scores:
        score.ClearField("text")
    return bare


def variants(game: str) -> Iterator[dict[str, str]]:
    """Variants of a game: all if they are few, otherwise a fixed choice among those that differ
    in as much as possible. Of numbers the bounds and the default are tried.
    """
    described = describe(game).game
    table = [[(option.name, value) for value in _values(option)] for option in described.options]
    if described.min_seats != described.max_seats:
        counts = sorted({described.min_seats, described.default_seats, described.max_seats})
        table.append([(SEATS, str(count)) for count in counts])
    every = [dict(values) for values in itertools.product(*table)]
    sound = [settings for settings in every if _is_sound(game, settings)]
    if len(sound) > MOST_VARIANTS and "INTRIGUE_SOAK" not in os.environ:
        sound = random.Random(game).sample(sound, len(sound))
        chosen: list[dict[str, str]] = []
        for _ in range(MOST_VARIANTS):
            seen = {item for settings in chosen for item in settings.items()}
            chosen.append(max(sound, key=lambda settings: len(settings.items() - seen)))
        sound = chosen
    yield from sound


def _is_sound(game: str, settings: dict[str, str]) -> bool:
    try:
        Engine().settle_options(game, settings)
    except Refused:
        return False
    return True


def _values(option: game_pb2.GameOption) -> list[str]:
    match option.WhichOneof("kind"):
        case "integer":
            bounds = option.integer
            return sorted({str(bounds.minimum), option.default_value, str(bounds.maximum)})
        case "boolean":
            return ["false", "true"]
        case "document":
            return list(option.document.names)
    return list(option.choice.values)
