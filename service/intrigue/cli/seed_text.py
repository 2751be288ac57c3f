"""A seed, as a person writes it."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

SIZE: Final = 32

_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")


def parse_seed(text: str | None) -> bytes:
    """The 32 bytes of a seed; without one they are drawn.

    Sixty-four hexadecimal digits are the bytes themselves. A number is what it is in Python, where
    seeds are numbers. Of any other text it is the SHA-256.
    """
    if text is None:
        return secrets.token_bytes(SIZE)
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    if text.isascii() and text.isdecimal() and int(text).bit_length() <= 8 * SIZE:
        return int(text).to_bytes(SIZE, "little")
    return hashlib.sha256(text.encode()).digest()
