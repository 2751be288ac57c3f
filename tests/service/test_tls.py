"""TLS by settings: who has no certificate, or the wrong one, gets nowhere."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from typing import TYPE_CHECKING, Any

import grpc
import pytest
import trustme
from tests.e2e.terminal import call
from tests.processes import PATIENCE_SECONDS

from intrigue.server import Server, ServerError
from intrigue_proto.v1 import catalog_service_pb2
from intrigue_proto.v1.catalog_service_pb2_grpc import CatalogServiceStub
from intrigue_sdk import connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


class Authority:
    """An authority, and the files that it issues."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.authority = trustme.CA()
        self.ca = folder / "ca.pem"
        self.authority.cert_pem.write_to_path(str(self.ca))

    def issue(self, name: str) -> tuple[Path, Path]:
        issued = self.authority.issue_cert("127.0.0.1", common_name=name)
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        certificate.write_bytes(b"".join(part.bytes() for part in issued.cert_chain_pems))
        issued.private_key_pem.write_to_path(str(key))
        return certificate, key

    def believed(self, own: tuple[Path, Path] | None = None) -> grpc.ChannelCredentials:
        """A client's credentials, with a certificate of its own or without."""
        certificate, key = (None, None) if own is None else (path.read_bytes() for path in own)
        return grpc.ssl_channel_credentials(self.ca.read_bytes(), key, certificate)


@pytest.fixture
def authority(tmp_path) -> Authority:
    return Authority(tmp_path / "authority")


@pytest.fixture
def other_authority(tmp_path) -> Authority:
    return Authority(tmp_path / "stranger")


@pytest.fixture
def files(authority) -> dict[str, str]:
    certificate, key = authority.issue("server")
    return {"tls_certificate": str(certificate), "tls_key": str(key)}


@contextlib.asynccontextmanager
async def channel_to(
    server: Server, credentials: grpc.ChannelCredentials | None
) -> AsyncIterator[grpc.aio.Channel]:
    # A connection of its own each time: the library would share one that is open already.
    options = [("grpc.use_local_subchannel_pool", 1)]
    if credentials is None:
        channel = grpc.aio.insecure_channel(server.address, options)
    else:
        channel = grpc.aio.secure_channel(server.address, credentials, options)
    async with channel:
        yield channel


async def reaches(server: Server, credentials: grpc.ChannelCredentials | None) -> bool:
    async with channel_to(server, credentials) as channel:
        stub: Any = CatalogServiceStub(channel)
        try:
            answer = await stub.ListGames(
                catalog_service_pb2.ListGamesRequest(), timeout=PATIENCE_SECONDS
            )
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            return False
        return bool(answer.games)


async def test_tls(deployment, authority, other_authority, files):
    async with deployment.server(**files) as server:
        assert await reaches(server, authority.believed())
        assert not await reaches(server, other_authority.believed())
        assert not await reaches(server, None)
        async with connect(server.address, credentials=authority.believed()) as client:
            assert await client.games()


async def test_clients_with_certificates(deployment, authority, other_authority, files):
    clients = Authority(authority.folder / "clients")
    async with deployment.server(**files, tls_client_ca=str(clients.ca)) as server:
        assert await reaches(server, authority.believed(clients.issue("Ana")))
        assert not await reaches(server, authority.believed())
        assert not await reaches(server, authority.believed(other_authority.issue("Eve")))
        # The server's own authority may be another one.
        assert not await reaches(server, authority.believed(authority.issue("Bo")))


def replace(path: str, source: Path) -> None:
    """Renews a file in one step, as those who renew certificates do."""
    new = f"{path}.new"
    shutil.copy(source, new)
    os.replace(new, path)  # noqa: PTH105 - both are texts


async def test_renewed_certificates_are_taken_up(deployment, authority, other_authority, files):
    async with (
        deployment.server(**files) as server,
        channel_to(server, authority.believed()) as channel,
    ):
        stub: Any = CatalogServiceStub(channel)
        await stub.ListGames(catalog_service_pb2.ListGamesRequest(), timeout=PATIENCE_SECONDS)
        certificate, key = other_authority.issue("server")
        # Half of a renewal does no harm: the old pair stays.
        replace(files["tls_certificate"], certificate)
        assert await reaches(server, authority.believed())
        assert not await reaches(server, other_authority.believed())
        replace(files["tls_key"], key)
        assert await reaches(server, other_authority.believed())
        assert not await reaches(server, authority.believed())
        # Nobody who is here is thrown out.
        await stub.ListGames(catalog_service_pb2.ListGamesRequest(), timeout=PATIENCE_SECONDS)


LOCKED = b"""-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj/////////////CAIA
-----END ENCRYPTED PRIVATE KEY-----
"""


def missing(files: dict[str, str], _other: Authority) -> str:
    os.unlink(files["tls_key"])  # noqa: PTH108
    return "server.key: No such file"


def mismatched(files: dict[str, str], other: Authority) -> str:
    replace(files["tls_key"], other.issue("other")[1])
    return "is not the key of"


def no_pem(files: dict[str, str], other: Authority) -> str:
    other.ca.write_text("nonsense")
    replace(files["tls_certificate"], other.ca)
    return "are not a certificate and its key"


def no_authority(files: dict[str, str], other: Authority) -> str:
    other.ca.write_text("nonsense")
    files["tls_client_ca"] = str(other.ca)
    return "ca.pem holds no certificate"


def locked(files: dict[str, str], other: Authority) -> str:
    other.ca.write_bytes(LOCKED)
    replace(files["tls_key"], other.ca)
    return r"(are not a certificate and its key|is locked with a password)"


@pytest.mark.parametrize("make_unusable", [missing, mismatched, no_pem, no_authority, locked])
async def test_certificates_that_can_not_be_used(deployment, other_authority, files, make_unusable):
    words = make_unusable(files, other_authority)
    with pytest.raises(ServerError, match=words):
        await Server(deployment.settings(**files)).start()
    # Nothing is held: with good files it starts.
    async with deployment.server():
        pass


async def test_the_terminal_speaks_tls(deployment, authority, files, tmp_path):
    clients = Authority(authority.folder / "clients")
    certificate, key = clients.issue("Ana")
    record = tmp_path / "match.json"
    async with deployment.server(**files, tls_client_ca=str(clients.ca)) as server:
        trust = ("--ca", authority.ca, "--cert", certificate, "--key", key)
        async with connect(
            server.address, credentials=authority.believed((certificate, key))
        ) as client:
            (game,) = [game.id for game in await client.games() if game.id == "district_noir"]
        play = ("play", game, "--server", server.address, "--policy", "random", "--auto", "random")
        done = await asyncio.to_thread(call, *play, "--save", record, *trust)
        assert done.returncode == 0, done.stderr
        assert record.exists()
        match_id = next(line for line in done.stdout.splitlines() if "Match " in line).split()[-1]
        fetch = ("record", match_id, "--server", server.address, "-o", tmp_path / "again.json")
        done = await asyncio.to_thread(call, *fetch, *trust)
        assert done.returncode == 0, done.stderr
        for arguments, code, words in (
            (("--ca", authority.ca), 3, "No answer"),
            (("--ca", tmp_path / "none.pem"), 2, "Can't read"),
            ((*trust[:2], "--cert", certificate), 2, "--cert and --key come together"),
        ):
            done = await asyncio.to_thread(call, *fetch, *arguments)
            assert (done.returncode, words in done.stderr) == (code, True), done.stderr
    done = await asyncio.to_thread(call, "play", game, "--tls")
    assert (done.returncode, "--server" in done.stderr) == (2, True)
