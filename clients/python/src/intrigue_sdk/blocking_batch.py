"""A batch for code without asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

    from intrigue_sdk import batch
    from intrigue_sdk.buffers import ReadOnlyBuffers
    from intrigue_sdk.loop_thread import LoopThread
    from intrigue_sdk.seed import Seed


class Batch:
    """Many matches of one game: an action for each lane in. See `intrigue_sdk.Batch`."""

    def __init__(self, thread: LoopThread, inner: batch.Batch) -> None:
        self._thread = thread
        self._inner = inner

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._inner.game

    @property
    def lanes(self) -> int:
        """How many matches are stepped together."""
        return self._inner.lanes

    @property
    def seats(self) -> int:
        """How many seats each match has."""
        return self._inner.seats

    @property
    def actions(self) -> int:
        """How many actions the game has."""
        return self._inner.actions

    @property
    def feature_size(self) -> int:
        """How many numbers a feature tensor has; 0 if they are left out."""
        return self._inner.feature_size

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which the lanes are dealt."""
        return self._inner.seed

    @property
    def buffers(self) -> ReadOnlyBuffers:
        """The lanes as they stand: the same object at all times."""
        return self._inner.buffers

    def step(self, actions: ArrayLike) -> ReadOnlyBuffers:
        """Plays an action in each lane, and returns `buffers`."""
        return self._thread.run(self._inner.step(actions))

    def reset(self, seed: Seed | None = None) -> ReadOnlyBuffers:
        """Deals every lane again, also of a batch that was lost, and returns `buffers`."""
        return self._thread.run(self._inner.reset(seed))

    def close(self) -> None:
        """Ends the batch."""
        self._thread.run(self._inner.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._inner)
