"""Numbered steps that bring a database to the current shape."""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_FILE = re.compile(r"(\d{4})_\w+\.sql")
# Written into the file by the first step.
_APPLICATION = 1231976018


class MigrationError(Exception):
    """The database can't be brought to the current shape."""


def steps_of(database: str) -> list[tuple[int, str]]:
    """Every step for a kind of database: its number and its SQL, in order."""
    steps = sorted(
        (int(name[1]), file.read_text(encoding="utf-8"))
        for file in resources.files(__name__).joinpath(database).iterdir()
        if (name := _FILE.fullmatch(file.name)) is not None
    )
    if [number for number, _ in steps] != list(range(1, len(steps) + 1)):
        raise MigrationError("migrations must be numbered 0001, 0002, ... without a gap")
    return steps


def migrate_sqlite(connection: sqlite3.Connection) -> int:
    """Takes the steps that the database has not seen; returns its version.

    The version is kept in SQLite's own `user_version`, and changes in the same transaction as
    the tables, so a step that is cut short leaves no trace.
    """
    steps = steps_of("sqlite")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if version and application != _APPLICATION:
        raise MigrationError(
            "it is not a database of Intrigue, or one from before the first release"
        )
    if version > len(steps):
        raise MigrationError(
            f"the database has version {version}, this server knows {len(steps)}: "
            "it was written by a newer release"
        )
    for number, sql in steps[version:]:
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return len(steps)
