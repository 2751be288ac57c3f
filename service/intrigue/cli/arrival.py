"""How a person comes to a seat: by a new match, an invitation, or a seat file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from intrigue.cli.document_file import read_value
from intrigue.cli.fault import CommandError
from intrigue.cli.messages import CliText
from intrigue.cli.program import program_command
from intrigue.cli.ticket import SeatFile
from intrigue.cli.timing import parse_clock
from intrigue.cli.wish import DEFAULT_POLICY
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import OPEN, Client, Host, SeatHandle, own, policy

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue.cli.screen import Screen
    from intrigue.cli.wish import PlayArgs
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_sdk import ClockSettings, CreatedMatch, Seating

SEATS_OPTION: Final = "seats"
_SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class JoinedSeat:
    """A seat, and the rights of the host where the person made the match."""

    seat: SeatHandle
    host: Host | None = None


async def join_match(client: Client, args: PlayArgs, server: str, screen: Screen) -> JoinedSeat:
    """Takes the seat that the person asked for."""
    if args.resume is not None:
        seat_file = read_seat_file(args.resume, screen)
        return JoinedSeat(client.seat(seat_file.match_id, seat_file.seat, seat_file.token))
    if args.joins:
        joined = await client.join(
            args.join or "", args.seat, name=args.name, invitation_code=args.code or ""
        )
        return JoinedSeat(joined)
    return await _create_match(client, args, server, screen)


async def _create_match(client: Client, args: PlayArgs, server: str, screen: Screen) -> JoinedSeat:
    games = {game.id: game for game in await client.games()}
    known = ", ".join(games)
    if args.game is None:
        raise CommandError(screen.text(CliText.WHICH_GAME, known=known))
    if args.game not in games:
        raise CommandError(screen.text(CliText.UNKNOWN_GAME, game=args.game, known=known))
    options = parse_options(args.options, screen)
    count = seat_count(games[args.game], options)
    mine = 0 if args.seat is None else args.seat
    if not 0 <= mine < count:
        raise CommandError(screen.text(CliText.NO_SUCH_SEAT, seat=mine, last=count - 1))
    others = _other_seats(args, count - 1)
    private, public = match_pb2.VISIBILITY_PRIVATE, match_pb2.VISIBILITY_PUBLIC
    created = await client.create_match(
        args.game,
        options=options,
        seats=[*others[:mine], own(args.name), *others[mine:]],
        seed=_parse_hex_seed(args.seed, screen),
        visibility=private if args.private else public,
        clock=clock_settings(args, screen),
        ready_check=args.ready,
    )
    screen.say(CliText.MATCH, "dim", match_id=created.id)
    if args.invites:
        _show_invitation(created, server, args, screen)
    return JoinedSeat(created.seats[mine], created.host)


def _show_invitation(created: CreatedMatch, server: str, args: PlayArgs, screen: Screen) -> None:
    """Says what another person has to type."""
    how = f"--join {created.id}"
    if created.invitation_code:
        screen.say(CliText.INVITATION, "bold", code=created.invitation_code)
        how = f"--code {created.invitation_code}"
    screen.say(CliText.JOIN_WITH)
    screen.command(f"{program_command()} play {how} --server {server}{args.tls.flags}")


def clock_settings(args: PlayArgs, screen: Screen) -> ClockSettings | None:
    """The clock that the person asked for, if any."""
    if args.clock is None:
        return None
    try:
        return parse_clock(args.clock, args.timeout_policy)
    except ValueError:
        raise CommandError(screen.text(CliText.BAD_CLOCK, clock=args.clock)) from None


def _other_seats(args: PlayArgs, count: int) -> list[Seating]:
    """Who sits in the other seats: the last policy named takes all that are left over."""
    if args.invites:
        return [OPEN] * count
    policies = args.policies or (DEFAULT_POLICY,)
    return [policy(policies[min(number, len(policies) - 1)]) for number in range(count)]


def seat_count(game: Game, options: dict[str, str]) -> int:
    """How many seats a match has: a game in which it varies has an option for it."""
    for option in game.options:
        if option.name == SEATS_OPTION:
            value = options.get(SEATS_OPTION, option.default_value)
            return int(value) if value.isdecimal() else game.min_seats
    return game.min_seats


def parse_options(options: tuple[str, ...], screen: Screen) -> dict[str, str]:
    """The options of a game, each written NAME=VALUE, or NAME=@FILE for what a file says."""
    read = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise CommandError(screen.text(CliText.BAD_OPTION, option=option))
        read[name.strip()] = read_value(value.strip(), screen)
    return read


def read_seat_file(path: Path, screen: Screen) -> SeatFile:
    """Reads a seat file."""
    try:
        return SeatFile.read(path)
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why)) from None
    except ValueError:
        raise CommandError(screen.text(CliText.NOT_A_SEAT_FILE, path=path)) from None


def _parse_hex_seed(seed: str, screen: Screen) -> bytes:
    if not seed:
        return b""
    try:
        read = bytes.fromhex(seed)
    except ValueError:
        read = b""
    if len(read) != _SEED_BYTES:
        raise CommandError(screen.text(CliText.BAD_SEED))
    return read
