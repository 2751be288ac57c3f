"""Worlds that fit a view."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from tests.inprocess.random_play import assert_paid, choose, every_game, play_on, positions

from intrigue import Game, Match, Refused, View, World


def look(world: World | Match) -> list[bytes]:
    """What each seat sees."""
    return [
        world.view(seat).game.SerializeToString(deterministic=True) for seat in range(world.seats)
    ]


@every_game
def test_a_world_fits_the_view_that_it_was_dealt_for(game: Game):
    for match in positions(game, seed=1, steps=40):
        for seat in match.asked:
            view = match.view(seat)
            for index in range(2):
                world = World.fitting(view, seed=1, index=index)
                assert (world.game, world.seats, world.over) == (game, match.seats, False)
                assert seat in world.asked
                seen = world.view(seat)
                assert (seen.game, seen.prompt) == (view.game, view.prompt)
                assert world.legal(seat) == match.legal(seat)
                assert np.array_equal(world.features(seat), match.features(seat))
                assert np.array_equal(world.mask(seat), match.mask(seat))


@every_game
def test_view_seed_and_index_settle_a_world(game: Game):
    match = game.deal(seed=2)
    play_on(match, random.Random(2), steps=5)
    assert match.seat is not None
    view = match.view(match.seat)
    worlds = [look(World.fitting(view, seed=2, index=index)) for index in range(12)]
    received = View(view.message.SerializeToString(), view.setup)
    assert worlds == [look(World.fitting(received, seed=2, index=index)) for index in range(12)]
    # What the seat can't know differs from world to world, and what it knows does not.
    assert len({world[match.seat] for world in worlds}) == 1
    others = [look(World.fitting(view, seed=3, index=index)) for index in range(12)]
    if game.perfect_information:
        assert all(world == look(match) for world in worlds + others)
    else:
        assert len({tuple(world) for world in worlds}) > 1
        assert worlds != others


@every_game
def test_worlds_are_played_apart(game: Game):
    match = game.deal(seed=3)
    play_on(match, random.Random(3), steps=6)
    before = match.record(seed=True)
    assert match.seat is not None
    view = match.view(match.seat)
    first, second = World.fitting(view, seed=4, index=0), World.fitting(view, seed=4, index=1)
    seen = look(second)
    play_on(first, random.Random(4))
    assert first.over
    assert not second.over
    assert look(second) == seen
    assert match.record(seed=True) == before


@every_game
def test_a_world_is_dealt_and_played_like_a_match(game: Game):
    rng = random.Random(5)
    world, match = World.deal(game, seed=5), game.deal(seed=5)
    # The deal is that of the seed; what is drawn later may come from another part of it.
    assert look(world) == look(match)
    while not world.over:
        assert world.payoffs is None
        assert len(world.prospects) == world.seats
        assert world.seat == world.asked[0]
        seat, action = choose(world, rng)
        world.play(game.actions[action].notation if rng.random() < 0.5 else action, seat)
    assert world.payoffs == world.prospects
    assert world.payoffs is not None
    assert_paid(game, world.payoffs)
    with pytest.raises(Refused) as refused:
        world.play(0)
    assert refused.value.kind == "over"


@every_game
def test_a_playout_comes_to_the_end(game: Game):
    world = World.deal(game.id, seed=6)
    assert world.playout() > 0
    assert world.over
    assert world.payoffs is not None
    assert world.playout() == 0


@every_game
def test_a_clone_has_the_same_luck_or_another(game: Game):
    world = World.deal(game, seed=7)
    play_on(world, random.Random(7), steps=3)
    seen = look(world)
    twin, copied = world.clone(), copy.deepcopy(world)
    play_on(world, random.Random(8))
    assert look(twin) == seen == look(copied)
    play_on(twin, random.Random(8))
    assert look(twin) == look(world)
    assert twin.payoffs == world.payoffs
    lucks = set()
    for seed in range(20):
        other = copied.clone(seed=seed)
        assert look(other) == seen
        other.playout()
        lucks.add(tuple(look(other)))
    assert len(lucks) > 1


def test_a_view_that_no_world_fits_is_refused():
    match = Game("district_noir").deal(seed=9)
    view = match.view(0)
    view.game.district_noir.pile = 35
    for bad in (view, b"\xff\xff", b""):
        with pytest.raises(Refused) as refused:
            World.fitting(bad)
        assert refused.value.kind == "bad_view"


@every_game
def test_a_caller_can_make_the_choices_of_nature(game: Game):
    rng = random.Random(8)
    world = World.undealt(game)
    assert world.chances
    drawn = 0
    while not world.over:
        if not world.chances:
            seat, action = choose(world, rng)
            world.play(action, seat)
            continue
        assert world.asked == ()
        with pytest.raises(Refused) as refused:
            world.play(0, 0)
        assert refused.value.kind == "not_to_act"
        chances = world.chances
        assert sum(chance.probability for chance in chances) == pytest.approx(1)
        assert len({chance.notation for chance in chances}) == len(chances)
        impossible = max(chance.number for chance in chances) + 1
        with pytest.raises(ValueError, match="not among nature's choices"):
            world.apply_chance(impossible)
        assert world.chances == chances
        world.apply_chance(rng.choice(chances))
        drawn += 1
    assert drawn > 1
    assert world.chances == ()
    assert_paid(game, world.payoffs or ())


@every_game
def test_a_fitting_world_leaves_chance_to_the_caller(game: Game):
    stopped = 0
    for match in positions(game, seed=10, steps=60):
        world = World.fitting(match.view(match.asked[0]), seed=1, explicit_chance=True)
        assert set(match.asked) & set(world.asked)
        world.play(world.legal(match.asked[0])[0], match.asked[0])
        stopped += bool(world.chances)
        world.clone(seed=2).playout()
    assert stopped
