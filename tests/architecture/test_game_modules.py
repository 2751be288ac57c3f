"""Which module of a game may use which; the same in every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "core_rs" / "crates" / "games"
MODULES = {"bot", "content", "knowledge", "rules", "tests", "text", "wire"}

# Positions are evaluated and content is compiled without knowing who sees what. `text` and `wire`
# read views, and nothing uses them: the traits `Presentation` and `Codec` hand out what they write.
# `rules` has the trait `Game`, which hands out views and evaluations.
MAY_USE = {
    "content": {"rules"},
    "rules": {"bot", "content", "knowledge"},
    "knowledge": {"content", "rules"},
    "bot": {"content", "rules"},
    "text": {"content", "knowledge", "rules"},
    "wire": {"content", "knowledge", "rules"},
    "tests": MODULES,
}
STATES = {
    name
    for path in GAMES.glob("*/src/rules/game.rs")
    for name in re.findall(r"impl Game for (\w+)", path.read_text(encoding="utf-8"))
}


def forbidden(module: str, source: str) -> list[str]:
    """What a file of a module uses and may not; its own tests may use everything."""
    source = re.sub(r"#\[cfg\(test\)\]\s*mod \w+ \{.*", "", source, flags=re.DOTALL)
    used = set(re.findall(rf"\bcrate::({'|'.join(sorted(MODULES))})\b", source))
    found = sorted(used - MAY_USE[module] - {module})
    if module not in {"wire", "tests"} and re.search(r"\bintrigue_wire\b", source):
        found.append("intrigue_wire")
    # Texts are data: code names a message, whatever the language.
    if module != "tests" and re.search(r"\bLang\b", source):
        found.append("Lang")
    # Whatever writes a sentence is given a view, never the state.
    if module == "text" and re.search(rf"&(?:mut )?(?:{'|'.join(sorted(STATES))})\b", source):
        found.append("the state")
    return found


def files() -> list[tuple[str, Path]]:
    """Every file with its module; the tests of a file may stand beside it."""
    paths = [path for path in sorted(GAMES.glob("*/src/**/*.rs")) if path.name != "lib.rs"]
    modules = [path.relative_to(GAMES).parts[2].removesuffix(".rs") for path in paths]
    return [
        ("tests" if path.name == "tests.rs" else module, path)
        for module, path in zip(modules, paths, strict=True)
    ]


def test_every_module_is_known():
    assert len(STATES) == len(list(GAMES.iterdir()))
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
        ("bot", "fn name(lang: Lang) -> String {"),
        ("bot", "    let _ = crate::text::label(action);"),
        ("content", "use crate::wire::view;"),
        ("content", "use intrigue_wire::v1 as wire;"),
        ("knowledge", "use crate::text::events;"),
        ("knowledge", "use intrigue_wire::v1 as wire;"),
        ("knowledge", "use crate::wire::view;"),
        ("rules", "use crate::wire::view;"),
        ("rules", "use crate::text::labels;"),
        ("rules", "use intrigue_wire::v1 as wire;"),
        ("text", "use crate::bot::evaluate;"),
        ("text", "use crate::wire::notation;"),
        ("text", "use intrigue_wire::v1 as wire;"),
        ("text", '    Lang::En => format!("Seat {seat} passes."),'),
        ("text", f"fn event_text(state: &{min(STATES)}, seen: &Seen) -> String {{"),
        ("wire", "use crate::bot::evaluate;"),
        ("wire", "use crate::text::render;"),
        ("wire", "use crate::tests::leaks;"),
    ],
)
def test_a_forbidden_use_is_found(module, line):
    assert forbidden(module, f"use intrigue_core::Game;\n{line}\n")
