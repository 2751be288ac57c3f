"""Two matches that differ only in what seat 0 and a spectator can't know, played alike.

Whatever these two are answered must be the same bytes, but for the id of the match. That two
worlds must look alike is judged by the hidden cards, which the test reads with the tokens of all
seats; never by what seat 0 is sent, which is what is tested.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc

from intrigue_proto.options import split_settings
from intrigue_proto.v1 import match_pb2, match_service_pb2_grpc, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from google.protobuf.message import Message
    from tests.service.virtual_clock import VirtualClock

SERVICE = "/intrigue.v1.MatchService/"
RECORDS = "/intrigue.v1.RecordService/"
SIMULATION = "/intrigue.v1.SimulationService/"
# The viewers that can't tell the worlds apart: seat 0, and a spectator, who has no token.
BLIND = (0, None)


@dataclass(frozen=True)
class Answer:
    """What came back, down to the bytes: a message, or a status and its details."""

    content: bytes
    status: str = "OK"
    details: str = ""


class World:
    """One of two twins."""

    def __init__(self, channel: grpc.aio.Channel, match: match_pb2.Match, tokens: list[str]):
        self._channel = channel
        self.id = match.id
        self.match = match
        self.tokens = tokens

    @classmethod
    async def create(
        cls,
        channel: grpc.aio.Channel,
        game: str,
        options: dict[str, str],
        script: Sequence[str],
        seed: bytes,
    ) -> World:
        settings, documents, seat_count = split_settings(options)
        count = seat_count or 2
        request = pb.CreateMatchRequest(
            game=game,
            options=settings,
            documents=documents,
            script=script,
            seed=seed,
            seats=[pb.SeatRequest(own=pb.OwnSeat(name=f"Guest {seat}")) for seat in range(count)],
        )
        stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        created = await stub.CreateMatch(request)
        return cls(channel, created.match, [held.token for held in created.credentials])

    async def ask(
        self,
        method: str,
        viewer: int | None,
        request: Message,
        service: str = SERVICE,
        *,
        names: bool = False,
    ) -> Answer:
        """The answer to a call, the match's id replaced by one that both twins share."""
        call: Any = self._channel.unary_unary(service + method)
        try:
            answer = await call(request.SerializeToString(), metadata=self._metadata(viewer, names))
        except grpc.aio.AioRpcError as error:
            trailers = dict(error.trailing_metadata() or ())
            rich = trailers["grpc-status-details-bin"]
            assert isinstance(rich, bytes)
            return Answer(self._neutral(rich), error.code().name, error.details() or "")
        if method == "Act":
            # A link of the chain is 32 bytes that depend on a nonce that nobody knows.
            head = pb.ActResponse.FromString(answer).receipt.head
            assert len(head) == 32
            answer = answer.replace(head, bytes(32))
        return Answer(self._neutral(answer))

    async def view(self, viewer: int | None) -> match_pb2.View:
        answer = await self.ask("GetView", viewer, pb.GetViewRequest(match_id=self.id))
        return pb.GetViewResponse.FromString(answer.content).view

    async def act(self, seat: int, action_id: int) -> None:
        request = pb.ActRequest(match_id=self.id, action_id=action_id)
        answer = await self.ask("Act", seat, request)
        assert answer.status == "OK", answer

    async def updates(
        self, viewer: int | None, revision: int, *, names: bool = False
    ) -> list[bytes]:
        """All that a stream brings up to a revision, the match itself apart."""
        call: Any = self._channel.unary_stream(SERVICE + "Watch")
        request = pb.WatchRequest(match_id=self.id, include_view=True)
        stream = call(request.SerializeToString(), metadata=self._metadata(viewer, names))
        await stream.read()
        updates = [await stream.read() for _ in range(revision)]
        stream.cancel()
        return updates

    def _metadata(self, viewer: int | None, names: bool) -> list[tuple[str, str]]:
        metadata = [("intrigue-player-names", "true")] if names else []
        if viewer is not None:
            metadata.append(("authorization", f"Bearer {self.tokens[viewer]}"))
        return metadata

    def _neutral(self, content: bytes) -> bytes:
        return content.replace(self.id.encode(), b"0" * len(self.id))


class Twins:
    """Both worlds, and how many of their answers were compared."""

    def __init__(
        self, worlds: tuple[World, World], actions: int, clock: VirtualClock | None = None
    ) -> None:
        self.worlds = worlds
        self._clock = clock
        self.actions = actions
        self.compared = 0
        self.bytes = 0
        # How often the worlds were played differently, which nobody may notice.
        self.apart = 0

    async def views(self, viewer: int | None) -> list[match_pb2.View]:
        return await asyncio.gather(*(world.view(viewer) for world in self.worlds))

    async def over(self) -> bool:
        return (await self.worlds[0].view(None)).HasField("outcome")

    async def look(self) -> None:
        """Everything that can be looked at after each step."""
        for viewer in BLIND:
            await self._same("GetView", viewer, pb.GetViewRequest)

    async def look_back(self) -> None:
        """Everything that has been sent so far: streams and records."""
        for viewer in BLIND:
            record = await self._same(
                "GetRecord", viewer, record_service_pb2.GetRecordRequest, RECORDS
            )
            assert record.status == "FAILED_PRECONDITION"
            await self._same("GetView", viewer, pb.GetViewRequest, names=True)
            await self._same("GetSetup", viewer, pb.GetSetupRequest)
            for names in (False, True):
                await self._same(
                    "ListUpdates", viewer, pb.ListUpdatesRequest, include_view=names, names=names
                )
            await self._same_match(viewer)
            revision = (await self.worlds[0].view(viewer)).revision
            for names in (False, True):
                streams = [
                    await world.updates(viewer, revision, names=names) for world in self.worlds
                ]
                assert streams[0] == streams[1]
                self.compared += revision

    async def look_closely(self, asked: Sequence[int]) -> None:
        """Everything that can be asked: streams, records, explanations, refusals.

        Given are the ids of actions that are asked about, besides the legal ones.
        """
        await self.look_back()
        legal = {action.id for action in (await self.worlds[0].view(0)).prompt.actions}
        # One more than there are: what is unknown is refused alike too.
        illegal = sorted({*asked, self.actions} - legal)
        all_actions = [*legal, *illegal]
        await asyncio.gather(
            *(
                self._same("Explain", 0, pb.ExplainRequest, action_id=action, names=names)
                for action in all_actions
                for names in (False, True)
            )
        )
        refusals = await asyncio.gather(
            *(self._same("Act", 0, pb.ActRequest, action_id=action) for action in illegal)
        )
        assert all(answer.status != "OK" for answer in refusals)
        stale: dict[str, Any] = {"action_id": 0, "expected_revision": 0}
        assert (await self._same("Act", 0, pb.ActRequest, **stale)).status == "ABORTED"
        ahead = {**stale, "expected_revision": 10_000}
        assert (await self._same("Act", 0, pb.ActRequest, **ahead)).status == "OUT_OF_RANGE"
        # A spectator may do nothing, and is refused in the same words.
        for method, request in (
            ("Act", pb.ActRequest),
            ("Explain", pb.ExplainRequest),
            ("Resign", pb.ResignRequest),
        ):
            assert (await self._same(method, None, request)).status != "OK"

    async def act(self, seat: int, first: int, second: int) -> None:
        """The same action in both; where no other seat sees it, each its own."""
        if self._clock is not None:
            self._clock.advance(1000)
        if seat == 0:
            names = bool(self.compared % 2)
            answer = await self._same("Act", 0, pb.ActRequest, action_id=first, names=names)
            assert answer.status == "OK", answer
        else:
            self.apart += first != second
            for world, action in zip(self.worlds, (first, second), strict=True):
                await world.act(seat, action)

    async def _same_match(self, viewer: int | None) -> None:
        matches = []
        for world in self.worlds:
            answer = await world.ask("GetMatch", viewer, pb.GetMatchRequest(match_id=world.id))
            match = pb.GetMatchResponse.FromString(answer.content).match
            # When it was made, by the calendar, and what was promised of its deal are the only
            # things besides the id in which two matches differ: the steps of both are taken at
            # the same time, so that a hidden one would show in update_time.
            assert match.HasField("start_time")
            assert match.HasField("update_time")
            match.ClearField("create_time")
            assert len(match.commitment) == 32
            match.ClearField("commitment")
            matches.append(match)
        assert matches[0] == matches[1]
        assert matches[0].ByteSize() == matches[1].ByteSize()
        self.compared += 1

    async def think(self, method: str, request: Callable[..., Message], **fields: Any) -> Answer:
        """Something of the service that simulates, asked by seat 0."""
        return await self._same(method, 0, request, SIMULATION, **fields)

    async def _same(
        self,
        method: str,
        viewer: int | None,
        request: Callable[..., Message],
        service: str = SERVICE,
        *,
        names: bool = False,
        **fields: Any,
    ) -> Answer:
        first, second = await asyncio.gather(
            *(
                world.ask(
                    method, viewer, request(match_id=world.id, **fields), service, names=names
                )
                for world in self.worlds
            )
        )
        assert first == second, (method, viewer, fields, first, second)
        self.compared += 1
        self.bytes += len(first.content)
        return first
