"""What the tests of training play: a variant that is learned within seconds."""

from __future__ import annotations

from tools.train.train import Recipe
from tools.train.variant import Variant

SMALL = {"deck": "small", "seats": "2", "turn_limit": "5", "first_seat": "0"}
FAST = Recipe(hidden=(32,), lanes=64, steps=16, updates=2, part=256, rate=3e-3)


def small_variant() -> Variant:
    return Variant.of("complots", SMALL)
