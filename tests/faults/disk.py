"""A disk that loses what was not synced: the harness's side of `disk.c`."""

from __future__ import annotations

import contextlib
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests import processes

if TYPE_CHECKING:
    import random

SOURCE = Path(__file__).with_name("disk.c")
HEAD = struct.Struct("=5Q")
COUNTERS = struct.Struct("=5Q")
WRITE = 1
SECTOR = 512
SYNC_MICROSECONDS = 4000


@dataclass(frozen=True)
class Change:
    """One write or truncation that was not synced."""

    kind: int
    offset: int
    old_size: int
    old: bytes
    new: bytes


@dataclass(frozen=True)
class Counters:
    """What the disk has seen, over all starts of the server."""

    writes: int
    syncs: int
    truncations: int
    opens: int
    renames: int


class Disk:
    """The files of one database, and what of them would not survive a power cut."""

    def __init__(self, folder: Path, database: Path, *, lies: bool = False) -> None:
        self._folder = folder / "disk"
        self._folder.mkdir()
        self._database = database
        library = self._folder / "disk.so"
        processes.run(
            ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-o", str(library), str(SOURCE), "-ldl"],
            check=True,
        )
        self.environment = {
            "LD_PRELOAD": str(library),
            "DISK_FILES": str(database.resolve()),
            "DISK_FOLDER": str(self._folder),
            "DISK_MICROSECONDS": str(SYNC_MICROSECONDS),
        }
        if lies:
            self.environment["DISK_LIES"] = "1"

    def counters(self) -> Counters:
        """What was seen; all zero if the shim was not even loaded."""
        path = self._folder / "counters"
        if not path.exists():
            return Counters(0, 0, 0, 0, 0)
        return Counters(*COUNTERS.unpack(path.read_bytes()[: COUNTERS.size]))

    def keep(self) -> None:
        """The process died, the power stayed: all that was written is there."""
        for log in self._folder.glob("*.undo"):
            log.unlink()

    def lose(self, rng: random.Random) -> int:
        """The power failed: un-synced writes are lost, all or some, some of them torn.

        Returns how many writes were not synced.
        """
        # What is in memory shared between processes is gone after a power cut.
        with contextlib.suppress(FileNotFoundError):
            self._database.with_name(self._database.name + "-shm").unlink()
        lost = 0
        # Nothing; a beginning; any subset, in sectors.
        way = rng.choice(("nothing", "beginning", "sectors"))
        for log in sorted(self._folder.glob("*.undo")):
            changes = read_log(log.read_bytes())
            lost += len(changes)
            path = self._database.with_name(log.name.removesuffix(".undo"))
            if path.exists():
                content = bytearray(path.read_bytes())
                take_back(content, changes)
                put_some(content, changes, way, rng)
                path.write_bytes(content)
            log.unlink()
        return lost


def read_log(log: bytes) -> list[Change]:
    """The changes of a log, the oldest first; a last one that is cut short was never made."""
    changes = []
    place = 0
    while place + HEAD.size <= len(log):
        kind, offset, old_size, old_length, new_length = HEAD.unpack_from(log, place)
        place += HEAD.size
        if place + old_length + new_length > len(log):
            break
        old = log[place : place + old_length]
        new = log[place + old_length : place + old_length + new_length]
        place += old_length + new_length
        changes.append(Change(kind, offset, old_size, old, new))
    return changes


def take_back(content: bytearray, changes: list[Change]) -> None:
    """The file as it was when it was last synced."""
    for change in reversed(changes):
        if change.kind == WRITE:
            content[change.offset : change.offset + len(change.old)] = change.old
            del content[change.old_size :]
        else:
            del content[min(change.offset, change.old_size) :]
            content.extend(bytes(max(0, change.offset - len(content))))
            content.extend(change.old)
            del content[change.old_size :]


def put_some(content: bytearray, changes: list[Change], way: str, rng: random.Random) -> None:
    """Some of the lost changes reached the disk after all, as they may."""
    if way == "beginning":
        changes = changes[: rng.randint(0, len(changes))]
    for change in changes:
        if way == "nothing":
            return
        if change.kind != WRITE:
            if way == "beginning" or rng.random() < 0.5:
                del content[change.offset :]
                content.extend(bytes(change.offset - len(content)))
            continue
        start = change.offset
        for place in range(0, len(change.new), SECTOR):
            if way == "beginning" or rng.random() < 0.5:
                piece = change.new[place : place + SECTOR]
                end = start + place + len(piece)
                content.extend(bytes(max(0, end - len(content))))
                content[start + place : end] = piece
