"""A public type has a name of its own, so that searching finds one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CRATES = ROOT / "core_rs" / "crates"
SERVICE = ROOT / "service" / "intrigue"
TYPE = re.compile(r"^pub(?:\(crate\))? (?:struct|enum|trait|type) (\w+)", re.MULTILINE)


def classes_of(source: str) -> list[str]:
    """The public classes of a module, also those within classes and functions."""
    nodes = ast.walk(ast.parse(source))
    names = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    return [name for name in names if not name.startswith("_")]


def test_type_names_are_unique_outside_the_games():
    places = defaultdict(list)
    for path in sorted(CRATES.glob("intrigue_*/src/**/*.rs")):
        # The messages of the contract are named by the contract.
        if path.parts[len(CRATES.parts)] != "intrigue_wire":
            for name in TYPE.findall(path.read_text(encoding="utf-8")):
                places[name].append(path.relative_to(CRATES).as_posix())
    assert len(places) > 80
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_class_names_of_the_service_are_unique():
    places = defaultdict(list)
    for path in sorted(SERVICE.rglob("*.py")):
        for name in classes_of(path.read_text(encoding="utf-8")):
            places[name].append(path.relative_to(SERVICE).as_posix())
    assert len(places) > 150
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_nested_classes_count_and_private_ones_do_not():
    source = "class Outer:\n    class Inner: ...\nclass _Private: ...\n"
    assert classes_of(source) == ["Outer", "Inner"]
