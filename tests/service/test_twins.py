"""Twin worlds through every RPC: what seat 0 and a spectator can't know changes no byte."""

from __future__ import annotations

import asyncio
import collections
import os
import random
import zlib
from typing import Any

import pytest
from tests.service.shadow_blades_twins import ShadowBlades
from tests.service.twins import BLIND, Twins, World
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue.engine import Engine
from intrigue_proto.complots.v1 import complots_pb2
from intrigue_proto.v1 import catalog_service_pb2

SOAK = "INTRIGUE_SOAK" in os.environ
PAIRS = 240 if SOAK else 24
# How many illegal actions are asked about at a time: over all pairs, each of them several times.
ILLEGAL = 10_000 if SOAK else 60
CHARACTERS = ["duchess", "assassin", "countess", "captain"]
STAGES = complots_pb2.Stage
# Choices that other seats don't see: each world may make its own.
SECRET = {"return", "show", "keep"}


@pytest.fixture
async def client(deployment):
    """A client of a server whose time the twins move, so that both worlds have the same times."""
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        client.clock = clock
        yield client


def seed_of(pair: int) -> bytes:
    return random.Random(pair).randbytes(32)


async def create_twins(client, game, options, scripts, seed) -> Twins:
    parts = [catalog_service_pb2.GAME_PART_ACTIONS]
    request = catalog_service_pb2.GetGameRequest(game=game, parts=parts)
    actions = len((await client.catalog.GetGame(request)).actions)
    worlds = [await World.create(client.channel, game, options, script, seed) for script in scripts]
    return Twins((worlds[0], worlds[1]), actions, getattr(client, "clock", None))


class Complots:
    """What each pair is: the options, two deals, and which actions keep the twins alike."""

    def __init__(self, pair: int) -> None:
        self.rng = random.Random(f"complots {pair}")
        seats = 2 + pair % 7
        fifth = self.rng.choice(["ambassador", "inquisitor"])
        self.options = {
            "seats": str(seats),
            "first_seat": "0",
            "fifth_character": fifth,
            "reactions": ("fastest", "clockwise")[pair // 2 % 2],
        }
        copies = 1 if seats == 2 else 4 if seats > 6 else 3
        deck = [*CHARACTERS, fifth] * copies
        self.rng.shuffle(deck)
        dealt = seats if seats == 2 else 2 * seats
        # Where seat 0 begins with an exchange, what it draws comes next in both scripts.
        self.exchange = pair % 3 == 0 and seats > 2
        drawn = {"ambassador": 2, "inquisitor": 1}[fifth] if self.exchange else 0
        known = {0, seats, *range(dealt, dealt + drawn)}
        hidden = [place for place in range(len(deck)) if place not in known]
        twin = deck.copy()
        while all(
            sorted(twin[seat:dealt:seats]) == sorted(deck[seat:dealt:seats])
            for seat in range(1, seats)
        ):
            one, other = self.rng.sample(hidden, 2)
            twin[one], twin[other] = twin[other], twin[one]
        self.scripts = [deck[: dealt + drawn], twin[: dealt + drawn]]

    async def step(self, twins: Twins) -> bool:
        """Plays one step in both worlds; False if there is none that must look alike."""
        game_view = (await twins.worlds[0].view(None)).game.complots
        views = await asyncio.gather(*(twins.views(seat) for seat in range(len(game_view.seats))))
        hands = [[tuple(view.game.complots.secrets.hand) for view in pair] for pair in views]
        asked = [seat for seat, pair in enumerate(views) if pair[0].HasField("prompt")]
        self.rng.shuffle(asked)
        for seat in asked:
            prompts = [view.prompt for view in views[seat]]
            choices = list(prompts[0].actions)
            self.rng.shuffle(choices)
            if self.exchange and game_view.turn == 1:
                choices.sort(key=lambda action: action.verb not in {"exchange", "pass"})
            for action in choices:
                twin = [other for other in prompts[1].actions if other.id == action.id]
                if (
                    action.verb in SECRET
                    and seat != 0
                    and not self.shown_to_seat_0(action, game_view)
                ):
                    twin = list(prompts[1].actions)
                if twin and self.alike(action, seat, game_view, hands):
                    await twins.act(seat, action.id, self.rng.choice(twin).id)
                    return True
        return False

    def shown_to_seat_0(self, action, game_view) -> bool:
        return bool(action.verb == "show" and game_view.active == 0)

    def alike(self, action, seat, game_view, hands) -> bool:
        """Whether what follows from an action shows the same in both worlds."""
        differ = {number for number, (one, other) in enumerate(hands) if one != other}
        pending = game_view.pending
        if action.verb == "exchange":
            # What seat 0 draws later comes from the seed, and need not be the same.
            return seat != 0 or (self.exchange and game_view.turn == 1)
        concerned = {pending.target} if pending.HasField("target") else set()
        if action.verb == "challenge":
            blocked = game_view.stage == STAGES.STAGE_CHALLENGE_BLOCK
            claimant = pending.blocker if blocked else game_view.active
            claimed = pending.block if blocked else self.claim(pending.action)
            truths = {claimed in hand for hand in hands[claimant]}
            # A truth has the claimant draw.
            if len(truths) == 2 or (claimant == 0 and truths == {True}):
                return False
            concerned |= {claimant, seat}
        elif action.verb == "coup":
            concerned |= {int(argument.value) for argument in action.arguments}
        elif action.verb == "discard":
            return bool(pending.target != 0)
        elif action.verb not in {"pass", "lose"}:
            return True
        # A seat with one card left turns it up, or shows it, without being asked.
        last = {number for number, side in enumerate(game_view.seats) if side.face_down == 1}
        after = last | ({seat} if action.verb == "lose" else set())
        return not concerned & after & differ

    def claim(self, action) -> int:
        name = complots_pb2.TurnAction.Name(action)
        fifth = self.options["fifth_character"]
        claims = {"TAX": "duchess", "ASSASSINATE": "assassin", "STEAL": "captain"}
        claimed = claims.get(name.removeprefix("TURN_ACTION_"), fifth)
        return int(complots_pb2.CharacterCard.Value(f"CHARACTER_CARD_{claimed.upper()}"))


class DistrictNoir:
    """Seat 1 holds other cards; both plays are of cards that it holds in both worlds."""

    def __init__(self, pair: int) -> None:
        self.rng = random.Random(f"district_noir {pair}")
        self.options = {"first_seat": str(pair % 2)}
        copies = {"5": 5, "6": 6, "7": 7, "8": 8, "+2": 4, "+3": 2, "+4": 1}
        copies |= {"-1": 3, "-2": 4, "-3": 2, "docks": 1, "police": 1, "hall": 1}
        deck = [card for card, count in copies.items() for _ in range(count)]
        self.rng.shuffle(deck)
        # Five for each seat and two in the line; then three times five for each seat.
        own = [*range(5, 10), *range(17, 22), *range(27, 32), *range(37, 42)]
        hidden = [*own, 42, 43, 44]
        twin = deck.copy()
        while sorted(twin[5:10]) == sorted(deck[5:10]):
            one, other = self.rng.sample(hidden, 2)
            twin[one], twin[other] = twin[other], twin[one]
        self.scripts = [deck[:42], twin[:42]]

    async def step(self, twins: Twins) -> bool:
        for seat in range(2):
            views = await twins.views(seat)
            if views[0].HasField("prompt"):
                legal = [{action.id for action in view.prompt.actions} for view in views]
                both = sorted(legal[0] & legal[1])
                if both:
                    action = self.rng.choice(both)
                    await twins.act(seat, action, action)
                    return True
        return False


GAMES = {Complots: "complots", DistrictNoir: "district_noir", ShadowBlades: "shadow_blades"}


@pytest.mark.parametrize("kind", GAMES)
async def test_twin_worlds_answer_the_same_bytes(client, kind):
    game = GAMES[kind]
    counts: collections.Counter[str] = collections.Counter()
    for pair in range(PAIRS):
        plan = kind(pair)
        twins = await create_twins(client, game, plan.options, plan.scripts, seed_of(pair))
        await twins.look()
        others = [await twins.views(seat) for seat in range(1, len(twins.worlds[0].tokens))]
        assert any(one != other for one, other in others), "the twins are the same world"
        closely = {0, plan.rng.randrange(1, 12)}
        for step in range(60):
            if step in closely:
                asked = plan.rng.sample(range(twins.actions), min(twins.actions, ILLEGAL))
                await twins.look_closely(asked)
            if await twins.over() or not await plan.step(twins):
                break
            await twins.look()
            counts["steps"] += 1
        if not await twins.over():
            # The record of a finished match shows all.
            await twins.look_back()
        counts["compared"] += twins.compared
        counts["bytes"] += twins.bytes
        counts["apart"] += twins.apart
    print(f"{game}: {PAIRS} pairs, {dict(counts)}")
    assert counts["steps"] > 8 * PAIRS
    assert counts["compared"] > 100 * PAIRS
    # Where there are secret choices, the worlds have made different ones now and then.
    assert counts["apart"] > PAIRS // 8 or kind is DistrictNoir


class Leaky:
    """A match that lets one viewer see what only seat 1 should, in four bytes."""

    def __init__(self, match: Any, viewer: int | None) -> None:
        self._match = match
        self._viewer = viewer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def view(self, viewer: int | None, names: tuple[str, ...] = ()) -> bytes:
        view: bytes = self._match.view(viewer, names)
        if viewer == self._viewer:
            # Field 999, which no client knows.
            view += b"\xbd\x3e" + zlib.crc32(self._match.view(1)).to_bytes(4, "little")
        return view


async def test_every_game_that_hides_something_has_its_twins(client):
    listed = await client.catalog.ListGames(catalog_service_pb2.ListGamesRequest())
    assert sorted(GAMES.values()) == sorted(
        game.id for game in listed.games if not game.perfect_information
    )


@pytest.mark.parametrize("viewer", BLIND)
@pytest.mark.parametrize("kind", GAMES)
async def test_a_leak_is_caught(client, kind, viewer, monkeypatch):
    deal = Engine.deal
    monkeypatch.setattr(Engine, "deal", lambda *given: Leaky(deal(*given), viewer))
    plan = kind(1)
    twins = await create_twins(client, GAMES[kind], plan.options, plan.scripts, seed_of(1))
    with pytest.raises(AssertionError, match="GetView"):
        await twins.look()


async def test_worlds_that_differ_in_what_seat_0_knows_are_detected(client):
    plan = Complots(1)
    ours = plan.scripts[0]
    theirs = next(card for card in ours if card != ours[0])
    place = ours.index(theirs)
    swapped = [theirs, *ours[1:place], ours[0], *ours[place + 1 :]]
    twins = await create_twins(client, "complots", plan.options, [ours, swapped], seed_of(0))
    with pytest.raises(AssertionError, match="GetView"):
        await twins.look()
