"""A client of one match, directly on the generated stubs."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue_proto.options import split_settings
from intrigue_proto.v1 import (
    game_view_pb2,
    match_pb2,
    match_service_pb2_grpc,
    record_pb2,
    record_service_pb2,
    record_service_pb2_grpc,
)
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A seat number, or None for a spectator.
Viewer = int | None


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """The service refused the call."""

    reason: str
    clause: str
    en: str
    fr: str


class MatchClient:
    """A match whose seats are all taken, one token each. A spectator sends no token."""

    def __init__(self, channel: grpc.aio.Channel, match: match_pb2.Match) -> None:
        self._stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        self._records: Any = record_service_pb2_grpc.RecordServiceStub(channel)
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
        settings: Mapping[str, str],
        script: Sequence[str] = (),
        seed: bytes = b"",
    ) -> MatchClient:
        """Creates a match and takes all its seats; the last one starts the deal."""
        stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        options, documents, seat_count = split_settings(settings)
        request = pb.CreateMatchRequest(
            game=game,
            options=options,
            documents=documents,
            seat_count=seat_count,
            script=script,
            seed=seed,
        )
        client = cls(channel, (await call(stub.CreateMatch, request, [])).match)
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

    async def setup(self) -> game_view_pb2.GameSetup:
        """What does not change in the match; empty for games that have nothing of the kind."""
        setup: game_view_pb2.GameSetup = (
            await self._stub.GetSetup(pb.GetSetupRequest(match_id=self.id))
        ).setup
        return setup

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

    async def record(self) -> record_pb2.MatchRecord:
        """The whole record of a finished match, of all its pages."""
        record = record_pb2.MatchRecord()
        request = record_service_pb2.GetRecordRequest(match_id=self.id)
        while True:
            response = await call(self._records.GetRecord, request, [])
            assert response.HasField("record")
            record.MergeFrom(response.record)
            request.page_token = response.next_page_token
            if not request.page_token:
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
        return await call(getattr(self._stub, method), request, self.bearer(viewer))


async def call(method: Any, request: Any, metadata: list[tuple[str, str]]) -> Any:
    """Calls a method. A refused call is made again in French: it has changed nothing."""
    try:
        return await method(request, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        in_english = error
    try:
        await method(request, metadata=[*metadata, ("accept-language", "fr")])
    except grpc.aio.AioRpcError as error:
        refused, french = refusal_of(in_english, "en"), refusal_of(error, "fr")
        assert (french.reason, french.clause) == (refused.reason, refused.clause)
        raise dataclasses.replace(refused, fr=french.fr) from in_english
    raise AssertionError(f"the same call was refused and then granted: {in_english}")


def refusal_of(error: grpc.aio.AioRpcError, language: str) -> Refused:
    """What an error says beside its status. The status message is English."""
    status = rpc_status.from_call(error)
    assert status is not None, error
    info, localized = error_details_pb2.ErrorInfo(), error_details_pb2.LocalizedMessage()
    assert status.details[0].Unpack(info), error
    assert status.details[1].Unpack(localized), error
    assert localized.locale == language
    assert language != "en" or localized.message == status.message == error.details()
    return Refused(
        info.reason, info.metadata.get("clause", ""), en=status.message, fr=localized.message
    )
