"""How a match comes about: made, and joined until its seats are filled."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from intrigue.matches import checks, tokens
from intrigue.matches.faults import Code, Fault
from intrigue.matches.room import Room
from intrigue.store import MatchRow, Occupant, Role, SeatRow, Stage, Status, TokenRow, Write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue.matches.hall import Hall
    from intrigue.matches.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody asks for who makes a match."""

    game: str
    options: Mapping[str, str]
    seats: tuple[SeatRow, ...]
    """TAKEN: by the one who asks. None at all: every seat is open."""
    private: bool
    rated: bool
    seed: bytes
    script: tuple[str, ...]
    request_id: str

    def check(self) -> None:
        """Raises a `Fault` if something is wrong that can be seen without the game."""
        checks.text("game", self.game, checks.MAX_ID)
        checks.options(self.options)
        checks.items("seats", len(self.seats), checks.MAX_SEATS)
        for seat in self.seats:
            checks.text("seats", seat.name, checks.MAX_NAME)
            checks.text("seats", seat.policy)
        checks.seed(self.seed)
        checks.script(self.script)
        checks.secret_request_id(self.request_id)
        if self.rated and (self.seed or self.script):
            raise Fault(Code.RATED_NOT_RANDOM)

    def digest(self) -> bytes:
        """By which a repeated request is told from another with the same id."""
        fields = asdict(self) | {"options": dict(self.options), "seed": self.seed.hex()}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).digest()


@dataclass(frozen=True, slots=True)
class Credential:
    """A seat and the token that moves it."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class Founded:
    """A new match and the keys to it, told this once."""

    snapshot: Snapshot
    host_token: str
    spectator_token: str
    credentials: tuple[Credential, ...]


class Founder:
    """Makes matches and seats those who join."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def create(self, proposal: Proposal) -> Founded:
        """Makes a match; the same request again gives the same match and the same tokens."""
        proposal.check()
        hall = self._hall
        options, count = hall.engine.settle_options(proposal.game, proposal.options)
        seats = self._seats(proposal, count)
        draw = hall.minter.for_request("create", proposal.request_id)
        match_id = tokens.match_id(draw("match"))
        request_hash = proposal.digest() if proposal.request_id else b""
        found = await hall.find(match_id) if proposal.request_id else None
        # A copy of this request may have made the match meanwhile. Nothing is awaited from here
        # until the room is kept: there can't be two of it.
        room = hall.live(match_id) or found
        if room is None:
            row = MatchRow(
                key=hall.store.new_key(),
                id=match_id,
                game=proposal.game,
                rules_version=hall.engine.rules_version(proposal.game),
                options=options,
                seed=proposal.seed or tokens.draw(),
                seeded=bool(proposal.seed),
                script=proposal.script,
                policy_seed=_policy_seed(proposal.seed),
                private=proposal.private,
                rated=proposal.rated,
                create_time=time.time_ns(),
                request_hash=request_hash,
            )
            room = await self._open(row, seats, draw)
        elif room.row.request_hash != request_hash:
            raise Fault(Code.REQUEST_ID_REUSED)
        else:
            await room.settled()
        return Founded(
            room.snapshot(),
            tokens.token(draw("host")),
            tokens.token(draw("spectator")),
            tuple(
                Credential(number, tokens.token(draw(f"seat {number}")))
                for number, seat in enumerate(seats)
                if seat.occupant is Occupant.TAKEN
            ),
        )

    async def join(
        self, match_id: str, token: str | None, seat: int | None, name: str, request_id: str
    ) -> tuple[Snapshot, Credential]:
        """Takes an open seat; the same request again gives the same seat and the same token."""
        checks.text("name", name, checks.MAX_NAME)
        checks.secret_request_id(request_id)
        hall = self._hall
        draw = hall.minter.for_request("join", match_id, request_id)
        fresh = tokens.token(draw("token"))
        digest = tokens.digest(fresh)
        room, _ = await hall.enter(match_id, token)
        issued = await hall.gate.issued(digest) if request_id else None
        if issued is not None and issued.seat is not None:
            if seat is not None and seat != issued.seat:
                raise Fault(Code.REQUEST_ID_REUSED)
            await room.settled()
            return room.snapshot(), Credential(issued.seat, fresh)

        admitted: list[TokenRow] = []

        def admit(row: TokenRow) -> None:
            admitted.append(row)
            hall.gate.admit([row])

        try:
            row = await room.join(seat, name, digest, admit)
        except Fault:
            hall.gate.forget(admitted)
            raise
        return room.snapshot(), Credential(row.seat or 0, fresh)

    async def _open(
        self, row: MatchRow, seats: tuple[SeatRow, ...], draw: Callable[[str], bytes]
    ) -> Room:
        hall = self._hall
        if row.script:
            # A script that does not fit is the creator's fault, not that of the last to join.
            hall.engine.deal(row.game, row.options, row.seed, row.script)
        stage = Stage(Status.WAITING, seats, (0,) * (len(seats) + 1), None)
        room = Room(row, stage, None, (), engine=hall.engine, store=hall.store, landlord=hall)
        rows = [
            _token_row(row, draw("host"), Role.HOST),
            _token_row(row, draw("spectator"), Role.SPECTATOR),
        ]
        rows.extend(
            _token_row(row, draw(f"seat {number}"), Role.SEAT, number)
            for number, seat in enumerate(seats)
            if seat.occupant is Occupant.TAKEN
        )
        hall.keep(room)
        hall.gate.admit(rows)
        try:
            await room.open(Write(create=row, tokens=tuple(rows)))
        except BaseException:
            # If it was not even submitted, nothing will ever come of it.
            if room.idle:
                hall.discard(room)
                hall.gate.forget(rows)
            raise
        return room

    def _seats(self, proposal: Proposal, count: int) -> tuple[SeatRow, ...]:
        if not proposal.seats:
            return (SeatRow(Occupant.OPEN),) * count
        if len(proposal.seats) != count:
            raise Fault(Code.WRONG_SEAT_COUNT, seats=count)
        check = self._hall.engine.check_policy
        return tuple(
            SeatRow(Occupant.POLICY, policy=check(seat.policy))
            if seat.occupant is Occupant.POLICY
            else seat
            for seat in proposal.seats
        )


def _token_row(row: MatchRow, draw: bytes, role: Role, seat: int | None = None) -> TokenRow:
    return TokenRow(tokens.digest(tokens.token(draw)), row.key, row.id, role, seat)


def _policy_seed(seed: bytes) -> bytes:
    """The policies' luck: as repeatable as the deal, and not the same numbers."""
    return hashlib.sha256(b"policy" + seed).digest() if seed else tokens.draw()
