"""The log holds nothing secret, at any level."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging

import grpc
import pytest
from google.protobuf import message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from tests.processes import PATIENCE_SECONDS
from tests.service.conftest import captured_logs

from intrigue_proto.v1 import catalog_service_pb2, record_service_pb2, simulation_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = bytes(range(100, 132))
NAME = "Zenobia of Palmyra"
OPERATOR = "operator-" + "x" * 40
METHODS = [
    method
    for service in (
        pb.DESCRIPTOR.services_by_name["MatchService"],
        record_service_pb2.DESCRIPTOR.services_by_name["RecordService"],
        simulation_service_pb2.DESCRIPTOR.services_by_name["SimulationService"],
    )
    for method in service.methods
]


async def everything(client, as_bearer) -> set[str]:
    """A match with every method, good calls and bad; returns all that must not be logged."""
    seats = [pb.SeatRequest(own=pb.OwnSeat(name=NAME)), pb.SeatRequest(open=pb.OpenSeat())]
    created = await client.create(seats=seats, seed=SEED, request_id="secret-request-id")
    await created.join(name=NAME, request_id="secret-request-id-2")
    secrets = {NAME, SEED.hex(), repr(SEED)[2:-1], created.host, created.spectator}
    secrets |= {*created.seats.values(), "secret-request-id", OPERATOR}
    watch = created.watch(created.seats[0], include_view=True)
    await watch.read()
    seat, view = await created.turn()
    token = created.seats[seat]
    action = view.prompt.actions[0]
    secrets.add(action.notation)
    explain = pb.ExplainRequest(match_id=created.id, notation=action.notation)
    await client.matches.Explain(explain, metadata=as_bearer(token))
    await created.act(token, notation=action.notation, request_id="secret-request-id")
    for metadata in (as_bearer("wrong-token-of-a-stranger"), as_bearer(token)):
        with pytest.raises(grpc.aio.AioRpcError):
            await client.matches.Act(
                pb.ActRequest(match_id=created.id, notation="secret nonsense"), metadata=metadata
            )
    secrets |= {"wrong-token-of-a-stranger", "secret nonsense"}
    rotated = await client.matches.RotateToken(
        pb.RotateTokenRequest(request_id="0123456789abcdef"), metadata=as_bearer(created.seats[0])
    )
    created.seats[0] = rotated.token
    secrets.add(rotated.token)
    await created.play_on(6)
    await created.get(created.spectator)
    await client.matches.ListMatches(pb.ListMatchesRequest())
    last = created.seats[0]
    await client.matches.Resign(pb.ResignRequest(match_id=created.id), metadata=as_bearer(last))
    await client.records.GetRecord(record_service_pb2.GetRecordRequest(match_id=created.id))
    second = await client.create("own", "random", seed=SEED)
    await second.abort(second.host)
    secrets |= {second.host, second.seats[0]}
    await client.catalog.GetGame(catalog_service_pb2.GetGameRequest(game=client.game))
    health = health_pb2_grpc.HealthStub(client.channel)
    await health.Check(health_pb2.HealthCheckRequest())
    with pytest.raises(grpc.aio.AioRpcError):
        await client.channel.unary_unary("/secret.Service/SecretMethod")(b"secret-bytes")
    await every_method(client, second, as_bearer)
    secrets.add(await a_batch(client))
    return secrets | {"SecretMethod", "secret-bytes"}


async def every_method(client, created, as_bearer) -> None:
    """Each method once more, whatever it answers: also those that this test does not know."""
    for method in METHODS:
        named = "match_id" in method.input_type.fields_by_name
        kind = message_factory.GetMessageClass(method.input_type)
        request = kind(**({"match_id": created.id} if named else {})).SerializeToString()
        path = f"/{method.containing_service.full_name}/{method.name}"
        for token in (created.seats[0], created.host):
            if method.server_streaming:
                stream = client.channel.unary_stream(path)(request, metadata=as_bearer(token))
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await stream.read()
                stream.cancel()
            else:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await client.channel.unary_unary(path)(request, metadata=as_bearer(token))


async def a_batch(client) -> str:
    """The name of a lease, which is all that it takes to step the batch."""
    settings = simulation_service_pb2.BatchSettings(game=client.game, lane_count=1, seed=SEED)
    leased = await client.simulation.LeaseBatch(
        simulation_service_pb2.LeaseBatchRequest(settings=settings)
    )
    await client.simulation.EndLease(simulation_service_pb2.EndLeaseRequest(lease=leased.lease))
    return str(leased.lease)


@pytest.mark.parametrize("log_calls", [False, True])
async def test_no_secret_is_logged(deployment, as_bearer, caplog, log_calls):
    caplog.set_level(logging.DEBUG)
    with captured_logs() as logs:
        async with deployment.served(log_calls=log_calls, operator_token=OPERATOR) as client:
            secrets = await asyncio.wait_for(everything(client, as_bearer), PATIENCE_SECONDS)
    ours = json.dumps(logs, default=repr)
    others = "\n".join(f"{record.getMessage()} {record.exc_text}" for record in caplog.records)
    assert len(secrets) > 12
    for secret in secrets:
        assert secret not in ours
        assert secret not in others
    calls = [entry for entry in logs if entry["event"] == "call"]
    if not log_calls:
        assert not calls
        return
    received = {name for entry in calls for name in entry}
    assert received == {"event", "log_level", "method", "code", "seconds"}
    methods = {entry["method"].rpartition("/")[2] for entry in calls}
    # All methods were called, so nothing was left out.
    assert {method.name for method in METHODS} <= methods
    assert {"OK", "UNAUTHENTICATED", "INVALID_ARGUMENT"} <= {entry["code"] for entry in calls}


async def test_an_error_says_where_and_not_what(deployment, monkeypatch):
    async def broken(*_):
        raise ValueError("the deepest secret")

    monkeypatch.setattr("intrigue.rpc.match_service.MatchService.get_view", broken)
    with captured_logs() as logs:
        async with deployment.served() as client:
            with pytest.raises(grpc.aio.AioRpcError):
                await client.matches.GetView(pb.GetViewRequest(match_id="x"))
    assert "unexpected_error" in {entry["event"] for entry in logs}
    assert "the deepest secret" not in repr(logs)


async def test_a_flood_of_refusals_is_one_line(deployment):
    with captured_logs() as logs:
        async with deployment.served(peer_requests_per_second=0.01, peer_burst=1) as client:
            for _ in range(20):
                with pytest.raises(grpc.aio.AioRpcError):
                    await client.matches.ListMatches(pb.ListMatchesRequest())
    (entry,) = [entry for entry in logs if entry["event"] == "limit_exceeded"]
    assert entry["limit"] == "peer_requests_per_second"
