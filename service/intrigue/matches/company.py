"""What a host does with the seats of a match, and how a company goes on to the next."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from intrigue.matches import checks, tokens
from intrigue.matches.faults import Code, Fault
from intrigue.matches.founder import Credential, Founder, with_seat
from intrigue.store import Lobby, Occupant, Role, SeatRow, Status

if TYPE_CHECKING:
    from intrigue.matches.hall import Hall
    from intrigue.matches.room import Room
    from intrigue.matches.stage import Receipt, Snapshot
    from intrigue.store import MatchRow


@dataclass(frozen=True, slots=True)
class Regrouped:
    """The next match, and the caller's keys to it."""

    snapshot: Snapshot
    receipt: Receipt
    credential: Credential | None
    host_token: str


class Company:
    """Those who sit at a match."""

    def __init__(self, hall: Hall, founder: Founder) -> None:
        self._hall = hall
        self._founder = founder

    async def set_ready(self, match_id: str, token: str | None, *, ready: bool) -> Room:
        """Says whether a seat is ready to begin; the match is dealt when all are."""
        room, seat = await self._hall.sit(match_id, token)

        def change(lobby: Lobby) -> Lobby:
            if not room.row.ready_check:
                raise Fault(Code.NO_READY_CHECK)
            _before_the_deal(lobby)
            return with_seat(lobby, seat, lobby.seats[seat]._replace(ready=ready))

        await room.change_lobby(change)
        return room

    async def abort(self, match_id: str, token: str | None) -> Room:
        """Ends a match without an outcome; once more is no fault."""
        room = await self._hall.host(match_id, token, operator=True)

        def change(lobby: Lobby) -> Lobby:
            if lobby.status is Status.FINISHED:
                raise Fault(Code.MATCH_OVER)
            if lobby.status is Status.ABORTED:
                raise Fault(Code.MATCH_ABORTED)
            return lobby._replace(status=Status.ABORTED)

        try:
            await room.change_lobby(change)
        except Fault as fault:
            if fault.code is not Code.MATCH_ABORTED:
                raise
        return room

    async def replace(self, match_id: str, token: str | None, seat: int, policy: str) -> Room:
        """Opens a seat, or gives it to a policy; whoever held it holds it no more."""
        room = await self._hall.host(match_id, token)
        held = self._policy(policy) if policy else SeatRow(Occupant.OPEN)

        def change(lobby: Lobby) -> Lobby:
            if seat >= len(lobby.seats):
                raise Fault(Code.SEAT_OUT_OF_RANGE, seats=len(lobby.seats))
            return _reseated(room.row, lobby, seat, held)

        await room.change_lobby(change, void_seat=(Role.SEAT, seat))
        await self._hall.dismiss(room, Role.SEAT, seat)
        return room

    async def add_bots(self, match_id: str, token: str | None, policy: str, count: int) -> Room:
        """Gives open seats to a policy, the lowest first; 0: all of them."""
        room = await self._hall.host(match_id, token)
        bot = self._policy(policy or "random")

        def change(lobby: Lobby) -> Lobby:
            _before_the_end(lobby)
            wanted = [
                seat for seat, held in enumerate(lobby.seats) if held.occupant is Occupant.OPEN
            ]
            if not wanted or count > len(wanted):
                raise Fault(Code.NO_OPEN_SEAT)
            for seat in wanted[: count or None]:
                lobby = _reseated(room.row, lobby, seat, bot)
            return lobby

        await room.change_lobby(change)
        return room

    async def rematch(self, match_id: str, token: str | None, entropy: bytes) -> Regrouped:
        """The next match of the same company; the caller's seat in it is ready by this."""
        checks.entropy(entropy)
        room, holder = await self._hall.enter(match_id, token)
        if holder is None or holder.role is Role.SPECTATOR:
            raise Fault(Code.SEAT_TOKEN_REQUIRED)
        old = room.row
        draw = self._hall.minter.for_request("rematch", old.id)
        next_id = tokens.match_id(draw("match"))
        following = await self._hall.find(next_id)
        if following is None:
            following = await self._follow_up(room, next_id)

        def link(lobby: Lobby) -> Lobby:
            return lobby._replace(rematch=next_id)

        if room.durable.lobby.rematch != next_id:
            await room.change_lobby(link)
        credential = None
        if holder.seat is not None:
            seat = _moved(holder.seat, len(room.durable.seats))
            fresh = tokens.token(draw(f"seat {seat}"))
            # If it holds no more, the host has given the seat to somebody else, who is ready
            # when that one says so.
            if await self._hall.gate.holds(fresh):
                await self._claim(following, seat, entropy)
                credential = Credential(seat, fresh)
        host = tokens.token(draw("host")) if holder.role is Role.HOST else ""
        return Regrouped(following.snapshot(), following.receipt(), credential, host)

    async def _follow_up(self, room: Room, next_id: str) -> Room:
        """Makes the next match: every seat moves on by one."""
        await room.settled()
        if room.durable.status is Status.ABORTED:
            raise Fault(Code.MATCH_ABORTED)
        if room.durable.status is not Status.FINISHED or room.play is None:
            raise Fault(Code.MATCH_NOT_OVER)
        old, hall = room.row, self._hall
        count = len(room.durable.seats)
        places = [_moved(seat, count) for seat in range(count)]
        seats = [SeatRow(Occupant.OPEN)] * count
        for place, held in zip(places, room.durable.seats, strict=True):
            seats[place] = SeatRow(held.occupant, held.name, held.policy)
        row = replace(
            old,
            key=await hall.store.new_key(),
            id=next_id,
            rules_version=hall.engine.rules_version(old.game),
            options=room.play.rematch(places),
            seed=tokens.draw(),
            nonce=tokens.draw(),
            seeded=False,
            script=(),
            policy_seed=tokens.draw(),
            ready_check=True,
            invitation=None,
            create_time=time.time_ns(),
            request_hash=b"",
        )
        draw = hall.minter.for_request("rematch", old.id)
        return await self._founder.found(row, tuple(seats), draw, repeatable=True)

    @staticmethod
    async def _claim(room: Room, seat: int, entropy: bytes) -> None:
        """Has a seat ready, if that is still to be said."""

        def change(lobby: Lobby) -> Lobby:
            held = lobby.seats[seat]
            if lobby.status is not Status.WAITING or held.ready:
                raise Fault(Code.MATCH_STARTED)
            if held.occupant is not Occupant.TAKEN:
                raise Fault(Code.MATCH_STARTED)
            return with_seat(lobby, seat, held._replace(ready=True, entropy=entropy))

        try:
            await room.change_lobby(change)
        except Fault as fault:
            if fault.code is not Code.MATCH_STARTED:
                raise

    def _policy(self, policy: str) -> SeatRow:
        checks.text("policy", policy)
        return SeatRow(Occupant.POLICY, policy=self._hall.effort.settle(policy))


def _before_the_deal(lobby: Lobby) -> None:
    if lobby.status is Status.ABORTED:
        raise Fault(Code.MATCH_ABORTED)
    if lobby.status is not Status.WAITING:
        raise Fault(Code.MATCH_STARTED)


def _before_the_end(lobby: Lobby) -> None:
    if lobby.status is Status.ABORTED:
        raise Fault(Code.MATCH_ABORTED)
    if lobby.status is Status.FINISHED:
        raise Fault(Code.MATCH_OVER)


def _reseated(row: MatchRow, lobby: Lobby, seat: int, held: SeatRow) -> Lobby:
    """A lobby in which the host has given a seat away."""
    _before_the_end(lobby)
    if lobby.status is Status.RUNNING:
        if row.rated:
            raise Fault(Code.RATED_SEATS_STAY)
        # What was mixed into the deal stays, whoever comes later.
        held = held._replace(entropy=lobby.seats[seat].entropy)
    return with_seat(lobby, seat, held)


def _moved(seat: int, seats: int) -> int:
    """Where a seat's holder sits in the next match."""
    return (seat + 1) % seats
