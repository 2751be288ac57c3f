"""Numbers, as each language writes them."""

from __future__ import annotations

from intrigue.cli.language import Lang

_NARROW_SPACE = "\u202f"


def format_count(number: float, lang: Lang) -> str:
    """A whole number, its thousands apart."""
    written = f"{number:,.0f}"
    return written.replace(",", _NARROW_SPACE) if lang is Lang.FR else written


def format_decimal(number: float, lang: Lang, digits: int = 3) -> str:
    """A number with so many digits behind the point."""
    written = f"{number:.{digits}f}"
    # A tiny negative number would else be written as -0.000.
    if float(written) == 0:
        written = written.removeprefix("-")
    return written.replace(".", ",") if lang is Lang.FR else written


def format_range(low: float, high: float, lang: Lang, digits: int = 3) -> str:
    """From a number to another."""
    return f"{format_decimal(low, lang, digits)} – {format_decimal(high, lang, digits)}"  # noqa: RUF001


def format_percent(share: float, lang: Lang) -> str:
    """A part of the whole, in hundredths."""
    return f"{format_decimal(100 * share, lang, 1)} %"


def format_percent_range(low: float, high: float, lang: Lang) -> str:
    """From a part to another."""
    return f"{format_range(100 * low, 100 * high, lang, 1)} %"
