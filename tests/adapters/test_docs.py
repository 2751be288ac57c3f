"""The page about the adapters is true: its programs run, and print what it says."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from tests.inprocess.test_docs import examples

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_a_program_of_the_page_runs_and_prints_what_it_says(example):
    # Lines are counted as in the page, so that tracebacks show them.
    code = compile("\n" * example.line + example.code, PAGE.name, "exec")
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(code, {"__name__": "__main__"})
    assert output.getvalue() == example.printed


def test_every_text_belongs_to_a_program():
    assert TEXT.count("```text\n") == len(EXAMPLES) > 3
