"""The decisions of the lanes of a VectorEnv, written match by match."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue.inprocess.buffers import Buffers
    from intrigue.inprocess.trajectories import TrajectoryWriter

# The size of a block of steps, and how many rows are handed to the writer at a time.
_BLOCK_BYTES: Final = 1 << 24
_WRITTEN_ROWS: Final = 1 << 13


@dataclass(frozen=True, slots=True)
class _Block:
    """Some steps of all lanes: [step, lane]."""

    seats: NDArray[np.uint8]
    actions: NDArray[np.uint16]
    masks: NDArray[np.uint8]
    """Eight actions in a byte."""
    features: NDArray[np.int8]

    @classmethod
    def allocate(cls, steps: int, lanes: int, mask_bytes: int, features: int) -> Self:
        return cls(
            seats=np.zeros((steps, lanes), np.uint8),
            actions=np.zeros((steps, lanes), np.uint16),
            masks=np.zeros((steps, lanes, mask_bytes), np.uint8),
            features=np.zeros((steps, lanes, features), np.int8),
        )


class LaneRecorder:
    """Keeps the decisions of each lane until its match is over: only then payoffs are known.

    Rows of a match follow each other; matches are in the order in which they end.
    """

    def __init__(
        self, writer: TrajectoryWriter, found: Buffers, *, legal: bool, features: bool
    ) -> None:
        self._writer = writer
        self._lanes, self._actions = found.masks.shape
        self._mask_bytes = (self._actions + 7) // 8 if legal else 0
        self._legal = legal
        width = found.features.shape[1] if features and found.features is not None else 0
        self._features = width
        bytes_per_step = self._lanes * (3 + self._mask_bytes + width)
        self._size = max(16, min(1024, _BLOCK_BYTES // bytes_per_step))
        self._blocks: deque[_Block] = deque()
        # The number of the first step in the blocks, and of the next one.
        self._first = 0
        self._step = 0
        # The first step of the match of each lane, and the number of that match.
        self._starts = np.zeros(self._lanes, np.int64)
        self._matches = np.arange(self._lanes, dtype=np.uint64)
        self._ready: list[dict[str, NDArray[Any]]] = []
        self._ready_rows = 0

    def look(self, found: Buffers) -> None:
        """Notes what the seats see before a step. If the step is refused, it is noted again."""
        place = self._step - self._first
        if place == len(self._blocks) * self._size:
            block = _Block.allocate(self._size, self._lanes, self._mask_bytes, self._features)
            self._blocks.append(block)
        block, row = self._blocks[-1], place % self._size
        block.seats[row] = found.seats
        if self._legal:
            block.masks[row] = np.packbits(found.masks, axis=1)
        if self._features and found.features is not None:
            block.features[row] = found.features

    def keep(self, actions: NDArray[np.int32], found: Buffers) -> None:
        """Keeps a step that was played, and hands on the matches that ended in it."""
        self._blocks[-1].actions[(self._step - self._first) % self._size] = actions
        self._step += 1
        ended = np.flatnonzero(found.ends)
        for lane in ended:
            self._hand_on(int(lane), found.rewards[lane])
        if len(ended):
            self._free()

    def cut(self) -> None:
        """Hands on the matches that go on, without payoffs: they are given up."""
        for lane in range(self._lanes):
            self._hand_on(lane, None)
        self._free()

    def close(self) -> None:
        """Writes everything, and completes the file."""
        self.cut()
        self._write()
        self._writer.commit()

    def discard(self) -> None:
        """Removes the unfinished file."""
        self._writer.discard()

    def _hand_on(self, lane: int, rewards: NDArray[np.float32] | None) -> None:
        """Hands on the match of a lane; the next one begins."""
        start, end = int(self._starts[lane]), self._step
        self._starts[lane] = end
        number = self._matches[lane]
        self._matches[lane] += np.uint64(self._lanes)
        rows = end - start
        if rows == 0:
            return
        seats = self._rows_of("seats", lane, start, end)
        columns: dict[str, NDArray[Any]] = {
            "match": np.full(rows, number),
            "decision": np.arange(rows, dtype=np.uint32),
            "seat": seats,
            "action": self._rows_of("actions", lane, start, end),
            "payoff": np.full(rows, np.nan, np.float32) if rewards is None else rewards[seats],
        }
        if self._legal:
            packed = self._rows_of("masks", lane, start, end)
            masks = np.unpackbits(packed, axis=1, count=self._actions)
            columns["legal_count"] = masks.sum(axis=1, dtype=np.uint32)
            columns["legal"] = np.nonzero(masks)[1].astype(np.uint16)
        if self._features:
            columns["features"] = self._rows_of("features", lane, start, end)
        self._ready.append(columns)
        self._ready_rows += rows
        if self._ready_rows >= _WRITTEN_ROWS:
            self._write()

    def _rows_of(self, column: str, lane: int, start: int, end: int) -> NDArray[Any]:
        """The entries of a lane in some steps."""
        parts = []
        while start < end:
            number, row = divmod(start - self._first, self._size)
            rows = min(self._size - row, end - start)
            parts.append(getattr(self._blocks[number], column)[row : row + rows, lane])
            start += rows
        return np.concatenate(parts)

    def _free(self) -> None:
        """Drops the blocks in which no match that goes on has a row."""
        needed = int(self._starts.min())
        while self._blocks and self._first + self._size <= needed:
            self._blocks.popleft()
            self._first += self._size

    def _write(self) -> None:
        if self._ready:
            names = self._ready[0].keys()
            self._writer.write(
                {name: np.concatenate([part[name] for part in self._ready]) for name in names}
            )
        self._ready = []
        self._ready_rows = 0
