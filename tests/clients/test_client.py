"""Every method of the client, against the real service."""

from __future__ import annotations

import asyncio
from copy import copy
from operator import attrgetter

import pytest
from tests.contract.goldens import wordless

import intrigue_sdk
from intrigue_proto import CONTRACT_DIGEST
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import OPEN, Bot, Client, SeatHandle, connect, own, payoffs, policy


async def two_seats(client: Client, game: str) -> tuple[SeatHandle, SeatHandle]:
    created = await client.create_match(game, seats=[own("north"), own("south")])
    return created.seats[0], created.seats[1]


async def to_act(*seats: SeatHandle) -> tuple[SeatHandle, SeatHandle, match_pb2.View]:
    """The seat that owes a decision, another, and the view of the first."""
    for seat in seats:
        view = await seat.view()
        if view.HasField("prompt"):
            return seat, next(other for other in seats if other is not seat), view
    raise AssertionError("nobody owes a decision")


async def test_the_catalog(client, game):
    games = await client.games()
    assert game in [known.id for known in games]
    whole = await client.game(game)
    assert whole.game.id == game
    assert [action.id for action in whole.actions] == list(range(len(whole.actions)))
    assert whole.clauses
    actions = await client.game(game, [intrigue_sdk.GamePart.GAME_PART_ACTIONS])
    assert actions.actions == whole.actions
    assert not actions.clauses
    with pytest.raises(intrigue_sdk.NotFound) as caught:
        await client.game("no_such_game")
    assert "no_such_game" in caught.value.message
    assert game in caught.value.metadata["known"]


async def test_an_error_is_told_in_the_language_of_the_client(server):
    async with connect(server.address, language="fr") as client:
        with pytest.raises(intrigue_sdk.NotFound) as caught:
            await client.game("no_such_game")
    assert caught.value.localized_message != caught.value.message
    assert "no_such_game" in caught.value.localized_message


async def test_the_server_says_what_it_is(client):
    found = await client.server_info()
    assert found.contract_digest == CONTRACT_DIGEST
    assert set(found.languages) == {"en", "fr"}
    assert found.limits.max_page_size


async def test_create_join_and_list(client, game):
    created = await client.create_match(game, seats=[OPEN, own("south")])
    assert created.match.status == match_pb2.MATCH_STATUS_WAITING
    assert set(created.seats) == {1}
    assert created.host.token
    assert created.spectator.token
    waiting = [m.id async for m in client.matches(statuses=[match_pb2.MATCH_STATUS_WAITING])]
    assert waiting == [created.id]
    with pytest.raises(intrigue_sdk.NotStarted):
        await created.seats[1].view()

    joined = await client.join(created.id, name="north")
    assert joined.seat == 0
    match = await client.match(created.id)
    assert match.status == match_pb2.MATCH_STATUS_RUNNING
    assert [seat.name for seat in match.seats] == ["north", "south"]
    with pytest.raises(intrigue_sdk.SeatTaken):
        await client.join(created.id)
    with pytest.raises(intrigue_sdk.SeatTaken):
        await client.join(created.id, 1)


async def test_an_error_names_the_field(client, game):
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.create_match(game, options={"no_such_option": "1"})
    (violation,) = caught.value.field_violations
    assert violation.field == "options.no_such_option"
    assert violation.description


async def test_matches_have_labels_and_a_pace(client, game):
    labels = {"event": "cup", "round": "2"}
    created = await client.create_match(game, labels=labels, pace=match_pb2.PACE_RELAXED)
    await client.create_match(game, labels={"event": "cup"})
    assert created.match.labels == labels
    assert created.match.pace == match_pb2.PACE_RELAXED
    assert [match.id async for match in client.matches(labels=labels)] == [created.id]
    assert len([match async for match in client.matches(labels={"event": "cup"})]) == 2
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.create_match(game, labels={"No Such Key": "1"})
    assert caught.value.reason == "INVALID_LABEL"


async def test_lists_are_paged(client, game):
    ids = [(await client.create_match(game)).id for _ in range(5)]
    listed = [match.id async for match in client.matches(game=game, page_size=2)]
    assert listed == ids[::-1]


async def test_create_and_join_once(client, game):
    first = await client.create_match(game, seats=[own("north"), OPEN], request_id="r" * 32)
    again = await client.create_match(game, seats=[own("north"), OPEN], request_id="r" * 32)
    assert again.id == first.id
    assert again.seats[0].token == first.seats[0].token
    joined = await client.join(first.id, request_id="s" * 32)
    rejoined = await client.join(first.id, request_id="s" * 32)
    assert (rejoined.seat, rejoined.token) == (joined.seat, joined.token)


@pytest.mark.parametrize(
    "arguments",
    [
        {"options": {"no_such_option": "1"}},
        {"seats": [own("north")] * 9},
        {"seats": [own("north"), policy("no_such_policy")]},
        {"seed": b"short"},
        {"script": ["no such chance"]},
        {"rated": True, "seed": bytes(32)},
    ],
    ids=["option", "seats", "policy", "seed", "script", "rated"],
)
async def test_a_match_that_can_not_be(client, game, arguments):
    with pytest.raises(intrigue_sdk.InvalidRequest):
        await client.create_match(game, **arguments)
    assert [match async for match in client.matches()] == []


async def test_acting_by_id_by_notation_and_as_offered(client, game):
    seats = await two_seats(client, game)
    for form in (attrgetter("id"), attrgetter("notation"), copy):
        seat, _, view = await to_act(*seats)
        action = view.prompt.actions[0]
        update = await seat.act(form(action), expected_revision=view.revision)
        assert update.revision == view.revision + 1
        assert update.events


async def test_acting_once(client, game):
    seat, _, view = await to_act(*await two_seats(client, game))
    first = await seat.act(view.prompt.actions[0], request_id="once")
    again = await seat.act(view.prompt.actions[0], request_id="once")
    assert again == first
    assert (await seat.view()).revision == view.revision + 1


async def test_refusals(client, game):
    seat, other, view = await to_act(*await two_seats(client, game))
    with pytest.raises(intrigue_sdk.NotYourTurn):
        await other.act(view.prompt.actions[0])
    with pytest.raises(intrigue_sdk.UnknownAction):
        await seat.act("no such action")
    with pytest.raises(intrigue_sdk.UnknownAction):
        await seat.act(10_000)
    await seat.act(view.prompt.actions[0], expected_revision=view.revision)
    with pytest.raises(intrigue_sdk.Stale) as stale:
        await seat.act(view.prompt.actions[0], expected_revision=view.revision)
    assert stale.value.revision == view.revision + 1


async def test_what_is_illegal_is_explained(client, game):
    all_actions = (await client.game(game)).actions
    seat, _, view = await to_act(*await two_seats(client, game))
    legal = {action.id for action in view.prompt.actions}
    illegal = next(action for action in all_actions if action.id not in legal)
    with pytest.raises(intrigue_sdk.IllegalAction) as caught:
        await seat.act(illegal)
    explained = await seat.explain(illegal.notation)
    assert not explained.legal
    assert explained.refusal.clause == caught.value.clause != ""
    assert explained.refusal.reason == caught.value.reason
    assert explained.refusal.text.en == caught.value.message
    assert caught.value.domain == f"intrigue.{game}"
    assert (await seat.explain(view.prompt.actions[0])).legal


async def test_tokens_decide_who_looks(client, game):
    created = await client.create_match(
        game, seats=[own("north"), own("south")], visibility=match_pb2.VISIBILITY_PRIVATE
    )
    assert (await created.seats[1].view()).seat == 1
    assert not (await created.spectator.view()).HasField("seat")
    with pytest.raises(intrigue_sdk.IntrigueError):
        await client.spectate(created.id).view()
    with pytest.raises(intrigue_sdk.Unauthenticated):
        await client.seat(created.id, 0, "A" * 43).view()
    with pytest.raises(intrigue_sdk.Forbidden):
        await client.host(created.id, created.seats[0].token or "").abort()
    with pytest.raises(intrigue_sdk.NotFound):
        await client.match("no-such-match")


async def test_a_rotated_token(client, game):
    seat, other = await two_seats(client, game)
    old = seat.token
    watch = seat.watch()
    assert (await anext(watch)).revision == 1
    assert await seat.rotate_token() == seat.token != old
    assert (await seat.view()).seat == 0
    with pytest.raises(intrigue_sdk.Unauthenticated):
        await client.seat(seat.match_id, 0, old or "").view()
    # The stream was opened with the old token; it goes on with the new one.
    first, _, view = await to_act(seat, other)
    await first.act(view.prompt.actions[0])
    assert (await anext(watch)).revision == 2


async def test_watching_to_the_end(client, game):
    seats = await two_seats(client, game)

    async def everything(viewer: intrigue_sdk.Spectator) -> list[match_pb2.Update]:
        return [update async for update in viewer.watch()]

    public = client.spectate(seats[0].match_id)
    tasks = [asyncio.ensure_future(everything(viewer)) for viewer in (*seats, public)]
    while (await seats[0].match()).status == match_pb2.MATCH_STATUS_RUNNING:
        seat, _, view = await to_act(*seats)
        await seat.act(view.prompt.actions[-1], expected_revision=view.revision)
    for updates in await asyncio.gather(*tasks):
        assert [update.revision for update in updates] == list(range(1, len(updates) + 1))
        assert updates[-1].HasField("outcome")
        assert updates[-1].view.outcome == updates[-1].outcome
    later = [update async for update in seats[0].watch(after=10, include_view=False)]
    assert later[0].revision == 11
    assert not later[0].HasField("view")

    record = await public.get_record()
    assert record.outcome == wordless((await public.match()).outcome)
    assert len(record.seed) == 32
    with pytest.raises(intrigue_sdk.MatchOver):
        await seats[0].act(0)


async def test_resigning(client, game):
    seat, other = await two_seats(client, game)
    with pytest.raises(intrigue_sdk.Refused) as caught:
        await seat.get_record()
    assert caught.value.reason == "MATCH_NOT_OVER"
    update = await seat.resign()
    assert payoffs(update.outcome) == (0.0, 1.0)
    assert (await other.view()).HasField("outcome")
    with pytest.raises(intrigue_sdk.MatchOver):
        await other.resign()


async def test_aborting(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    watch = created.seats[0].watch()
    await anext(watch)
    aborted = await created.host.abort()
    assert aborted.status == match_pb2.MATCH_STATUS_ABORTED
    assert (await created.host.abort()).status == match_pb2.MATCH_STATUS_ABORTED
    with pytest.raises(StopAsyncIteration):
        await anext(watch)
    with pytest.raises(intrigue_sdk.MatchAborted):
        await created.seats[0].act(0)


async def test_a_message_that_is_too_large(client, game):
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.create_match(game, seats=[own("n" * 1_000_000), OPEN])
    assert caught.value.reason == "MESSAGE_TOO_LARGE"


class First(Bot):
    def choose(self, view, prompt):
        return prompt.actions[0]


async def test_updates_are_listed(client, game):
    created = await client.create_match(game, seats=[own("north"), policy("random")])
    seat = created.seats[0]
    await First().play(seat)
    watched = [update async for update in seat.watch()]
    assert await seat.list_updates(include_view=True) == watched
    later = await seat.list_updates(after=watched[-3].revision)
    assert [update.revision for update in later] == [u.revision for u in watched[-2:]]
    assert not later[0].HasField("view")
    assert await seat.list_updates(after=watched[-1].revision) == []


async def test_the_service_waits_for_the_next_update(client, game):
    seats = await two_seats(client, game)
    seat, other, view = await to_act(*seats)
    waiting = asyncio.ensure_future(other.list_updates(after=view.revision, wait=20))
    await asyncio.sleep(0)
    await seat.act(view.prompt.actions[0])
    (update,) = await waiting
    assert update.revision == view.revision + 1


async def test_records_are_replayed_and_verified(client, game):
    created = await client.create_match(game, seats=[own("north"), policy("random")])
    seat = created.seats[0]
    await First().play(seat)
    record = await seat.get_record()
    replay = await client.replay_record(record, 0)
    watched = [update async for update in seat.watch()]
    assert [update.view.game for update in replay.updates] == [u.view.game for u in watched]
    assert replay.setup == seat.setup
    assert seat.action_receipt is not None
    commitment = created.match.commitment
    receipts = [(0, seat.action_receipt), (None, created.host.receipt)]
    found = await client.verify_record(record, commitment=commitment, receipts=receipts)
    assert found.holds
    assert not (await client.verify_record(record, commitment=bytes(32))).holds
    record.steps.pop()
    assert not (await client.verify_record(record)).holds
