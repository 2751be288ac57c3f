"""Fair deals: committed to before, mixed by all, proven after, and secret in between."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import grpc
import pytest
from tests.service.chain import entropies, links, verify
from tests.service.match_calls import call_match, play_out, record_of

from intrigue import proof
from intrigue_proto.options import split_settings
from intrigue_proto.v1 import match_pb2, record_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = bytes(range(32))
SECRET_ID = "0123456789abcdef"
FASTEST = {
    "game": "complots",
    "options": {"seats": "3", "reactions": "fastest", "first_seat": "0"},
}


def split(request: dict[str, Any]) -> dict[str, Any]:
    """A request whose options are one mapping, with the fields of the message."""
    options, documents, seat_count = split_settings(request["options"])
    return {**request, "options": options, "documents": documents, "seat_count": seat_count}


def giving(*gifts: bytes) -> list[pb.SeatRequest]:
    return [pb.SeatRequest(own=pb.OwnSeat(name="Ana", entropy=gift)) for gift in gifts]


async def test_the_deal_was_promised_before_anybody_sat_down(client):
    created = await client.create()
    commitment = created.match.commitment
    assert len(commitment) == 32
    for _ in range(2):
        assert (await created.join()).match.commitment == commitment
    await created.play_on()
    assert (await created.get()).commitment == commitment
    listed = (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
    assert [match.commitment for match in listed] == [commitment]
    record = await record_of(created)
    shown = record.proof
    assert hashlib.sha256(shown.nonce + shown.server_seed).digest() == commitment
    assert shown.commitment == commitment
    # Nobody gave anything, so the server's seed dealt.
    assert record.seed == shown.server_seed
    verify(record)


async def test_no_two_matches_promise_the_same(client):
    matches = [(await client.create(seed=SEED)).match for _ in range(5)]
    matches += [(await client.create()).match for _ in range(5)]
    assert len({match.commitment for match in matches}) == 10


async def test_the_same_seed_deals_the_same_cards(client):
    views = []
    for gifts in ((b"", b""), (b"", b""), (b"a", b"b"), (b"a", b"b"), (b"b", b"a"), (b"ab", b"")):
        created = await client.create(seats=giving(*gifts), seed=SEED)
        views.append((await created.view(created.seats[0])).SerializeToString(deterministic=True))
    nothing, again, mixed, mixed_again, swapped, elsewhere = views
    assert nothing == again
    assert mixed == mixed_again
    assert len({nothing, mixed, swapped, elsewhere}) == 4


async def test_what_seats_give_is_mixed_into_the_deal_and_proven(client):
    gifts = [b"from the creator", b"x" * 64]
    requests = [*giving(gifts[0]), pb.SeatRequest(open=pb.OpenSeat())]
    created = await client.create(seats=requests)
    await created.join(entropy=gifts[1])
    await created.play_on()
    record = await record_of(created)
    assert entropies(record.proof) == gifts
    assert record.seed == proof.deal_seed(record.proof.server_seed, gifts)
    assert record.seed != record.proof.server_seed
    verify(record)
    # The same server's seed and other gifts would have dealt other cards.
    other = await client.create(seats=giving(b"", b""), seed=record.proof.server_seed)
    await other.play_on()
    assert (await record_of(other)).steps[0].chances != record.steps[0].chances


async def test_entropy_of_the_deal_stays_when_players_change(deployment):
    async with deployment.served() as client:
        created = await client.create(seats=giving(b"one", b"two"))
        await created.play_on(3)
        seat, view = await created.turn()
        await call_match(created, "ReplaceSeat", created.host, seat=seat, open={})
        joined = await created.join(entropy=b"too late")
    async with deployment.served() as client:
        created.client = client
        # Rebuilt from the log, it is the same match.
        assert await created.view(joined.credential.token) == view
        await created.play_on()
        record = await record_of(created)
        assert entropies(record.proof) == [b"one", b"two"]
        assert b"too late".hex().encode() not in b"".join(entry.body for entry in record.proof.log)
        verify(record)


async def test_what_a_seat_gave_that_was_left_is_not_dealt_with(client):
    created = await client.create(seats=giving(b"one", b"two"), ready_check=True)
    await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
    await created.join(entropy=b"three")
    for token in created.seats.values():
        await call_match(created, "SetReady", token, ready=True)
    await created.play_on()
    record = await record_of(created)
    assert entropies(record.proof) == [b"one", b"three"]
    verify(record)


class MessageRecorder:
    """Keeps every message that anybody receives, as bytes, and every receipt."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.messages: list[bytes] = []
        self.receipts: list[match_pb2.Receipt] = []

    async def call(self, method: str, token: str | None, **fields: Any) -> Any:
        metadata = [] if token is None else [("authorization", f"Bearer {token}")]
        messages: Any = pb
        stub = self.client.matches
        if method == "GetRecord":
            messages, stub = record_service_pb2, self.client.records
        request = getattr(messages, f"{method}Request")(**fields)
        try:
            answer = await getattr(stub, method)(request, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            self.messages.append(str(error.details()).encode())
            trailers = dict(error.trailing_metadata() or ())
            self.messages += [
                value if isinstance(value, bytes) else value.encode() for value in trailers.values()
            ]
            return None
        self.messages.append(answer.SerializeToString())
        if hasattr(answer, "receipt"):
            assert answer.HasField("receipt")
            self.receipts.append(answer.receipt)
        return answer

    async def stream(self, match_id: str, token: str | None) -> None:
        """All that a stream brings, from the beginning to now."""
        metadata = [] if token is None else [("authorization", f"Bearer {token}")]
        request = pb.WatchRequest(match_id=match_id, include_view=True)
        view = await self.call("GetView", token, match_id=match_id)
        call = self.client.matches.Watch(request, metadata=metadata)
        # The match, its updates, and that there are no more.
        for _ in range(2 + view.view.revision):
            self.messages.append((await call.read()).SerializeToString())
        call.cancel()

    def holds(self, secret: bytes) -> bool:
        """Whether a secret came, in any of the usual ways to write it."""
        shapes = {secret, secret.hex().encode(), secret.hex().upper().encode()}
        shapes |= {base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret)}
        return any(shape in message for shape in shapes for message in self.messages)


def claim_or_pass(prompt: match_pb2.Prompt) -> int:
    """An action of which all others are asked in secret what they think; or the answer."""
    legal = {action.notation: action.id for action in prompt.actions}
    return legal.get("tax", legal.get("pass", prompt.actions[0].id))


async def play_recorded(
    recorder: MessageRecorder, gifts: list[bytes]
) -> tuple[str, dict[str, str | None]]:
    """The first steps of a match, and all that can be asked of it meanwhile."""
    clock = match_pb2.ClockSettings()
    clock.bank.FromSeconds(3600)
    create = {"request_id": SECRET_ID, "clock": clock, "ready_check": True, **split(FASTEST)}
    response = await recorder.call("CreateMatch", None, **create)
    match_id = response.match.id
    tokens: dict[str, str | None] = {"none": None, "host": response.host_token}
    tokens["spectator"] = response.spectator_token
    joins = [
        {"match_id": match_id, "request_id": SECRET_ID + str(seat), "entropy": gift}
        for seat, gift in enumerate(gifts)
    ]
    for seat, join in enumerate(joins):
        tokens[str(seat)] = (await recorder.call("JoinMatch", None, **join)).credential.token
    await recorder.call("ReplaceSeat", tokens["host"], match_id=match_id, seat=1, open={})
    joins[1]["request_id"] = SECRET_ID + "again"
    tokens["1"] = (await recorder.call("JoinMatch", None, **joins[1])).credential.token
    for seat in range(len(gifts)):
        await recorder.call("SetReady", tokens[str(seat)], match_id=match_id, ready=True)
    for number in range(12):
        views = {
            token: await call_every_method(recorder, match_id, token) for token in tokens.values()
        }
        await recorder.call("CreateMatch", None, **create)
        await recorder.call("JoinMatch", None, **joins[number % 3])
        seat_to_act, view = next(item for item in views.items() if item[1].HasField("prompt"))
        act_fields = {"match_id": match_id, "action_id": claim_or_pass(view.prompt)}
        for _ in range(2):
            await recorder.call("Act", seat_to_act, request_id=f"step {number}", **act_fields)
    tokens["0"] = (await recorder.call("RotateToken", tokens["0"], request_id=SECRET_ID)).token
    for token in tokens.values():
        await recorder.stream(match_id, token)
    return match_id, tokens


async def call_every_method(
    recorder: MessageRecorder, match_id: str, token: str | None
) -> match_pb2.View:
    """Asks all that changes nothing, or is refused."""
    for method in ("GetMatch", "GetRecord", "GetSetup", "ListUpdates", "Rematch"):
        await recorder.call(method, token, match_id=match_id)
    await recorder.call("ListMatches", token)
    for action in (0, 1, 10_000):
        await recorder.call("Explain", token, match_id=match_id, action_id=action)
    await recorder.call("Act", token, match_id=match_id, action_id=10_000)
    view: match_pb2.View = (await recorder.call("GetView", token, match_id=match_id)).view
    return view


async def test_nothing_is_revealed_before_the_end_and_every_receipt_is_proven_after(client):
    recorder = MessageRecorder(client)
    gifts = [b"the first seat's gift", b"the second seat's gift", b"the third seat's gift"]
    match_id, tokens = await play_recorded(recorder, gifts)
    before = len(recorder.messages)
    for seat in ("0", "1"):
        resigned = [
            await recorder.call("Resign", tokens[seat], match_id=match_id, request_id="I give up")
            for _ in range(2)
        ]
        assert resigned[0] == resigned[1]
    record = (await recorder.call("GetRecord", None, match_id=match_id)).record
    # The search finds them once they are revealed.
    secrets = [record.seed, record.proof.nonce, record.proof.server_seed, *gifts]
    secrets += [proof.chain_key(record.proof.nonce), links(record.proof)[0]]
    assert all(recorder.holds(secret) for secret in secrets[:-2])
    recorder.messages = recorder.messages[:before]
    assert not any(recorder.holds(secret) for secret in secrets)
    assert before > 300
    chain = verify(record)
    assert len(recorder.receipts) > 20
    assert {receipt.head for receipt in recorder.receipts} <= set(chain)
    # What a seat did has a link of its own, and says which.
    for number, entry in enumerate(record.proof.log):
        if entry.kind == record_pb2.LOG_KIND_STEP:
            receipt = match_pb2.Receipt(revision=entry.revision, head=chain[number + 1])
            assert recorder.receipts.count(receipt) == 2


async def test_an_aborted_match_reveals_nothing(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        recorder = MessageRecorder(client)
        gifts = [b"the first seat's gift", b"the second seat's gift", b"the third seat's gift"]
        match_id, tokens = await play_recorded(recorder, gifts)
        await recorder.call("AbortMatch", tokens["host"], match_id=match_id)
        for token in tokens.values():
            assert await recorder.call("GetRecord", token, match_id=match_id) is None
            await recorder.call("GetMatch", token, match_id=match_id)
        stored = await server._store.match(match_id)
        assert not any(
            recorder.holds(secret) for secret in (stored.row.seed, stored.row.nonce, *gifts)
        )
        heads = {entry.head for entry in stored.entries}
        assert {receipt.head for receipt in recorder.receipts} <= heads


async def test_what_happens_after_the_end_goes_on_with_the_chain(client, as_bearer):
    created = await client.create("own", "own")
    await created.play_on()
    first = await record_of(created)
    await call_match(created, "Rematch", created.seats[0])
    await client.matches.RotateToken(
        pb.RotateTokenRequest(request_id="0123456789abcdef"), metadata=as_bearer(created.seats[0])
    )
    second = await record_of(created)
    assert first.proof.head in verify(second)
    assert len(second.proof.log) == len(first.proof.log) + 2
    second.ClearField("proof")
    first.ClearField("proof")
    assert second == first


async def test_a_retried_request_gets_the_same_receipt(deployment, as_bearer):
    granted: list[tuple[str, pb.ActRequest, bytes]] = []

    async def act(client, token: str, act_fields: pb.ActRequest) -> bytes:
        raw = client.channel.unary_unary("/intrigue.v1.MatchService/Act")
        answer: bytes = await raw(act_fields.SerializeToString(), metadata=as_bearer(token))
        return answer

    async with deployment.served() as client:
        created = await client.create("own", "own")
        for number in range(6):
            seat, view = await created.turn()
            act_fields = pb.ActRequest(
                match_id=created.id,
                action_id=view.prompt.actions[0].id,
                expected_revision=view.revision,
                request_id=f"step {number}",
            )
            granted.append(
                (
                    created.seats[seat],
                    act_fields,
                    await act(client, created.seats[seat], act_fields),
                )
            )
        for token, act_fields, answer in granted:
            assert await act(client, token, act_fields) == answer
    async with deployment.served() as client:
        for token, act_fields, answer in granted:
            assert await act(client, token, act_fields) == answer


@pytest.mark.parametrize("how", ["joined", "rematch"])
async def test_receipts_do_not_tell_who_answers_in_secret(client, how):
    joins = [{"request_id": SECRET_ID + str(seat), "name": str(seat)} for seat in range(3)]
    created = await client.create(**FASTEST)
    for join in joins:
        await created.join(**join)
    again: list[Any] = [(created, "JoinMatch", None, join) for join in joins]
    if how == "rematch":
        for seat in (1, 2):
            await call_match(created, "Resign", created.seats[seat])
        again = [
            (created, "Rematch", token, {}) for token in [*created.seats.values(), created.host]
        ]
        answers = [await call_match(*call[:3], **call[3]) for call in again]
        held = [answer.credential for answer in answers if answer.HasField("credential")]
        created = type(created)(
            client, answers[-1].match, "", "", {one.seat: one.token for one in held}
        )
    seat, _ = await created.turn()
    await created.act(created.seats[seat], notation="tax")
    others = [other for other in range(3) if other != seat]
    before = [await call_match(*call[:3], **call[3]) for call in again]
    await created.act(created.seats[others[0]], notation="pass")
    assert [await call_match(*call[:3], **call[3]) for call in again] == before
    await created.act(created.seats[others[1]], notation="pass")
    assert [await call_match(*call[:3], **call[3]) for call in again] != before


async def test_a_whole_match_with_policies_is_proven(client):
    created = await client.create("own", "random", "random", **FASTEST)
    await play_out(created)
    verify(await record_of(created))
