"""How the texts of answers are written."""

from __future__ import annotations

from typing import Final, NamedTuple


class TextOptions(NamedTuple):
    """What a caller asks of the texts that it gets."""

    languages: tuple[str, ...] | None = None
    """The languages that are filled in, such as `("fr",)`; None: all of them."""
    names: bool = False
    """Whether texts call seats by the names that they have now."""


PLAIN: Final = TextOptions()
