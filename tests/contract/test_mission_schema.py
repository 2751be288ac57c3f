"""The published schema of missions takes what the game takes, by a validator that is not ours."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

GAME = Path(__file__).resolve().parents[2] / "core_rs/crates/games/brotherhood/src/content"
TEMPLATE = GAME / "template.toml"
MISSIONS = sorted(path for path in GAME.glob("*.toml") if path.stem not in {"pack", "template"})


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads((GAME / "schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_there_are_six_missions():
    assert len(MISSIONS) == 6


@pytest.mark.parametrize("path", [*MISSIONS, TEMPLATE], ids=lambda path: path.stem)
def test_the_schema_takes_what_comes_with_the_game(validator, path):
    assert [error.message for error in validator.iter_errors(read(path))] == []


def test_the_schema_takes_the_whole_pack_as_a_missions_own(validator):
    mission = {**read(TEMPLATE), "pack": read(GAME / "pack.toml")}
    assert [error.message for error in validator.iter_errors(mission)] == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("walls", ["b1-c1"]),
        ("limit", {"1": 31, "2": 7, "3": 7, "4": 7}),
        ("limit", {"1": 9}),
        ("rows", ["..x."]),
        ("escorts", []),
        ("guards", {"c1": "XXXXX"}),
        ("sync", {"all": [{"alert": True}]}),
        ("fails_when", ["rain"]),
        ("pack", {"dice": {"hit": 7}}),
    ],
)
def test_the_schema_refuses_a_bad_mission(validator, key, value):
    found = list(validator.iter_errors({**read(TEMPLATE), key: value}))
    assert found
    assert all(error.path[0] == key for error in found if error.path)
