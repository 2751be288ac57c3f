"""Several servers on one database: any of them answers any call, and none forgets or doubles."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from dataclasses import replace
from typing import Any

import grpc
import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.conftest import Client, CreatedMatch, Deployment, bearer, problem_of
from tests.service.match_calls import fetch_record, next_of

from intrigue import server as server_module
from intrigue.matches import MatchLimits
from intrigue.store.postgres_listener import PostgresListener
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

REQUEST = "0123456789abcdef"


@pytest.fixture
def seconds_between_polls(monkeypatch):
    """Sets how often servers look by themselves."""

    def between(seconds: float) -> None:
        limits = functools.partial(MatchLimits, poll_seconds=seconds)
        monkeypatch.setattr(server_module, "MatchLimits", limits)

    return between


@contextlib.asynccontextmanager
async def two_of(deployment: Deployment, **changes):
    """Clients of two servers on one database."""
    async with deployment.served(**changes) as one, deployment.served(**changes) as other:
        yield one, other


@pytest.fixture
def deployment(postgres_database) -> Deployment:
    return Deployment(postgres_database)


@pytest.fixture
async def pair(deployment):
    async with two_of(deployment) as clients:
        yield clients


def at(created: CreatedMatch, client: Client) -> CreatedMatch:
    """The same match, at another server."""
    return replace(created, client=client)


async def view_of(created: CreatedMatch, token: str | None, after: int = 0) -> match_pb2.View:
    """A view that is not older than a revision, whichever server is asked."""
    request = pb.GetViewRequest(match_id=created.id, after_revision=after)
    response: pb.GetViewResponse = await created.client.matches.GetView(
        request, metadata=bearer(token)
    )
    return response.view


async def play_across(created_matches, seats: dict[int, str]) -> int:
    """Plays to the end, each action at the next server; how many actions."""
    seen = dict.fromkeys(seats, 0)
    for number in range(10_000):
        created = created_matches[number % len(created_matches)]
        for seat, token in seats.items():
            view = await view_of(created, token, seen[seat])
            seen[seat] = max(seen[seat], view.revision)
            if view.HasField("outcome"):
                return number
            if view.HasField("prompt"):
                choice = view.prompt.actions[number % len(view.prompt.actions)].id
                try:
                    answer = await created.act(
                        token, action_id=choice, expected_revision=view.revision
                    )
                except grpc.aio.AioRpcError as error:
                    # The server had not heard of the newest action when it was asked for a view.
                    if problem_of(error).reason != "STALE_REVISION":
                        raise
                else:
                    seen[seat] = answer.update.revision
                break
    raise AssertionError("the match does not end")


async def updates_of(stream) -> list[match_pb2.Update]:
    return [answer.update async for answer in stream if answer.HasField("update")]


async def test_a_match_is_played_at_both(pair):
    one, other = pair
    created = await one.create("own", "open")
    joined = await at(created, other).join(name="Bo")
    assert joined.match.status == match_pb2.MATCH_STATUS_RUNNING
    seats = created.seats
    assert await play_across([created, at(created, other)], seats) > 10
    records = [await fetch_record(client, created.id) for client in pair]
    assert records[0] == records[1]
    assert await at(created, other).get() == await created.get()


@pytest.mark.parametrize("notified", [True, False])
async def test_watchers_see_what_happens_at_the_other(
    deployment, seconds_between_polls, monkeypatch, notified
):
    if notified:
        seconds_between_polls(3600)
    else:
        seconds_between_polls(0.05)
        monkeypatch.setattr(PostgresListener, "_hear", lambda *_: None)
    async with two_of(deployment) as (one, other):
        created = await one.create("own", "own")
        tokens = [None, created.spectator, *created.seats.values()]
        streams = [
            asyncio.create_task(updates_of(at(created, client).watch(token)))
            for token in tokens
            for client in (one, other)
        ]
        await created.play_on()
        for token, here, there in zip(tokens, streams[::2], streams[1::2], strict=True):
            revision = (await created.view(token)).revision
            assert [update.revision for update in await there] == list(range(1, revision + 1))
            assert await here == await there


async def test_a_lobby_is_watched_at_the_other(pair):
    one, other = pair
    created = await one.create("open", "open")
    stream = at(created, other).watch()
    assert (await stream.read()).match.status == match_pb2.MATCH_STATUS_WAITING
    assert (await stream.read()).HasField("caught_up")
    await created.join(name="Ana")
    assert (await stream.read()).match.seats[0].name == "Ana"
    await created.join(name="Bo")
    assert (await stream.read()).match.status == match_pb2.MATCH_STATUS_RUNNING
    assert (await stream.read()).update.revision == 1
    await created.abort(created.host)
    assert (await stream.read()).match.status == match_pb2.MATCH_STATUS_ABORTED
    assert await stream.read() is grpc.aio.EOF
    assert (await at(created, other).get()).status == match_pb2.MATCH_STATUS_ABORTED


async def test_a_stream_resumes_at_the_other(deployment):
    async with deployment.served() as other:
        async with deployment.served() as one:
            created = await one.create("own", "own")
            await created.play_on(6)
            seat, token = next(iter(created.seats.items()))
            current = (await created.view(token)).revision
            whole: list[match_pb2.Update] = []
            stream = created.watch(token)
            while len(whole) < current:
                answer = await stream.read()
                if answer.HasField("update"):
                    whole.append(answer.update)
        created.client = other
        for after in range(current + 1):
            stream = created.watch(token, after_revision=after)
            assert (await stream.read()).HasField("match")
            rest = [(await stream.read()).update for _ in range(current - after)]
            assert rest == whole[after:]
            assert (await stream.read()).caught_up.revision == current
            stream.cancel()
        await created.play_on()
        assert (await created.view(token)).seat == seat


async def test_of_two_actions_at_once_one_is_played(pair):
    one, other = pair
    created = await one.create("own", "own")
    played = 0
    for number in range(10_000):
        seat, view = await created.turn()
        token = created.seats[seat]
        act = {"action_id": view.prompt.actions[0].id, "expected_revision": view.revision}
        answers = await asyncio.gather(
            created.act(token, **act, request_id=f"one {number}"),
            at(created, other).act(token, **act, request_id=f"other {number}"),
            return_exceptions=True,
        )
        won = [answer for answer in answers if isinstance(answer, pb.ActResponse)]
        lost = [error for error in answers if isinstance(error, grpc.aio.AioRpcError)]
        assert (len(won), len(lost)) == (1, 1), answers
        assert won[0].update.revision == view.revision + 1
        assert problem_of(lost[0]).reason == "STALE_REVISION"
        played += 1
        if (await view_of(created, token, won[0].update.revision)).HasField("outcome"):
            break
        await created.view()
    assert played > 10


async def test_the_same_request_at_both_acts_once(pair):
    one, other = pair
    created = await one.create("own", "own")
    for number in range(12):
        seat, view = await created.turn()
        token = created.seats[seat]
        act = {"action_id": view.prompt.actions[0].id, "request_id": f"same {number}"}
        created_matches = [created, at(created, other)] * 3
        answers = await asyncio.gather(*(each.act(token, **act) for each in created_matches))
        assert all(answer == answers[0] for answer in answers)
        assert answers[0].update.revision == view.revision + 1
        # Also much later, at either of them.
        again = await asyncio.gather(*(each.act(token, **act) for each in created_matches[:2]))
        assert again == answers[:2]


async def test_a_match_is_made_once(pair):
    created_matches = await asyncio.gather(
        *(client.create("own", "open", request_id=REQUEST) for client in pair * 3)
    )
    assert len({created.id for created in created_matches}) == 1
    assert len({created.host for created in created_matches}) == 1
    assert len({tuple(created.seats.items()) for created in created_matches}) == 1
    for client in pair:
        listed = await client.matches.ListMatches(pb.ListMatchesRequest())
        assert [match.id for match in listed.matches] == [created_matches[0].id]
    joined = await asyncio.gather(
        *(created.join(request_id=REQUEST + "2") for created in created_matches)
    )
    assert len({answer.credential.token for answer in joined}) == 1


async def test_the_last_seat_is_taken_once(pair):
    for _ in range(5):
        created = await pair[0].create("own", "open")
        answers = await asyncio.gather(
            *(at(created, client).join(name=str(n)) for n, client in enumerate(pair * 2)),
            return_exceptions=True,
        )
        won = [answer for answer in answers if isinstance(answer, pb.JoinMatchResponse)]
        assert len(won) == 1
        for error in answers:
            if isinstance(error, grpc.aio.AioRpcError):
                assert problem_of(error).reason == "NO_OPEN_SEAT"
        seats = {0: created.seats[0], 1: won[0].credential.token}
        await play_across([at(created, client) for client in pair], seats)


async def test_a_replaced_token_holds_nowhere(pair):
    one, other = pair
    created = await one.create("own", "own")
    there = at(created, other)
    old = created.seats[0]
    assert (await there.view(old)).seat == 0
    stream = there.watch(old)
    assert (await stream.read()).HasField("match")
    await next_of(stream, "caught_up")
    answer = await one.matches.RotateToken(
        pb.RotateTokenRequest(request_id="0123456789abcdef"), metadata=bearer(old)
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stream.read()
    assert problem_of(caught.value).reason == "TOKEN_REPLACED"
    for each in (created, there):
        assert (await each.view(answer.token)).seat == 0
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await each.view(old)
        assert problem_of(caught.value).reason == "TOKEN_UNKNOWN"


async def test_policies_are_taken_over(deployment, monkeypatch):
    monkeypatch.setattr("intrigue.matches.match_registry._NEGLECT", 300, raising=False)
    monkeypatch.setattr("intrigue.matches.replica_sync._NEGLECT", 300, raising=False)
    async with deployment.served() as other:
        async with deployment.served() as one:
            created_matches = [await one.create("random", "random") for _ in range(20)]
        for created in created_matches:
            await updates_of(at(created, other).watch())
            assert (await at(created, other).get()).status == match_pb2.MATCH_STATUS_FINISHED


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_database_that_restarts_loses_and_doubles_nothing(cluster, mode):
    deployment = Deployment(cluster.new_database())
    acknowledged: dict[str, list[tuple[int, dict[str, Any], pb.ActResponse]]] = {}

    async def play(created, clients) -> None:
        log = acknowledged.setdefault(created.id, [])
        for number in range(10_000):
            each = at(created, clients[number % 2])
            try:
                seat, view = await each.turn()
                act: dict[str, Any] = {
                    "action_id": view.prompt.actions[0].id,
                    "request_id": f"{seat} {view.revision}",
                }
                log.append((seat, act, await each.act(created.seats[seat], **act)))
            except AssertionError:
                if (await each.view()).HasField("outcome"):
                    return
            except grpc.aio.AioRpcError as error:
                reason = problem_of(error).reason
                assert reason in {"STORE_FAILED", "NOT_TO_ACT", "MATCH_OVER"}, reason
                await asyncio.sleep(0.05)

    async with two_of(deployment) as clients:
        created_matches = [await clients[n % 2].create("own", "own") for n in range(4)]
        playing = [asyncio.create_task(play(created, clients)) for created in created_matches]
        for _ in range(3):
            await asyncio.sleep(0.2)
            await asyncio.to_thread(cluster.restart, mode)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.gather(*playing)
        for created in created_matches:
            for client in clients:
                each = at(created, client)
                for seat, act, answer in acknowledged[created.id]:
                    assert await each.act(created.seats[seat], **act) == answer


async def test_a_rotation_is_repeated_at_the_other(pair):
    one, other = pair
    created = await one.create("own", "own")
    there, old = at(created, other), created.seats[0]

    async def rotate(client: Client, request_id: str) -> str:
        request = pb.RotateTokenRequest(request_id=request_id)
        answer = await client.matches.RotateToken(request, metadata=bearer(old))
        return str(answer.token)

    answers = await asyncio.gather(*(rotate(client, REQUEST) for client in pair * 2))
    assert len(set(answers)) == 1
    second = await rotate(other, REQUEST + "2")
    assert second != answers[0]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await created.view(answers[0])
    assert problem_of(caught.value).reason == "TOKEN_UNKNOWN"
    assert await rotate(one, REQUEST + "2") == second
    assert (await there.view(second)).seat == 0
    for client in pair:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await rotate(client, REQUEST + "2")
        assert problem_of(caught.value).reason == "TOKEN_UNKNOWN"


async def test_a_request_of_the_host_is_granted_once_at_both(pair):
    one, other = pair
    four = {"game": "complots", "options": {"seats": "4"}}
    created = await one.create("own", "open", "open", "open", **four)
    there = at(created, other)
    add = pb.AddBotsRequest(match_id=created.id, count=1, request_id="once")
    answers = await asyncio.gather(
        *(client.matches.AddBots(add, metadata=bearer(created.host)) for client in pair * 3)
    )
    assert all(answer == answers[0] for answer in answers)
    for each in (created, there):
        seats = (await each.get(created.host)).seats
        assert [seat.status for seat in seats].count(match_pb2.SEAT_STATUS_POLICY) == 1
    add.count = 2
    for client in pair:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.matches.AddBots(add, metadata=bearer(created.host))
        assert problem_of(caught.value).reason == "REQUEST_ID_REUSED"


async def test_an_act_that_is_another_is_refused_at_both(pair):
    one, other = pair
    created = await one.create("own", "own")
    seat, view = await created.turn()
    token, actions = created.seats[seat], view.prompt.actions
    answer = await created.act(token, action_id=actions[0].id, request_id="once")
    for each in (created, at(created, other)):
        assert await each.act(token, action_id=actions[0].id, request_id="once") == answer
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await each.act(token, action_id=actions[1].id, request_id="once")
        assert problem_of(caught.value).reason == "REQUEST_ID_REUSED"
