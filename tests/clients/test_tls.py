"""With credentials the connection is encrypted, and goes only to a server that proves itself."""

from __future__ import annotations

import shutil
import subprocess

import grpc
import pytest
from tests.clients.scripted_service import ScriptedService

import intrigue_sdk
from intrigue_proto.v1 import match_service_pb2
from intrigue_sdk import NO_PATIENCE, connect

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")


@pytest.fixture
def certificate(tmp_path):
    """A key and a certificate for loopback, signed by itself."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return key.read_bytes(), certificate.read_bytes()


async def test_tls(certificate):
    async with ScriptedService(grpc.ssl_server_credentials([certificate])) as service:
        service.answers["Act"] = [match_service_pb2.ActResponse()]
        trusting = grpc.ssl_channel_credentials(certificate[1])
        async with connect(service.target, credentials=trusting) as client:
            await client.seat("m", 0, "token").act(0)
        assert service.tokens == ["Bearer token"]
        for credentials in (grpc.ssl_channel_credentials(), None):
            stranger = connect(service.target, credentials=credentials, patience=NO_PATIENCE)
            async with stranger as client:
                with pytest.raises(intrigue_sdk.Unavailable):
                    await client.seat("m", 0, "token").act(0)
        assert len(service.tokens) == 1
