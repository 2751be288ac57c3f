"""A planted fault: the service, but SQLite is told not to sync. The test of kills must see it."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

from intrigue.cli import main

SYNCHRONOUS = re.compile(r"PRAGMA\s+synchronous\s*=\s*\w+", re.IGNORECASE)
_connect = sqlite3.connect


class CarelessConnection(sqlite3.Connection):
    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        return super().execute(SYNCHRONOUS.sub("PRAGMA synchronous = OFF", sql), *arguments)


def careless(*arguments: Any, **more: Any) -> Any:
    return _connect(*arguments, factory=CarelessConnection, **more)


if __name__ == "__main__":
    sqlite3.connect = careless
    main()
