"""An adapter whose library is not installed says which extra it takes."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "library"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_missing_library_is_named_by_its_extra(adapter, library, monkeypatch):
    monkeypatch.delitem(sys.modules, f"intrigue.adapters.{adapter}", raising=False)
    # What is None can't be imported.
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError) as missing:
        importlib.import_module(f"intrigue.adapters.{adapter}")
    assert f"needs the optional dependency: pip install intrigue[{adapter}]" in str(missing.value)
