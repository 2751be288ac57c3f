"""Records of a real server verify, also against every receipt that its callers received."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from tests.contract.goldens import GAMES, describe

from intrigue.config import Settings
from intrigue.server import Server
from intrigue.verify import Noted, verify
from intrigue_proto.v1 import (
    match_pb2,
    match_service_pb2_grpc,
    policy_pb2,
    record_pb2,
    record_service_pb2,
    record_service_pb2_grpc,
)
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class ReceiptClient:
    """The clients of one match, which keep every receipt."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        self._records: Any = record_service_pb2_grpc.RecordServiceStub(channel)
        self.match = match_pb2.Match()
        self.tokens: dict[int, str] = {}
        self.host = ""
        self.receipts: list[Noted] = []

    async def call(
        self, method: str, token: str = "", caller: int | None = None, **fields: Any
    ) -> Any:
        request = getattr(pb, f"{method}Request")(**fields)
        bearer = [("authorization", f"Bearer {token}")] if token else []
        answer = await getattr(self._stub, method)(request, metadata=bearer)
        if "receipt" in answer.DESCRIPTOR.fields_by_name and method != "Rematch":
            self.receipts.append(Noted(caller, answer.receipt.revision, answer.receipt.head))
        return answer

    async def create(self, game: str, **fields: Any) -> None:
        # One alone could neither be joined nor change hands.
        seats = max(2, describe(game).game.min_seats)
        own = pb.SeatRequest(own=pb.OwnSeat(name="north", entropy=b"north's"))
        created = await self.call(
            "CreateMatch",
            game=game,
            request_id=uuid.uuid4().hex,
            seats=[own, *[pb.SeatRequest()] * (seats - 1)],
            seat_count=seats,
            **fields,
        )
        self.match, self.host = created.match, created.host_token
        self.tokens[0] = created.credentials[0].token

    async def join(self, entropy: bytes = b"joined") -> None:
        joined = await self.call(
            "JoinMatch",
            match_id=self.match.id,
            request_id=uuid.uuid4().hex,
            name="Zoé",
            entropy=entropy,
        )
        self.tokens[joined.credential.seat] = joined.credential.token

    async def get_ready(self) -> None:
        for token in self.tokens.values():
            await self.call("SetReady", token, match_id=self.match.id, ready=True)

    async def finished(self) -> None:
        """Returns when the match is over: then its stream ends."""
        async for _ in self._stub.Watch(pb.WatchRequest(match_id=self.match.id)):
            pass

    async def resign(self, seat: int) -> None:
        """Gives a seat up; if it is asked again, that is for a policy to answer."""
        await self.call("Resign", self.tokens.pop(seat), seat, match_id=self.match.id)

    async def prompted(self) -> tuple[int, match_pb2.View] | None:
        """A seat that is asked, as soon as there is one; None when the match is over."""
        while True:
            revision = 0
            for seat, token in self.tokens.items():
                view = (await self.call("GetView", token, match_id=self.match.id)).view
                if view.HasField("prompt"):
                    return seat, view
                if view.HasField("outcome"):
                    return None
                revision = view.revision
            await self._moved(token, revision)

    async def _moved(self, token: str, after: int) -> None:
        """Returns when something has happened after a revision of a seat."""
        request = pb.WatchRequest(match_id=self.match.id, after_revision=after)
        stream = self._stub.Watch(request, metadata=[("authorization", f"Bearer {token}")])
        while not (await stream.read()).HasField("update"):
            pass
        stream.cancel()

    async def play(self, decisions: int = 10_000) -> None:
        for _ in range(decisions):
            asked = await self.prompted()
            if asked is None:
                return
            seat, view = asked
            try:
                await self.call(
                    "Act",
                    self.tokens[seat],
                    seat,
                    match_id=self.match.id,
                    action_id=view.prompt.actions[-1].id,
                    expected_revision=view.revision,
                    request_id=uuid.uuid4().hex,
                )
            except grpc.aio.AioRpcError:
                # What a policy did that is asked at the same time may forbid it; nothing else may.
                now = await self.call("GetView", self.tokens[seat], match_id=self.match.id)
                if now.view.revision == view.revision:
                    raise

    async def holds(self) -> record_pb2.MatchRecord:
        """The record, after the caller's computer and the service have verified it."""
        record = record_pb2.MatchRecord()
        asked = record_service_pb2.GetRecordRequest(match_id=self.match.id, page_size=100)
        while True:
            page = await self._records.GetRecord(asked)
            record.MergeFrom(page.record)
            asked.page_token = page.next_page_token
            if not asked.page_token:
                break
        verdict = verify(record, commitment=self.match.commitment, receipts=self.receipts)
        assert verdict.holds, [check for check in verdict.checks if not check.passed]
        assert self.receipts
        noted = [
            record_service_pb2.NotedReceipt(
                seat=held.seat, receipt=match_pb2.Receipt(revision=held.revision, head=held.head)
            )
            for held in self.receipts
        ]
        request = record_service_pb2.VerifyRecordRequest(
            record=record, commitment=self.match.commitment, receipts=noted
        )
        answer = await self._records.VerifyRecord(request)
        assert answer.holds
        assert [check.point for check in answer.checks] == [one.point for one in verdict.checks]
        assert (answer.text.en, answer.text.fr) == (verdict.en, verdict.fr)
        # The service finds what is wrong, and says so in two languages.
        request.record.outcome.seats[0].payoff += 1
        answer = await self._records.VerifyRecord(request)
        assert not answer.holds
        failed = [one for one in answer.checks if one.result == record_pb2.CHECK_RESULT_FAILED]
        assert failed
        assert all(one.text.en and one.text.fr for one in failed)
        return record


@pytest.fixture
async def client() -> AsyncIterator[ReceiptClient]:
    settings = {"host": "127.0.0.1", "port": 0, "database": ":memory:", "log_level": "error"}
    server = Server(Settings(**settings))  # type: ignore[arg-type]
    await server.start()
    async with grpc.aio.insecure_channel(server.address) as channel:
        yield ReceiptClient(channel)
    await server.stop()


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_to_its_end_and_its_rematch(client: ReceiptClient, game: str):
    await client.create(game)
    while len(client.tokens) < len(client.match.seats):
        await client.join()
    await client.play()
    before = await client.holds()
    assert before.seed != before.proof.server_seed
    await client.call("Rematch", client.tokens[0], match_id=client.match.id)
    after = await client.holds()
    assert len(after.proof.log) == len(before.proof.log) + 1


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_that_changes_hands_before_and_after_the_deal(
    client: ReceiptClient, game: str
):
    await client.create(game, ready_check=True)
    await client.join(b"is replaced")
    bot = pb.PolicySeat(policy=policy_pb2.Policy(name="random"))
    for occupant in ({"open": pb.OpenSeat()}, {"policy": bot}, {"open": pb.OpenSeat()}):
        await client.call("ReplaceSeat", client.host, match_id=client.match.id, seat=1, **occupant)
    await client.join(b"counts")
    await client.get_ready()
    await client.play(2)
    await client.call(
        "ReplaceSeat", client.host, match_id=client.match.id, seat=1, open=pb.OpenSeat()
    )
    await client.join(b"comes too late")
    await client.play(2)
    await client.resign(0)
    await client.play()
    record = await client.holds()
    endings = [seat.ending for seat in record.outcome.seats]
    assert endings[1] == match_pb2.SEAT_ENDING_REPLACED
    assert match_pb2.SEAT_ENDING_REPLACED not in {endings[0], *endings[2:]}
    bodies = b"".join(entry.body for entry in record.proof.log)
    assert b"counts".hex().encode() in bodies
    assert b"is replaced".hex().encode() in bodies
    assert b"comes too late".hex().encode() not in bodies


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", ["", "random"])
async def test_a_match_with_a_clock_and_a_ready_check(
    client: ReceiptClient, game: str, policy: str
):
    clock = match_pb2.ClockSettings(
        decision=Duration(nanos=40_000_000),
        timeout_policy=policy_pb2.Policy(name=policy) if policy else None,
    )
    await client.create(game, clock=clock, ready_check=True)
    await client.join(b"")
    await client.get_ready()
    await client.finished()
    record = await client.holds()
    assert record_pb2.LOG_KIND_TIMEOUT in {entry.kind for entry in record.proof.log}
    forfeited = record_pb2.STEP_KIND_TIME_FORFEIT in {step.kind for step in record.steps}
    assert forfeited == (not policy)
    endings = {seat.ending for seat in record.outcome.seats}
    assert (match_pb2.SEAT_ENDING_OUT_OF_TIME in endings) == (not policy)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_whose_seed_was_chosen(client: ReceiptClient, game: str):
    await client.create(game, seed=bytes(range(32)))
    await client.join(b"mixed")
    await client.resign(0)
    await client.play()
    record = await client.holds()
    assert record.proof.server_seed == bytes(range(32))
    assert '"seeded":true' in record.proof.terms
