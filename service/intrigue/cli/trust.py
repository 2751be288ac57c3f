"""How a command makes sure of the service, and the service of it: TLS and its files."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import grpc
import typer

from intrigue.cli.fault import CommandError
from intrigue.cli.messages import CliText

if TYPE_CHECKING:
    from intrigue.cli.screen import Screen

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
        """The arguments that ask for the same, to be put behind a command."""
        files = (("--ca", self.ca), ("--cert", self.cert), ("--key", self.key))
        named = [f" {flag} {shlex.quote(str(path))}" for flag, path in files if path is not None]
        return "".join(named) or (" --tls" if self.enabled else "")

    def credentials(self, screen: Screen) -> grpc.ChannelCredentials | None:
        """What the connection is made with; None without TLS."""
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
        why = error.strerror or str(error)
        raise CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why)) from None
