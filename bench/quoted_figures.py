"""Figures of docs/performance.md that other pages quote.

A quote stands between two comments, which name a row of the page's tables and one of two columns:

    <!-- figure: P13 / SQLite: one idle match / median -->3,490 bytes<!-- /figure -->

`make bench` with `--report docs/performance.md` updates the quotes, and so does
`python -m bench.quoted_figures`.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "docs" / "performance.md"

_QUOTE = re.compile(r"(<!-- figure: (?P<key>.+?) -->)(?P<text>.*?)(<!-- /figure -->)")
_SPREAD = re.compile(r" \([^)]*\)")


def pages() -> list[Path]:
    """The pages that may quote figures."""
    return [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]


def figures(source: str) -> dict[str, str]:
    """The figures of the tables by name. A figure that is ambiguous is left out."""
    found: dict[str, set[str]] = {}
    for line in source.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"P\d+", cells[0]):
            name, what, median, ratio = cells[:4]
            found.setdefault(f"{name} / {what} / median", set()).add(_SPREAD.sub("", median))
            found.setdefault(f"{name} / {what} / ratio", set()).add(_SPREAD.sub("", ratio))
    return {key: min(texts) for key, texts in found.items() if len(texts) == 1}


def quote(page: str, known: dict[str, str]) -> str:
    """A page with its quotes updated; KeyError for a figure that is unknown or ambiguous."""
    return _QUOTE.sub(lambda found: f"{found[1]}{known[found['key']]}{found[4]}", page)


def without_quotes(page: str) -> str:
    """A page without its quotes."""
    return _QUOTE.sub("", page)


def update() -> None:
    """Updates the quotes of all pages."""
    known = figures(SOURCE.read_text(encoding="utf-8"))
    for path in pages():
        page = path.read_text(encoding="utf-8")
        updated = quote(page, known)
        if updated != page:
            path.write_text(updated, encoding="utf-8")


if __name__ == "__main__":
    update()
