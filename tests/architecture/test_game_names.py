"""A game is named in few places, so that adding one touches few places."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "core_rs" / "crates" / "games"

SEARCHED = ("service", "clients", "core_rs", "proto", "tests", "bench", "loadtest", "tools")
SUFFIXES = {".py", ".pyi", ".rs", ".proto", ".toml", ".go", ".sql"}
SKIPPED = {"target", "node_modules", "__pycache__", ".venv"}

# Where a game may be named; {game} is its id.
ALLOWED = (
    "core_rs/crates/games/{game}/*",
    "core_rs/crates/intrigue_games/src/catalog.rs",
    # Its feature and its dependency.
    "core_rs/crates/intrigue_games/Cargo.toml",
    "proto/intrigue/{game}/v1/*",
    "proto/intrigue/v1/game_view.proto",
    # Generated from the contract, and the list of its packages.
    "clients/python/src/intrigue_proto/*",
    "clients/go/gen/intrigue/{game}/*",
    "clients/go/gen/intrigue/v1/game_view.pb.go",
    "core_rs/crates/intrigue_wire/src/gen/intrigue.{game}.v1.rs",
    "core_rs/crates/intrigue_wire/src/gen/intrigue.v1.rs",
    "core_rs/crates/intrigue_wire/src/lib.rs",
    # An example of a bot that knows its game.
    "clients/examples/python/honest_bot.py",
    # Tests may name what they test; so may the defaults of measuring tools.
    "tests/*",
    "core_rs/crates/*/tests/*",
    "bench/*",
    "loadtest/*",
    "tools/*",
)
COMMENT = {".rs": "//", ".proto": "//", ".go": "//"}


def games() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/RULES.md"))


def searched() -> list[Path]:
    return [
        path
        for folder in SEARCHED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and not SKIPPED & set(path.parts) and path.is_file()
    ]


def spelling(game: str) -> re.Pattern[str]:
    """The id in any of the spellings that programs have."""
    return re.compile("[ _-]?".join(game.split("_")), re.IGNORECASE)


def code_of(path: Path) -> str:
    """A file without its comments, in languages where prose may name an example."""
    text = path.read_text(encoding="utf-8")
    mark = COMMENT.get(path.suffix)
    if mark is None:
        return text
    return "\n".join(line.partition(mark)[0] for line in text.splitlines())


def test_there_are_games():
    assert games()


@pytest.mark.parametrize("game", games())
def test_a_game_is_named_in_few_places(game):
    allowed = [pattern.format(game=game) for pattern in ALLOWED]
    name = spelling(game)
    unexpected = []
    for path in searched():
        place = path.relative_to(ROOT).as_posix()
        if any(fnmatch.fnmatch(place, pattern) for pattern in allowed):
            continue
        if name.search(code_of(path)):
            unexpected.append(place)
    assert not unexpected


@pytest.mark.parametrize("game", games())
def test_the_service_names_no_game_not_even_in_a_comment(game):
    name = spelling(game)
    named = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "service").rglob("*"))
        if path.suffix in {".py", ".pyi", ".sql"} and name.search(path.read_text(encoding="utf-8"))
    ]
    assert not named
