"""Databases to measure on: SQLite files, and a PostgreSQL server of our own."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from tests.postgres import Postgres

from intrigue.store.address import is_postgres
from intrigue.store.postgres import PostgresStore
from intrigue.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from intrigue.store import Store


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of database, and how to get an empty one."""

    name: str
    new: Callable[[], str]


@contextlib.contextmanager
def kinds() -> Iterator[list[Kind]]:
    """Both kinds, for as long as they are needed."""
    # On a disk: what is measured is durable.
    with tempfile.TemporaryDirectory() as folder, Postgres(tempfile.gettempdir()) as postgres:
        numbers = count()
        yield [
            Kind("SQLite", lambda: f"{folder}/{next(numbers)}.db"),
            Kind("PostgreSQL", postgres.new_database),
        ]


async def open_store(database: str) -> Store:
    """The store of a database."""
    if is_postgres(database):
        return await PostgresStore.open(database)
    return await SqliteStore.open(database)
