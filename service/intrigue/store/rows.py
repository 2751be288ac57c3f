"""What the store keeps, and the writes that change it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

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


class Pace(StrEnum):
    """How fast policies answer."""

    FAST = "fast"
    RELAXED = "relaxed"


class Role(StrEnum):
    """What a token is for."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"


class EntryKind(IntEnum):
    """What an entry of a log is. The numbers are stored, and those of the contract's LogKind."""

    LOBBY = 1
    """Seats or status changed; the body is a `Lobby`."""
    DEAL = 2
    """The match began; the body is the core's entry, as in those that follow."""
    STEP = 3
    """A seat acted or resigned."""
    TIMEOUT = 4
    """A seat's time was up."""


class SeatRow(NamedTuple):
    """One seat of a match."""

    occupant: Occupant
    name: str = ""
    policy: str = ""
    ready: bool = False
    entropy: bytes = b""
    """What its holder gave to be mixed into the deal; secret until the match has ended."""


class Lobby(NamedTuple):
    """What changes about a match apart from its play."""

    status: Status
    seats: tuple[SeatRow, ...]
    rematch: str = ""
    """The id of the match that the company went on to."""
    tokens: int = 0
    """How many tokens were ever made for the match: what shows that one is lost."""
    version: int = 0
    """How often something that anybody may see has changed."""
    request: str = ""
    """A digest of the request that led here, so that a request id that is used for something else
    is noticed; empty if it had no id.
    """
    replaced: tuple[int, ...] = ()
    """Seats whose holders have changed since the deal."""

    @property
    def shown(self) -> tuple[object, ...]:
        """What anybody may see of it."""
        return self.status, self.seats, self.rematch

    def names(self, *, asked: bool) -> tuple[str, ...]:
        """The names by which texts call the seats, if a caller asks for them; otherwise none."""
        return tuple(seat.name for seat in self.seats) if asked else ()

    def encode(self) -> bytes:
        """The same bytes for the same lobby."""
        seats = [
            {
                "occupant": seat.occupant,
                "name": seat.name,
                "policy": seat.policy,
                "ready": seat.ready,
                "entropy": seat.entropy.hex(),
            }
            for seat in self.seats
        ]
        fields = {
            "status": int(self.status),
            "seats": seats,
            "rematch": self.rematch,
            "tokens": self.tokens,
            "version": self.version,
            "request": self.request,
            "replaced": self.replaced,
        }
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()

    @classmethod
    def decode(cls, body: bytes) -> Self:
        """The lobby of an entry; raises ValueError, KeyError or TypeError if it is none."""
        fields = json.loads(body)
        return cls(
            Status(fields["status"]),
            tuple(
                SeatRow(
                    Occupant(seat["occupant"]),
                    seat["name"],
                    seat["policy"],
                    seat["ready"],
                    bytes.fromhex(seat["entropy"]),
                )
                for seat in fields["seats"]
            ),
            fields["rematch"],
            fields["tokens"],
            fields["version"],
            fields["request"],
            tuple(fields["replaced"]),
        )


@dataclass(frozen=True, slots=True)
class ClockRow:
    """How much time a seat has, in milliseconds; 0: no such limit."""

    bank: int
    increment: int
    decision: int
    policy: str
    """Decides for a seat whose time is up; empty: the seat forfeits."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What is fixed about a match when it is made."""

    key: int
    id: str
    game: str
    rules_version: int
    options: Mapping[str, str]
    seed: bytes
    """What the server drew, or the creator chose."""
    nonce: bytes
    seeded: bool
    """Whether the creator chose the seed."""
    script: tuple[str, ...]
    policy_seed: bytes
    private: bool
    rated: bool
    ready_check: bool
    clock: ClockRow | None
    pace: Pace
    labels: Mapping[str, str]
    invitation: bytes | None
    """The hash of the code that lets people into a private match."""
    create_time: int
    """Milliseconds since 1970."""
    request_hash: bytes
    """Of the request that made it, so that a reused request id is noticed; may be empty."""


class PublicTimes(NamedTuple):
    """When what, as everybody may know, by the calendar in milliseconds; 0: it has not happened."""

    started: int = 0
    ended: int = 0
    updated: int = 0
    """When something last changed that everybody may see."""


class Summary(NamedTuple):
    """How a match stands, for lists: kept beside the log, and never instead of it."""

    lobby: Lobby
    revision: int
    """The spectators' revision, of a match that has ended."""
    outcome: bytes | None
    times: PublicTimes

    @property
    def joinable(self) -> bool:
        """Whether a seat is open."""
        open_seat = any(seat.occupant is Occupant.OPEN for seat in self.lobby.seats)
        return open_seat and not self.lobby.status.ended

    @property
    def policies(self) -> bool:
        """Whether a policy holds a seat."""
        return any(seat.occupant is Occupant.POLICY for seat in self.lobby.seats)


class EntryRow(NamedTuple):
    """One entry of a match's log; a plain tuple because one is made for every action."""

    match: int
    number: int
    """0 for the first, and so on."""
    kind: int
    seat: int | None
    request_id: str
    revision: int
    """What the entry brought the acting seat to."""
    time: int
    """On the service's clock, in milliseconds."""
    wall_time: int
    """By the calendar, in milliseconds since 1970."""
    clock: bytes
    """What was left of everybody's time; empty without a clock."""
    body: bytes
    head: bytes
    """The link of the match's chain that belongs to it."""


class Witness(NamedTuple):
    """How far a log was once known to go, kept apart from it: what shows that its end is lost."""

    number: int
    """Of the last entry."""
    head: bytes
    """Its link, or the beginning of it."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """What is known of a token: its hash, and what it is good for."""

    hash: bytes
    match: int
    match_id: str
    role: Role
    seat: int | None
    void: bool = False
    replaces: bytes = b""
    """The hash of the token in whose place it was made, until it is first used: until then the old
    one may ask for it again.
    """


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store has it, all of it as of one moment."""

    row: MatchRow
    entries: tuple[EntryRow, ...]
    witness: Witness | None
    """None: the store has none, or one that is damaged itself."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as lists show it."""

    row: MatchRow
    summary: Summary


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches to list; None: whatever it is."""

    game: str | None = None
    statuses: tuple[Status, ...] = ()
    """None: every status."""
    joinable: bool | None = None
    rated: bool | None = None
    private: bool | None = False
    labels: tuple[tuple[str, str], ...] = ()
    """Which a match must have, all of them."""


class WriteLease:
    """The right to write to one match.

    The store breaks it with the first write that fails, so that later writes, which were made on
    top of the lost one, fail too. The match is then read again, with a new lease.
    """

    __slots__ = ("broken",)

    def __init__(self) -> None:
        self.broken = False


class Write(NamedTuple):
    """One change that holds as a whole or not at all; a plain tuple, made for every action."""

    entries: tuple[EntryRow, ...]
    """Added to the log of one match; never empty."""
    create: MatchRow | None = None
    """A new match, whose first entries these are."""
    summary: Summary | None = None
    """None if the match's summary stays; a new match has one."""
    tokens: tuple[TokenRow, ...] = ()
    """New tokens."""
    void: tuple[bytes, ...] = ()
    """The hashes of tokens that hold no more. If one of them does not hold, it is a conflict."""
    void_seat: tuple[Role, int | None] | None = None
    """Makes void all tokens of the match with this role and seat."""
    used: tuple[bytes, ...] = ()
    """The hashes of tokens that are used for the first time."""
