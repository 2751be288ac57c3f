"""The page for users of the library is true: its programs run, and print what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n", flags=re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    line: int
    code: str
    printed: str | None


def examples(page: str) -> Iterator[Example]:
    """Every Python block, and the text block if one follows it directly."""
    blocks = list(BLOCK.finditer(page))
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block[1] != "python":
            continue
        printed = None
        if following is not None and following[1] == "text":
            between = page[block.end() : following.start()]
            printed = following[2] if not between.strip() else None
        yield Example(page.count("\n", 0, block.start(2)), block[2], printed)


def test_the_page_is_read_as_it_is_written():
    page = "```python\na\n```\n\n```text\nb\n```\n\n```python\nc\n```\nword\n```text\nd\n```\n"
    assert list(examples(page)) == [Example(1, "a\n", "b\n"), Example(9, "c\n", None)]


def test_the_programs_of_the_page_run_and_print_what_it_says():
    page = PAGE.read_text(encoding="utf-8")
    # A text that belongs to no program would be believed and never checked.
    found = list(examples(page))
    assert page.count("```text\n") == sum(example.printed is not None for example in found)
    namespace: dict[str, Any] = {}
    for example in found:
        # Lines are counted as in the page, so that tracebacks show them.
        code = compile("\n" * example.line + example.code, PAGE.name, "exec")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(code, namespace)
        if example.printed is not None:
            assert output.getvalue() == example.printed, f"{PAGE.name}, line {example.line}"
