"""The places of a game agree: engine, contract, golden files, change log. A new game fails here
until it has them all.
"""

from __future__ import annotations

import re
import tomllib

import pytest
from tests.contract.goldens import GAMES, GOLDEN, ROOT, describe

from intrigue import engine
from intrigue_proto.v1 import game_view_pb2

PROTO = ROOT / "proto" / "intrigue"
CATALOG = ROOT / "core_rs" / "crates" / "intrigue_games"
ENGINE = ROOT / "core_rs" / "crates" / "games"
# The modules that the crate of every game has: a file, or a folder.
MODULES = ("bot", "content", "knowledge", "rules", "tests", "text", "wire")
# The only places of the contract that list the games. GameSetup lists those that have a setup.
ONEOFS = {
    "View": game_view_pb2.GameView.DESCRIPTOR.oneofs_by_name["kind"],
    "Event": game_view_pb2.GameEvent.DESCRIPTOR.oneofs_by_name["kind"],
    "Setup": game_view_pb2.GameSetup.DESCRIPTOR.oneofs_by_name["kind"],
}
# A game from outside the project.
EXTENSION = "extension"


def camel(game: str) -> str:
    return "".join(word.capitalize() for word in game.split("_"))


def clause_ids(sheet: str) -> list[str]:
    return re.findall(r"^- ([A-Z]-[\w.]+) ", sheet, flags=re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_has_its_folder_and_its_line(game: str):
    folder = ENGINE / game / "src"
    found = {path.stem for path in folder.iterdir()} - {"lib"}
    assert found == set(MODULES)
    for module in MODULES:
        assert (folder / f"{module}.rs").is_file() != (folder / module / "mod.rs").is_file()
    catalog = (CATALOG / "src" / "catalog.rs").read_text(encoding="utf-8")
    line = rf'^    "{game}" => {game}::{camel(game)},$'
    assert len(re.findall(line, catalog, flags=re.MULTILINE)) == 1
    manifest = tomllib.loads((CATALOG / "Cargo.toml").read_text(encoding="utf-8"))
    assert manifest["features"][game] == [f"dep:{game}"]
    assert game in manifest["features"]["default"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ONEOFS)
def test_the_contract_has_its_messages(game: str, kind: str):
    fields = [field for field in ONEOFS[kind].fields if field.name == game]
    has_setup = bool(engine.Match(game, {}, bytes(32), []).setup())
    assert len(fields) == (kind != "Setup" or has_setup)
    for field in fields:
        assert field.message_type is not None
        assert field.message_type.name == camel(game) + kind
        assert field.message_type.file.name == f"intrigue/{game}/v1/{game}.proto"
        assert field.message_type.file.package == f"intrigue.{game}.v1"
    assert (PROTO / game / "v1" / f"{game}.proto").is_file()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_one_number_in_views_and_events(game: str):
    numbers = {
        field.number for oneof in ONEOFS.values() for field in oneof.fields if field.name == game
    }
    assert len(numbers) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_folder_is_whole(game: str):
    names = {path.name for path in (GOLDEN / game).iterdir()}
    assert {"actions.txt", "perft.txt", "records.txt", "records"} <= names
    assert any(name.endswith(".md") for name in names)
    assert any((GOLDEN / game / "records").glob("*.json"))


@pytest.mark.parametrize("game", GAMES)
def test_the_change_log_names_the_game(game: str):
    log = ROOT / "CHANGELOG.md"
    assert log.is_file(), "there is no CHANGELOG.md"
    text = log.read_text(encoding="utf-8")
    assert describe(game).game.name.en in text or game in text


def test_no_place_has_a_game_that_is_not_played():
    games = set(GAMES)
    assert len(games) == len(GAMES)
    for kind, oneof in ONEOFS.items():
        names = {field.name for field in oneof.fields} - {EXTENSION}
        assert names <= games if kind == "Setup" else names == games
    folders = {path.parent.parent.name for path in PROTO.glob("*/v1/*.proto")}
    assert folders - {"text"} == games
    assert {path.name for path in ENGINE.iterdir() if path.is_dir()} == games
    assert {path.name for path in GOLDEN.iterdir() if path.is_dir()} == games


@pytest.mark.parametrize("game", GAMES)
def test_the_wire_has_the_golden_action_table(game: str):
    """Bots and records rely on ids: over the wire they are what the table says."""
    lines = (GOLDEN / game / "actions.txt").read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if not line.startswith("#")]
    actions = describe(game).actions
    assert [f"{action.id} {action.notation}" for action in actions] == table
    assert [action.id for action in actions] == list(range(len(actions)))


@pytest.mark.parametrize("game", GAMES)
def test_the_wire_has_the_rule_sheet(game: str):
    described = describe(game)
    ids = [clause.id for clause in described.clauses]
    assert len(set(ids)) == len(ids) > 0
    for sheet in ("RULES.md", "RULES.fr.md"):
        assert clause_ids((ENGINE / game / sheet).read_text(encoding="utf-8")) == ids
    for refusal in described.refusals:
        assert refusal.clause in ids
        assert refusal.text.en
        assert refusal.text.fr
