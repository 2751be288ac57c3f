"""Watch: no gap, no repeat, resumable anywhere, and nobody can hold a stream for ever."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


async def updates_of(stream) -> list[match_pb2.Update]:
    """All updates until the stream ends."""
    return [answer.update async for answer in stream if answer.HasField("update")]


async def rest_of(stream) -> list[pb.WatchResponse]:
    """All answers until the stream ends."""
    answers = []
    while (answer := await stream.read()) is not grpc.aio.EOF:
        answers.append(answer)
    return answers


async def test_each_viewer_sees_all_of_its_updates_once(client):
    created = await client.create("own", "own")
    tokens = [None, created.host, created.spectator, *created.seats.values()]
    streams = [asyncio.create_task(updates_of(created.watch(token))) for token in tokens]
    await created.play_on()
    for token, task in zip(tokens, streams, strict=True):
        updates = await task
        revision = (await created.view(token)).revision
        assert [update.revision for update in updates] == list(range(1, revision + 1))
        assert updates[-1].HasField("outcome")
        # The same once more, after the end.
        assert await updates_of(created.watch(token)) == updates
    assert streams[0].result() == streams[1].result() == streams[2].result()
    assert streams[3].result() != streams[4].result()


async def test_the_order_of_a_whole_stream(client):
    created = await client.create("open", "open")
    stream = created.watch()
    first = (await stream.read()).match
    assert first.status == match_pb2.MATCH_STATUS_WAITING
    # Nothing has been dealt, so there is nothing to catch up with.
    assert (await stream.read()).caught_up == pb.CaughtUp()
    await created.join(name="Ana")
    second = (await stream.read()).match
    assert second.seats[0].name == "Ana"
    await created.join(name="Bo")
    third = (await stream.read()).match
    assert third.status == match_pb2.MATCH_STATUS_RUNNING
    assert (await stream.read()).update.revision == 1
    await created.play_on()
    rest = await rest_of(stream)
    assert rest[-1].match.status == match_pb2.MATCH_STATUS_FINISHED
    assert rest[-2].update.HasField("outcome")
    assert all(answer.HasField("update") for answer in rest[:-1])
    assert await stream.code() is grpc.StatusCode.OK


async def test_resuming_from_any_revision(deployment):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        await created.play_on(9)
        token = created.seats[1]
        current = (await created.view(token)).revision
        whole = []
        stream = created.watch(token)
        async for answer in stream:
            if answer.HasField("update"):
                whole.append(answer.update)
                if len(whole) == current:
                    break
        stream.cancel()
    async with deployment.served() as client:
        created.client = client
        for after in range(current + 1):
            stream = created.watch(token, after_revision=after)
            assert (await stream.read()).HasField("match")
            for update in whole[after:]:
                assert (await stream.read()).update == update
            assert (await stream.read()).caught_up == pb.CaughtUp(revision=current)
            stream.cancel()


async def test_live_after_a_resume(client):
    created = await client.create("own", "own")
    await created.play_on(3)
    current = (await created.view()).revision
    stream = created.watch(after_revision=current)
    await stream.read()
    assert (await stream.read()).caught_up.revision == current
    for step in range(1, 6):
        await created.step()
        assert (await stream.read()).update.revision == current + step
    stream.cancel()


async def test_updates_with_views(client):
    created = await client.create("own", "own")
    for token in (None, created.seats[0]):
        stream = created.watch(token, include_view=True)
        await stream.read()
        update = (await stream.read()).update
        assert update.view == await created.view(token)
        stream.cancel()
    plain = created.watch()
    await plain.read()
    assert not (await plain.read()).update.HasField("view")
    plain.cancel()


@pytest.mark.parametrize(
    ("after", "status", "reason"),
    [
        (2, "OUT_OF_RANGE", "REVISION_AHEAD"),
        (2**31, "OUT_OF_RANGE", "REVISION_AHEAD"),
        (2**32 - 1, "OUT_OF_RANGE", "REVISION_AHEAD"),
    ],
)
async def test_a_revision_that_has_not_happened(client, expect, after, status, reason):
    created = await client.create("own", "own")
    async with expect(status, reason) as problems:
        await created.watch(after_revision=after).read()
    assert problems[0].metadata["revision"] == "1"


async def test_a_heartbeat_when_nothing_happens(deployment):
    async with deployment.served(heartbeat_seconds=0.05) as client:
        created = await client.create("own", "own")
        stream = created.watch()
        kinds = [(await stream.read()).WhichOneof("content") for _ in range(6)]
        assert kinds == ["match", "update", "caught_up", "heartbeat", "heartbeat", "heartbeat"]
        await created.step()
        while (answer := await stream.read()).HasField("heartbeat"):
            assert answer.heartbeat.time.seconds > 0
        assert answer.update.revision == 2
        stream.cancel()


async def test_an_aborted_match_ends_its_streams(client):
    for seats in ((), ("own", "own")):
        created = await client.create(*seats)
        stream = created.watch()
        await stream.read()
        await created.abort(created.host)
        answers = await rest_of(stream)
        assert answers[-1].match.status == match_pb2.MATCH_STATUS_ABORTED
        assert await stream.code() is grpc.StatusCode.OK


async def test_a_reader_that_is_too_slow_is_closed_and_may_resume(deployment, read_problem):
    # A small window, so that the stream is stuck after few bytes.
    narrow = (("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0))
    async with (
        deployment.server(watch_buffer=3) as server,
        deployment.client(server) as player,
        deployment.client(server, *narrow) as reader,
    ):
        finished = False
        for _ in range(20):
            created = await player.create("own", "own")
            created.client = reader
            stream = created.watch(include_view=True)
            got = [await stream.read()]
            created.client = player
            await created.play_on()
            finished = True
            # Nothing is read while the match is played; then all that there is.
            try:
                while (answer := await stream.read()) is not grpc.aio.EOF:
                    got.append(answer)
            except grpc.aio.AioRpcError as error:
                problem = read_problem(error)
                assert (problem.status.name, problem.reason) == ("RESOURCE_EXHAUSTED", "TOO_SLOW")
                break
        else:
            pytest.fail("no reader was ever too slow")
        assert finished
        revisions = [answer.update.revision for answer in got if answer.HasField("update")]
        assert revisions == list(range(1, len(revisions) + 1))
        rest = await updates_of(created.watch(after_revision=len(revisions)))
        assert rest[0].revision == len(revisions) + 1
        assert rest[-1].HasField("outcome")
        assert all(not live.watchers for live in server._matches.registry._matches.values())


async def test_readers_that_leave_are_forgotten(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        streams = [created.watch() for _ in range(10)]
        for stream in streams:
            await stream.read()
        (live,) = server._matches.registry._matches.values()
        assert len(live.watchers) == 10
        for stream in streams:
            stream.cancel()
        for _ in range(200):
            if not live.watchers:
                break
            await asyncio.sleep(0.01)
        assert not live.watchers


async def test_a_late_reader_is_not_too_slow(deployment):
    async with deployment.served(watch_buffer=1) as client:
        created = await client.create("own", "own")
        # No match ends as early as that.
        await created.play_on(8)
        stream = created.watch()
        await stream.read()
        revisions = [(await stream.read()).update.revision for _ in range(8)]
        assert revisions == list(range(1, 9))
        stream.cancel()


async def test_watching_takes_a_match_id(client, expect):
    async with expect("INVALID_ARGUMENT", "INVALID_MATCH_ID"):
        await client.matches.Watch(pb.WatchRequest()).read()


async def kinds_until_caught_up(stream) -> list[str]:
    """The kinds of messages up to the one that says that there are no more."""
    kinds: list[str] = []
    while not kinds or kinds[-1] != "caught_up":
        kinds.append((await stream.read()).WhichOneof("content"))
    return kinds


@pytest.mark.parametrize("game", ["district_noir", "complots", "shadow_blades", "brotherhood"])
async def test_a_stream_begins_with_match_setup_and_backlog(deployment, game):
    async with deployment.served() as client:
        created = await client.create("own", "own", game=game)
        for _ in range(3):
            await created.step()
    setup = ["setup"] if game == "brotherhood" else []
    async with deployment.served() as client:
        created.client = client
        for token in (None, *created.seats.values()):
            revision = (await created.view(token)).revision
            for after in range(revision + 1):
                stream = created.watch(token, after_revision=after)
                # The setup comes once, before the first update of the stream.
                backlog = [*setup, *["update"] * (revision - after)] if after < revision else []
                assert await kinds_until_caught_up(stream) == ["match", *backlog, "caught_up"]
                stream.cancel()


async def test_the_setup_and_the_end_of_the_backlog_come_once(client):
    created = await client.create("open", "open", game="brotherhood")
    streams = [created.watch(), created.watch(created.spectator)]
    for stream in streams:
        assert await kinds_until_caught_up(stream) == ["match", "caught_up"]
    await created.join()
    await created.join()
    for _ in range(4):
        await created.step()
    setup = await client.matches.GetSetup(pb.GetSetupRequest(match_id=created.id))
    await created.abort(created.host)
    for stream in streams:
        rest = await rest_of(stream)
        kinds = [answer.WhichOneof("content") for answer in rest]
        assert kinds == ["match", "match", "setup", *["update"] * 5, "match"]
        assert rest[2].setup == setup.setup
    # A watcher that comes after the end gets the same.
    late = [answer.WhichOneof("content") for answer in await rest_of(created.watch())]
    assert late == ["match", "setup", *["update"] * 5, "caught_up"]
    resumed = await rest_of(created.watch(after_revision=5))
    assert [answer.WhichOneof("content") for answer in resumed] == ["match", "caught_up"]
    assert resumed[-1].caught_up.revision == 5


async def test_a_prompt_before_the_end_of_the_backlog_may_be_answered(client, expect):
    created = await client.create("own", "own")
    await created.play_on(5)
    for token in created.seats.values():
        view = await created.view(token)
        prompts = []
        stream = created.watch(token)
        while not (answer := await stream.read()).HasField("caught_up"):
            if answer.HasField("update") and answer.update.HasField("prompt"):
                prompts.append(answer.update)
        stream.cancel()
        assert answer.caught_up.revision == view.revision
        # Of the prompts so far only that of the last update is open.
        for update in prompts:
            if update.revision != view.revision:
                async with expect("ABORTED", "STALE_REVISION"):
                    await created.act(
                        token,
                        action_id=update.prompt.actions[0].id,
                        expected_revision=update.revision,
                    )
        assert [u.revision for u in prompts if u.revision == view.revision] == (
            [view.revision] if view.HasField("prompt") else []
        )
