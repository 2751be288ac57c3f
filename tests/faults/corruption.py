"""Ways to damage a database: bytes of its files, and rows by SQL."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from pathlib import Path

SECTOR = 512
SKIPPED = ("-shm", "-lock", "-lock-journal")


def files_of(database: Path) -> list[Path]:
    """The files that hold the database, whatever they are: locks and shared memory are not."""
    return [
        path
        for path in sorted(database.parent.glob(database.name + "*"))
        if not path.name.endswith(SKIPPED) and path.stat().st_size > 0
    ]


def corrupt_bytes(database: Path, rng: random.Random) -> str:
    """Damages one of the files; says how."""
    path = rng.choice(files_of(database))
    content = bytearray(path.read_bytes())
    place = rng.randrange(len(content))
    way = rng.choices(("flip", "truncate", "zero", "remove", "noise"), (12, 3, 4, 1, 2))[0]
    if way == "flip":
        content[place] ^= 1 << rng.randrange(8)
    elif way == "truncate":
        del content[place:]
    elif way == "zero":
        start = place // SECTOR * SECTOR
        content[start : start + SECTOR] = bytes(len(content[start : start + SECTOR]))
    elif way == "noise":
        content[place : place + 4] = rng.randbytes(len(content[place : place + 4]))
    if way == "remove":
        path.unlink()
    else:
        path.write_bytes(content)
    return f"{way} at {place} of {len(content)} in *{path.name.removeprefix(database.name)}"


def cells(database: Path) -> list[tuple[str, str]]:
    """Every column of every table."""
    connection = sqlite3.connect(database)
    tables = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not name.startswith("sqlite_")
    ]
    found = [
        (table, row[1])
        for table in tables
        for row in connection.execute(f"PRAGMA table_info({table})")
    ]
    connection.close()
    return found


def corrupt_row(database: Path, rng: random.Random, cell: tuple[str, str]) -> str:
    """Changes one column of one row, or takes a row away, or exchanges two rows' values."""
    table, column = cell
    connection = sqlite3.connect(database, isolation_level=None)
    try:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        rows = connection.execute(f"SELECT {column} FROM {table}").fetchall()
        if not rows:
            return f"no row of {table}"
        number = rng.randrange(len(rows))
        where = f"(SELECT {column} FROM {table} LIMIT 1 OFFSET {number})"
        way = rng.choices(("change", "delete", "copy"), (8, 1, 2))[0]
        old = rows[number][0]
        if way == "delete":
            connection.execute(f"DELETE FROM {table} WHERE {column} IS {where}")
            return f"deleted {table} where {column} = {_short(old)}"
        new = rng.choice(rows)[0] if way == "copy" else changed(old, rng)
        try:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS {where}", (new,))
        except sqlite3.IntegrityError as error:
            return f"refused by the schema: {error}"
        return f"{table}.{column} from {_short(old)} to {_short(new)}"
    finally:
        connection.close()


def changed(old: Any, rng: random.Random) -> Any:
    """A value near the old one."""
    if old is None:
        return rng.choice((0, 1, "", b""))
    if isinstance(old, int):
        return rng.choice((old + 1, max(0, old - 1), 1 - old if old in {0, 1} else old * 2, None))
    if isinstance(old, str):
        old = old or "x"
        place = rng.randrange(len(old))
        return old[:place] + chr((ord(old[place]) ^ 1) or 65) + old[place + 1 :]
    if not old or rng.random() < 0.2:
        return old[:-1] if old else b"\1"
    content = bytearray(old)
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _short(value: Any) -> str:
    return repr(value)[:40]
