"""Numbered steps that bring a database to the current shape."""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from asyncpg import Connection, Record

_FILE = re.compile(r"(\d{4})_\w+\.sql")
# Under which servers that start at the same time take turns.
_LOCK = 0x496E7472
# Marks a database as Intrigue's, in the format of this release. Until the first release another
# format gets another number and no step that would convert it.
_APPLICATION = 1231976020
_FOREIGN = "it is not a database of Intrigue, or one from before the first release"


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
        raise MigrationError(_FOREIGN)
    _refuse_newer(version, len(steps))
    for number, sql in steps[version:]:
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return len(steps)


async def migrate_postgres(connection: Connection[Record]) -> int:
    """Takes the steps that the database has not seen; returns its version.

    All in one transaction, under a lock: servers that start at the same time take turns, and a
    step that is cut short leaves no trace.
    """
    steps = steps_of("postgres")
    async with connection.transaction():
        # However long it takes.
        await connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS version"
            " (version integer NOT NULL, application integer NOT NULL)"
        )
        marked = await connection.fetchval(
            "SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND table_name = 'version' AND column_name = 'application'"
        )
        if not marked or await connection.fetchval(
            "SELECT count(*) FROM version WHERE application <> $1", _APPLICATION
        ):
            raise MigrationError(_FOREIGN)
        version: int = await connection.fetchval("SELECT max(version) FROM version") or 0
        _refuse_newer(version, len(steps))
        for number, sql in steps[version:]:
            await connection.execute(sql)
            await connection.execute(
                "INSERT INTO version (version, application) VALUES ($1, $2)", number, _APPLICATION
            )
    return len(steps)


def _refuse_newer(version: int, known: int) -> None:
    if version > known:
        raise MigrationError(
            f"the database has version {version}, this server knows {known}: "
            "it was written by a newer release"
        )
