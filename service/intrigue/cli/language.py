"""The languages of the command line: translated texts, and how numbers and times are written."""

from __future__ import annotations

import os
from datetime import timedelta
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

_NARROW_SPACE = "\u202f"


class Bilingual(Protocol):
    """Anything that has an English and a French wording."""

    @property
    def en(self) -> str:
        """The English wording."""

    @property
    def fr(self) -> str:
        """The French wording."""


class Lang(StrEnum):
    """A language in which the service has its texts."""

    EN = "en"
    FR = "fr"

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] | None = None) -> Lang:
        """The language of the terminal, by the same variables that other programs read."""
        variables = os.environ if environment is None else environment
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            if value := variables.get(name):
                return cls.FR if value.lower().startswith("fr") else cls.EN
        return cls.EN

    def of(self, text: Bilingual) -> str:
        """The wording in this language."""
        return text.fr if self is Lang.FR and text.fr else text.en


class TranslatedText(Enum):
    """A sentence in both languages; `{names}` are filled in."""

    def text(self, lang: Lang, **fields: object) -> str:
        """The sentence in a language."""
        en, fr = self.value
        wording: str = fr if lang == "fr" else en
        return wording.format(**fields) if fields else wording


def format_count(number: float, lang: Lang) -> str:
    """A whole number with separated thousands."""
    written = f"{number:,.0f}"
    return written.replace(",", _NARROW_SPACE) if lang is Lang.FR else written


def format_decimal(number: float, lang: Lang, digits: int = 3) -> str:
    """A number with a fixed number of decimals."""
    written = f"{number:.{digits}f}"
    # Without it, a tiny negative number is written as -0.000.
    if float(written) == 0:
        written = written.removeprefix("-")
    return written.replace(".", ",") if lang is Lang.FR else written


def format_range(low: float, high: float, lang: Lang, digits: int = 3) -> str:
    """An interval of numbers."""
    return f"{format_decimal(low, lang, digits)} – {format_decimal(high, lang, digits)}"  # noqa: RUF001


def format_percent(share: float, lang: Lang) -> str:
    """A share as a percentage."""
    return f"{format_decimal(100 * share, lang, 1)} %"


def format_percent_range(low: float, high: float, lang: Lang) -> str:
    """An interval of shares, as percentages."""
    return f"{format_range(100 * low, 100 * high, lang, 1)} %"


def format_time(time: timedelta) -> str:
    """A time as clocks show it: `4:05`, `1:00:00`; rounded up to whole seconds."""
    seconds = -(-time // timedelta(seconds=1))
    minutes, seconds = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
