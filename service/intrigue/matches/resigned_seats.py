"""Who plays for a seat whose holder has given up, where the game still asks it.

Most games ask such a seat nothing more. Where it is asked, as in a game whose seats win or lose
together, a policy takes it: from then on it is a policy's seat like any other, in the log too, so
that any server goes on with it after a restart. It is not timed any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import Occupant, SeatRow

if TYPE_CHECKING:
    from collections.abc import Collection

    from intrigue.engine import Engine
    from intrigue.matches.match_version import MatchVersion
    from intrigue.store import Lobby, MatchRow

# Who plays where the match names nobody for seats whose time is up.
_DEFAULT: Final = "normal"


def with_policies(
    engine: Engine, row: MatchRow, lobby: Lobby, resigned: Collection[int], asked: Collection[int]
) -> Lobby:
    """A lobby in which policies have the seats that are asked although they have resigned; the
    same lobby if there is no such seat.
    """
    wanted = [seat for seat in asked if seat in resigned and not _stands_in(lobby, seat)]
    if not wanted:
        return lobby
    named = row.clock.policy if row.clock is not None else ""
    policy = named or engine.resolve_policy(_DEFAULT, row.game, row.options)
    seats = list(lobby.seats)
    for seat in wanted:
        # What was mixed into the deal stays, also for later holders.
        seats[seat] = SeatRow(Occupant.POLICY, policy=policy, entropy=seats[seat].entropy)
    return lobby._replace(seats=tuple(seats))


def untimed(lobby: Lobby, resigned: Collection[int]) -> frozenset[int]:
    """The seats for which policies stand in, as everybody may see."""
    return frozenset(seat for seat in resigned if _stands_in(lobby, seat))


def refuse_replaced(version: MatchVersion, seat: int) -> None:
    """Refuses the action of a holder for whom a policy stands in. What a game does not ask a seat
    that has resigned, it refuses by itself.
    """
    if seat in version.resigned and _stands_in(version.lobby, seat) and not version.status.ended:
        raise ServiceError(ErrorCode.SEAT_RESIGNED)


def _stands_in(lobby: Lobby, seat: int) -> bool:
    return lobby.seats[seat].occupant is Occupant.POLICY
