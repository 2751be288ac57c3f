"""Folding: what a stream has brought is what GetView answers, at every step, for every viewer."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SERVICE = "/intrigue.v1.MatchService/"
VARIANTS: dict[str, dict[str, Any]] = {
    "district_noir": {"game": "district_noir"},
    "complots, clockwise": {"game": "complots", "options": {"seats": "3"}},
    "complots, fastest": {
        "game": "complots",
        "options": {"seats": "4", "reactions": "fastest"},
    },
    "complots for two": {
        "game": "complots",
        "options": {"seats": "2", "reactions": "fastest"},
    },
    "shadow_blades for two": {"game": "shadow_blades", "options": {"seats": "2"}},
    "shadow_blades": {"game": "shadow_blades", "options": {"seats": "4", "conspiracy": "random"}},
    "shadow_blades, alliances": {
        "game": "shadow_blades",
        "options": {"seats": "4", "mode": "alliances", "conspiracy": "deception"},
    },
    "shadow_blades, drafted": {
        "game": "shadow_blades",
        "options": {"seats": "3", "start": "drafted"},
    },
    "brotherhood": {"game": "brotherhood", "options": {"seats": "3"}},
}
MOST_STEPS = 60
# The games whose views have a state for the engine that their updates need not bring.
EVENTS_SAY_EVERYTHING = {"shadow_blades"}


def without_remaining(clock: match_pb2.Clock) -> match_pb2.Clock:
    """A clock without what depends on when it is sent."""
    copy = match_pb2.Clock()
    copy.CopyFrom(clock)
    for seat in copy.seats:
        seat.ClearField("remaining")
    return copy


@dataclass
class Viewer:
    """One who follows a stream, and all that it has brought."""

    created: Any
    token: str | None
    include_view: bool
    stream: Any = None
    updates: list[bytes] = field(default_factory=list)
    clock: match_pb2.Clock | None = None
    engine_state: bytes = b""

    @property
    def metadata(self) -> list[tuple[str, str]]:
        return [] if self.token is None else [("authorization", f"Bearer {self.token}")]

    def watch(self, after: int = 0) -> Any:
        request = pb.WatchRequest(
            match_id=self.created.id, after_revision=after, include_view=self.include_view
        )
        call: Any = self.created.client.channel.unary_stream(SERVICE + "Watch")
        return call(request.SerializeToString(), metadata=self.metadata)

    async def look(self) -> bytes:
        """A GetViewResponse."""
        call: Any = self.created.client.channel.unary_unary(SERVICE + "GetView")
        request = pb.GetViewRequest(match_id=self.created.id)
        answer: bytes = await call(request.SerializeToString(), metadata=self.metadata)
        return answer

    async def catch_up(self) -> pb.GetViewResponse:
        """Reads all that the stream owes, and holds it against what GetView answers."""
        raw = await self.look()
        seen = pb.GetViewResponse.FromString(raw)
        news = seen.view.revision - len(self.updates)
        while news > 0:
            message = await self.stream.read()
            answer = pb.WatchResponse.FromString(message)
            if answer.HasField("update"):
                self.updates.append(message)
                news -= 1
                assert answer.update.revision == len(self.updates)
                self.engine_state = answer.update.engine_state or self.engine_state
                if seen.HasField("clock") and not news:
                    ticking = pb.WatchResponse.FromString(await self.stream.read())
                    if ticking.HasField("caught_up"):
                        ticking = pb.WatchResponse.FromString(await self.stream.read())
                    assert ticking.HasField("clock")
                    self.clock = ticking.clock
        self.compare(raw, seen)
        return seen

    def stop_the_clock(self) -> None:
        """Nobody's time runs in a match that was aborted, which only the match says."""
        for seat in self.clock.seats if self.clock else ():
            seat.ClearField("deadline")
            seat.ClearField("remaining")

    def compare(self, raw: bytes, seen: pb.GetViewResponse) -> None:
        message = self.updates[-1]
        update = pb.WatchResponse.FromString(message).update
        # A clock that nothing was sent of has not changed, but for the time that has passed.
        now = self.created.client.clock
        for seat in seen.clock.seats:
            assert seat.HasField("remaining") == seat.HasField("deadline")
            if seat.HasField("remaining"):
                deadline = seat.deadline.ToNanoseconds()
                passed = deadline - now.wall_time(now.now())
                assert seat.remaining.ToMilliseconds() == passed // 1_000_000
        assert without_remaining(self.clock or match_pb2.Clock()) == without_remaining(seen.clock)
        assert update.revision == seen.view.revision
        assert list(update.seats_to_act) == list(seen.view.seats_to_act)
        assert update.HasField("prompt") == seen.view.HasField("prompt")
        assert update.prompt == seen.view.prompt
        assert update.HasField("outcome") == seen.view.HasField("outcome")
        assert update.outcome == seen.view.outcome
        if self.created.match.game in EVENTS_SAY_EVERYTHING:
            assert not self.engine_state
        else:
            assert self.engine_state == seen.view.engine_state
        assert update.HasField("view") == self.include_view
        if self.include_view:
            assert update.view == seen.view
            if self.clock is None:
                # Byte for byte: the answer is the view and what says how long it is.
                view = update.view.SerializeToString(deterministic=True)
                assert raw.endswith(view)
                assert view in message


@pytest.fixture
async def client(deployment):
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        client.clock = clock
        yield client


async def create_match(client, variant: str, *, timed: bool, include_view: bool):
    """A match and all who look at it."""
    settings = dict(VARIANTS[variant])
    if timed:
        settings["clock"] = match_pb2.ClockSettings()
        settings["clock"].bank.FromSeconds(3600)
        settings["clock"].increment.FromSeconds(1)
    seats = int(settings.get("options", {}).get("seats", "2"))
    created = await client.create(*["own"] * seats, **settings)
    tokens = [None, created.host, *created.seats.values()]
    viewers = [Viewer(created, token, include_view) for token in tokens]
    for viewer in viewers:
        viewer.stream = viewer.watch()
    return created, viewers


async def step(client, viewers: list[Viewer], rng: random.Random) -> bool:
    """One of those who owe a decision takes one; False if the match is over."""
    views = [(viewer, (await viewer.catch_up()).view) for viewer in viewers]
    seat_to_act = [(viewer, view) for viewer, view in views if view.HasField("prompt")]
    if not seat_to_act:
        assert all(view.HasField("outcome") for _, view in views)
        return False
    viewer, view = rng.choice(seat_to_act)
    client.clock.advance(rng.randrange(500))
    await viewer.created.act(viewer.token, action_id=rng.choice(view.prompt.actions).id)
    return True


@pytest.mark.parametrize("timed", [False, True], ids=["untimed", "timed"])
@pytest.mark.parametrize("include_view", [False, True], ids=["events", "views"])
@pytest.mark.parametrize("variant", VARIANTS)
async def test_folding_gives_the_view(client, variant, include_view, timed):
    rng = random.Random(f"{variant} {include_view} {timed}")
    created, viewers = await create_match(client, variant, timed=timed, include_view=include_view)
    steps = 0
    while steps < MOST_STEPS and await step(client, viewers, rng):
        steps += 1
    assert steps > 3
    if steps == MOST_STEPS:
        for viewer in viewers:
            await viewer.catch_up()
        await created.abort(created.host)
        for viewer in viewers:
            viewer.stop_the_clock()
    for viewer in viewers:
        await viewer.catch_up()
        # Nothing more comes but the match, which says that it has ended.
        rest = []
        while (message := await viewer.stream.read()) is not grpc.aio.EOF:
            rest.append(pb.WatchResponse.FromString(message))
        assert [answer.WhichOneof("content") for answer in rest] == ["match"]
        assert rest[0].match == await created.get()
    # The host and one without a token see the same.
    assert viewers[0].updates == viewers[1].updates


@pytest.mark.parametrize("include_view", [False, True], ids=["events", "views"])
@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_stream_resumes_after_any_number(deployment, variant, include_view):
    rng = random.Random(f"{variant} {include_view}")
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        client.clock = clock
        created, viewers = await create_match(
            client, variant, timed=True, include_view=include_view
        )
        for _ in range(15):
            if not await step(client, viewers, rng):
                break
        for viewer in viewers:
            await viewer.catch_up()
            viewer.stream.cancel()
    # Also on a server that has the match only from its log.
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        client.clock = clock
        created.client = client
        for viewer in viewers:
            seen = pb.GetViewResponse.FromString(await viewer.look())
            assert seen.view.revision == len(viewer.updates)
            for after in range(len(viewer.updates) + 1):
                stream = viewer.watch(after)
                assert pb.WatchResponse.FromString(await stream.read()).HasField("match")
                if after < len(viewer.updates) and created.match.game == "brotherhood":
                    assert pb.WatchResponse.FromString(await stream.read()).HasField("setup")
                for update in viewer.updates[after:]:
                    assert await stream.read() == update
                caught_up = pb.WatchResponse.FromString(await stream.read()).caught_up
                assert caught_up == pb.CaughtUp(revision=len(viewer.updates))
                if after < len(viewer.updates):
                    ticking = pb.WatchResponse.FromString(await stream.read())
                    assert ticking.clock == seen.clock
                stream.cancel()
