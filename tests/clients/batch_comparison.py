"""Compares a batch with the same lanes stepped in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from intrigue import VectorEnv
    from intrigue_sdk.batch import Batch
    from intrigue_sdk.blocking import BlockingBatch

ARRAYS = ("seats", "masks", "features", "rewards", "ends")


def assert_same(batch: Batch | BlockingBatch, env: VectorEnv) -> None:
    """The arrays of both have the same types, shapes and bytes."""
    for name in ARRAYS:
        far, near = getattr(batch.buffers, name), getattr(env.buffers, name)
        if near is None:
            assert far is None, name
            continue
        assert (far.dtype, far.shape) == (near.dtype, near.shape), name
        assert far.tobytes() == near.tobytes(), name


def random_legal_actions(found: Any, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each lane."""
    chosen: NDArray[np.int64] = (found.masks * rng.random(found.masks.shape)).argmax(axis=1)
    return chosen


def with_illegal_actions(found: Any, *lanes: int) -> NDArray[np.int64]:
    """Legal actions, except in these lanes."""
    actions: NDArray[np.int64] = found.masks.argmax(axis=1)
    for lane in lanes:
        actions[lane] = found.masks[lane].argmin()
    return actions
