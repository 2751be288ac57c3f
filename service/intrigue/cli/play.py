"""`intrigue play`: finds or starts a service, sits a person down, and sees the match out."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from intrigue.cli.arrival import Place, read_ticket, sit_down
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.messages import Say
from intrigue.cli.program import program
from intrigue.cli.record_file import write_record
from intrigue.cli.sitting import Parting, Sitting
from intrigue.cli.ticket import Ticket
from intrigue.cli.verify import say_how_to_verify
from intrigue.cli.wish import YES
from intrigue_sdk import (
    Client,
    IntrigueError,
    NotStarted,
    RetryPolicy,
    SeatHandle,
    Unavailable,
    connect,
)

if TYPE_CHECKING:
    import grpc

    from intrigue.cli.lines import Lines
    from intrigue.cli.screen import Screen
    from intrigue.cli.wish import Wish
    from intrigue_proto.v1.match_pb2 import Match

# Somebody who mistyped an address should not wait as long as somebody whose server restarts.
_FIRST_CONTACT: Final = RetryPolicy(total=2.0, attempt=15.0)


@dataclass(frozen=True, slots=True)
class _Evening:
    """What stays the same from one match to the next."""

    client: Client
    server: str
    own_server: bool
    wish: Wish
    screen: Screen
    lines: Lines


async def play(wish: Wish, screen: Screen, lines: Lines) -> None:
    """Plays a match in the terminal, and others of the same company after it."""
    async with AsyncExitStack() as stack:
        server, own_server = await _find_server(wish, screen, stack)
        credentials = wish.trust.credentials(screen)
        client = await stack.enter_async_context(connect(server, credentials=credentials))
        evening = _Evening(client, server, own_server, wish, screen, lines)
        place: Place | None = await sit_down(client, wish, server, screen)
        first = True
        while place is not None:
            place = await _play_one(evening, place, first=first)
            first = False


async def _play_one(evening: _Evening, place: Place, *, first: bool) -> Place | None:
    """Plays one match; returns the person's place in the next, if there is to be one."""
    seat, screen, wish = place.seat, evening.screen, evening.wish
    resumed = wish.resume if first else None
    following = None
    ticket = Ticket(evening.server, seat.match_id, seat.seat, seat.token or "")
    if resumed is not None:
        # With what was noted when it was held before.
        ticket = read_ticket(resumed, screen)
    path = None if evening.own_server else ticket.write()
    try:
        match = await seat.match()
        ticket = ticket.noting(commitment=match.commitment.hex())
        if wish.joins and first and (match.seeded or match.scripted):
            screen.say(Say.CHOSEN_SEED if match.seeded else Say.CHOSEN_CHANCE, "yellow")
        parting = await _sit(evening, place, match, resumed=resumed is not None)
        if parting is Parting.FINISHED:
            await _keep_record(evening, seat, ticket, wish.save if first else None)
            following = await _play_again(evening, place)
    except BaseException:
        _say_how_to_come_back(ticket, seat, path, wish, screen)
        raise
    if parting is Parting.LEFT:
        screen.say(Say.LEFT)
        _say_how_to_come_back(ticket, seat, path, wish, screen)
    elif path is not None:
        path.unlink(missing_ok=True)
    return following


async def first_contact(
    server: str, screen: Screen, credentials: grpc.ChannelCredentials | None = None
) -> None:
    """Makes sure that a service answers, before anything is asked of it."""
    try:
        client = connect(server, credentials=credentials, retry_policy=_FIRST_CONTACT)
    except ValueError:
        raise Fault(screen.phrase(Say.BAD_ADDRESS, server=server)) from None
    async with client:
        try:
            await client.games()
        except Unavailable:
            text = screen.phrase(Say.UNREACHABLE, server=server, program=program())
            raise Fault(text, Exit.UNREACHABLE) from None


async def _find_server(wish: Wish, screen: Screen, stack: AsyncExitStack) -> tuple[str, bool]:
    """The address of the service, and whether it is this command's own."""
    if wish.resume is not None:
        server = read_ticket(wish.resume, screen).server
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


async def _sit(evening: _Evening, place: Place, match: Match, *, resumed: bool) -> Parting:
    seat = place.seat
    game = await evening.client.game(match.game)
    caught_up = 0
    if resumed:
        try:
            caught_up = (await seat.view()).revision
        except NotStarted:
            caught_up = 0
    sitting = Sitting(
        evening.screen, evening.lines, seat, game, auto=evening.wish.auto, host=place.host
    )
    # What happened before is summed up by the table: only its last update is told again.
    return await sitting.play(match, after=max(0, caught_up - 1), caught_up=caught_up)


async def _ask(evening: _Evening, question: Say) -> str:
    evening.screen.ask(evening.screen.phrase(question))
    answer = (await evening.lines.next() or "").strip()
    if not evening.lines.interactive:
        evening.screen.line(answer)
    return answer


async def _keep_record(
    evening: _Evening, seat: SeatHandle, ticket: Ticket, path: Path | None
) -> None:
    screen = evening.screen
    if path is None:
        answer = await _ask(evening, Say.ASK_SAVE)
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


async def _play_again(evening: _Evening, place: Place) -> Place | None:
    """Offers a rematch, which begins when everybody at the table wants it."""
    screen = evening.screen
    if evening.wish.auto is not None:
        return None
    if (await place.seat.match()).rematch_id:
        screen.say(Say.REMATCH_WANTED)
    if (await _ask(evening, Say.ASK_REMATCH)).casefold() not in YES:
        return None
    try:
        seat = await place.seat.rematch()
        host = None if place.host is None else await place.host.rematch()
    except IntrigueError as refusal:
        screen.say(Say.NO_REMATCH, text=refusal.text(screen.lang))
        return None
    screen.line()
    screen.say(Say.MATCH, "dim", match_id=seat.match_id)
    return Place(seat, host)


def _receipt(seat: SeatHandle) -> str:
    """The last receipt for a deed of a seat, as `intrigue verify` takes it."""
    held = seat.action_receipt
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
