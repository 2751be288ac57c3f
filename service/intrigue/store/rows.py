"""What the store keeps, and the writes that change it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Status(IntEnum):
    """Where a match is in its life. The numbers are stored."""

    WAITING = 1
    RUNNING = 2
    FINISHED = 3
    ABORTED = 4

    @property
    def ended(self) -> bool:
        """Whether nothing will happen any more."""
        return self >= Status.FINISHED


class Occupant(StrEnum):
    """What sits at a seat."""

    OPEN = "open"
    TAKEN = "taken"
    POLICY = "policy"


class Role(StrEnum):
    """What a token is for."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a match."""

    occupant: Occupant
    name: str = ""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What is fixed about a match when it is made."""

    key: int
    id: str
    game: str
    rules_version: str
    options: Mapping[str, str]
    seed: bytes
    seeded: bool
    """Whether the creator chose the seed."""
    script: tuple[str, ...]
    policy_seed: bytes
    private: bool
    rated: bool
    create_time: int
    """Nanoseconds since 1970."""
    request_hash: bytes
    """Of the request that made it, so that a reused request id is noticed; may be empty."""


class Stage(NamedTuple):
    """What changes in the life of a match, as of one moment; made for every action."""

    status: Status
    seats: tuple[SeatRow, ...]
    revisions: tuple[int, ...]
    """Each seat's, then the spectators'; all 0 before the deal."""
    outcome: bytes | None

    @property
    def revision(self) -> int:
        """The spectators' revision."""
        return self.revisions[-1]


class EntryRow(NamedTuple):
    """One entry of a match's log; a plain tuple because one is made for every action."""

    match: int
    number: int
    seat: int | None
    request_id: str
    revision: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class TokenRow:
    """What is known of a token: its hash, and what it is good for."""

    hash: bytes
    match: int
    match_id: str
    role: Role
    seat: int | None
    void: bool = False


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store has it.

    `stage.revisions` holds only the spectators' revision, and that only of a match that has ended.
    """

    row: MatchRow
    stage: Stage
    entries: tuple[EntryRow, ...] = ()


class Lease:
    """The right to write to one match.

    The store breaks it with the first write that fails, so that later writes, which were made on
    top of the lost one, fail too. Whoever goes on with the match loads it anew, with a new lease.
    """

    __slots__ = ("broken",)

    def __init__(self) -> None:
        self.broken = False


class Write(NamedTuple):
    """One change that holds as a whole or not at all; a plain tuple, made for every action."""

    entry: EntryRow | None = None
    """Added to the log."""
    create: MatchRow | None = None
    """A new match."""
    stage: tuple[int, Stage] | None = None
    """A match's key and how it now stands; None if status, seats and outcome stay."""
    tokens: tuple[TokenRow, ...] = ()
    """New tokens."""
    void: bytes | None = None
    """The hash of a token that holds no more."""
