"""`intrigue play`: finds or starts a service, sits a person down, and sees the match out."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from intrigue.cli.arrival import JoinedSeat, join_match, read_seat_file
from intrigue.cli.fault import CommandError, ExitCode
from intrigue.cli.messages import CliText
from intrigue.cli.program import program_command
from intrigue.cli.record_file import write_record
from intrigue.cli.sitting import PlaySession, SessionEnd
from intrigue.cli.ticket import SeatFile
from intrigue.cli.verify import show_verify_command
from intrigue.cli.wish import YES
from intrigue_sdk import (
    Client,
    IntrigueError,
    NotStarted,
    Patience,
    SeatHandle,
    Unavailable,
    connect,
)

if TYPE_CHECKING:
    import grpc

    from intrigue.cli.lines import InputLines
    from intrigue.cli.screen import Screen
    from intrigue.cli.wish import PlayArgs
    from intrigue_proto.v1.match_pb2 import Match

# Somebody who mistyped an address should not wait as long as somebody whose server restarts.
_CHECK_PATIENCE: Final = Patience(total=2.0, attempt=15.0)


@dataclass(frozen=True, slots=True)
class _PlayContext:
    """What stays the same from one match to the next."""

    client: Client
    server: str
    own_server: bool
    args: PlayArgs
    screen: Screen
    lines: InputLines


async def play(args: PlayArgs, screen: Screen, lines: InputLines) -> None:
    """Plays a match in the terminal, and others of the same company after it."""
    async with AsyncExitStack() as stack:
        server, own_server = await _find_server(args, screen, stack)
        credentials = args.tls.credentials(screen)
        client = await stack.enter_async_context(connect(server, credentials=credentials))
        context = _PlayContext(client, server, own_server, args, screen, lines)
        joined: JoinedSeat | None = await join_match(client, args, server, screen)
        first = True
        while joined is not None:
            joined = await _play_match(context, joined, first=first)
            first = False


async def _play_match(
    context: _PlayContext, joined: JoinedSeat, *, first: bool
) -> JoinedSeat | None:
    """Plays one match; returns the person's seat in the next, if there is to be one."""
    seat, screen, args = joined.seat, context.screen, context.args
    resumed = args.resume if first else None
    next_seat = None
    seat_file = SeatFile(context.server, seat.match_id, seat.seat, seat.token or "")
    if resumed is not None:
        # With what was noted when it was held before.
        seat_file = read_seat_file(resumed, screen)
    path = None if context.own_server else seat_file.write()
    try:
        match = await seat.match()
        seat_file = seat_file.updated(commitment=match.commitment.hex())
        if args.joins and first and (match.seeded or match.scripted):
            screen.say(CliText.CHOSEN_SEED if match.seeded else CliText.CHOSEN_CHANCE, "yellow")
        ending = await _run_session(context, joined, match, resumed=resumed is not None)
        if ending is SessionEnd.FINISHED:
            await _offer_record(context, seat, seat_file, args.save if first else None)
            next_seat = await _offer_rematch(context, joined)
    except BaseException:
        _show_resume_command(seat_file, seat, path, args, screen)
        raise
    if ending is SessionEnd.LEFT:
        screen.say(CliText.LEFT)
        _show_resume_command(seat_file, seat, path, args, screen)
    elif path is not None:
        path.unlink(missing_ok=True)
    return next_seat


async def check_connection(
    server: str, screen: Screen, credentials: grpc.ChannelCredentials | None = None
) -> None:
    """Makes sure that a service answers, before anything is asked of it."""
    try:
        client = connect(server, credentials=credentials, patience=_CHECK_PATIENCE)
    except ValueError:
        raise CommandError(screen.text(CliText.BAD_ADDRESS, server=server)) from None
    async with client:
        try:
            await client.games()
        except Unavailable:
            text = screen.text(CliText.UNREACHABLE, server=server, program=program_command())
            raise CommandError(text, ExitCode.UNREACHABLE) from None


async def _find_server(args: PlayArgs, screen: Screen, stack: AsyncExitStack) -> tuple[str, bool]:
    """The address of the service, and whether it is this command's own."""
    if args.resume is not None:
        server = read_seat_file(args.resume, screen).server
    elif args.server is not None:
        server = args.server
    else:
        return await _start_server(stack), True
    await check_connection(server, screen, args.tls.credentials(screen))
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


async def _run_session(
    context: _PlayContext, joined: JoinedSeat, match: Match, *, resumed: bool
) -> SessionEnd:
    seat = joined.seat
    game = await context.client.game(match.game)
    caught_up = 0
    if resumed:
        try:
            caught_up = (await seat.view()).revision
        except NotStarted:
            caught_up = 0
    session = PlaySession(
        context.screen, context.lines, seat, game, auto=context.args.auto, host=joined.host
    )
    # What happened before is summed up by the table: only its last update is told again.
    return await session.play(match, after=max(0, caught_up - 1), caught_up=caught_up)


async def _ask(context: _PlayContext, question: CliText) -> str:
    context.screen.ask(context.screen.text(question))
    answer = (await context.lines.next() or "").strip()
    if not context.lines.interactive:
        context.screen.line(answer)
    return answer


async def _offer_record(
    context: _PlayContext, seat: SeatHandle, seat_file: SeatFile, path: Path | None
) -> None:
    screen = context.screen
    if path is None:
        answer = await _ask(context, CliText.ASK_SAVE)
        if not answer:
            return
        path = Path(answer)
    record = (await seat.record()).record
    write_record(record, path, screen)
    screen.say(CliText.SAVED, path=path)
    screen.say(CliText.REPLAY_WITH)
    screen.command(f"{program_command()} replay {path}")
    receipt = _receipt(seat) or seat_file.receipt
    show_verify_command(record, path, seat_file.commitment, receipt, screen)


async def _offer_rematch(context: _PlayContext, joined: JoinedSeat) -> JoinedSeat | None:
    """Offers a rematch, which begins when everybody at the table wants it."""
    screen = context.screen
    if context.args.auto is not None:
        return None
    if (await joined.seat.match()).rematch_id:
        screen.say(CliText.REMATCH_WANTED)
    if (await _ask(context, CliText.ASK_REMATCH)).casefold() not in YES:
        return None
    try:
        seat = await joined.seat.rematch()
        host = None if joined.host is None else await joined.host.rematch()
    except IntrigueError as refusal:
        screen.say(CliText.NO_REMATCH, text=refusal.text(screen.lang))
        return None
    screen.line()
    screen.say(CliText.MATCH, "dim", match_id=seat.match_id)
    return JoinedSeat(seat, host)


def _receipt(seat: SeatHandle) -> str:
    """The last receipt for a deed of a seat, as `intrigue verify` takes it."""
    held = seat.deed_receipt
    return "" if held is None else f"{seat.seat}:{held.revision}:{held.head.hex()}"


def _show_resume_command(
    seat_file: SeatFile, seat: SeatHandle, path: Path | None, args: PlayArgs, screen: Screen
) -> None:
    if path is None:
        screen.say(CliText.NO_COMING_BACK)
    else:
        path = seat_file.updated(receipt=_receipt(seat)).write()
        screen.say(CliText.COME_BACK)
        screen.command(f"{program_command()} play --resume {path}{args.tls.flags}")
