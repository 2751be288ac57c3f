"""Seeds: 32 bytes, given as bytes or as a number."""

from __future__ import annotations

import operator
import secrets
from hashlib import sha256
from typing import Final, SupportsIndex, TypeAlias

Seed: TypeAlias = SupportsIndex | bytes

_SIZE: Final = 32


def seed_bytes(seed: Seed | None) -> bytes:
    """The 32 bytes of a seed: a number is written little-endian, None gives random ones."""
    if seed is None:
        return secrets.token_bytes(_SIZE)
    if isinstance(seed, bytes):
        if len(seed) != _SIZE:
            raise ValueError(f"a seed has {_SIZE} bytes, not {len(seed)}")
        return seed
    number = operator.index(seed)
    if not 0 <= number < 1 << (8 * _SIZE):
        raise ValueError(f"a seed is a number from 0 to 2**{8 * _SIZE} - 1, not {number}")
    return number.to_bytes(_SIZE, "little")


def nth_seed(seed: bytes, deal: int) -> bytes:
    """The seed of deal number `deal`, derived from the seed of deal 0."""
    return seed if deal == 0 else sha256(seed + deal.to_bytes(8, "little")).digest()
