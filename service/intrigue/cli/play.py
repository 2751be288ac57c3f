"""`intrigue play`: finds or starts a service, sits a person down, and sees the match out."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from intrigue.cli.fault import Exit, Fault
from intrigue.cli.messages import Say
from intrigue.cli.program import program
from intrigue.cli.record_file import write_record
from intrigue.cli.sitting import Parting, Sitting
from intrigue.cli.ticket import Ticket
from intrigue.cli.verify import say_how_to_verify
from intrigue_sdk import (
    OPEN,
    Client,
    NotStarted,
    Patience,
    SeatHandle,
    Unavailable,
    connect,
    own,
    policy,
)

if TYPE_CHECKING:
    import grpc

    from intrigue.cli.lines import Lines
    from intrigue.cli.screen import Screen
    from intrigue.cli.wish import Wish
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_proto.v1.match_pb2 import Match
    from intrigue_sdk import Seating

SEATS_OPTION: Final = "seats"
DEFAULT_POLICY: Final = "playouts"
_SEED_BYTES: Final = 32
# Somebody who mistyped an address should not wait as long as somebody whose server restarts.
_FIRST_CONTACT: Final = Patience(total=2.0, attempt=3.0)


async def play(wish: Wish, screen: Screen, lines: Lines) -> None:
    """Plays a match in the terminal."""
    async with AsyncExitStack() as stack:
        server, own_server = await _find_server(wish, screen, stack)
        credentials = wish.trust.credentials(screen)
        client = await stack.enter_async_context(connect(server, credentials=credentials))
        seat = await _sit_down(client, wish, server, screen)
        ticket = _ticket(wish, server, seat, screen)
        path = None if own_server else ticket.write()
        try:
            match = await seat.match()
            ticket = ticket.noting(commitment=match.commitment.hex())
            parting = await _sit(client, seat, match, wish, screen=screen, lines=lines)
            if parting is Parting.FINISHED:
                await _keep_record(seat, ticket, wish, screen, lines)
        except BaseException:
            _say_how_to_come_back(ticket, seat, path, wish, screen)
            raise
        if parting is Parting.LEFT:
            screen.say(Say.LEFT)
            _say_how_to_come_back(ticket, seat, path, wish, screen)
        elif path is not None:
            path.unlink(missing_ok=True)


async def first_contact(
    server: str, screen: Screen, credentials: grpc.ChannelCredentials | None = None
) -> None:
    """Makes sure that a service answers, before anything is asked of it."""
    async with connect(server, credentials=credentials, patience=_FIRST_CONTACT) as client:
        try:
            await client.games()
        except Unavailable:
            text = screen.phrase(Say.UNREACHABLE, server=server, program=program())
            raise Fault(text, Exit.UNREACHABLE) from None


async def _find_server(wish: Wish, screen: Screen, stack: AsyncExitStack) -> tuple[str, bool]:
    """The address of the service, and whether it is this command's own."""
    if wish.resume is not None:
        server = _read_ticket(wish.resume, screen).server
    elif wish.server is not None:
        server = wish.server
    else:
        return await _start_server(stack), True
    await first_contact(server, screen, wish.trust.credentials(screen))
    return server, False


async def _start_server(stack: AsyncExitStack) -> str:
    from intrigue.config import Settings
    from intrigue.server import Server, configure_logging

    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="intrigue-"))
    arguments: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "database": str(Path(folder) / "matches.db"),
        "log_level": "error",
        "stop_grace_seconds": 0,
    }
    settings = Settings(**arguments)
    configure_logging(settings)
    server = Server(settings)
    await server.start()
    stack.push_async_callback(server.stop)
    return server.address


async def _sit_down(client: Client, wish: Wish, server: str, screen: Screen) -> SeatHandle:
    if wish.resume is not None:
        ticket = _read_ticket(wish.resume, screen)
        return client.seat(ticket.match_id, ticket.seat, ticket.token)
    if wish.join is not None:
        return await client.join(wish.join, wish.seat, name=wish.name)
    return await _create(client, wish, server, screen)


async def _create(client: Client, wish: Wish, server: str, screen: Screen) -> SeatHandle:
    games = {game.id: game for game in await client.games()}
    known = ", ".join(games)
    if wish.game is None:
        raise Fault(screen.phrase(Say.WHICH_GAME, known=known))
    if wish.game not in games:
        raise Fault(screen.phrase(Say.UNKNOWN_GAME, game=wish.game, known=known))
    options = _read_options(wish.options, screen)
    count = seat_count(games[wish.game], options)
    mine = 0 if wish.seat is None else wish.seat
    if not 0 <= mine < count:
        raise Fault(screen.phrase(Say.NO_SUCH_SEAT, seat=mine, last=count - 1))
    others = _others(wish, count - 1)
    seats = [*others[:mine], own(wish.name), *others[mine:]]
    created = await client.create_match(
        wish.game, options=options, seats=seats, seed=_read_seed(wish.seed, screen)
    )
    screen.say(Say.MATCH, "dim", match_id=created.id)
    if wish.host:
        screen.say(Say.JOIN_WITH)
        screen.command(f"{program()} play --join {created.id} --server {server}{wish.trust.flags}")
    return created.seats[mine]


def _others(wish: Wish, count: int) -> list[Seating]:
    """Who sits in the other seats: the last policy named takes all that are left over."""
    if wish.host:
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


async def _sit(
    client: Client, seat: SeatHandle, match: Match, wish: Wish, *, screen: Screen, lines: Lines
) -> Parting:
    if wish.join is not None and (match.seeded or match.scripted):
        screen.say(Say.CHOSEN_SEED if match.seeded else Say.CHOSEN_CHANCE, "yellow")
    game = await client.game(match.game)
    caught_up = 0
    if wish.resume is not None:
        try:
            caught_up = (await seat.view()).revision
        except NotStarted:
            caught_up = 0
    sitting = Sitting(screen, lines, seat, game, wish.auto)
    # What happened before is summed up by the table: only its last update is told again.
    return await sitting.play(match, after=max(0, caught_up - 1), caught_up=caught_up)


async def _keep_record(
    seat: SeatHandle, ticket: Ticket, wish: Wish, screen: Screen, lines: Lines
) -> None:
    path = wish.save
    if path is None:
        screen.ask(screen.phrase(Say.ASK_SAVE))
        answer = (await lines.next() or "").strip()
        if not lines.interactive:
            screen.line(answer)
        if not answer:
            return
        path = Path(answer)
    record = (await seat.record()).record
    write_record(record, path, screen)
    screen.say(Say.SAVED, path=path)
    screen.say(Say.REPLAY_WITH)
    screen.command(f"{program()} replay {path}")
    receipt = _receipt(seat) or ticket.receipt
    say_how_to_verify(record, path, ticket.commitment, receipt, screen)


def _ticket(wish: Wish, server: str, seat: SeatHandle, screen: Screen) -> Ticket:
    """The seat as it is kept, with what was noted when it was held before."""
    if wish.resume is not None:
        return _read_ticket(wish.resume, screen)
    return Ticket(server, seat.match_id, seat.seat, seat.token or "")


def _receipt(seat: SeatHandle) -> str:
    """The last receipt of a seat, as `intrigue verify` takes it."""
    held = seat.receipt
    return "" if held is None else f"{seat.seat}:{held.revision}:{held.head.hex()}"


def _say_how_to_come_back(
    ticket: Ticket, seat: SeatHandle, path: Path | None, wish: Wish, screen: Screen
) -> None:
    if path is None:
        screen.say(Say.NO_COMING_BACK)
    else:
        path = ticket.noting(receipt=_receipt(seat)).write()
        screen.say(Say.COME_BACK)
        screen.command(f"{program()} play --resume {path}{wish.trust.flags}")


def _read_ticket(path: Path, screen: Screen) -> Ticket:
    try:
        return Ticket.read(path)
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise Fault(screen.phrase(Say.CANNOT_READ, path=path, why=why)) from None
    except ValueError:
        raise Fault(screen.phrase(Say.NOT_A_TICKET, path=path)) from None


def _read_options(options: tuple[str, ...], screen: Screen) -> dict[str, str]:
    read = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise Fault(screen.phrase(Say.BAD_OPTION, option=option))
        read[name.strip()] = value.strip()
    return read


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
