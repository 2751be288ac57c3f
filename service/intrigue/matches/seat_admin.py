"""What a host and the players do with the seats of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.matches import validation
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.lobby_request import lobby_request
from intrigue.matches.match_creator import with_seat
from intrigue.store import Lobby, Occupant, Role, SeatRow, Status

if TYPE_CHECKING:
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_access import MatchAccess
    from intrigue.matches.policy_limits import PolicyLimits
    from intrigue.store import MatchRow


class SeatAdmin:
    """Readies, replaces and fills seats, and aborts matches."""

    def __init__(self, access: MatchAccess, policy_limits: PolicyLimits) -> None:
        self._access = access
        self._policy_limits = policy_limits

    async def set_ready(
        self, match_id: str, token: str | None, *, ready: bool, request_id: str
    ) -> LiveMatch:
        """Says whether a seat is ready to begin; the match is dealt when all are."""
        live, seat = await self._access.seat(match_id, token)
        request = lobby_request(seat, request_id, "set_ready", ready)

        def change(lobby: Lobby) -> Lobby:
            if not live.row.ready_check:
                raise ServiceError(ErrorCode.NO_READY_CHECK)
            _before_the_deal(lobby)
            return with_seat(lobby, seat, lobby.seats[seat]._replace(ready=ready))

        await live.change_lobby(change, request=request)
        return live

    async def abort(self, match_id: str, token: str | None, request_id: str) -> LiveMatch:
        """Ends a match without an outcome; a second call changes nothing."""
        live = await self._access.host(match_id, token, operator=True)
        request = lobby_request(None, request_id, "abort")

        def change(lobby: Lobby) -> Lobby:
            if lobby.status is Status.FINISHED:
                raise ServiceError(ErrorCode.MATCH_OVER)
            if lobby.status is Status.ABORTED:
                raise ServiceError(ErrorCode.MATCH_ABORTED)
            return lobby._replace(status=Status.ABORTED)

        try:
            await live.change_lobby(change, request=request)
        except ServiceError as error:
            if error.code is not ErrorCode.MATCH_ABORTED:
                raise
        return live

    async def replace(
        self, match_id: str, token: str | None, seat: int, policy: str, request_id: str
    ) -> LiveMatch:
        """Opens a seat, or gives it to a policy; the tokens of its holder become void."""
        live = await self._access.host(match_id, token)
        request = lobby_request(None, request_id, "replace", seat, policy)
        held = self._policy(live, policy) if policy else SeatRow(Occupant.OPEN)

        def change(lobby: Lobby) -> Lobby:
            if seat >= len(lobby.seats):
                raise ServiceError(
                    ErrorCode.SEAT_OUT_OF_RANGE, seats=len(lobby.seats), field="seat"
                )
            return _reseated(live.row, lobby, seat, held)

        await live.change_lobby(change, void_seat=(Role.SEAT, seat), request=request)
        await self._access.forget_holders(live, Role.SEAT, seat)
        return live

    async def add_bots(
        self, match_id: str, token: str | None, policy: str, count: int, request_id: str
    ) -> LiveMatch:
        """Gives open seats to a policy, the lowest first; 0: all of them."""
        live = await self._access.host(match_id, token)
        request = lobby_request(None, request_id, "add_bots", policy, count)
        bot = self._policy(live, policy or "random")

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

        await live.change_lobby(change, request=request)
        return live

    def _policy(self, live: LiveMatch, policy: str) -> SeatRow:
        validation.text("policy", policy)
        row = live.row
        full = self._policy_limits.resolve_for(policy, row.game, row.options)
        return SeatRow(Occupant.POLICY, policy=full)


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
        if seat not in lobby.replaced:
            lobby = lobby._replace(replaced=(*lobby.replaced, seat))
    return with_seat(lobby, seat, held)
