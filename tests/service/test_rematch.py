"""Rematches: the same players in the next match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.match_calls import call_match, play_out, record_of

from intrigue import proof
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

WAITING, RUNNING, FINISHED, ABORTED = (
    match_pb2.MATCH_STATUS_WAITING,
    match_pb2.MATCH_STATUS_RUNNING,
    match_pb2.MATCH_STATUS_FINISHED,
    match_pb2.MATCH_STATUS_ABORTED,
)
THREE = {"game": "complots", "options": {"seats": "3"}}


async def create_finished_match(client, *policies: str, **request):
    """A finished match of three: Ana, Bo and Cleo, or policies in their stead."""
    names = ("Ana", "Bo", "Cleo")[: 3 - len(policies)]
    created = await client.create(*["open"] * len(names), *policies, **THREE, **request)
    for name in names:
        await created.join(created.host, name=name)
    await play_out(created)
    assert (await created.get(created.host)).status == FINISHED
    return created


def next_match(created: Any, answers: list[pb.RematchResponse]) -> Any:
    """The next match, with the tokens that its seats were given."""
    seats = {answer.credential.seat: answer.credential.token for answer in answers}
    return type(created)(created.client, answers[-1].match, "", "", seats)


async def rematch_all_seats(created: Any, **fields: Any) -> tuple[Any, list[pb.RematchResponse]]:
    answers = [
        await call_match(created, "Rematch", token, **fields)
        for _, token in sorted(created.seats.items())
    ]
    return next_match(created, answers), answers


async def test_everybody_asks_and_then_it_begins(client):
    created = await create_finished_match(client)
    old = await created.get()
    answers = []
    for number, (seat, token) in enumerate(sorted(created.seats.items())):
        answer = await call_match(created, "Rematch", token)
        answers.append(answer)
        match = answer.match
        assert match.status == (WAITING if number < 2 else RUNNING)
        assert answer.credential.seat == (seat + 1) % 3
        assert not answer.host_token
        assert [seat.name for seat in match.seats] == ["Cleo", "Ana", "Bo"]
        assert {seat.status for seat in match.seats} == {match_pb2.SEAT_STATUS_TAKEN}
        assert sum(seat.ready for seat in match.seats) == number + 1
        assert match.id != old.id
        assert match.commitment != old.commitment
        assert (await created.get()).rematch_id == match.id
    assert len({answer.match.id for answer in answers}) == 1
    following = next_match(created, answers)
    for seat, token in following.seats.items():
        assert (await following.view(token)).seat == seat
    await play_out(following)
    assert (await following.get()).status == FINISHED
    # And once more.
    third, _ = await rematch_all_seats(following)
    assert [seat.name for seat in third.match.seats] == ["Bo", "Cleo", "Ana"]
    assert (await following.get()).rematch_id == third.id


async def test_the_last_winner_begins(client):
    for number in range(6):
        created = await create_finished_match(client, seed=bytes([number]) * 32)
        payoffs = [seat.payoff for seat in (await created.get()).outcome.seats]
        winner = (payoffs.index(840) + 1) % 3
        following, answers = await rematch_all_seats(created)
        assert answers[0].match.options["first_seat"] == str(winner)
        assert {**answers[0].match.options, "first_seat": ""} == {
            **created.match.options,
            "first_seat": "",
        }
        assert list((await following.view()).seats_to_act) == [winner]
        assert (await following.view(following.seats[winner])).HasField("prompt")


async def test_terms_go_on_and_chosen_seeds_do_not(client):
    clock = match_pb2.ClockSettings(timeout_policy=parse_policy("random"))
    clock.bank.FromSeconds(600)
    created = await create_finished_match(client, seed=bytes(32), clock=clock)
    assert created.match.seeded
    following, _ = await rematch_all_seats(created)
    match = following.match
    assert match.clock == created.match.clock
    assert not match.seeded
    assert match.ready_check
    assert match.visibility == created.match.visibility
    assert match.rules_version == created.match.rules_version
    await play_out(following)
    assert (await record_of(following)).proof.server_seed != bytes(32)


async def test_policies_stay_policies_and_need_not_ask(client):
    created = await create_finished_match(client, "random", "playouts:sims=2")
    following, (answer,) = await rematch_all_seats(created)
    policies = [policy_text(seat.policy) for seat in answer.match.seats]
    assert policies == ["playouts:sims=2", "", "random"]
    assert answer.match.seats[1].name == "Ana"
    assert answer.match.status == RUNNING
    await play_out(following)
    assert (await following.get()).status == FINISHED


async def test_asking_again_changes_nothing(client):
    created = await create_finished_match(client)
    first = await call_match(created, "Rematch", created.seats[0], entropy=b"one")
    again = await call_match(created, "Rematch", created.seats[0], entropy=b"other")
    assert again == first
    second = await call_match(created, "Rematch", created.seats[1])
    again = await call_match(created, "Rematch", created.seats[0])
    assert again.match == second.match
    assert again.credential == first.credential
    last = await call_match(created, "Rematch", created.seats[2])
    assert last.match.status == RUNNING
    following = next_match(created, [first, second, last])
    await play_out(following)
    # Also when it is over.
    again = await call_match(created, "Rematch", created.seats[0])
    assert again.match.status == FINISHED
    assert again.credential == first.credential
    log = (await record_of(following)).proof.log
    assert any(b"one".hex().encode() in entry.body for entry in log)
    assert not any(b"other".hex().encode() in entry.body for entry in log)


async def test_the_host_hosts_again(client, expect, as_bearer):
    created = await create_finished_match(client)
    answer = await call_match(created, "Rematch", created.host)
    assert not answer.HasField("credential")
    assert answer.host_token
    assert answer.host_token != created.host
    # The host has no seat, so nobody is ready by this.
    assert not any(seat.ready for seat in answer.match.seats)
    assert (await call_match(created, "Rematch", created.host)).host_token == answer.host_token
    request = pb.AbortMatchRequest(match_id=answer.match.id)
    async with expect("PERMISSION_DENIED", "TOKEN_OF_ANOTHER_MATCH"):
        await client.matches.AbortMatch(request, metadata=as_bearer(created.host))
    aborted = await client.matches.AbortMatch(request, metadata=as_bearer(answer.host_token))
    assert aborted.match.status == ABORTED


async def test_who_may_not_ask_and_when(client, expect):
    created = await client.create("own", "own")
    for token in (created.seats[0], created.host):
        async with expect("FAILED_PRECONDITION", "MATCH_NOT_OVER"):
            await call_match(created, "Rematch", token)
    await created.play_on()
    for token, status in ((None, "UNAUTHENTICATED"), (created.spectator, "PERMISSION_DENIED")):
        async with expect(status, "SEAT_TOKEN_REQUIRED"):
            await call_match(created, "Rematch", token)
    assert not (await created.get()).rematch_id
    aborted = await client.create("own", "own")
    await aborted.abort(aborted.host)
    async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
        await call_match(aborted, "Rematch", aborted.seats[0])


@pytest.mark.parametrize("repeats", [1, 4])
async def test_all_at_once_make_one_match(client, repeats):
    created = await create_finished_match(client)
    callers = [*created.seats.values(), created.host] * repeats
    answers = await asyncio.gather(*(call_match(created, "Rematch", token) for token in callers))
    assert len({answer.match.id for answer in answers}) == 1
    seats = {answer.credential.seat for answer in answers if answer.HasField("credential")}
    assert seats == {0, 1, 2}
    listed = await client.matches.ListMatches(pb.ListMatchesRequest())
    assert len(listed.matches) == 2
    assert listed.matches[0].status == RUNNING
    await play_out(next_match(created, [answer for answer in answers if not answer.host_token]))


async def test_a_rematch_outlives_the_server(deployment):
    async with deployment.served() as client:
        created = await create_finished_match(client)
        first = await call_match(created, "Rematch", created.seats[0])
    async with deployment.served() as client:
        created.client = client
        assert (await created.get()).rematch_id == first.match.id
        assert await call_match(created, "Rematch", created.seats[0]) == first
        following, _ = await rematch_all_seats(created)
        assert (await following.get()).status == RUNNING
        await play_out(following)
        assert (await following.get()).status == FINISHED


async def test_what_seats_give_is_mixed_into_the_deal(client):
    created = await create_finished_match(client)
    gifts = [b"from Ana", b"", b"from Cleo"]
    answers = [
        await call_match(created, "Rematch", created.seats[seat], entropy=gift)
        for seat, gift in enumerate(gifts)
    ]
    following = next_match(created, answers)
    await play_out(following)
    record = await record_of(following)
    mixed = [gifts[2], gifts[0], gifts[1]]
    assert record.seed == proof.deal_seed(record.proof.server_seed, mixed)
    assert record.seed != record.proof.server_seed


async def test_a_rematch_of_a_private_match_is_private(client, expect):
    created = await create_finished_match(client, visibility=match_pb2.VISIBILITY_PRIVATE)
    answer = await call_match(created, "Rematch", created.seats[0])
    assert answer.match.visibility == match_pb2.VISIBILITY_PRIVATE
    following = next_match(created, [answer])
    async with expect("NOT_FOUND", "UNKNOWN_MATCH"):
        await following.get()
    assert await following.get(answer.credential.token) == answer.match
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_a_replaced_seat_has_no_part_in_the_rematch(client, as_bearer):
    created = await create_finished_match(client)
    host = (await call_match(created, "Rematch", created.host)).host_token
    sent_away = await call_match(created, "Rematch", created.seats[0], entropy=b"old")
    following = next_match(created, [sent_away])
    await call_match(following, "ReplaceSeat", host, seat=1, open={})
    joined = await following.join(name="Dora", seat=1, entropy=b"new")
    assert not joined.match.seats[1].ready
    again = await call_match(created, "Rematch", created.seats[0], entropy=b"old")
    assert not again.match.seats[1].ready
    assert not again.HasField("credential")
    for seat in (1, 2):
        answer = await call_match(created, "Rematch", created.seats[seat])
        following.seats[answer.credential.seat] = answer.credential.token
        assert answer.match.status == WAITING
    ready = await call_match(following, "SetReady", joined.credential.token, ready=True)
    assert ready.match.status == RUNNING
    await play_out(following)
    seed = (await record_of(following)).proof.server_seed
    assert (await record_of(following)).seed == proof.deal_seed(seed, [b"", b"new", b""])


async def test_a_seat_that_was_left_open_is_open_again(client):
    created = await client.create("own", "own", "own", **THREE)
    await call_match(created, "ReplaceSeat", created.host, seat=2, open={})
    created.seats.pop(2)
    # Everybody else gives up.
    for token in created.seats.values():
        await call_match(created, "Resign", token)
    assert (await created.get()).status == FINISHED
    following, answers = await rematch_all_seats(created)
    assert answers[-1].match.status == WAITING
    joined = await following.join(name="Dora")
    assert joined.credential.seat == 0
    assert joined.match.status == WAITING
    ready = await call_match(following, "SetReady", joined.credential.token, ready=True)
    assert ready.match.status == RUNNING
