"""How a match stands as of one entry of its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from intrigue.matches import clocks, entry_chain
from intrigue.store import EntryKind, Occupant, PublicTimes, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.engine import Match
    from intrigue.matches.clocks import Times
    from intrigue.store import EntryRow, Lobby, MatchRow, SeatRow

# Entries that everybody knows of.
_PUBLIC = frozenset({EntryKind.LOBBY, EntryKind.DEAL})


class MatchVersion(NamedTuple):
    """A plain tuple, because one is made for every action."""

    lobby: Lobby
    revisions: tuple[int, ...]
    """Each seat's, then the spectators'; all 0 before the deal."""
    outcome: bytes | None
    number: int
    """Of the entry; -1 before the first."""
    head: bytes
    """The link of the log's chain."""
    open_head: bytes
    """The last link that belongs to no step of play: how often it changes tells nothing of what
    seats do in secret.
    """
    steps: int
    """How many of the entries so far are the core's."""
    time: int
    """On the service's clock."""
    times: Times | None
    """What is left of everybody's time; None if nobody is timed, or before the deal."""
    resigned: frozenset[int] = frozenset()
    """Seats whose holders have given up, and that nobody else has taken since."""
    public_times: PublicTimes = PublicTimes()
    """When what happened, as everybody may know."""

    @property
    def status(self) -> Status:
        """Where the match is in its life."""
        return self.lobby.status

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Who sits where."""
        return self.lobby.seats

    @property
    def revision(self) -> int:
        """The spectators' revision."""
        return self.revisions[-1]


def first_version(row: MatchRow, lobby: Lobby, now: int) -> MatchVersion:
    """How a match stands before the first entry of its log."""
    revisions = (0,) * (len(lobby.seats) + 1)
    first = entry_chain.EntryChain(row).first_link
    times = PublicTimes(updated=row.create_time)
    return MatchVersion(lobby, revisions, None, -1, first, first, 0, now, None, public_times=times)


class Snapshot(NamedTuple):
    """What anyone may know of a match. The row holds secrets too: only what is public is told."""

    row: MatchRow
    lobby: Lobby
    revision: int
    outcome: bytes | None
    times: PublicTimes


def snapshot_of(row: MatchRow, version: MatchVersion) -> Snapshot:
    """What anyone may know of a match as of a version."""
    return Snapshot(row, version.lobby, version.revision, version.outcome, version.public_times)


class Receipt(NamedTuple):
    """Shows later that an entry was once kept."""

    revision: int
    head: bytes


def complete(row: MatchRow, lobby: Lobby) -> bool:
    """Whether nobody has to be waited for."""
    if any(seat.occupant is Occupant.OPEN for seat in lobby.seats):
        return False
    return not row.ready_check or all(
        seat.ready for seat in lobby.seats if seat.occupant is Occupant.TAKEN
    )


def policies_of(lobby: Lobby) -> dict[int, str]:
    """The policies by the seats that they hold."""
    return {
        seat: held.policy
        for seat, held in enumerate(lobby.seats)
        if held.occupant is Occupant.POLICY
    }


def version_after(
    before: MatchVersion, entries: Sequence[EntryRow], lobby: Lobby, play: Match | None
) -> MatchVersion:
    """How a match stands after entries that `play` has taken in."""
    last = entries[-1]
    public_heads = [entry.head for entry in entries if entry.kind in _PUBLIC]
    revisions, outcome = before.revisions, before.outcome
    if play is not None:
        revision = play.revision
        revisions = (*[revision(seat) for seat in range(len(lobby.seats))], revision(None))
        if play.over:
            outcome = play.outcome()
            lobby = lobby._replace(status=Status.FINISHED)
    return MatchVersion(
        lobby,
        revisions,
        outcome,
        last.number,
        last.head,
        public_heads[-1] if public_heads else before.open_head,
        before.steps + sum(entry.kind != EntryKind.LOBBY for entry in entries),
        last.time,
        entry_chain.times_of(entries, before.times),
        entry_chain.resigned_after(entries, before.resigned),
        public_times(before, entries, lobby, play),
    )


def public_times(
    before: MatchVersion, entries: Sequence[EntryRow], lobby: Lobby, play: Match | None
) -> PublicTimes:
    """When what happened, after entries. Steps that are hidden from spectators leave no trace."""
    started, ended, updated = before.public_times
    version, step = before.lobby.version, before.steps
    last_step = updated
    for entry in entries:
        if entry.kind == EntryKind.LOBBY:
            now = entry_chain.lobby_of((entry,), None)
            if now.version != version:
                version, updated = now.version, entry.wall_time
            if now.status is Status.ABORTED and not ended:
                ended = entry.wall_time
            continue
        last_step = entry.wall_time
        if entry.kind == EntryKind.DEAL:
            started = entry.wall_time
        if play is not None and step == play.public_entry:
            updated = entry.wall_time
        step += 1
    # Entries may follow the step that ended the match: a rematch is noted in its log.
    if lobby.status is Status.FINISHED and not ended:
        ended = last_step
    return PublicTimes(started, ended, updated)


def times_after(  # noqa: PLR0917 - called for every action
    row: MatchRow,
    play: Match,
    before: MatchVersion,
    revisions: tuple[int, ...],
    actor: int | None,
    now: int,
    untimed: frozenset[int] = frozenset(),
) -> Times | None:
    """What is left of everybody's time after a step that brought viewers to `revisions`."""
    clock = row.clock
    if clock is None:
        return None
    times = clocks.advance(
        clock,
        before.times or clocks.begin(clock, len(before.seats)),
        actor=actor,
        asked=play.asked(),
        # While a question stays open, nothing happens that those whom it is put to can see.
        asked_again={seat for seat, old in enumerate(before.revisions) if revisions[seat] > old},
        seen_asked=play.asked_as_seen(None),
        public=revisions[-1] > before.revisions[-1],
        now=now,
    )
    return clocks.excuse(times, untimed) if untimed else times
