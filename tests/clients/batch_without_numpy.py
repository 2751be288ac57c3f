"""A program without numpy that steps a batch; run by test_batch.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

import intrigue_sdk

if TYPE_CHECKING:
    from collections.abc import Callable

E = TypeVar("E", bound=Exception)


def raised(kind: type[E], call: Callable[..., object], *given: object) -> E:
    """What a call raises."""
    try:
        call(*given)
    except kind as error:
        return error
    raise AssertionError(f"it did not raise {kind.__name__}")


assert "numpy" not in sys.modules, "the SDK loads numpy before anybody asks for it"
# From here on it can't be imported, as if it were not installed.
sys.modules["numpy"] = None  # type: ignore[assignment]

with intrigue_sdk.connect_blocking(sys.argv[1]) as client:
    for game in client.games():
        with client.batch(game.id, 5, seed=1) as batch:
            found = batch.buffers
            for _ in range(50):
                batch.step([found.legal(lane)[0] for lane in range(5)])
                assert all(0 <= seat < batch.seats for seat in found.columns.seats)
                assert [len(found.payoffs(lane)) for lane in range(5)] == [batch.seats] * 5
            assert "intrigue-sdk[numpy]" in str(raised(ImportError, getattr, found, "masks"))
            for wrong in ([0] * 4, [0.5] * 5, [-1] * 5, [65_536] * 5):
                assert str(raised(ValueError, batch.step, wrong)).startswith("actions: ")
            assert raised(intrigue_sdk.IllegalStep, batch.step, [65_535] * 5).lane == 0
print("as it should be")
