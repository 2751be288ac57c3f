"""Matches, their lobby and rematches: invitations, ready checks, bots, replaced seats, tokens."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

import intrigue_sdk
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_sdk import OPEN, Bot, own, policy, policy_text

WAITING = match_pb2.MATCH_STATUS_WAITING
RUNNING = match_pb2.MATCH_STATUS_RUNNING
PRIVATE = match_pb2.VISIBILITY_PRIVATE


class First(Bot):
    def choose(self, view, prompt):
        return prompt.actions[0]


async def watched(watch: intrigue_sdk.Watch) -> list[int]:
    return [update.revision async for update in watch]


async def test_a_private_match_is_joined_by_its_code(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN], visibility=PRIVATE)
    assert created.invitation_code
    with pytest.raises(intrigue_sdk.NotFound):
        await client.join(created.id)
    with pytest.raises(intrigue_sdk.NotFound):
        await client.join(invitation_code="no-such-code")
    assert (await client.match(invitation_code=created.invitation_code)).id == created.id
    typed = created.invitation_code.upper().replace("-", " ")
    south = await client.join(invitation_code=typed, name="south")
    assert south.match_id == created.id
    assert (await south.view()).seat == 1
    public = await client.create_match(game)
    assert public.invitation_code == ""


async def test_a_match_waits_until_everybody_is_ready(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN], ready_check=True)
    north, south = created.seats[0], await client.join(created.id)
    with pytest.raises(intrigue_sdk.NotStarted):
        await north.view()
    assert [seat.ready for seat in (await north.set_ready()).seats] == [True, False]
    await north.set_ready(ready=False)
    assert (await south.set_ready()).status == WAITING
    assert (await north.set_ready()).status == RUNNING
    assert (await south.view()).revision == 1
    with pytest.raises(intrigue_sdk.Refused):
        await north.set_ready()


async def test_the_host_fills_and_replaces_seats(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN])
    match = await created.host.add_bots()
    assert match.status == RUNNING
    assert policy_text(match.seats[1].policy) == "random"
    with pytest.raises(intrigue_sdk.SeatTaken):
        await created.host.add_bots("random", 1)
    watch = created.seats[0].watch()
    await anext(watch)
    opened = await created.host.replace_seat(0)
    assert opened.seats[0].status == match_pb2.SEAT_STATUS_OPEN
    with pytest.raises(intrigue_sdk.Unauthenticated):
        await created.seats[0].view()
    with pytest.raises(intrigue_sdk.Unauthenticated):
        await watched(watch)
    again = await client.join(created.id, name="another")
    assert again.seat == 0
    assert (await again.view()).seat == 0
    replaced = await created.host.replace_seat(0, "random")
    assert policy_text(replaced.seats[0].policy) == "random"
    with pytest.raises(intrigue_sdk.Forbidden):
        await client.host(created.id, created.spectator.token or "").add_bots()


async def test_a_rematch_begins_when_all_have_asked(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    with pytest.raises(intrigue_sdk.Refused):
        await created.seats[0].rematch()
    await created.seats[0].resign()
    host = await created.host.rematch()
    north = await created.seats[0].rematch()
    again = await created.seats[0].rematch()
    assert (again.match_id, again.seat, again.token) == (north.match_id, north.seat, north.token)
    assert host.match_id == north.match_id != created.id
    assert (await host.match()).status == WAITING
    assert (await created.host.match()).rematch_id == north.match_id
    south = await created.seats[1].rematch(entropy=b"mine")
    # Everybody moves on by one seat.
    assert (north.seat, south.seat) == (1, 0)
    assert (await south.match()).status == RUNNING
    assert (await north.view()).seat == 1
    assert (await host.abort()).status == match_pb2.MATCH_STATUS_ABORTED


async def test_a_rematch_against_a_policy_begins_at_once(client, game):
    created = await client.create_match(game, seats=[own("north"), policy("random")])
    await First().play(created.seats[0])
    following = await created.seats[0].rematch()
    assert (await following.match()).status == RUNNING
    assert await First().play(following) is not None


async def test_revoked_tokens(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    await created.seats[0].revoke_token()
    with pytest.raises(intrigue_sdk.Unauthenticated):
        await created.seats[0].view()
    assert (await created.seats[1].view()).seat == 1
    await created.host.revoke_seat(1)
    await created.host.revoke_spectators()
    for handle in (created.seats[1], created.spectator):
        with pytest.raises(intrigue_sdk.Unauthenticated):
            await handle.view()
    assert (await created.host.match()).seats[1].status == match_pb2.SEAT_STATUS_TAKEN


async def test_every_seat_gives_entropy(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN])
    south = await client.join(created.id)
    await south.resign()
    record = await south.get_record()
    given = [seat["entropy"] for seat in lobby_seats(record)]
    assert all(len(entropy) == 64 for entropy in given)
    assert given[0] != given[1]
    mixed = hashlib.sha256(b"intrigue deal" + record.proof.server_seed)
    for entropy in given:
        mixed.update(len(bytes.fromhex(entropy)).to_bytes(4) + bytes.fromhex(entropy))
    assert record.seed == mixed.digest()


async def test_a_chosen_seed_decides_alone(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")], seed=bytes(32))
    await created.seats[0].resign()
    assert (await created.seats[0].get_record()).seed == bytes(32)


async def test_no_entropy_or_ones_own(client, game):
    created = await client.create_match(game, seats=[own("north", entropy=b"mine"), OPEN])
    south = await client.join(created.id, entropy=b"")
    await south.resign()
    given = [seat["entropy"] for seat in lobby_seats(await south.get_record())]
    assert given == [b"mine".hex(), ""]


def lobby_seats(record: intrigue_sdk.MatchRecord) -> list[dict[str, str]]:
    """The seats of the last lobby before the deal, as the log has them."""
    import json

    lobbies = [entry.body for entry in record.proof.log if entry.kind == record_pb2.LOG_KIND_LOBBY]
    seats: list[dict[str, str]] = json.loads(lobbies[-1])["seats"]
    return seats


async def test_receipts_are_links_of_the_log(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN])
    south = await client.join(created.id)
    heads = [created.host.receipt, created.seats[0].receipt, south.receipt]
    for seat in (created.seats[0], south):
        view = await seat.view()
        if view.HasField("prompt"):
            update = await seat.act(view.prompt.actions[0])
            assert seat.receipt is not None
            assert seat.receipt.revision == update.revision == seat.revision
            heads.append(seat.receipt)
    await south.resign()
    heads.append(south.receipt)
    assert all(receipt is not None and len(receipt.head) == 32 for receipt in heads)
    assert south.receipt is not None
    assert (await south.get_record()).proof.head == south.receipt.head


async def test_lists_are_filtered(client, game):
    full = await client.create_match(game, seats=[own("north"), own("south")])
    waiting = await client.create_match(game, rated=True)

    async def listed(**wanted: bool) -> set[str]:
        return {match.id async for match in client.matches(**wanted)}

    assert await listed() == {full.id, waiting.id}
    assert await listed(joinable=True) == {waiting.id}
    assert await listed(rated=True) == {waiting.id}
    assert await listed(rated=False) == {full.id}


async def test_the_watch_announces_the_lobby(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN], ready_check=True)
    seen: list[tuple[bool, ...]] = []
    watch = created.seats[0].watch(
        on_match=lambda match: seen.append(tuple(seat.ready for seat in match.seats))
    )
    coming = asyncio.ensure_future(anext(watch))
    await created.seats[0].set_ready()
    south = await client.join(created.id)
    await south.set_ready()
    assert (await coming).revision == 1
    assert seen[-1] == (True, True)
