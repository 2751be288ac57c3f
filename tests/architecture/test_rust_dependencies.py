"""Which crate may depend on which; the table decides."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CRATES = ROOT / "core_rs" / "crates"

# intrigue_py -> intrigue_search -> intrigue_games -> a game -> intrigue_core; testkit -> core. The
# messages of the contract, intrigue_wire, are below all of them.
GAMES = {path.parent.name for path in CRATES.glob("games/*/Cargo.toml")}
MAY_DEPEND = {
    "intrigue_wire": {"prost", "prost-types"},
    "intrigue_wire_gen": {"prost", "prost-build", "prost-types"},
    "intrigue_core": {"intrigue_wire", "fluent-bundle", "fluent-syntax"},
    **{game: {"intrigue_core", "intrigue_wire", "serde", "serde_json", "toml"} for game in GAMES},
    "intrigue_games": {*GAMES, "intrigue_core", "intrigue_wire"},
    "intrigue_search": {"intrigue_games", "intrigue_core", "intrigue_wire", "rayon"},
    "intrigue_testkit": {"intrigue_core", "intrigue_wire"},
    "intrigue_py": {
        *("intrigue_search", "intrigue_games", "intrigue_core", "intrigue_wire"),
        *("numpy", "pyo3"),
    },
}
# For tests alone.
MAY_TEST_WITH = {"intrigue_testkit", "intrigue_games", "proptest", "insta", "criterion"}


def crates() -> list[Path]:
    return sorted(path.parent for path in CRATES.rglob("Cargo.toml"))


def test_every_crate_is_known():
    assert {crate.name for crate in crates()} == set(MAY_DEPEND)


@pytest.mark.parametrize("crate", crates(), ids=lambda crate: crate.name)
def test_crates_depend_only_on_what_lies_below_them(crate):
    manifest = tomllib.loads((crate / "Cargo.toml").read_text(encoding="utf-8"))
    assert set(manifest.get("dependencies", {})) <= MAY_DEPEND[crate.name]
    assert set(manifest.get("build-dependencies", {})) == set()
    assert "target" not in manifest
    tests = set(manifest.get("dev-dependencies", {}))
    assert tests <= MAY_TEST_WITH | MAY_DEPEND[crate.name]


@pytest.mark.parametrize("crate", crates(), ids=lambda crate: crate.name)
def test_lints_are_those_of_the_workspace(crate):
    manifest = tomllib.loads((crate / "Cargo.toml").read_text(encoding="utf-8"))
    assert manifest["lints"] == {"workspace": True}


def test_only_one_module_knows_the_format_of_texts():
    for path in CRATES.rglob("src/**/*.rs"):
        if "fluent" in path.read_text(encoding="utf-8").lower().replace("projectfluent", ""):
            assert path.relative_to(CRATES).parts[:3] == ("intrigue_core", "src", "text"), path


def test_only_the_binding_knows_python():
    for path in CRATES.rglob("src/**/*.rs"):
        if "pyo3" in path.read_text(encoding="utf-8"):
            assert path.relative_to(CRATES).parts[0] == "intrigue_py", path
