"""What the command line says by itself, in English and French: the kind of all such texts."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.cli.language import Lang


class TranslatedText(Enum):
    """A sentence in both languages; `{names}` are filled in."""

    def text(self, lang: Lang, **fields: object) -> str:
        """The sentence in a language."""
        en, fr = self.value
        wording: str = fr if lang == "fr" else en
        return wording.format(**fields) if fields else wording
