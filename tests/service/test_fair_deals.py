"""Fair deals: promised before, mixed by all, proven after, and told to nobody in between."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import grpc
import pytest
from tests.service.asking import ask, play_out, record_of
from tests.service.chain import entropies, links, verify

from intrigue import proof
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = bytes(range(32))
SECRET_ID = "0123456789abcdef"
FASTEST = {
    "game": "complots",
    "options": {"seats": "3", "reactions": "fastest", "first_seat": "0"},
}


def giving(*gifts: bytes) -> list[pb.SeatRequest]:
    return [pb.SeatRequest(own=pb.OwnSeat(name="Ana", entropy=gift)) for gift in gifts]


async def test_the_deal_was_promised_before_anybody_sat_down(client):
    table = await client.create()
    commitment = table.match.commitment
    assert len(commitment) == 32
    for _ in range(2):
        assert (await table.join()).match.commitment == commitment
    await table.play_on()
    assert (await table.get()).commitment == commitment
    listed = (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
    assert [match.commitment for match in listed] == [commitment]
    record = await record_of(table)
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
        table = await client.create(seats=giving(*gifts), seed=SEED)
        views.append((await table.view(table.seats[0])).SerializeToString(deterministic=True))
    nothing, again, mixed, mixed_again, swapped, elsewhere = views
    assert nothing == again
    assert mixed == mixed_again
    assert len({nothing, mixed, swapped, elsewhere}) == 4


async def test_what_seats_give_is_mixed_into_the_deal_and_proven(client):
    gifts = [b"from the creator", b"x" * 64]
    requests = [*giving(gifts[0]), pb.SeatRequest(open=pb.OpenSeat())]
    table = await client.create(seats=requests)
    await table.join(entropy=gifts[1])
    await table.play_on()
    record = await record_of(table)
    assert entropies(record.proof) == gifts
    assert record.seed == proof.deal_seed(record.proof.server_seed, gifts)
    assert record.seed != record.proof.server_seed
    verify(record)
    # The same server's seed and other gifts would have dealt other cards.
    other = await client.create(seats=giving(b"", b""), seed=record.proof.server_seed)
    await other.play_on()
    assert (await record_of(other)).steps[0].chances != record.steps[0].chances


async def test_what_was_dealt_with_stays_whoever_comes_later(world):
    async with world.served() as client:
        table = await client.create(seats=giving(b"one", b"two"))
        await table.play_on(3)
        seat, view = await table.turn()
        await ask(table, "ReplaceSeat", table.host, seat=seat)
        joined = await table.join(entropy=b"too late")
    async with world.served() as client:
        table.client = client
        # Rebuilt from the log, it is the same match.
        assert await table.view(joined.credential.token) == view
        await table.play_on()
        record = await record_of(table)
        assert entropies(record.proof) == [b"one", b"two"]
        assert b"too late".hex().encode() not in b"".join(entry.body for entry in record.proof.log)
        verify(record)


async def test_what_a_seat_gave_that_was_left_is_not_dealt_with(client):
    table = await client.create(seats=giving(b"one", b"two"), ready_check=True)
    await ask(table, "ReplaceSeat", table.host, seat=1)
    await table.join(entropy=b"three")
    for token in table.seats.values():
        await ask(table, "SetReady", token, ready=True)
    await table.play_on()
    record = await record_of(table)
    assert entropies(record.proof) == [b"one", b"three"]
    verify(record)


class Post:
    """Keeps every message that anybody receives, as bytes, and every receipt."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.messages: list[bytes] = []
        self.receipts: list[match_pb2.Receipt] = []

    async def ask(self, method: str, token: str | None, **fields: Any) -> Any:
        metadata = [] if token is None else [("authorization", f"Bearer {token}")]
        request = getattr(pb, f"{method}Request")(**fields)
        try:
            answer = await getattr(self.client.matches, method)(request, metadata=metadata)
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
        view = await self.ask("GetView", token, match_id=match_id)
        call = self.client.matches.Watch(request, metadata=metadata)
        for _ in range(1 + view.view.revision):
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


async def play_by_post(post: Post, gifts: list[bytes]) -> tuple[str, dict[str, str | None]]:
    """The first steps of a match, and all that can be asked of it meanwhile."""
    clock = match_pb2.ClockSettings()
    clock.bank.FromSeconds(3600)
    create = {"request_id": SECRET_ID, "clock": clock, "ready_check": True, **FASTEST}
    created = await post.ask("CreateMatch", None, **create)
    match_id = created.match.id
    tokens: dict[str, str | None] = {"none": None, "host": created.host_token}
    tokens["spectator"] = created.spectator_token
    joins = [
        {"match_id": match_id, "request_id": SECRET_ID + str(seat), "entropy": gift}
        for seat, gift in enumerate(gifts)
    ]
    for seat, join in enumerate(joins):
        tokens[str(seat)] = (await post.ask("JoinMatch", None, **join)).credential.token
    await post.ask("ReplaceSeat", tokens["host"], match_id=match_id, seat=1)
    joins[1]["request_id"] = SECRET_ID + "again"
    tokens["1"] = (await post.ask("JoinMatch", None, **joins[1])).credential.token
    for seat in range(len(gifts)):
        await post.ask("SetReady", tokens[str(seat)], match_id=match_id, ready=True)
    for number in range(12):
        views = {token: await ask_everything(post, match_id, token) for token in tokens.values()}
        await post.ask("CreateMatch", None, **create)
        await post.ask("JoinMatch", None, **joins[number % 3])
        owing, view = next(item for item in views.items() if item[1].HasField("prompt"))
        wish = {"match_id": match_id, "action_id": claim_or_pass(view.prompt)}
        for _ in range(2):
            await post.ask("Act", owing, request_id=f"step {number}", **wish)
    tokens["0"] = (await post.ask("RotateToken", tokens["0"])).token
    for token in tokens.values():
        await post.stream(match_id, token)
    return match_id, tokens


async def ask_everything(post: Post, match_id: str, token: str | None) -> match_pb2.View:
    """Asks all that changes nothing, or is refused."""
    for method in ("GetMatch", "GetRecord", "Rematch"):
        await post.ask(method, token, match_id=match_id)
    await post.ask("ListMatches", token)
    for action in (0, 1, 10_000):
        await post.ask("Explain", token, match_id=match_id, action_id=action)
    await post.ask("Act", token, match_id=match_id, action_id=10_000)
    view: match_pb2.View = (await post.ask("GetView", token, match_id=match_id)).view
    return view


async def test_nothing_is_told_before_the_end_and_every_receipt_is_proven_after(client):
    post = Post(client)
    gifts = [b"the first seat's gift", b"the second seat's gift", b"the third seat's gift"]
    match_id, tokens = await play_by_post(post, gifts)
    before = len(post.messages)
    for seat in ("0", "1"):
        resigned = [
            await post.ask("Resign", tokens[seat], match_id=match_id, request_id="I give up")
            for _ in range(2)
        ]
        assert resigned[0] == resigned[1]
    record = (await post.ask("GetRecord", None, match_id=match_id)).record
    # Whoever looks for these finds them once they are told.
    secrets = [record.seed, record.proof.nonce, record.proof.server_seed, *gifts]
    secrets += [proof.chain_key(record.proof.nonce), links(record.proof)[0]]
    assert all(post.holds(secret) for secret in secrets[:-2])
    post.messages = post.messages[:before]
    assert not any(post.holds(secret) for secret in secrets)
    assert before > 300
    chain = verify(record)
    assert len(post.receipts) > 20
    assert {receipt.head for receipt in post.receipts} <= set(chain)
    # What a seat did has a link of its own, and says which.
    for number, entry in enumerate(record.proof.log):
        if entry.kind == match_pb2.LOG_KIND_STEP:
            receipt = match_pb2.Receipt(revision=entry.revision, head=chain[number + 1])
            assert post.receipts.count(receipt) == 2


async def test_an_aborted_match_reveals_nothing(world):
    async with world.server() as server, world.client(server) as client:
        post = Post(client)
        gifts = [b"the first seat's gift", b"the second seat's gift", b"the third seat's gift"]
        match_id, tokens = await play_by_post(post, gifts)
        await post.ask("AbortMatch", tokens["host"], match_id=match_id)
        for token in tokens.values():
            answer = await post.ask("GetRecord", token, match_id=match_id)
            assert not answer.HasField("record")
            await post.ask("GetMatch", token, match_id=match_id)
        stored = await server._store.match(match_id)
        assert not any(post.holds(secret) for secret in (stored.row.seed, stored.row.nonce, *gifts))
        heads = {entry.head for entry in stored.entries}
        assert {receipt.head for receipt in post.receipts} <= heads


async def test_what_happens_after_the_end_goes_on_with_the_chain(client, as_bearer):
    table = await client.create("own", "own")
    await table.play_on()
    first = await record_of(table)
    await ask(table, "Rematch", table.seats[0])
    await client.matches.RotateToken(pb.RotateTokenRequest(), metadata=as_bearer(table.seats[0]))
    second = await record_of(table)
    assert first.proof.head in verify(second)
    assert len(second.proof.log) == len(first.proof.log) + 2
    second.ClearField("proof")
    first.ClearField("proof")
    assert second == first


async def test_a_retried_request_gets_the_same_receipt(world, as_bearer):
    granted: list[tuple[str, pb.ActRequest, bytes]] = []

    async def act(client, token: str, wish: pb.ActRequest) -> bytes:
        raw = client.channel.unary_unary("/intrigue.v1.MatchService/Act")
        answer: bytes = await raw(wish.SerializeToString(), metadata=as_bearer(token))
        return answer

    async with world.served() as client:
        table = await client.create("own", "own")
        for number in range(6):
            seat, view = await table.turn()
            wish = pb.ActRequest(
                match_id=table.id,
                action_id=view.prompt.actions[0].id,
                expected_revision=view.revision,
                request_id=f"step {number}",
            )
            granted.append((table.seats[seat], wish, await act(client, table.seats[seat], wish)))
        for token, wish, answer in granted:
            assert await act(client, token, wish) == answer
    async with world.served() as client:
        for token, wish, answer in granted:
            assert await act(client, token, wish) == answer


@pytest.mark.parametrize("how", ["joined", "rematch"])
async def test_receipts_do_not_tell_who_answers_in_secret(client, how):
    joins = [{"request_id": SECRET_ID + str(seat), "name": str(seat)} for seat in range(3)]
    table = await client.create(**FASTEST)
    for join in joins:
        await table.join(**join)
    again: list[Any] = [(table, "JoinMatch", None, join) for join in joins]
    if how == "rematch":
        for seat in (1, 2):
            await ask(table, "Resign", table.seats[seat])
        again = [(table, "Rematch", token, {}) for token in [*table.seats.values(), table.host]]
        answers = [await ask(*call[:3], **call[3]) for call in again]
        held = [answer.credential for answer in answers if answer.HasField("credential")]
        table = type(table)(
            client, answers[-1].match, "", "", {one.seat: one.token for one in held}
        )
    seat, _ = await table.turn()
    await table.act(table.seats[seat], notation="tax")
    others = [other for other in range(3) if other != seat]
    before = [await ask(*call[:3], **call[3]) for call in again]
    await table.act(table.seats[others[0]], notation="pass")
    assert [await ask(*call[:3], **call[3]) for call in again] == before
    await table.act(table.seats[others[1]], notation="pass")
    assert [await ask(*call[:3], **call[3]) for call in again] != before


async def test_a_whole_match_with_policies_is_proven(client):
    table = await client.create("own", "random", "random", **FASTEST)
    await play_out(table)
    verify(await record_of(table))
