"""A planted fault: `intrigue serve` with SQLite set not to sync. `test_kills.py` must catch it."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

from intrigue.cli import main

SYNCHRONOUS = re.compile(r"PRAGMA\s+synchronous\s*=\s*\w+", re.IGNORECASE)
_connect = sqlite3.connect


class UnsyncedConnection(sqlite3.Connection):
    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        return super().execute(SYNCHRONOUS.sub("PRAGMA synchronous = OFF", sql), *arguments)


def connect_without_sync(*arguments: Any, **more: Any) -> Any:
    return _connect(*arguments, factory=UnsyncedConnection, **more)


if __name__ == "__main__":
    sqlite3.connect = connect_without_sync
    main()
