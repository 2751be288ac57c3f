"""With credentials the connection is encrypted, and goes only to a server that proves itself."""

from __future__ import annotations

import grpc
import pytest
import trustme
from tests.clients.fake_server import FakeServer

import intrigue_sdk
from intrigue_proto.v1 import match_service_pb2
from intrigue_sdk import NO_RETRIES, connect


@pytest.fixture
def certificate():
    """A key and a certificate for loopback, and the authority that signed it."""
    authority = trustme.CA()
    signed = authority.issue_cert("127.0.0.1")
    chain = b"".join(part.bytes() for part in signed.cert_chain_pems)
    return (signed.private_key_pem.bytes(), chain), authority.cert_pem.bytes()


async def test_tls(certificate):
    pair, authority = certificate
    async with FakeServer(grpc.ssl_server_credentials([pair])) as service:
        service.answers["Act"] = [match_service_pb2.ActResponse()]
        trusting = grpc.ssl_channel_credentials(authority)
        async with connect(service.target, credentials=trusting) as client:
            await client.seat("m", 0, "token").act(0)
        assert service.tokens == ["Bearer token"]
        for credentials in (grpc.ssl_channel_credentials(), None):
            unknown = connect(service.target, credentials=credentials, retry_policy=NO_RETRIES)
            async with unknown as client:
                with pytest.raises(intrigue_sdk.Unavailable):
                    await client.seat("m", 0, "token").act(0)
        assert len(service.tokens) == 1
