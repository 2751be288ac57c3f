"""The connection to a service: TLS, and whether it answers."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import grpc
import typer

from intrigue.cli.errors import CommandError, ExitCode, cannot_read
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue_sdk import RetryPolicy, Unavailable, connect

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
    server: str, screen: Screen, credentials: grpc.ChannelCredentials | None = None
) -> None:
    """Raises CommandError if no service answers at the address."""
    try:
        client = connect(server, credentials=credentials, retry_policy=_CHECK_PATIENCE)
    except ValueError:
        raise CommandError(screen.text(CliText.BAD_ADDRESS, server=server)) from None
    async with client:
        try:
            await client.games()
        except Unavailable:
            text = screen.text(CliText.UNREACHABLE, server=server, program=program_command())
            raise CommandError(text, ExitCode.UNREACHABLE) from None
