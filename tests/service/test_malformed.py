"""What is no message at all, or far too large: a typed error each, and the server lives."""

from __future__ import annotations

import random

import grpc
import pytest
from tests.processes import PATIENCE_SECONDS

from intrigue_proto.v1 import catalog_service_pb2, simulation_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


def all_methods() -> list[tuple[str, bool]]:
    services = [
        pb.DESCRIPTOR.services_by_name["MatchService"],
        catalog_service_pb2.DESCRIPTOR.services_by_name["CatalogService"],
        simulation_service_pb2.DESCRIPTOR.services_by_name["SimulationService"],
    ]
    paths = [
        (f"/{service.full_name}/{method.name}", method.server_streaming)
        for service in services
        for method in service.methods
    ]
    return [*paths, ("/grpc.health.v1.Health/Check", False), ("/grpc.health.v1.Health/Watch", True)]


@pytest.mark.parametrize(("path", "streams"), all_methods())
async def test_malformed_messages(client, read_problem, path, streams):
    generator = random.Random(path)
    messages = [b"\xff", b"\x0a\xff", b"\x0a\x02\xff\xfe", b"\x0b" * 200]
    messages += [generator.randbytes(generator.randrange(1, 60)) for _ in range(40)]
    malformed = 0
    for message in messages:
        try:
            if streams:
                call = client.channel.unary_stream(path)(message, timeout=PATIENCE_SECONDS)
                await call.read()
                call.cancel()
            else:
                await client.channel.unary_unary(path)(message, timeout=PATIENCE_SECONDS)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND and "Health" in path:
                continue
            problem = read_problem(error)
            assert problem.status.name not in {"INTERNAL", "UNKNOWN"}, (message, problem)
            malformed += problem.reason == "MALFORMED_MESSAGE"
    assert malformed > 0


async def test_oversized_messages_are_refused_and_the_server_lives(deployment, expect):
    async with deployment.served(max_message_bytes=4096) as client:
        async with expect("RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE") as problems:
            await client.create(script=["x" * 250] * 20)
        assert problems[0].metadata["most"] == "4096"
        # What is far too large does not even reach the service.
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.create(script=["x" * 250] * 100)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_oversized_metadata_is_refused_and_the_server_lives(client):
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.matches.ListMatches(
            pb.ListMatchesRequest(), metadata=[("authorization", "Bearer " + "x" * 100_000)]
        )
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_an_unknown_method_is_unimplemented(client):
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.channel.unary_unary("/intrigue.v1.MatchService/Dance")(b"")
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
