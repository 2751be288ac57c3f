"""The arguments of the commands, and how they are parsed."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from intrigue.cli.connection import TlsArgs
from intrigue.cli.errors import CommandError, cannot_read
from intrigue.cli.language import Lang
from intrigue.cli.messages import CliText, MissionText
from intrigue.cli.output_files import OutputFiles
from intrigue_sdk import clock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue.cli.terminal import Screen
    from intrigue_sdk import ClockSettings

DEFAULT_PLAY_POLICY: Final = "normal"
DEFAULT_SIMULATE_GAMES: Final = 1000
DEFAULT_ANALYZE_POLICY: Final = "hard"
DEFAULT_CHECK_POLICY: Final = "greedy"
DEFAULT_CHECK_GAMES: Final = 200
DEFAULT_SEED: Final = "0"

# An option value that begins with it names a file.
_FILE_PREFIX: Final = "@"
_SEED_BYTES: Final = 32
_HEX_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")
_TIME: Final = re.compile(r"(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s)?")
_CLOCK: Final = re.compile(r"(?:([^+/]+)(?:\+([^+/]+))?)?(?:/([^+/]+))?")

LangOption = Annotated[
    Lang | None, typer.Option("--lang", help="The language; by default that of the terminal.")
]
GameArgument = Annotated[str, typer.Argument(help="The id of a game.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game; repeatable. A value @FILE is what the file says.",
    ),
]
OpponentsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        help="Who plays the other seats: easy, normal, hard, or a policy such as "
        "ismcts:sims=2000; repeatable, one for each seat.",
    ),
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="BANK+INCREMENT/DECISION",
        help="How much time a seat has, such as 5m+3s/30s, 10m or /30s.",
    ),
]
TimeoutPolicyOption = Annotated[
    str,
    typer.Option(
        "--timeout-policy",
        metavar="POLICY",
        help="What decides for a seat whose time is up; without it the seat forfeits.",
    ),
]
PoliciesOption = Annotated[
    str,
    typer.Option(
        "--policies",
        metavar="POLICY,POLICY,…",
        help="Who plays, such as ismcts:sims=500,greedy,random: one policy for each seat. "
        "Where seats vary, there are as many as policies.",
    ),
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS|local",
        help="Play it on a Ray cluster, or on one started here (needs intrigue[ray]).",
    ),
]
ReceiptsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--receipt",
        metavar="SEAT:REVISION:HEAD",
        help="What was told with an acknowledgement; repeatable. The seat is - for a caller "
        "that had none.",
    ),
]
RecordArgument = Annotated[Path, typer.Argument(help="A saved record.")]
PrintJsonOption = Annotated[bool, typer.Option("--json", help="Say it for machines.")]


@dataclass(frozen=True, slots=True)
class PlayArgs:
    """The arguments of `intrigue play`."""

    game: str | None = None
    options: tuple[str, ...] = ()
    seat: int | None = None
    policies: tuple[str, ...] = ()
    server: str | None = None
    seed: str = ""
    name: str = ""
    join: str | None = None
    code: str | None = None
    host: bool = False
    private: bool = False
    clock: str | None = None
    timeout_policy: str = ""
    ready: bool = False
    resume: Path | None = None
    auto: str | None = None
    fast: bool = False
    save: Path | None = None
    tls: TlsArgs = field(default_factory=TlsArgs)

    @property
    def joins(self) -> bool:
        """Whether the person joins a match that another person created."""
        return self.join is not None or self.code is not None

    @property
    def invites(self) -> bool:
        """Whether the other seats are left to people."""
        return self.host or self.private


@dataclass(frozen=True, slots=True)
class SimulateArgs:
    """The arguments of `intrigue simulate`."""

    game: str
    policies: str
    options: tuple[str, ...] = ()
    games: int = DEFAULT_SIMULATE_GAMES
    seed: str | None = None
    rotate: bool = True
    threads: int | None = None
    server: str | None = None
    ray: str | None = None
    output: OutputFiles = field(default_factory=OutputFiles)
    tls: TlsArgs = field(default_factory=TlsArgs)


@dataclass(frozen=True, slots=True)
class AnalyzeArgs:
    """The arguments of `intrigue analyze`."""

    record: Path
    seat: int
    step: int | None = None
    policy: str = DEFAULT_ANALYZE_POLICY
    seed: str = DEFAULT_SEED
    threads: int = 1
    output: OutputFiles = field(default_factory=OutputFiles)


@dataclass(frozen=True, slots=True)
class CheckArgs:
    """The arguments of `intrigue mission check`."""

    path: Path
    games: int = DEFAULT_CHECK_GAMES
    """For each number of seats; 0: none are played."""
    policy: str = DEFAULT_CHECK_POLICY
    seats: tuple[int, ...] = ()
    """Numbers of seats; none: every number that the game has."""
    options: tuple[str, ...] = ()
    """Further ones of the game, as `NAME=VALUE`."""
    seed: str = DEFAULT_SEED
    as_json: bool = False


def refuse_conflict(given: Mapping[str, bool], screen: Screen) -> list[str]:
    """The options that are given; raises CommandError if there are several."""
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise CommandError(screen.text(CliText.CONFLICT, one=names[0], other=names[1]))
    return names


def parse_seed(text: str | None) -> bytes:
    """The 32 bytes of a seed; random ones if there is no text.

    64 hexadecimal digits are the bytes themselves. A decimal number is the seed that the same
    number is in Python. Any other text is hashed with SHA-256.
    """
    if text is None:
        return secrets.token_bytes(_SEED_BYTES)
    if _HEX_SEED.fullmatch(text):
        return bytes.fromhex(text)
    if text.isascii() and text.isdecimal() and int(text).bit_length() <= 8 * _SEED_BYTES:
        return int(text).to_bytes(_SEED_BYTES, "little")
    return hashlib.sha256(text.encode()).digest()


def parse_hex_seed(text: str, screen: Screen) -> bytes:
    """The 32 bytes of a seed in hexadecimal digits; no bytes if the text is empty."""
    if not text:
        return b""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != _SEED_BYTES:
        raise CommandError(screen.text(CliText.BAD_SEED))
    return seed


def parse_policies(text: str) -> list[str]:
    """The policies of a list such as `ismcts:sims=500,trees=4,greedy`.

    Parameters are separated by commas too, so a piece that sets a parameter but names no policy
    belongs to the policy before it: the list above has two policies. Raises ValueError if the text
    is not such a list.
    """
    policies: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        if not piece:
            raise ValueError(text)
        if ":" in piece or "=" not in piece:
            policies.append(piece)
        elif policies:
            # A comma in place of the colon is accepted.
            policies[-1] += ("," if ":" in policies[-1] else ":") + piece
        else:
            raise ValueError(text)
    return policies


def parse_options(options: tuple[str, ...], screen: Screen) -> dict[str, str]:
    """The options of a game, each written NAME=VALUE, or NAME=@FILE for the text of a file."""
    read = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise CommandError(screen.text(CliText.BAD_OPTION, option=option))
        read[name.strip()] = _read_option_value(value.strip(), screen)
    return read


def _read_option_value(value: str, screen: Screen) -> str:
    if not value.startswith(_FILE_PREFIX):
        return value
    text = read_document(Path(value.removeprefix(_FILE_PREFIX)), screen)
    # The core takes a value of one line for a name, and a longer one for a document.
    return text if "\n" in text else text + "\n"


def read_document(path: Path, screen: Screen) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise cannot_read(path, error, screen) from None
    except UnicodeDecodeError as error:
        why = screen.text(MissionText.NOT_TEXT, byte=error.start)
        raise CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why)) from None


def clock_settings(args: PlayArgs, screen: Screen) -> ClockSettings | None:
    """The clock of a new match, if it is to have one."""
    if args.clock is None:
        return None
    try:
        return parse_clock(args.clock, args.timeout_policy)
    except ValueError:
        raise CommandError(screen.text(CliText.BAD_CLOCK, clock=args.clock)) from None


def parse_clock(text: str, policy: str = "") -> ClockSettings:
    """The clock of a notation such as `5m+3s/30s`: bank, increment, limit per decision.

    Raises ValueError if the text is not such a notation.
    """
    parts = _CLOCK.fullmatch("".join(text.casefold().split()))
    if parts is None:
        raise ValueError(text)
    bank, increment, decision = (
        None if part is None else _parse_time(part) for part in parts.groups()
    )
    return clock(bank, increment, decision, policy)


def _parse_time(text: str) -> timedelta:
    parts = _TIME.fullmatch(text)
    if parts is None or not any(parts.groups()):
        raise ValueError(text)
    hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)
