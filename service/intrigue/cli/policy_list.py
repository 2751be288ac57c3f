"""Several policies in one argument, with commas between them and within them."""

from __future__ import annotations

from typing import Final

SEPARATOR: Final = ","
_PARAMETERS: Final = ":"
_EQUALS: Final = "="


def parse_policies(text: str) -> list[str]:
    """The policies of a list such as `ismcts:sims=500,trees=4,greedy`; ValueError if it is none.

    Parameters have commas between them too, so a piece that sets something but names no policy
    belongs to the policy before it. The list above has two policies.
    """
    policies: list[str] = []
    for piece in (piece.strip() for piece in text.split(SEPARATOR)):
        if not piece:
            raise ValueError(text)
        if _PARAMETERS in piece or _EQUALS not in piece:
            policies.append(piece)
        elif policies:
            # Whoever writes a comma for the colon is understood.
            joint = SEPARATOR if _PARAMETERS in policies[-1] else _PARAMETERS
            policies[-1] += joint + piece
        else:
            raise ValueError(text)
    return policies
