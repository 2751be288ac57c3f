"""What is analysed and sampled starts from the view: the truth behind it changes nothing."""

from __future__ import annotations

import collections
import math
import os
import random
from typing import TYPE_CHECKING

import pytest
from tests.service.shadow_blades_twins import STAMPED, ShadowBlades
from tests.service.test_twins import (
    CHARACTERS,
    GAMES,
    Complots,
    DistrictNoir,
    create_twins,
    seed_of,
)

from intrigue.matches.live_match import LiveMatch
from intrigue_proto.complots.v1 import complots_pb2
from intrigue_proto.policy import parse_policy
from intrigue_proto.shadow_blades.v1 import shadow_blades_pb2
from intrigue_proto.v1 import simulation_pb2
from intrigue_proto.v1 import simulation_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping

PAIRS = 60 if os.environ.get("INTRIGUE_SOAK") else 7
STEPS = 12
JUDGES = ("ismcts:sims=40", "greedy", "playouts:sims=8")
# Outside of these a fair sample falls once in a thousand times; the seeds are fixed.
LIKELY = (0.0005, 0.9995)


async def think(twins, place: int) -> collections.Counter[str]:
    """All that seat 0 may ask to be thought about, in both worlds."""
    counts: collections.Counter[str] = collections.Counter()
    seed = seed_of(place)
    policy = parse_policy(JUDGES[place % len(JUDGES)])
    answer = await twins.think("Analyze", pb.AnalyzeRequest, policy=policy, seed=seed)
    counts[f"Analyze {answer.status}"] += 1
    answer = await twins.think("SampleWorlds", pb.SampleWorldsRequest, count=4, seed=seed)
    counts[f"SampleWorlds {answer.status}"] += 1
    return counts


@pytest.mark.parametrize("kind", GAMES)
async def test_twins_hear_the_same(client, kind):
    game = GAMES[kind]
    counts: collections.Counter[str] = collections.Counter()
    for pair in range(PAIRS):
        plan = kind(pair)
        twins = await create_twins(client, game, plan.options, plan.scripts, seed_of(pair))
        others = [await twins.views(seat) for seat in range(1, len(twins.worlds[0].tokens))]
        assert any(one != other for one, other in others), "the twins are the same world"
        for step in range(STEPS):
            counts += await think(twins, 100 * pair + step)
            if await twins.over() or not await plan.step(twins):
                break
    print(f"{game}: {PAIRS} pairs, {dict(counts)}")
    assert counts["SampleWorlds OK"] > 3 * PAIRS
    assert counts["Analyze OK"] > PAIRS
    assert counts["Analyze FAILED_PRECONDITION"] > 0


@pytest.mark.parametrize("kind", GAMES)
async def test_a_look_through_other_eyes_is_caught(client, kind, monkeypatch):
    view = LiveMatch.view
    plan = kind(1)
    twins = await create_twins(client, GAMES[kind], plan.options, plan.scripts, seed_of(1))
    monkeypatch.setattr(LiveMatch, "view", lambda live, _viewer, *more: view(live, 1, *more))
    with pytest.raises(AssertionError, match="SampleWorlds"):
        await twins.think("SampleWorlds", pb.SampleWorldsRequest, count=1, seed=seed_of(1))


def chi_square(counts: Mapping[int, int], weights: Mapping[int, int]) -> float:
    """The probability of a sample that is as far or farther from what is expected."""
    assert set(counts) <= set(weights)
    total, parts = sum(counts.values()), sum(weights.values())
    value = sum(
        (counts.get(kind, 0) - total * weight / parts) ** 2 / (total * weight / parts)
        for kind, weight in weights.items()
    )
    return upper_gamma((len(weights) - 1) / 2, value / 2)


def upper_gamma(shape: float, value: float) -> float:
    """The regularized upper incomplete gamma function, by its series."""
    if value == 0:
        return 1.0
    term = math.exp(-value + shape * math.log(value) - math.lgamma(shape + 1))
    total, place = term, shape
    while term > 1e-15 * total:
        place += 1
        term *= value / place
        total += term
    return 1.0 - total


def test_the_chi_square_is_right():
    # From tables: the 5 % points of 1, 4 and 12 degrees of freedom.
    for freedom, point in ((1, 3.841), (4, 9.488), (12, 21.026)):
        assert upper_gamma(freedom / 2, point / 2) == pytest.approx(0.05, abs=1e-4)
    assert chi_square({1: 300, 2: 200}, {1: 1, 2: 1}) < LIKELY[0]
    assert chi_square({1: 250, 2: 250}, {1: 1, 2: 1}) == 1.0


class NoirDeal:
    """District Noir: five cards a seat, and a line that all see."""

    plan = DistrictNoir
    copies = (0, 5, 6, 7, 8, 4, 2, 1, 3, 4, 2, 1, 1, 1)

    def hand(self, view) -> list[int]:
        return list(view.district_noir.hand)

    def unseen(self, view, _options: dict[str, str]) -> collections.Counter[int]:
        seen = [*self.hand(view), *view.district_noir.line]
        return collections.Counter(dict(enumerate(self.copies))) - collections.Counter(seen)


class ComplotsDeal:
    """Complots for three or more: two cards a seat, out of as many of each character."""

    plan = Complots

    def hand(self, view) -> list[int]:
        return list(view.complots.secrets.hand)

    def unseen(self, view, options: dict[str, str]) -> collections.Counter[int]:
        number = complots_pb2.CharacterCard.Value
        names = [*CHARACTERS, options["fifth_character"]]
        copies = 4 if int(options["seats"]) > 6 else 3
        deck: dict[int, int] = {number(f"CHARACTER_CARD_{name.upper()}"): copies for name in names}
        return collections.Counter(deck) - collections.Counter(self.hand(view))


class BladesDeal:
    """Shadow Blades: everybody begins with one of four cards, and sees the own one."""

    plan = ShadowBlades

    def hand(self, view) -> list[int]:
        return list(view.shadow_blades.secrets.hand)

    def unseen(self, view, _options: dict[str, str]) -> collections.Counter[int]:
        names = [f"CARD_{name.upper().replace('-', '_')}" for name in STAMPED]
        starts: list[int] = [shadow_blades_pb2.Card.Value(name) for name in names]
        return collections.Counter(starts) - collections.Counter(self.hand(view))


@pytest.mark.parametrize("deal", [NoirDeal(), ComplotsDeal(), BladesDeal()])
async def test_hidden_cards_are_drawn_from_those_that_are_not_seen(client, deal):
    """What another seat holds in sampled worlds is what a fair deal of the unseen cards gives.

    The truth is one of these deals, and no likelier than any other.
    """
    game = GAMES[deal.plan]
    for pair in (1, 2):
        plan = deal.plan(pair)
        rng = random.Random(pair)
        twins = await create_twins(client, game, plan.options, plan.scripts, seed_of(pair))
        worlds: list[simulation_pb2.World] = []
        for number in range(4):
            answer = await twins.think(
                "SampleWorlds", pb.SampleWorldsRequest, count=500, seed=seed_of(100 * pair + number)
            )
            worlds += pb.SampleWorldsResponse.FromString(answer.content).worlds
        unseen = deal.unseen(worlds[0].seats[0], plan.options)
        # One card of each hand: those of one hand are not independent of each other.
        cards = [rng.choice(deal.hand(world.seats[1])) for world in worlds]
        likelihood = chi_square(collections.Counter(cards), unseen)
        print(f"{game} pair {pair}: {len(worlds)} worlds, p = {likelihood:.4f}")
        assert LIKELY[0] < likelihood < LIKELY[1]
        # A sampler that knew the truth, and used it once in five times, would be caught.
        truth = deal.hand((await twins.worlds[0].view(1)).game)
        cards[::5] = [rng.choice(truth) for _ in cards[::5]]
        assert chi_square(collections.Counter(cards), unseen) < LIKELY[0]
