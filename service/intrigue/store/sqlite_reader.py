"""Questions to a SQLite store, on a connection that can't write."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import structlog

from intrigue.store import DamagedData, DamagedToken, EntryRow, Status, StoredMatch, columns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from intrigue.store import ListedMatch, MatchFilter, TokenRow
    from intrigue.store.witness import WitnessFile

log = structlog.get_logger(__name__)

_MATCH = f"SELECT {', '.join(columns.MATCH)} FROM matches"  # noqa: S608 - no input in it
_WHOLE = (
    f"SELECT {', '.join(columns.MATCH + columns.SUMMARY)},"  # noqa: S608
    " (SELECT count(*) FROM tokens WHERE tokens.match = matches.key),"
    " (SELECT key FROM matches AS found WHERE found.id = matches.id) AS identified,"
    " (SELECT key FROM matches AS found WHERE found.invitation = matches.invitation) AS invited"
    " FROM matches"
)
_LISTED = f"SELECT {', '.join(columns.MATCH)}, summary FROM matches"  # noqa: S608
_ENTRY = f"SELECT {', '.join(columns.ENTRY)} FROM entries"  # noqa: S608
_TOKEN = f"SELECT {', '.join(columns.TOKEN)} FROM tokens"  # noqa: S608
_BATCH = 1000


class SqliteReader:
    """One connection that reads."""

    def __init__(self, path: Path, witness: WitnessFile) -> None:
        self._witness = witness
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
        """A match with its whole log."""
        found = self._connection.execute(_MATCH + " WHERE id = ?", (match_id,)).fetchone()
        if found is None:
            return None
        row = columns.match_row(found)
        if row.id != match_id:
            raise DamagedData("the index of matches is damaged")
        # Before the log, so that the note is not the newer of the two.
        witness = self._witness.read(row.key)
        return StoredMatch(row, tuple(self.entries(row.key, -1)), witness)

    def entries(self, key: int, after: int) -> list[EntryRow]:
        """The entries of a match with numbers above `after`."""
        found = self._connection.execute(
            _ENTRY + " WHERE match = ? AND number > ? ORDER BY number", (key, after)
        )
        return [EntryRow(*values) for values in found]

    def answered(self, key: int, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry that a request of a seat, or of the host, led to."""
        # By way of the log, as it was read and checked, not of an index that nothing vouches for.
        found = self._connection.execute(
            _ENTRY + " INDEXED BY entries_by_number WHERE match = ? AND seat IS ?"
            " AND request_id = ? AND request_id <> ''",
            (key, seat, request_id),
        ).fetchone()
        return None if found is None else EntryRow(*found)

    def heads(self, keys: tuple[int, ...]) -> dict[int, int]:
        """The number of the last entry of each of these matches."""
        question = "SELECT max(number) FROM entries WHERE match = ?"
        numbers = {key: self._connection.execute(question, (key,)).fetchone()[0] for key in keys}
        return {key: number for key, number in numbers.items() if number is not None}

    def invited(self, invitation: bytes) -> str | None:
        """The id of the match with this hash of an invitation code."""
        found = self._connection.execute(
            "SELECT id FROM matches WHERE invitation = ?", (invitation,)
        ).fetchone()
        return None if found is None else found[0]

    def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token."""
        found = self._connection.execute(_TOKEN + " WHERE hash = ?", (digest,)).fetchone()
        return None if found is None else columns.token_row(found)

    def successor(self, digest: bytes) -> TokenRow | None:
        """The token that was made in place of another, if it has not been used."""
        found = self._connection.execute(
            _TOKEN + " WHERE replaces = ? AND length(replaces) > 0 AND NOT void", (digest,)
        ).fetchone()
        return None if found is None else columns.token_row(found)

    def page(self, wanted: MatchFilter, before: int | None, limit: int) -> list[ListedMatch]:
        """Matches, the newest first."""
        conditions = ["1"]
        values: list[object] = []
        for condition, value in (
            ("game = ?", wanted.game),
            ("joinable = ?", wanted.joinable),
            ("rated = ?", wanted.rated),
            ("private = ?", wanted.private),
            ("key < ?", before),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if wanted.statuses:
            conditions.append(f"status IN ({', '.join('?' * len(wanted.statuses))})")
            values += wanted.statuses
        for name, label in wanted.labels:
            conditions.append("json_extract(labels, ?) = ?")
            values += (f'$."{name}"', label)
        found = self._connection.execute(
            f"{_LISTED} WHERE {' AND '.join(conditions)} ORDER BY key DESC LIMIT ?",
            (*values, limit),
        ).fetchall()
        return list(self._sound(found))

    def unattended(self) -> list[str]:
        """The ids of running matches with a policy's seat or a clock."""
        found = self._connection.execute(
            "SELECT id FROM matches WHERE status = ? AND (policies OR clock <> '') ORDER BY key",
            (Status.RUNNING,),
        )
        return [match_id for (match_id,) in found]

    def matches_after(self, key: int) -> list[tuple[int, str | DamagedData]]:
        """The keys and ids of the next matches, or what is wrong with them."""
        found = self._connection.execute(
            f"{_WHOLE} WHERE key > ? ORDER BY key LIMIT {_BATCH}", (key,)
        )
        return [(values[0], columns.judged_match(values)) for values in found]

    def tokens_after(self, digest: bytes) -> list[tuple[bytes, DamagedData | None]]:
        """The hashes of the next tokens, and what is wrong with them."""
        found = self._connection.execute(
            f"{_TOKEN} WHERE hash > ? ORDER BY hash LIMIT {_BATCH}", (digest,)
        )
        return [(values[0], columns.judged_token(values)) for values in found]

    def lost(self, ends: list[tuple[int, int]]) -> list[DamagedData]:
        """What is missing of matches that have these keys, and logs that go at least this far."""
        question = "SELECT 1 FROM matches WHERE key = ?"
        found: list[DamagedData] = []
        for key, number in ends:
            if self._connection.execute(question, (key,)).fetchone() is None:
                found.append(DamagedData(f"the match with key {key} is lost"))
            elif self._last_entry(key) < number:
                # Tokens that were made then are lost with it.
                found.append(DamagedToken(f"the end of the log of match {key} is lost"))
        return found

    def _last_entry(self, key: int) -> int:
        """The number of the last entry of a match; -1 if it has none."""
        question = "SELECT coalesce(max(number), -1) FROM entries WHERE match = ?"
        number: int = self._connection.execute(question, (key,)).fetchone()[0]
        return number

    def _sound(self, found: list[tuple[Any, ...]]) -> Iterator[ListedMatch]:
        """The matches that can be read; a damaged one can't be shown, and does not hide the others.

        Nor can one that has lost the end of its log: what is left would show an older state.
        """
        for values in found:
            try:
                listed = columns.listed_match(values)
            except DamagedData as damage:
                log.warning("match_not_listed", key=values[0], reason=str(damage))
                continue
            key = listed.row.key
            # The note first: it never runs ahead of what is read after it.
            end = self._witness.read(key)
            if end is None or self._last_entry(key) >= end.number:
                yield listed
            else:
                log.warning("match_not_listed", key=key, reason="the end of its log is lost")
