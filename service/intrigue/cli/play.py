"""`intrigue play`: plays matches, at a service or at one started for it."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from intrigue import engine
from intrigue.cli.arguments import (
    DEFAULT_PLAY_POLICY,
    clock_settings,
    parse_hex_seed,
    parse_options,
    refuse_conflict,
)
from intrigue.cli.catalog import list_games
from intrigue.cli.connection import SeatFile, check_connection, read_seat_file
from intrigue.cli.errors import CommandError
from intrigue.cli.messages import CliText
from intrigue.cli.play_session import PlaySession, SessionEnd
from intrigue.cli.records import show_verify_command, write_record
from intrigue.cli.terminal import YES, program_command
from intrigue_proto.options import SEATS
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import (
    OPEN,
    Client,
    GamePart,
    Host,
    IntrigueError,
    NotStarted,
    SeatHandle,
    connect,
    own,
    policy,
)

if TYPE_CHECKING:
    from intrigue.cli.arguments import PlayArgs
    from intrigue.cli.terminal import InputLines, Screen
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_proto.v1.match_pb2 import Match
    from intrigue_sdk import CreatedMatch, Seating


# What the words that a person can type show of a game.
_SHOWN_PARTS: Final = (
    GamePart.GAME_PART_ACTIONS,
    GamePart.GAME_PART_CLAUSES,
    GamePart.GAME_PART_CARDS,
)


@dataclass(frozen=True, slots=True)
class _PlayContext:
    """What stays the same from one match to the next."""

    client: Client
    server: str
    own_server: bool
    args: PlayArgs
    screen: Screen
    lines: InputLines

    @property
    def has_reader(self) -> bool:
        """Whether a person plays and wants to follow, and neither a policy nor a pipe."""
        return self.lines.interactive and self.args.auto is None and not self.args.fast


async def play(args: PlayArgs, screen: Screen, lines: InputLines) -> None:
    """Plays a match in the terminal, and rematches after it."""
    _check_args(args, screen)
    async with AsyncExitStack() as stack:
        server, own_server = await _find_server(args, screen, stack)
        credentials = args.tls.credentials(screen)
        client = await stack.enter_async_context(
            connect(server, credentials=credentials, language=screen.lang, names=True)
        )
        context = _PlayContext(client, server, own_server, args, screen, lines)
        joined: _JoinedSeat | None = await _join_match(context)
        first = True
        while joined is not None:
            joined = await _play_match(context, joined, first=first)
            first = False


@dataclass(frozen=True, slots=True)
class _JoinedSeat:
    """A seat, and the host handle if the person created the match."""

    seat: SeatHandle
    host: Host | None = None


async def _join_match(context: _PlayContext) -> _JoinedSeat:
    """Takes the seat that the person asked for."""
    client, args, screen = context.client, context.args, context.screen
    if args.resume is not None:
        seat_file = read_seat_file(args.resume, screen)
        return _JoinedSeat(client.seat(seat_file.match_id, seat_file.seat, seat_file.token))
    if args.joins:
        joined = await client.join(
            args.join or "", args.seat, name=args.name, invitation_code=args.code or ""
        )
        return _JoinedSeat(joined)
    return await _create_match(context)


async def _create_match(context: _PlayContext) -> _JoinedSeat:
    client, args, screen = context.client, context.args, context.screen
    games = {game.id: game for game in await client.games()}
    known = ", ".join(games)
    if args.game is None:
        raise CommandError(screen.text(CliText.WHICH_GAME, known=known))
    if args.game not in games:
        raise CommandError(screen.text(CliText.UNKNOWN_GAME, game=args.game, known=known))
    options = parse_options(args.options, screen)
    count = _seat_count(games[args.game], options)
    mine = 0 if args.seat is None else args.seat
    if not 0 <= mine < count:
        raise CommandError(screen.text(CliText.NO_SUCH_SEAT, seat=mine, last=count - 1))
    others = _other_seats(args, count - 1)
    private, public = match_pb2.VISIBILITY_PRIVATE, match_pb2.VISIBILITY_PUBLIC
    created = await client.create_match(
        args.game,
        options=options,
        seats=[*others[:mine], own(args.name), *others[mine:]],
        seed=parse_hex_seed(args.seed, screen),
        visibility=private if args.private else public,
        clock=clock_settings(args, screen),
        ready_check=args.ready,
        # Policies answer at the speed of a person if one is there to read what they do.
        pace=match_pb2.PACE_RELAXED if context.has_reader else match_pb2.PACE_FAST,
    )
    screen.say(CliText.MATCH, "dim", match_id=created.id)
    if args.invites:
        _show_invitation(created, context.server, args, screen)
    return _JoinedSeat(created.seats[mine], created.host)


def _show_invitation(created: CreatedMatch, server: str, args: PlayArgs, screen: Screen) -> None:
    """Shows the command with which another person joins."""
    how = f"--join {created.id}"
    if created.invitation_code:
        screen.say(CliText.INVITATION, "bold", code=created.invitation_code)
        how = f"--code {created.invitation_code}"
    screen.say(CliText.JOIN_WITH)
    screen.command(f"{program_command()} play {how} --server {server}{args.tls.flags}")


def _other_seats(args: PlayArgs, count: int) -> list[Seating]:
    """What plays the other seats: the last policy named takes all that remain."""
    if args.invites:
        return [OPEN] * count
    policies = args.policies or (DEFAULT_PLAY_POLICY,)
    return [policy(policies[min(number, len(policies) - 1)]) for number in range(count)]


def _seat_count(game: Game, options: dict[str, str]) -> int:
    """The number of seats of a match, as the options say it; otherwise the game's default."""
    value = options.get(SEATS, "")
    return int(value) if value.isdecimal() else game.default_seats


async def _play_match(
    context: _PlayContext, joined: _JoinedSeat, *, first: bool
) -> _JoinedSeat | None:
    """Plays one match; returns the person's seat in the next, if there is to be one."""
    seat, screen, args = joined.seat, context.screen, context.args
    resumed = args.resume if first else None
    next_seat = None
    seat_file = SeatFile(context.server, seat.match_id, seat.seat, seat.token or "")
    if resumed is not None:
        # It has the commitment and the receipt of the earlier session.
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


async def _find_server(args: PlayArgs, screen: Screen, stack: AsyncExitStack) -> tuple[str, bool]:
    """The address of the service, and whether it is this command's own."""
    if args.resume is not None:
        server = read_seat_file(args.resume, screen).server
    elif args.server is not None:
        server = args.server
    else:
        return await _start_server(stack), True
    await check_connection(server, screen, args.tls.credentials(screen), same_contract=True)
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
    context: _PlayContext, joined: _JoinedSeat, match: Match, *, resumed: bool
) -> SessionEnd:
    seat = joined.seat
    game = await context.client.game(match.game, _SHOWN_PARTS)
    seen = 0
    if resumed:
        try:
            seen = (await seat.view()).revision
        except NotStarted:
            seen = 0
    session = PlaySession(
        context.screen, context.lines, seat, game, auto=context.args.auto, host=joined.host
    )
    # The table sums up what happened before: only the last update is shown again.
    return await session.play(match, after=max(0, seen - 1))


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
    record = await seat.get_record()
    write_record(record, path, screen)
    screen.say(CliText.SAVED, path=path)
    screen.say(CliText.REPLAY_WITH)
    screen.command(f"{program_command()} replay {path}")
    receipt = _receipt(seat) or seat_file.receipt
    show_verify_command(record, path, seat_file.commitment, receipt, screen)


async def _offer_rematch(context: _PlayContext, joined: _JoinedSeat) -> _JoinedSeat | None:
    """Offers a rematch, which begins when all players want it."""
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
        screen.say(CliText.NO_REMATCH, text=refusal.localized_message)
        return None
    screen.line()
    screen.say(CliText.MATCH, "dim", match_id=seat.match_id)
    return _JoinedSeat(seat, host)


def _receipt(seat: SeatHandle) -> str:
    """The last receipt for a step of the seat, as `intrigue verify` takes it."""
    held = seat.action_receipt
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


def _check_args(args: PlayArgs, screen: Screen) -> None:
    """Refuses arguments that contradict each other, before anything is started."""
    given = {
        "GAME": args.game is not None,
        "--join": args.join is not None,
        "--code": args.code is not None,
        "--resume": args.resume is not None,
    }
    names = refuse_conflict(given, screen)
    if args.joins and args.server is None:
        raise CommandError(screen.text(CliText.NEED_SERVER, option=names[0]))
    if args.tls and args.server is None and args.resume is None:
        raise CommandError(screen.text(CliText.TLS_NEEDS_SERVER))
    if args.invites and args.policies:
        one = "--private" if args.private else "--host"
        raise CommandError(screen.text(CliText.CONFLICT, one=one, other="--policy"))
    _check_terms(args, names, screen)
    if args.auto is not None:
        engine.Engine().check_policy(args.auto)
    if not names:
        known = ", ".join(game.id for game in list_games())
        raise CommandError(screen.text(CliText.WHICH_GAME, known=known))


def _check_terms(args: PlayArgs, names: list[str], screen: Screen) -> None:
    """Refuses terms of an existing match, and a clock that can't be parsed."""
    terms = {
        "--host": args.host,
        "--private": args.private,
        "--clock": args.clock is not None,
        "--timeout-policy": bool(args.timeout_policy),
        "--ready": args.ready,
    }
    for term, is_given in terms.items():
        if is_given and names and names[0] != "GAME":
            raise CommandError(screen.text(CliText.CONFLICT, one=names[0], other=term))
    if args.timeout_policy and args.clock is None:
        raise CommandError(screen.text(CliText.NEED_CLOCK))
    if args.timeout_policy:
        engine.Engine().check_policy(args.timeout_policy)
    clock_settings(args, screen)
