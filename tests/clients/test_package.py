"""What `import intrigue_sdk` offers: its example runs, and each class name is used once."""

from __future__ import annotations

import ast
import doctest
from collections import Counter
from pathlib import Path

import intrigue_sdk

PACKAGE = Path(intrigue_sdk.__file__).parent
ADDRESS = "127.0.0.1:50051"


def test_the_example_of_the_package_runs(served):
    text = intrigue_sdk.__doc__ or ""
    assert ADDRESS in text
    example = doctest.DocTestParser().get_doctest(
        text.replace(ADDRESS, served.target), {}, "intrigue_sdk", None, None
    )
    result = doctest.DocTestRunner().run(example)
    assert result.attempted == len(example.examples) > 0
    assert result.failed == 0


def test_everything_offered_is_there():
    assert all(hasattr(intrigue_sdk, name) for name in intrigue_sdk.__all__)


def test_public_class_names_are_unique():
    names = Counter(
        node.name
        for path in sorted(PACKAGE.glob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert len(names) > 30
    assert [name for name, count in names.items() if count > 1] == []
