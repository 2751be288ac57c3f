"""The connection to a service: TLS, whether it answers, and seats that are kept in files."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import grpc
import typer

from intrigue.cli.errors import CommandError, ExitCode, cannot_read
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue.contract import CONTRACT_DIGEST
from intrigue_sdk import RetryPolicy, ServiceFault, Unavailable, connect

if TYPE_CHECKING:
    from intrigue.cli.terminal import Screen

# Less than the SDK's own: a mistyped address should be reported soon.
_CHECK_PATIENCE: Final = RetryPolicy(total=2.0, attempt=15.0)

TlsOption = Annotated[
    bool, typer.Option("--tls", help="Speak TLS; the service's certificate must be known here.")
]
CaOption = Annotated[
    Path | None,
    typer.Option(
        "--ca", metavar="FILE", help="TLS: the authorities to believe, instead of the usual ones."
    ),
]
CertOption = Annotated[
    Path | None,
    typer.Option("--cert", metavar="FILE", help="TLS: your own certificate, if it is asked for."),
]
KeyOption = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="TLS: the key of your certificate.")
]


@dataclass(frozen=True, slots=True)
class TlsArgs:
    """Whether to speak TLS, and with which files; any of them means yes."""

    enabled: bool = False
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    def __bool__(self) -> bool:
        return self.enabled or any((self.ca, self.cert, self.key))

    @property
    def flags(self) -> str:
        """The same options, to be appended to a command."""
        files = (("--ca", self.ca), ("--cert", self.cert), ("--key", self.key))
        named = [f" {flag} {shlex.quote(str(path))}" for flag, path in files if path is not None]
        return "".join(named) or (" --tls" if self.enabled else "")

    def credentials(self, screen: Screen) -> grpc.ChannelCredentials | None:
        """The credentials of the connection; None without TLS."""
        if not self:
            return None
        if (self.cert is None) != (self.key is None):
            raise CommandError(screen.text(CliText.CERT_AND_KEY))
        ca, key, cert = (_read(path, screen) for path in (self.ca, self.key, self.cert))
        return grpc.ssl_channel_credentials(ca, key, cert)


def _read(path: Path | None, screen: Screen) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error, screen) from None


async def check_connection(
    server: str,
    screen: Screen,
    credentials: grpc.ChannelCredentials | None = None,
    *,
    same_contract: bool = False,
) -> None:
    """Raises CommandError if no service answers at the address, or one of another contract.

    A command that draws views needs the same contract, because the core that draws them is the one
    of this installation.
    """
    try:
        client = connect(
            server,
            credentials=credentials,
            retry_policy=_CHECK_PATIENCE,
            language=screen.lang,
        )
    except ValueError:
        raise CommandError(screen.text(CliText.BAD_ADDRESS, server=server)) from None
    async with client:
        try:
            found = await client.server_info()
        except Unavailable:
            text = screen.text(CliText.UNREACHABLE, server=server, program=program_command())
            raise CommandError(text, ExitCode.UNREACHABLE) from None
        except ServiceFault as fault:
            # Servers before version 0.2.0 don't say what they are.
            if not same_contract or fault.reason not in {"UNIMPLEMENTED", "UNKNOWN_METHOD"}:
                raise
            version = screen.text(CliText.UNKNOWN_VERSION)
            raise _other_contract(server, version, screen) from None
    if same_contract and found.contract_digest != CONTRACT_DIGEST:
        raise _other_contract(server, found.version, screen)


def _other_contract(server: str, version: str, screen: Screen) -> CommandError:
    text = screen.text(
        CliText.OTHER_CONTRACT,
        server=server,
        version=version,
        own=metadata.version("intrigue"),
    )
    return CommandError(text, ExitCode.REFUSED)


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
        folder = _seat_folder() if folder is None else folder
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


def _seat_folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "intrigue"


def read_seat_file(path: Path, screen: Screen) -> SeatFile:
    """Reads a seat file, or raises CommandError."""
    try:
        return SeatFile.read(path)
    except OSError as error:
        raise cannot_read(path, error, screen) from None
    except ValueError:
        raise CommandError(screen.text(CliText.NOT_A_SEAT_FILE, path=path)) from None
