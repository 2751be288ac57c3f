"""Certificates: read, checked before they are used, and read again when they are renewed."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc
import structlog

if TYPE_CHECKING:
    from pathlib import Path

log = structlog.get_logger(__name__)


class CertificateError(Exception):
    """A certificate can't be used, and why."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where the server's certificate is, and whom clients must be certified by."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def state(self) -> tuple[tuple[int, int, int], ...]:
        """Changes when any of the files does."""
        found = [
            path.stat() for path in (self.certificate, self.key, self.client_ca) if path is not None
        ]
        return tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in found)


def credentials(files: Files) -> grpc.ServerCredentials:
    """Credentials that follow their files; raises CertificateError if they can't be used now."""
    return grpc.dynamic_ssl_server_credentials(
        _configuration(files),
        _Renewal(files).fetch,  # type: ignore[arg-type] # None is allowed, and says: no change
        require_client_authentication=files.client_ca is not None,
    )


class _Renewal:
    """Looks at the files with each new connection. What can't be used is not taken up."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._state = files.state()

    def fetch(self) -> grpc.ServerCertificateConfiguration | None:
        """The configuration for the next connections; None: the same as before."""
        try:
            state = self._files.state()
            if state == self._state:
                return None
            configuration = _configuration(self._files)
        except (OSError, CertificateError) as error:
            # Half of a renewal: the other half will change the files again.
            log.warning("certificate_not_taken_up", why=str(error))
            return None
        self._state = state
        log.info("certificate_taken_up", certificate=str(self._files.certificate))
        return configuration


def _configuration(files: Files) -> grpc.ServerCertificateConfiguration:
    chain, key = _read(files.certificate), _read(files.key)
    authorities = None if files.client_ca is None else _read(files.client_ca)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # An empty password: a key that wants one is refused, and nobody is asked for it.
        context.load_cert_chain(files.certificate, files.key, password="")
    except ssl.SSLError as error:
        raise CertificateError(_why(files, error)) from error
    except (OSError, ValueError) as error:
        raise CertificateError(f"{files.certificate} and {files.key}: {error}") from error
    if authorities is not None:
        try:
            context.load_verify_locations(cadata=authorities.decode("ascii"))
        except (ssl.SSLError, ValueError) as error:
            raise CertificateError(f"{files.client_ca} holds no certificate (PEM)") from error
    return grpc.ssl_server_certificate_configuration([(key, chain)], authorities)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(f"{path}: {error.strerror}") from error


def _why(files: Files, error: ssl.SSLError) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"{files.key} is not the key of {files.certificate}"
    if error.reason in {"BAD_DECRYPT", "BAD_PASSWORD_READ", "PROBLEMS_GETTING_PASSWORD"}:
        return f"{files.key} is locked with a password; give a key without one"
    return f"{files.certificate} and {files.key} are not a certificate and its key (PEM)"
