"""A watch gives every update once and in order, whatever the stream under it does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest
from tests.clients.fake_server import (
    HEARTBEAT,
    Fail,
    FakeServer,
    Hang,
    announce,
    caught_up,
    update,
)

import intrigue_sdk
from intrigue_proto.v1 import game_view_pb2, match_pb2, match_service_pb2
from intrigue_sdk import Bot, RetryPolicy, Watch, connect

if TYPE_CHECKING:
    from collections.abc import Sequence

STATUS = grpc.StatusCode
QUICK = RetryPolicy(total=5.0, first=0.01, longest=0.05, silence=0.3)
RUNNING = announce(match_pb2.MATCH_STATUS_RUNNING)
ABORTED = announce(match_pb2.MATCH_STATUS_ABORTED)
FINISHED = announce(match_pb2.MATCH_STATUS_FINISHED)
LAST = update(4, outcome=True)


async def watched(
    streams: list[list[object]], *, after: int = 0
) -> tuple[list[int], list[int], Watch]:
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = streams
        watch = client.spectate("m").watch(after)
        revisions = [update.revision async for update in watch]
        return revisions, [request.after_revision for request in service.requests], watch


@pytest.mark.parametrize(
    "trouble",
    [
        [Fail(STATUS.UNAVAILABLE)],
        [Fail(STATUS.UNAVAILABLE, "SERVER_STOPPING")],
        [Fail(STATUS.RESOURCE_EXHAUSTED, "TOO_SLOW")],
        [Fail(STATUS.CANCELLED)],
        [Hang()],
        [],
    ],
    ids=["unavailable", "stopping", "too slow", "cancelled", "silent", "closed"],
)
async def test_a_broken_stream_is_resumed_after_the_last_update(trouble):
    first = [RUNNING, update(1), HEARTBEAT, update(2), *trouble]
    revisions, resumed, _ = await watched([first, [RUNNING, update(3), LAST]])
    assert revisions == [1, 2, 3, 4]
    assert resumed == [0, 2]


async def test_it_starts_after_a_revision():
    revisions, resumed, _ = await watched([[RUNNING, update(3), LAST]], after=2)
    assert revisions == [3, 4]
    assert resumed == [2]


async def test_it_ends_with_the_outcome_even_if_the_stream_stays_open():
    revisions, _, watch = await watched([[RUNNING, update(3), LAST, Hang()]], after=2)
    assert revisions == [3, 4]
    assert watch.revision == 4


@pytest.mark.parametrize("end", [ABORTED, FINISHED], ids=["aborted", "finished"])
async def test_it_ends_when_the_match_has_ended(end):
    revisions, _, watch = await watched([[RUNNING, update(1), end]])
    assert revisions == [1]
    assert watch.match is not None
    assert watch.match.status == end.match.status


@pytest.mark.parametrize("wrong", [1, 2, 4, 0], ids=["rewind", "repeat", "gap", "unnumbered"])
async def test_a_stream_that_is_not_dense_is_a_violation(wrong):
    with pytest.raises(intrigue_sdk.ProtocolViolation):
        await watched([[RUNNING, update(1), update(2), update(wrong)]])


async def test_a_refusal_ends_it():
    with pytest.raises(intrigue_sdk.NotFound):
        await watched([[Fail(STATUS.NOT_FOUND, "UNKNOWN_MATCH")]])


async def test_retries_end():
    retry_policy = RetryPolicy(total=0.2, first=0.01, longest=0.05)
    async with (
        FakeServer() as service,
        connect(service.target, retry_policy=retry_policy) as client,
    ):
        service.streams = [[Fail(STATUS.UNAVAILABLE)] for _ in range(100)]
        with pytest.raises(intrigue_sdk.Unavailable):
            await anext(client.spectate("m").watch())
    assert 3 < len(service.requests) < 100


async def test_giving_up_a_wait_loses_nothing():
    async with FakeServer() as service, connect(service.target) as client:
        service.streams = [[RUNNING, update(1), Hang()], [RUNNING, update(2)]]
        watch = client.spectate("m").watch()
        assert (await anext(watch)).revision == 1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(watch), 0.1)
        assert (await anext(watch)).revision == 2
        await watch.aclose()
        with pytest.raises(StopAsyncIteration):
            await anext(watch)


async def test_the_match_is_announced():
    seen = []
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = [[announce(match_pb2.MATCH_STATUS_WAITING), RUNNING, update(1), ABORTED]]
        async for _ in client.spectate("m").watch(on_match=lambda m: seen.append(m.status)):
            pass
    assert seen == [
        match_pb2.MATCH_STATUS_WAITING,
        match_pb2.MATCH_STATUS_RUNNING,
        match_pb2.MATCH_STATUS_ABORTED,
    ]


def prompted(revision: int) -> match_service_pb2.WatchResponse:
    message = update(revision)
    for prompt in (message.update.prompt, message.update.view.prompt):
        prompt.seat = 0
        prompt.actions.add(id=0)
    message.update.view.revision = revision
    return message


def acted(revision: int) -> match_service_pb2.ActResponse:
    return match_service_pb2.ActResponse(update=match_pb2.Update(revision=revision))


def setup_message() -> match_service_pb2.WatchResponse:
    setup = game_view_pb2.GameSetup()
    setup.extension.type_url = "type.googleapis.com/a.game.Setup"
    return match_service_pb2.WatchResponse(setup=setup)


# Content of a field that this contract does not have.
UNKNOWN = match_service_pb2.WatchResponse.FromString(b"\x7a\x02hi")


class First(Bot):
    def __init__(self) -> None:
        self.answered: list[int] = []
        self.setups: list[game_view_pb2.GameSetup | None] = []

    def choose(self, view, prompt):
        self.answered.append(view.revision)
        self.setups.append(self.seat.setup)
        return prompt.actions[0]


async def played(
    streams: Sequence[Sequence[object]], answers: list[object], *, seen: int = 0
) -> tuple[First, FakeServer]:
    """A bot that has played against a script; `seen` is the revision at which it begins."""
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = [list(stream) for stream in streams]
        view = match_pb2.View(revision=seen)
        service.answers["GetView"] = [match_service_pb2.GetViewResponse(view=view)]
        service.answers["Act"] = answers
        bot = First()
        assert await bot.play(client.seat("m", 0, "token")) is not None
        return bot, service


async def test_a_prompt_that_the_action_has_answered_is_skipped():
    # The action is answered with revision 4 before updates 2 and 3 are on the stream: these are
    # what other seats did meanwhile, and their prompts are those that the action has answered.
    first = [RUNNING, caught_up(0), prompted(1), prompted(2), Hang()]
    bot, _ = await played([first, [RUNNING, prompted(3), caught_up(3), LAST]], [acted(4)])
    assert bot.answered == [1]


async def test_a_new_prompt_of_the_same_seat_is_answered():
    stream = [RUNNING, caught_up(0), prompted(1), prompted(2), update(3), LAST]
    bot, _ = await played([stream], [acted(2), acted(3)])
    assert bot.answered in ([1, 2], [2])


async def test_of_the_prompts_before_a_stream_caught_up_only_the_last_is_open():
    stream = [RUNNING, prompted(1), prompted(2), prompted(3), caught_up(3), LAST]
    bot, service = await played([stream], [acted(4)])
    assert bot.answered == [3]
    acts = [r for r in service.requests if isinstance(r, match_service_pb2.ActRequest)]
    assert [request.expected_revision for request in acts] == [3]


async def test_a_prompt_that_was_answered_elsewhere_is_not_put_to_the_bot():
    stream = [RUNNING, prompted(1), update(2), caught_up(2), prompted(3), LAST]
    bot, _ = await played([stream], [acted(4)])
    assert bot.answered == [3]


async def test_a_prompt_waits_until_a_broken_stream_has_caught_up():
    first = [RUNNING, prompted(1), Fail(STATUS.UNAVAILABLE)]
    for second, answered in (
        ([RUNNING, caught_up(1), update(2), update(3), LAST], [1]),
        ([RUNNING, update(2), caught_up(2), update(3), LAST], []),
    ):
        bot, _ = await played([list(first), second], [acted(2)])
        assert bot.answered == answered


async def test_the_setup_comes_with_the_view():
    setup = setup_message()
    stream = [RUNNING, setup, prompted(1), caught_up(1), UNKNOWN, update(2), update(3), LAST]
    bot, _ = await played([stream], [acted(2)])
    assert bot.setups == [setup.setup]


async def test_the_setup_stays_in_the_handle():
    setup = setup_message()
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = [[RUNNING, setup, update(1, outcome=True)]]
        service.answers["GetSetup"] = [match_service_pb2.GetSetupResponse(setup=setup.setup)]
        seat = client.seat("m", 0, "token")
        assert seat.setup is None
        assert [got.revision async for got in seat.watch()] == [1]
        assert seat.setup == await seat.get_setup() == setup.setup
        assert await client.spectate("m").get_setup() == setup.setup
        service.answers["GetSetup"] = [match_service_pb2.GetSetupResponse()]
        assert await client.spectate("m").get_setup() is None
    asked = [type(request).__name__ for request in service.requests]
    assert asked == ["WatchRequest", "GetSetupRequest", "GetSetupRequest"]
