"""Where the golden files lie, and what the catalog says, for tests that name no game."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from intrigue.engine import CoreEngine
from intrigue_proto.v1 import catalog_service_pb2, game_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"

GAMES = [
    game.id
    for game in catalog_service_pb2.ListGamesResponse.FromString(CoreEngine().list_games()).games
]


def blessing() -> bool:
    """Whether golden files are to be written anew."""
    return "INTRIGUE_BLESS" in os.environ


def describe(game: str) -> catalog_service_pb2.GetGameResponse:
    return catalog_service_pb2.GetGameResponse.FromString(CoreEngine().get_game(game))


def variants(game: str) -> Iterator[dict[str, str]]:
    """Every variant of a game; of numbers the bounds and the default."""
    options = describe(game).game.options
    for values in itertools.product(*(_values(option) for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _values(option: game_pb2.Option) -> list[str]:
    if option.kind == game_pb2.OPTION_KIND_INTEGER:
        return sorted({str(option.minimum), option.default_value, str(option.maximum)})
    return list(option.values)
