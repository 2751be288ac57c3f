"""A public type of the Rust workspace has a name of its own, so that searching finds one thing."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

CRATES = Path(__file__).resolve().parents[2] / "core_rs" / "crates"
TYPE = re.compile(r"^pub(?:\(crate\))? (?:struct|enum|trait|type) (\w+)", re.MULTILINE)


def test_type_names_are_unique_outside_the_games():
    places = defaultdict(list)
    for path in sorted(CRATES.glob("intrigue_*/src/**/*.rs")):
        # The messages of the contract are named by the contract.
        if path.parts[len(CRATES.parts)] != "intrigue_wire":
            for name in TYPE.findall(path.read_text(encoding="utf-8")):
                places[name].append(path.relative_to(CRATES).as_posix())
    assert len(places) > 80
    assert not {name: where for name, where in places.items() if len(where) > 1}
