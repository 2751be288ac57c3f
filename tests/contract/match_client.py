"""A client of one match, directly on the generated stubs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue_proto.v1 import match_pb2, match_service_pb2_grpc
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A seat number, or None for a spectator.
Viewer = int | None


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """The service refused the call."""

    code: str
    clause: str
    en: str
    fr: str


class MatchClient:
    """A match whose seats are all taken, one token each. A spectator sends no token."""

    def __init__(self, stub: Any, match: match_pb2.Match) -> None:
        self._stub = stub
        self.match = match
        self.id = match.id
        self.tokens: dict[Viewer, str] = {}

    @property
    def viewers(self) -> list[Viewer]:
        return [*range(len(self.match.seats)), None]

    @classmethod
    async def create(
        cls,
        channel: grpc.aio.Channel,
        game: str,
        options: Mapping[str, str],
        script: Sequence[str] = (),
        seed: bytes = b"",
    ) -> MatchClient:
        """Creates a match and takes all its seats; the last one starts the deal."""
        stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        request = pb.CreateMatchRequest(game=game, options=options, script=script, seed=seed)
        try:
            client = cls(stub, (await stub.CreateMatch(request)).match)
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from error
        for seat in range(len(client.match.seats)):
            join = pb.JoinMatchRequest(match_id=client.id, seat=seat, name=f"Seat {seat}")
            joined = await stub.JoinMatch(join)
            client.tokens[seat] = joined.credential.token
            client.match = joined.match
        return client

    def bearer(self, viewer: Viewer) -> list[tuple[str, str]]:
        """The metadata that says who calls."""
        return [] if viewer is None else [("authorization", f"Bearer {self.tokens[viewer]}")]

    async def view(self, viewer: Viewer) -> match_pb2.View:
        request = pb.GetViewRequest(match_id=self.id)
        view: match_pb2.View = (
            await self._stub.GetView(request, metadata=self.bearer(viewer))
        ).view
        return view

    async def views(self) -> list[bytes]:
        """What every viewer sees."""
        return [(await self.view(viewer)).SerializeToString() for viewer in self.viewers]

    async def act(self, seat: int, **request: Any) -> pb.ActResponse:
        response: pb.ActResponse = await self._call(
            "Act", seat, pb.ActRequest(match_id=self.id, **request)
        )
        return response

    async def resign(self, seat: int) -> pb.ResignResponse:
        response: pb.ResignResponse = await self._call(
            "Resign", seat, pb.ResignRequest(match_id=self.id)
        )
        return response

    async def explain(self, seat: int, **request: Any) -> pb.ExplainResponse:
        response: pb.ExplainResponse = await self._call(
            "Explain", seat, pb.ExplainRequest(match_id=self.id, **request)
        )
        return response

    async def outcome(self) -> match_pb2.Outcome | None:
        """The outcome, after checking that every viewer is sent the same."""
        match = (await self._call("GetMatch", None, pb.GetMatchRequest(match_id=self.id))).match
        finished = match.status == match_pb2.MATCH_STATUS_FINISHED
        for viewer in self.viewers:
            view = await self.view(viewer)
            assert view.HasField("outcome") == match.HasField("outcome") == finished
            assert view.outcome == match.outcome
        return match.outcome if finished else None

    async def over(self) -> None:
        """Waits until the stream reports the outcome."""
        stream = self._stub.Watch(pb.WatchRequest(match_id=self.id))
        response = await stream.read()
        while not response.update.HasField("outcome"):
            response = await stream.read()
        stream.cancel()

    async def record(self) -> match_pb2.Record:
        """The whole record of a finished match."""
        response = await self._call("GetRecord", None, pb.GetRecordRequest(match_id=self.id))
        assert response.HasField("record")
        record: match_pb2.Record = response.record
        return record

    async def updates(
        self, viewer: Viewer, after: int, *, include_view: bool = False
    ) -> list[match_pb2.Update]:
        """A viewer's updates after a revision, as the stream brings them."""
        now = (await self.view(viewer)).revision
        updates: list[match_pb2.Update] = []
        request = pb.WatchRequest(match_id=self.id, after_revision=after, include_view=include_view)
        stream = self._stub.Watch(request, metadata=self.bearer(viewer))
        while after + len(updates) < now:
            response = await stream.read()
            if response.HasField("update"):
                updates.append(response.update)
        stream.cancel()
        assert [update.revision for update in updates] == list(range(after + 1, now + 1))
        return updates

    async def _call(self, method: str, viewer: Viewer, request: Any) -> Any:
        try:
            return await getattr(self._stub, method)(request, metadata=self.bearer(viewer))
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from error


def refusal_of(error: grpc.aio.AioRpcError) -> Refused:
    """What an error says beside its status."""
    status = rpc_status.from_call(error)
    assert status is not None, error
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info), error
    said = dict(info.metadata)
    return Refused(info.reason, said.get("clause", ""), said["en"], said["fr"])
