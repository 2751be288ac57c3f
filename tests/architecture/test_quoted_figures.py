"""Benchmark figures stand in docs/performance.md; other pages quote them, and quotes agree."""

from __future__ import annotations

import re

import pytest
from bench.quoted_figures import ROOT, SOURCE, figures, pages, quote, without_quotes

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
RATE = re.compile(
    r"\d[\d.,]*(?: [kM])? (?:actions|calls|decisions|entries|events|simulations|worlds)"
    r"(?:/s| a second| per second)"
)
ROW = "| P1 | act | 12.3 k (11.0 k to 13.0 k) calls/s | 0.41 (0.40 to 0.42) | echo | ≥ 0.40 | yes |"
QUOTE = "takes <!-- figure: P1 / act / median -->{}<!-- /figure -->."


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_quoted_figures_are_those_of_the_source(path):
    page = path.read_text(encoding="utf-8")
    known = figures(SOURCE.read_text(encoding="utf-8"))
    assert quote(page, known) == page, "python -m bench.quoted_figures updates it"


@pytest.mark.parametrize(
    "path", [path for path in pages() if path != SOURCE], ids=lambda path: path.name
)
def test_rates_are_quoted(path):
    page = FENCED.sub("", without_quotes(path.read_text(encoding="utf-8")))
    assert not RATE.findall(page)


def test_the_operations_page_quotes_figures():
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert without_quotes(page) != page


def test_a_wrong_quote_is_found():
    known = figures(ROW)
    assert known == {"P1 / act / median": "12.3 k calls/s", "P1 / act / ratio": "0.41"}
    assert quote(QUOTE.format("2 calls/s"), known) == QUOTE.format("12.3 k calls/s")


def test_a_rate_without_a_quote_is_found():
    assert RATE.findall("It plays about 2,000 actions a second, or 28.0 M decisions/s.")


def test_an_unknown_or_ambiguous_figure_is_refused():
    with pytest.raises(KeyError):
        quote(QUOTE.format(""), {})
    assert "P1 / act / ratio" not in figures(f"{ROW}\n{ROW.replace('0.41', '0.50')}")
