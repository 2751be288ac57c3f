"""Questions to a SQLite store, on a connection that can't write."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from intrigue.store import (
    EntryRow,
    MatchRow,
    Occupant,
    Role,
    SeatRow,
    Stage,
    Status,
    StoredMatch,
    TokenRow,
)

if TYPE_CHECKING:
    from pathlib import Path

_MATCH = (
    "SELECT key, id, game, rules_version, options, seed, seeded, script, policy_seed, private,"
    " rated, create_time, request_hash, status, seats, revision, outcome FROM matches"
)


class SqliteReader:
    """One connection that reads."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )

    def close(self) -> None:
        """Closes the connection; no question may be under way."""
        self._connection.close()

    def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log, both as of the same moment."""
        connection = self._connection
        connection.execute("BEGIN")
        try:
            found = connection.execute(_MATCH + " WHERE id = ?", (match_id,)).fetchone()
            if found is None:
                return None
            entries = connection.execute(
                "SELECT match, number, seat, request_id, revision, entry FROM entries"
                " WHERE match = ? ORDER BY number",
                (found[0],),
            ).fetchall()
        finally:
            connection.execute("COMMIT")
        return _stored(found, tuple(EntryRow(*values) for values in entries))

    def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token."""
        found = self._connection.execute(
            "SELECT match, match_id, role, seat, void FROM tokens WHERE hash = ?", (digest,)
        ).fetchone()
        if found is None:
            return None
        match, match_id, role, seat, void = found
        return TokenRow(digest, match, match_id, Role(role), seat, bool(void))

    def page(
        self, game: str | None, status: Status | None, before: int | None, limit: int
    ) -> list[StoredMatch]:
        """Public matches, the newest first."""
        conditions = ["private = 0"]
        values: list[object] = []
        for condition, value in (("game = ?", game), ("status = ?", status), ("key < ?", before)):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        found = self._connection.execute(
            f"{_MATCH} WHERE {' AND '.join(conditions)} ORDER BY key DESC LIMIT ?",
            (*values, limit),
        )
        return [_stored(row) for row in found]

    def with_policies(self) -> list[str]:
        """The ids of running matches in which a policy holds a seat."""
        found = self._connection.execute(
            "SELECT id FROM matches WHERE status = ? AND policies = 1 ORDER BY key",
            (Status.RUNNING,),
        )
        return [match_id for (match_id,) in found]


def _stored(values: tuple[Any, ...], entries: tuple[EntryRow, ...] = ()) -> StoredMatch:
    (key, match_id, game, rules_version, options, seed, seeded, script, *rest) = values
    (policy_seed, private, rated, create_time, request_hash, *rest) = rest
    (status, seats, revision, outcome) = rest
    row = MatchRow(
        key=key,
        id=match_id,
        game=game,
        rules_version=rules_version,
        options=json.loads(options),
        seed=seed,
        seeded=bool(seeded),
        script=tuple(json.loads(script)),
        policy_seed=policy_seed,
        private=bool(private),
        rated=bool(rated),
        create_time=create_time,
        request_hash=request_hash,
    )
    stage = Stage(
        Status(status),
        tuple(
            SeatRow(Occupant(seat["occupant"]), seat["name"], seat["policy"])
            for seat in json.loads(seats)
        ),
        (revision,),
        outcome,
    )
    return StoredMatch(row, stage, entries)
