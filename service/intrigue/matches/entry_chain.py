"""The log of a match: entries made, links computed, and what was read held against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import proof
from intrigue.engine import is_resignation
from intrigue.matches.clocks import Times
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import EntryKind, EntryRow, Lobby, Occupant, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from intrigue.matches.match_version import MatchVersion
    from intrigue.store import MatchRow, StoredMatch, Witness

_BROKEN = (ValueError, KeyError, TypeError, AttributeError)


def terms(row: MatchRow) -> str:
    """The terms of a match, with which its chain begins."""
    clock = row.clock
    return proof.terms(
        {
            "id": row.id,
            "game": row.game,
            "rules_version": row.rules_version,
            "options": dict(row.options),
            "script": list(row.script),
            "seeded": row.seeded,
            "rated": row.rated,
            "private": row.private,
            "ready_check": row.ready_check,
            "pace": str(row.pace),
            "labels": dict(row.labels),
            "clock": None
            if clock is None
            else [clock.bank, clock.increment, clock.decision, clock.policy],
            "create_time": row.create_time,
            "commitment": proof.commitment(row.nonce, row.seed).hex(),
        }
    )


class EntryChain:
    """Makes and checks the entries of one match."""

    __slots__ = ("_key", "_row")

    def __init__(self, row: MatchRow) -> None:
        self._row = row
        self._key = proof.chain_key(row.nonce)

    @property
    def first_link(self) -> bytes:
        """The link before the first entry."""
        return proof.first_link(self._key, terms(self._row))

    def entry(  # noqa: PLR0917 - called for every action
        self,
        before: MatchVersion,
        kind: EntryKind,
        seat: int | None,
        request_id: str,
        revision: int,
        time: int,
        wall_time: int,
        clock: bytes,
        body: bytes,
    ) -> EntryRow:
        """The entry that follows a version."""
        number = before.number + 1
        request = proof.request_hash(request_id)
        head = proof.next_link(
            self._key,
            before.head,
            number,
            kind,
            seat,
            request,
            revision,
            time,
            wall_time,
            clock,
            body,
        )
        key = self._row.key
        return EntryRow(
            key, number, kind, seat, request_id, revision, time, wall_time, clock, body, head
        )

    def follows(self, number: int, head: bytes, entries: Iterable[EntryRow]) -> bool:
        """Whether entries go on where the entry with this number and link left off."""
        try:
            for entry in entries:
                number += 1
                head = proof.next_link(
                    self._key,
                    head,
                    entry.number,
                    entry.kind,
                    entry.seat,
                    proof.request_hash(entry.request_id),
                    entry.revision,
                    entry.time,
                    entry.wall_time,
                    entry.clock,
                    entry.body,
                )
                # The link has the match's terms, and not the key under which it is stored.
                if entry.match != self._row.key or entry.number != number or entry.head != head:
                    return False
        except Exception:  # noqa: BLE001 - a damaged column can be of any kind
            return False
        return True


def check(stored: StoredMatch) -> None:
    """Raises a `ServiceError` unless a log is whole: every link, and its end."""
    entries = stored.entries
    chain = EntryChain(stored.row)
    if not entries or not chain.follows(-1, chain.first_link, entries):
        raise ServiceError(ErrorCode.LOG_DAMAGED)
    if stored.witness is not None and not _bears_out(stored.witness, entries):
        raise ServiceError(ErrorCode.LOG_DAMAGED)


def _bears_out(witness: Witness, entries: Sequence[EntryRow]) -> bool:
    """Whether a log goes as far as its witness, and says the same there."""
    return witness.number < len(entries) and entries[witness.number].head.startswith(witness.head)


def lobby_of(entries: Iterable[EntryRow], before: Lobby | None) -> Lobby:
    """The lobby that entries lead to; whether the play is over is not seen here."""
    lobby = before
    try:
        for entry in entries:
            if entry.kind == EntryKind.LOBBY:
                lobby = Lobby.decode(entry.body)
            elif entry.kind == EntryKind.DEAL and lobby is not None:
                lobby = lobby._replace(status=Status.RUNNING)
    except _BROKEN as error:
        raise ServiceError(ErrorCode.LOG_DAMAGED) from error
    if lobby is None:
        raise ServiceError(ErrorCode.LOG_DAMAGED)
    return lobby


def times_of(entries: Sequence[EntryRow], before: Times | None) -> Times | None:
    """Everybody's time as of the last entry that has it."""
    for entry in reversed(entries):
        if entry.clock:
            try:
                return Times.decode(entry.clock)
            except ValueError as error:
                raise ServiceError(ErrorCode.LOG_DAMAGED) from error
    return before


def resigned_after(entries: Iterable[EntryRow], before: frozenset[int]) -> frozenset[int]:
    """The seats whose holders have resigned, after entries; a later holder of a seat has not."""
    resigned = before
    for entry in entries:
        if entry.kind == EntryKind.LOBBY:
            if resigned:
                resigned = still_resigned(lobby_of((entry,), None), resigned)
        elif entry.seat is not None and is_resignation(entry.body):
            resigned |= {entry.seat}
    return resigned


def still_resigned(lobby: Lobby, resigned: frozenset[int]) -> frozenset[int]:
    """Those of some seats that have not been opened to another player."""
    opened = {seat for seat in resigned if lobby.seats[seat].occupant is Occupant.OPEN}
    return resigned - opened


def steps_of(entries: Iterable[EntryRow]) -> list[bytes]:
    """The core's entries among them."""
    return [entry.body for entry in entries if entry.kind != EntryKind.LOBBY]
