"""How far each log goes, in a file beside the database.

SQLite opens happily after damage to its write-ahead log, and shows an older state. The chain of
a match's log can't tell: a log without its end is a sound log. So the number and the link of each
match's last entry are noted in a second file, after the commit, and whatever is loaded is held
against it. A note never runs ahead of the database, also in a power cut: it is written after the
database was synced. It may lag behind, and then it says less, but nothing wrong.
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import TYPE_CHECKING, Final, Self

from intrigue.store import Witness

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

# Number, beginning of the link, checksum.
_SLOT: Final = struct.Struct(">Q20sI")
_LINK: Final = 20
_HEADER: Final = 0


class WitnessFile:
    """One slot a match, found by its key; slot 0 has the service's clock."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens the file, makes it if there is none."""
        return cls(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))

    @property
    def size(self) -> int:
        """How many slots the file has."""
        return os.fstat(self._descriptor).st_size // _SLOT.size

    def note(self, ends: Mapping[int, Witness]) -> None:
        """Notes how far logs go, by the keys of their matches."""
        for key, end in ends.items():
            self._write(key, end.number, end.head[:_LINK])

    def read(self, key: int) -> Witness | None:
        """How far a log goes at least; None: not noted, or the note is damaged."""
        slot = os.pread(self._descriptor, _SLOT.size, key * _SLOT.size)
        return _read(key, slot)

    def ends(self, batch: int = 4096) -> Iterable[tuple[int, int]]:
        """The keys of all matches that are noted, and the numbers of their last entries."""
        for start in range(1, self.size, batch):
            slots = os.pread(self._descriptor, batch * _SLOT.size, start * _SLOT.size)
            for index in range(len(slots) // _SLOT.size):
                slot = slots[index * _SLOT.size : (index + 1) * _SLOT.size]
                if (end := _read(start + index, slot)) is not None:
                    yield start + index, end.number

    @property
    def clock(self) -> int:
        """The service's clock as it was last noted."""
        noted = self.read(_HEADER)
        return 0 if noted is None else noted.number

    @clock.setter
    def clock(self, now: int) -> None:
        self._write(_HEADER, now, b"clock")

    def close(self) -> None:
        """Closes the file."""
        os.close(self._descriptor)

    def _write(self, key: int, number: int, link: bytes) -> None:
        slot = _SLOT.pack(number, link, _checksum(key, number, link))
        os.pwrite(self._descriptor, slot, key * _SLOT.size)


def _read(key: int, slot: bytes) -> Witness | None:
    if len(slot) != _SLOT.size:
        return None
    number, link, checksum = _SLOT.unpack(slot)
    if key == _HEADER:
        link = link.rstrip(b"\0")
    return Witness(number, link) if _checksum(key, number, link) == checksum else None


def _checksum(key: int, number: int, link: bytes) -> int:
    # Not 0 for a slot of zeros, which is one that was never written.
    return zlib.crc32(struct.pack(">QQ", key, number) + link) ^ 0xFFFFFFFF
