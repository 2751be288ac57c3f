"""Questions to PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import structlog

from intrigue.store import DamagedData, EntryRow, Status, StoredMatch, StoreError, Witness, columns
from intrigue.store import postgres_connections as connections

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from asyncpg import Record
    from asyncpg.pool import Pool

    from intrigue.store import ListedMatch, MatchFilter, TokenRow

log = structlog.get_logger(__name__)

_MATCH: Final = ", ".join(columns.MATCH)
_WHOLE: Final = (
    f"SELECT {', '.join(columns.MATCH + columns.SUMMARY)},"  # noqa: S608
    " (SELECT count(*) FROM tokens WHERE tokens.match = matches.key),"
    " (SELECT key FROM matches AS found WHERE found.id = matches.id) AS identified,"
    " (SELECT key FROM matches AS found WHERE found.invitation = matches.invitation) AS invited"
    " FROM matches"
)
_LISTED: Final = f"SELECT {_MATCH}, summary FROM matches"  # noqa: S608 - no input in it
_ENTRY: Final = f"SELECT {', '.join(columns.ENTRY)} FROM entries"  # noqa: S608
_TOKEN: Final = f"SELECT {', '.join(columns.TOKEN)} FROM tokens"  # noqa: S608
_BATCH: Final = 1000


class PostgresReader:
    """Asks on any of several connections; a question that is cut off is asked again."""

    def __init__(self, pool: Pool[Record]) -> None:
        self._pool = pool
        self._closed = False

    async def close(self) -> None:
        """Closes the connections."""
        self._closed = True
        try:
            await asyncio.wait_for(self._pool.close(), connections.PATIENCE)
        except (TimeoutError, *connections.UNREACHABLE):
            self._pool.terminate()

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""
        found = await self._row(
            f"SELECT {_MATCH}, heads.number, heads.head FROM matches"  # noqa: S608
            " LEFT JOIN heads ON heads.match = matches.key WHERE id = $1",
            match_id,
        )
        if found is None:
            return None
        *values, number, head = found
        row = columns.match_row(values)
        if row.id != match_id:
            raise DamagedData("the index of matches is damaged")
        # Asked for after its end, so that it is not older: what is newer is no fault.
        entries = await self.entries(row.key, -1)
        witness = None if number is None else Witness(number, head)
        return StoredMatch(row, tuple(entries), witness)

    async def entries(self, key: int, after: int) -> list[EntryRow]:
        """The entries of a match with numbers above `after`."""
        question = _ENTRY + " WHERE match = $1 AND number > $2 ORDER BY number"
        return [EntryRow(*values) for values in await self.rows(question, key, after)]

    async def answered(self, key: int, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry that a request of a seat, or of the host, led to."""
        found = await self._row(
            _ENTRY + " WHERE match = $1 AND seat IS NOT DISTINCT FROM $2::smallint"
            " AND request_id = $3 AND request_id <> ''",
            key,
            seat,
            request_id,
        )
        return None if found is None else EntryRow(*found)

    async def heads(self, keys: Collection[int]) -> Mapping[int, int]:
        """The number of the last entry of each of these matches."""
        question = "SELECT match, number FROM heads WHERE match = ANY($1::bigint[])"
        return dict(map(tuple, await self.rows(question, list(keys))))

    async def invited(self, invitation: bytes) -> str | None:
        """The id of the match with this hash of an invitation code."""
        found = await self._row("SELECT id FROM matches WHERE invitation = $1", invitation)
        return None if found is None else found[0]

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token."""
        found = await self._row(_TOKEN + " WHERE hash = $1", digest)
        return None if found is None else columns.token_row(tuple(found))

    async def successor(self, digest: bytes) -> TokenRow | None:
        """The token that was made in place of another, if it has not been used."""
        found = await self._row(
            _TOKEN + " WHERE replaces = $1 AND length(replaces) > 0 AND NOT void", digest
        )
        return None if found is None else columns.token_row(tuple(found))

    async def page(self, wanted: MatchFilter, before: int | None, limit: int) -> list[ListedMatch]:
        """Matches, the newest first."""
        conditions = ["true"]
        values: list[object] = []
        for column, value in (
            ("game =", wanted.game),
            ("joinable =", wanted.joinable),
            ("rated =", wanted.rated),
            ("private =", wanted.private),
            ("key <", before),
        ):
            if value is not None:
                values.append(value)
                conditions.append(f"{column} ${len(values)}")
        if wanted.statuses:
            values.append(list(wanted.statuses))
            conditions.append(f"status = ANY(${len(values)}::smallint[])")
        for pair in wanted.labels:
            values += pair
            conditions.append(f"labels::jsonb ->> ${len(values) - 1} = ${len(values)}")
        question = f"{_LISTED} WHERE {' AND '.join(conditions)} ORDER BY key DESC"
        return list(_sound(await self.rows(f"{question} LIMIT ${len(values) + 1}", *values, limit)))

    async def unattended(self, before: int) -> list[str]:
        """The ids of running matches with a policy's seat or a clock, with nothing new in them."""
        found = await self.rows(
            "SELECT id FROM matches JOIN heads ON heads.match = matches.key"  # noqa: S608
            f" WHERE status = {Status.RUNNING:d} AND (policies OR clock <> '')"
            " AND heads.time < $1 ORDER BY key",
            before,
        )
        return [match_id for (match_id,) in found]

    async def matches_after(self, key: int) -> list[tuple[int, str | DamagedData]]:
        """The keys and ids of the next matches, or what is wrong with them."""
        question = f"{_WHOLE} WHERE key > $1 ORDER BY key LIMIT {_BATCH}"
        return [
            (values[0], columns.judged_match(tuple(values)))
            for values in await self.rows(question, key)
        ]

    async def tokens_after(self, digest: bytes) -> list[tuple[bytes, DamagedData | None]]:
        """The hashes of the next tokens, and what is wrong with them."""
        question = f"{_TOKEN} WHERE hash > $1 ORDER BY hash LIMIT {_BATCH}"
        return [
            (values[0], columns.judged_token(tuple(values)))
            for values in await self.rows(question, digest)
        ]

    async def missing(self) -> list[int]:
        """The keys of matches of which there is nothing but the end of a log."""
        found = await self.rows(
            "SELECT match FROM heads LEFT JOIN matches ON key = match WHERE key IS NULL"
            " ORDER BY match"
        )
        return [key for (key,) in found]

    async def rows(self, question: str, *values: object) -> list[Record]:
        """The answer to a question, asked until there is one."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + connections.PATIENCE
        pause = connections.FIRST_PAUSE
        while True:
            lost = True
            try:
                async with self._pool.acquire() as connection:
                    try:
                        return await connection.fetch(question, *values)
                    except Exception as error:
                        lost = connection.is_closed() or connections.ended(error)
                        if lost:
                            connection.terminate()
                        raise
            except connections.UNREACHABLE as error:
                if not lost or self._closed or loop.time() + pause > deadline:
                    raise connections.meaning(error, "the store can't be read") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, connections.LONGEST_PAUSE)

    async def value(self, question: str, *values: object) -> Any:
        """The only value of the answer to a question."""
        found = await self._row(question, *values)
        if found is None:
            raise StoreError("the store has lost something that it can't be without")
        return found[0]

    async def _row(self, question: str, *values: object) -> Record | None:
        found = await self.rows(question, *values)
        return found[0] if found else None


def _sound(found: Iterable[Record]) -> Iterator[ListedMatch]:
    """The matches that can be read; a damaged one can't be shown, and does not hide the others."""
    for values in found:
        try:
            yield columns.listed_match(tuple(values))
        except DamagedData as damage:
            log.warning("match_not_listed", key=values[0], reason=str(damage))
