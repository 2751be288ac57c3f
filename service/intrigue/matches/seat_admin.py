"""What a host does with the seats of a match, and the rematch of its players."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from intrigue.matches import tokens, validation
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_creator import Credential, MatchCreator, with_seat
from intrigue.store import Lobby, Occupant, Role, SeatRow, Status

if TYPE_CHECKING:
    from intrigue.engine import Engine
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_access import MatchAccess
    from intrigue.matches.match_registry import MatchRegistry
    from intrigue.matches.match_version import Receipt, Snapshot
    from intrigue.matches.policy_limits import PolicyLimits
    from intrigue.matches.token_cache import TokenCache
    from intrigue.store import MatchRow, Store


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next match, and the caller's keys to it."""

    snapshot: Snapshot
    receipt: Receipt
    credential: Credential | None
    host_token: str


class SeatAdmin:
    """Those who sit at a match."""

    def __init__(  # noqa: PLR0917 - the parts it is made of
        self,
        engine: Engine,
        store: Store,
        registry: MatchRegistry,
        access: MatchAccess,
        token_cache: TokenCache,
        minter: tokens.Minter,
        policy_limits: PolicyLimits,
        creator: MatchCreator,
    ) -> None:
        self._engine = engine
        self._store = store
        self._registry = registry
        self._access = access
        self._token_cache = token_cache
        self._minter = minter
        self._policy_limits = policy_limits
        self._creator = creator

    async def set_ready(self, match_id: str, token: str | None, *, ready: bool) -> LiveMatch:
        """Says whether a seat is ready to begin; the match is dealt when all are."""
        live, seat = await self._access.seat(match_id, token)

        def change(lobby: Lobby) -> Lobby:
            if not live.row.ready_check:
                raise ServiceError(ErrorCode.NO_READY_CHECK)
            _before_the_deal(lobby)
            return with_seat(lobby, seat, lobby.seats[seat]._replace(ready=ready))

        await live.change_lobby(change)
        return live

    async def abort(self, match_id: str, token: str | None) -> LiveMatch:
        """Ends a match without an outcome; a second call changes nothing."""
        live = await self._access.host(match_id, token, operator=True)

        def change(lobby: Lobby) -> Lobby:
            if lobby.status is Status.FINISHED:
                raise ServiceError(ErrorCode.MATCH_OVER)
            if lobby.status is Status.ABORTED:
                raise ServiceError(ErrorCode.MATCH_ABORTED)
            return lobby._replace(status=Status.ABORTED)

        try:
            await live.change_lobby(change)
        except ServiceError as error:
            if error.code is not ErrorCode.MATCH_ABORTED:
                raise
        return live

    async def replace(self, match_id: str, token: str | None, seat: int, policy: str) -> LiveMatch:
        """Opens a seat, or gives it to a policy; the tokens of its holder become void."""
        live = await self._access.host(match_id, token)
        held = self._policy(policy) if policy else SeatRow(Occupant.OPEN)

        def change(lobby: Lobby) -> Lobby:
            if seat >= len(lobby.seats):
                raise ServiceError(ErrorCode.SEAT_OUT_OF_RANGE, seats=len(lobby.seats))
            return _reseated(live.row, lobby, seat, held)

        await live.change_lobby(change, void_seat=(Role.SEAT, seat))
        await self._access.forget_holders(live, Role.SEAT, seat)
        return live

    async def add_bots(
        self, match_id: str, token: str | None, policy: str, count: int
    ) -> LiveMatch:
        """Gives open seats to a policy, the lowest first; 0: all of them."""
        live = await self._access.host(match_id, token)
        bot = self._policy(policy or "random")

        def change(lobby: Lobby) -> Lobby:
            _before_the_end(lobby)
            wanted = [
                seat for seat, held in enumerate(lobby.seats) if held.occupant is Occupant.OPEN
            ]
            if not wanted or count > len(wanted):
                raise ServiceError(ErrorCode.NO_OPEN_SEAT)
            for seat in wanted[: count or None]:
                lobby = _reseated(live.row, lobby, seat, bot)
            return lobby

        await live.change_lobby(change)
        return live

    async def rematch(self, match_id: str, token: str | None, entropy: bytes) -> Rematch:
        """The next match of the same players; it makes the caller's seat in it ready."""
        validation.entropy(entropy)
        live, holder = await self._access.open(match_id, token)
        if holder is None or holder.role is Role.SPECTATOR:
            raise ServiceError(ErrorCode.SEAT_TOKEN_REQUIRED)
        old = live.row
        draw = self._minter.for_request("rematch", old.id)
        next_id = tokens.match_id(draw("match"))
        following = await self._registry.find(next_id)
        if following is None:
            following = await self._follow_up(live, next_id)

        def link(lobby: Lobby) -> Lobby:
            return lobby._replace(rematch=next_id)

        if live.log.durable.lobby.rematch != next_id:
            await live.change_lobby(link)
        credential = None
        if holder.seat is not None:
            seat = _moved(holder.seat, len(live.log.durable.seats))
            fresh = tokens.token(draw(f"seat {seat}"))
            # If it is void, the host has given the seat to another player, who is ready
            # when that one says so.
            if await self._token_cache.holds(fresh):
                await self._claim(following, seat, entropy)
                credential = Credential(seat, fresh)
        host = tokens.token(draw("host")) if holder.role is Role.HOST else ""
        return Rematch(following.snapshot(), following.receipt(), credential, host)

    async def _follow_up(self, live: LiveMatch, next_id: str) -> LiveMatch:
        """Makes the next match: every seat moves on by one."""
        await live.log.wait_durable()
        if live.log.durable.status is Status.ABORTED:
            raise ServiceError(ErrorCode.MATCH_ABORTED)
        if live.log.durable.status is not Status.FINISHED or live.log.play is None:
            raise ServiceError(ErrorCode.MATCH_NOT_OVER)
        old = live.row
        count = len(live.log.durable.seats)
        places = [_moved(seat, count) for seat in range(count)]
        seats = [SeatRow(Occupant.OPEN)] * count
        for place, held in zip(places, live.log.durable.seats, strict=True):
            seats[place] = SeatRow(held.occupant, held.name, held.policy)
        row = replace(
            old,
            key=await self._store.new_key(),
            id=next_id,
            rules_version=self._engine.rules_version(old.game),
            options=live.log.play.rematch(places),
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
        draw = self._minter.for_request("rematch", old.id)
        return await self._creator.found(row, tuple(seats), draw, repeatable=True)

    @staticmethod
    async def _claim(live: LiveMatch, seat: int, entropy: bytes) -> None:
        """Has a seat ready, if that is still to be said."""

        def change(lobby: Lobby) -> Lobby:
            held = lobby.seats[seat]
            if lobby.status is not Status.WAITING or held.ready:
                raise ServiceError(ErrorCode.MATCH_STARTED)
            if held.occupant is not Occupant.TAKEN:
                raise ServiceError(ErrorCode.MATCH_STARTED)
            return with_seat(lobby, seat, held._replace(ready=True, entropy=entropy))

        try:
            await live.change_lobby(change)
        except ServiceError as error:
            if error.code is not ErrorCode.MATCH_STARTED:
                raise

    def _policy(self, policy: str) -> SeatRow:
        validation.text("policy", policy)
        return SeatRow(Occupant.POLICY, policy=self._policy_limits.resolve(policy))


def _before_the_deal(lobby: Lobby) -> None:
    if lobby.status is Status.ABORTED:
        raise ServiceError(ErrorCode.MATCH_ABORTED)
    if lobby.status is not Status.WAITING:
        raise ServiceError(ErrorCode.MATCH_STARTED)


def _before_the_end(lobby: Lobby) -> None:
    if lobby.status is Status.ABORTED:
        raise ServiceError(ErrorCode.MATCH_ABORTED)
    if lobby.status is Status.FINISHED:
        raise ServiceError(ErrorCode.MATCH_OVER)


def _reseated(row: MatchRow, lobby: Lobby, seat: int, held: SeatRow) -> Lobby:
    """A lobby in which the host has given a seat away."""
    _before_the_end(lobby)
    if lobby.status is Status.RUNNING:
        if row.rated:
            raise ServiceError(ErrorCode.RATED_SEATS_STAY)
        # What was mixed into the deal stays, also for later holders.
        held = held._replace(entropy=lobby.seats[seat].entropy)
    return with_seat(lobby, seat, held)


def _moved(seat: int, seats: int) -> int:
    """Where a seat's holder sits in the next match."""
    return (seat + 1) % seats
