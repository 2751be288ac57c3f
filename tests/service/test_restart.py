"""A server that stops, or dies, and one that goes on with its matches."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests import processes
from tests.service.match_calls import record_of

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = """
import asyncio, sys
from intrigue.config import Settings
from intrigue.server import serve

def ready(server):
    print(server.port, flush=True)

asyncio.run(serve(Settings(port=int(sys.argv[2]), database=sys.argv[1]), ready=ready))
"""


async def test_matches_go_on_where_they_were(deployment):
    async with deployment.served() as client:
        waiting = await client.create("own", "open")
        running = await client.create("own", "own")
        await running.play_on(7)
        finished = await client.create("own", "own")
        await finished.play_on()
        aborted = await client.create("own", "own")
        await aborted.play_on(2)
        await aborted.abort(aborted.host)
        created_matches = (waiting, running, finished, aborted)
        before = [await created.get() for created in created_matches]
        views = {seat: await running.view(token) for seat, token in running.seats.items()}
        record = await record_of(finished)
        listed = await client.matches.ListMatches(pb.ListMatchesRequest())
    async with deployment.served() as client:
        for created in created_matches:
            created.client = client
        assert await client.matches.ListMatches(pb.ListMatchesRequest()) == listed
        assert [await created.get() for created in created_matches] == before
        for seat, token in running.seats.items():
            assert await running.view(token) == views[seat]
        assert await record_of(finished) == record
        await waiting.join()
        for created in (waiting, running):
            await created.play_on()
            assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_matches_that_make_way_in_memory_are_rebuilt(deployment):
    async with deployment.served(live_matches=1, cached_tokens=1) as client:
        created_matches = [await client.create("own", "own") for _ in range(3)]
        for _ in range(10):
            for created in created_matches:
                await created.step()
        for created in created_matches:
            await created.play_on()
            assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_many_askers_for_a_match_in_the_store_get_one_room(deployment):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        before = await created.view()
    async with deployment.server() as server, deployment.client(server) as client:
        created.client = client
        views = await asyncio.gather(*(created.view() for _ in range(20)))
        assert all(view == before for view in views)
        assert len(server._matches.registry._matches) == 1


@contextlib.contextmanager
def started(database: str) -> Iterator[tuple[processes.Child, int]]:
    """A server in a process of its own, and its port."""
    command = [sys.executable, "-c", PROGRAM, database, "0"]
    with processes.Child(command, stdout=subprocess.PIPE, text=True) as process:
        while (line := process.line().strip()) and not line.isdigit():
            pass
        yield process, int(line)


async def test_what_was_acknowledged_survives_a_kill(deployment, as_bearer):
    acknowledged: dict[str, list[tuple[int, pb.ActRequest, bytes]]] = {}
    created_matches: list[Any] = []
    for cycle in range(3):
        with started(deployment.database) as (process, port):
            async with deployment.client(f"127.0.0.1:{port}") as client:
                act = client.channel.unary_unary(
                    "/intrigue.v1.MatchService/Act",
                    request_serializer=pb.ActRequest.SerializeToString,
                )
                for created in created_matches:
                    created.client = client
                    for seat, request, answer in acknowledged[created.id]:
                        again = await act(request, metadata=as_bearer(created.seats[seat]))
                        assert again == answer
                created_matches += [await client.create("own", "own") for _ in range(4)]

                enough = asyncio.Event()

                async def play(
                    created: Any, act: Any = act, cycle: int = cycle, enough: asyncio.Event = enough
                ) -> None:
                    log = acknowledged.setdefault(created.id, [])
                    while not (await created.view()).HasField("outcome"):
                        seat, view = await created.turn()
                        request = pb.ActRequest(
                            match_id=created.id,
                            action_id=view.prompt.actions[0].id,
                            request_id=f"{cycle}-{view.revision}",
                        )
                        answer = await act(request, metadata=as_bearer(created.seats[seat]))
                        log.append((seat, request, answer))
                        if sum(map(len, acknowledged.values())) >= 40 * (cycle + 1):
                            enough.set()

                playing = [asyncio.create_task(play(created)) for created in created_matches]
                await enough.wait()
                process.kill()
                process.wait(processes.PATIENCE_SECONDS)
                results = await asyncio.gather(*playing, return_exceptions=True)
                assert all(
                    result is None or isinstance(result, grpc.aio.AioRpcError) for result in results
                )
    assert sum(map(len, acknowledged.values())) >= 120


async def test_a_stopping_server_ends_streams_so_that_they_resume(deployment, read_problem):
    async with deployment.server() as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        stream = created.watch(created.seats[0])
        assert (await stream.read()).HasField("match")
        assert (await stream.read()).update.revision == 1
        assert (await stream.read()).caught_up.revision == 1
        stopping = asyncio.create_task(server.stop())
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stream.read()
        problem = read_problem(caught.value)
        assert (problem.status.name, problem.reason) == ("UNAVAILABLE", "SERVER_STOPPING")
        await stopping


async def test_a_server_asked_to_end_ends_well(deployment):
    with started(deployment.database) as (process, port):
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            await channel.channel_ready()
            process.send_signal(signal.SIGTERM)
            ended = await asyncio.to_thread(process.wait, processes.PATIENCE_SECONDS)
            assert ended == 0
