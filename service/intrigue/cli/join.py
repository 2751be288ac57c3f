"""How a person takes a seat: by a new match, an invitation, or a seat file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from intrigue.cli.arguments import (
    DEFAULT_PLAY_POLICY,
    SEATS_OPTION,
    clock_settings,
    parse_hex_seed,
    parse_options,
)
from intrigue.cli.errors import CommandError, cannot_read
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import OPEN, Client, Host, SeatHandle, own, policy

if TYPE_CHECKING:
    from intrigue.cli.arguments import PlayArgs
    from intrigue.cli.terminal import Screen
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_sdk import CreatedMatch, Seating


@dataclass(frozen=True, slots=True)
class SeatFile:
    """A seat that is kept in a file, to return to the match and to verify its record later."""

    server: str
    match_id: str
    seat: int
    token: str
    commitment: str = ""
    """The commitment of the match, in hexadecimal digits."""
    receipt: str = ""
    """The last receipt, as `intrigue verify` takes it."""

    def updated(self, *, commitment: str = "", receipt: str = "") -> SeatFile:
        """A copy with a newer receipt, or with a commitment if there is none yet."""
        return replace(
            self,
            commitment=self.commitment or commitment,
            receipt=receipt or self.receipt,
        )

    def write(self, folder: Path | None = None) -> Path:
        """Writes a file that only this user can read: the token gives control of the seat."""
        folder = _folder() if folder is None else folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{self.match_id}-{self.seat}.json"
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(self), file)
        return path

    @staticmethod
    def read(path: Path) -> SeatFile:
        """Reads a seat file; raises OSError, or ValueError if it is no seat file."""
        content = json.loads(path.read_text("utf-8"))
        match content:
            case {
                "server": str(server),
                "match_id": str(match_id),
                "seat": int(seat),
                "token": str(token),
            }:
                noted = (content.get("commitment"), content.get("receipt"))
                commitment, receipt = (one if isinstance(one, str) else "" for one in noted)
                return SeatFile(server, match_id, seat, token, commitment, receipt)
        raise ValueError(path)


def _folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "intrigue"


@dataclass(frozen=True, slots=True)
class JoinedSeat:
    """A seat, and the host handle if the person created the match."""

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
    )
    screen.say(CliText.MATCH, "dim", match_id=created.id)
    if args.invites:
        _show_invitation(created, server, args, screen)
    return JoinedSeat(created.seats[mine], created.host)


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
    """The number of seats of a match: an option of the game, or fixed."""
    for option in game.options:
        if option.name == SEATS_OPTION:
            value = options.get(SEATS_OPTION, option.default_value)
            return int(value) if value.isdecimal() else game.min_seats
    return game.min_seats


def read_seat_file(path: Path, screen: Screen) -> SeatFile:
    """Reads a seat file, or raises CommandError."""
    try:
        return SeatFile.read(path)
    except OSError as error:
        raise cannot_read(path, error, screen) from None
    except ValueError:
        raise CommandError(screen.text(CliText.NOT_A_SEAT_FILE, path=path)) from None
