"""How a person comes to a seat: by a new match, an invitation, or a seat file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from intrigue.cli.document_file import read_value
from intrigue.cli.fault import Fault
from intrigue.cli.messages import Say
from intrigue.cli.program import program
from intrigue.cli.ticket import Ticket
from intrigue.cli.timing import read_clock
from intrigue.cli.wish import DEFAULT_POLICY
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import OPEN, Client, Host, SeatHandle, own, policy

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue.cli.screen import Screen
    from intrigue.cli.wish import Wish
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_sdk import ClockSettings, CreatedMatch, Seating

SEATS_OPTION: Final = "seats"
_SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Place:
    """A seat, and the rights of the host where the person made the match."""

    seat: SeatHandle
    host: Host | None = None


async def sit_down(client: Client, wish: Wish, server: str, screen: Screen) -> Place:
    """Takes the seat that the person asked for."""
    if wish.resume is not None:
        ticket = read_ticket(wish.resume, screen)
        return Place(client.seat(ticket.match_id, ticket.seat, ticket.token))
    if wish.joins:
        joined = await client.join(
            wish.join or "", wish.seat, name=wish.name, invitation_code=wish.code or ""
        )
        return Place(joined)
    return await _create(client, wish, server, screen)


async def _create(client: Client, wish: Wish, server: str, screen: Screen) -> Place:
    games = {game.id: game for game in await client.games()}
    known = ", ".join(games)
    if wish.game is None:
        raise Fault(screen.phrase(Say.WHICH_GAME, known=known))
    if wish.game not in games:
        raise Fault(screen.phrase(Say.UNKNOWN_GAME, game=wish.game, known=known))
    options = read_options(wish.options, screen)
    count = seat_count(games[wish.game], options)
    mine = 0 if wish.seat is None else wish.seat
    if not 0 <= mine < count:
        raise Fault(screen.phrase(Say.NO_SUCH_SEAT, seat=mine, last=count - 1))
    others = _others(wish, count - 1)
    private, public = match_pb2.VISIBILITY_PRIVATE, match_pb2.VISIBILITY_PUBLIC
    created = await client.create_match(
        wish.game,
        options=options,
        seats=[*others[:mine], own(wish.name), *others[mine:]],
        seed=_read_seed(wish.seed, screen),
        visibility=private if wish.private else public,
        clock=settle_clock(wish, screen),
        ready_check=wish.ready,
    )
    screen.say(Say.MATCH, "dim", match_id=created.id)
    if wish.invites:
        _invite(created, server, wish, screen)
    return Place(created.seats[mine], created.host)


def _invite(created: CreatedMatch, server: str, wish: Wish, screen: Screen) -> None:
    """Says what another person has to type."""
    how = f"--join {created.id}"
    if created.invitation_code:
        screen.say(Say.INVITATION, "bold", code=created.invitation_code)
        how = f"--code {created.invitation_code}"
    screen.say(Say.JOIN_WITH)
    screen.command(f"{program()} play {how} --server {server}{wish.trust.flags}")


def settle_clock(wish: Wish, screen: Screen) -> ClockSettings | None:
    """The clock that the person asked for, if any."""
    if wish.clock is None:
        return None
    try:
        return read_clock(wish.clock, wish.timeout_policy)
    except ValueError:
        raise Fault(screen.phrase(Say.BAD_CLOCK, clock=wish.clock)) from None


def _others(wish: Wish, count: int) -> list[Seating]:
    """Who sits in the other seats: the last policy named takes all that are left over."""
    if wish.invites:
        return [OPEN] * count
    policies = wish.policies or (DEFAULT_POLICY,)
    return [policy(policies[min(number, len(policies) - 1)]) for number in range(count)]


def seat_count(game: Game, options: dict[str, str]) -> int:
    """How many seats a match has: a game in which it varies has an option for it."""
    for option in game.options:
        if option.name == SEATS_OPTION:
            value = options.get(SEATS_OPTION, option.default_value)
            return int(value) if value.isdecimal() else game.min_seats
    return game.min_seats


def read_options(options: tuple[str, ...], screen: Screen) -> dict[str, str]:
    """The options of a game, each written NAME=VALUE, or NAME=@FILE for what a file says."""
    read = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise Fault(screen.phrase(Say.BAD_OPTION, option=option))
        read[name.strip()] = read_value(value.strip(), screen)
    return read


def read_ticket(path: Path, screen: Screen) -> Ticket:
    """Reads a seat file."""
    try:
        return Ticket.read(path)
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise Fault(screen.phrase(Say.CANNOT_READ, path=path, why=why)) from None
    except ValueError:
        raise Fault(screen.phrase(Say.NOT_A_TICKET, path=path)) from None


def _read_seed(seed: str, screen: Screen) -> bytes:
    if not seed:
        return b""
    try:
        read = bytes.fromhex(seed)
    except ValueError:
        read = b""
    if len(read) != _SEED_BYTES:
        raise Fault(screen.phrase(Say.BAD_SEED))
    return read
