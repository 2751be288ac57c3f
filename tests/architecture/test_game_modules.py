"""Which module of a game may use which; the same in every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "core_rs" / "crates" / "games"
MODULES = {"bot", "content", "knowledge", "rules", "tests", "text", "wire"}

# Positions are judged and content is compiled without knowing who sees what, how it is written or
# how it travels. `rules` has the trait `Game`, which hands views, evaluations and descriptions on.
MAY_USE = {
    "content": {"rules"},
    "rules": {"bot", "content", "knowledge", "text"},
    "knowledge": {"content", "rules", "wire"},
    "bot": {"content", "rules"},
    "text": {"content", "knowledge", "rules", "wire"},
    "wire": {"content", "knowledge", "rules", "text"},
    "tests": MODULES,
}
# The messages of the contract. `text` has the trait `Face`, which hands them on.
KNOW_THE_CONTRACT = {"text", "wire", "tests"}


def forbidden(module: str, source: str) -> list[str]:
    """What a file of a module uses and may not."""
    used = set(re.findall(rf"\bcrate::({'|'.join(sorted(MODULES))})\b", source))
    found = sorted(used - MAY_USE[module] - {module})
    if module not in KNOW_THE_CONTRACT and re.search(r"\bintrigue_wire\b", source):
        found.append("intrigue_wire")
    return found


def files() -> list[tuple[str, Path]]:
    return [
        (path.relative_to(GAMES).parts[2].removesuffix(".rs"), path)
        for path in sorted(GAMES.glob("*/src/**/*.rs"))
        if path.name != "lib.rs"
    ]


def test_every_module_is_known():
    assert {module for module, _ in files()} == MODULES


@pytest.mark.parametrize("module", sorted(MODULES))
def test_modules_use_only_what_they_may(module):
    for name, path in files():
        if name == module:
            used = forbidden(module, path.read_text(encoding="utf-8"))
            assert not used, f"{path.relative_to(ROOT)} uses {used}"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("bot", "use crate::knowledge::view::View;"),
        ("bot", "    let _ = crate::text::label(action);"),
        ("content", "use crate::wire::view;"),
        ("content", "use intrigue_wire::v1 as wire;"),
        ("knowledge", "use crate::text::events;"),
        ("knowledge", "use intrigue_wire::v1 as wire;"),
        ("rules", "use crate::wire::view;"),
        ("rules", "use intrigue_wire::v1 as wire;"),
        ("text", "use crate::bot::evaluate;"),
        ("wire", "use crate::bot::evaluate;"),
        ("wire", "use crate::tests::leaks;"),
    ],
)
def test_a_forbidden_use_is_found(module, line):
    assert forbidden(module, f"use intrigue_core::Game;\n{line}\n")
