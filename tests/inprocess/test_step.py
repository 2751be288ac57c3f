"""What `play` says of a step."""

from __future__ import annotations

import random

import pytest
from tests.inprocess.random_play import choose, every_game

from intrigue import Game, Match, Step


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


@every_game
def test_a_step_is_the_one_of_the_record_and_has_the_events_of_the_updates(game: Game):
    rng = random.Random(1)
    match = game.deal(seed=1)
    returned = [match.steps[0]]
    while not match.over:
        before = {viewer: match.view(viewer).revision for viewer in viewers(match)}
        seat, action = choose(match, rng)
        resigns = len(returned) == 5
        step = match.resign(seat) if resigns else match.play(action, seat)
        returned.append(step)
        assert step.number == len(match.record().steps) - 1
        assert step.seat == seat
        assert step.kind == ("resignation" if resigns else "action")
        assert step.action == (None if resigns else game.actions[action])
        for viewer in viewers(match):
            updates = match.updates(viewer, before[viewer])
            assert step.events_for(viewer) == tuple(e for update in updates for e in update.events)
        assert step.events == step.events_for(seat)
    record = match.record()
    assert match.steps == tuple(returned)
    # A step is the same when it is asked for later, and when the match is replayed.
    assert [step.message for step in Match.replay(record).steps] == list(record.steps)
    for step, recorded in zip(match.steps, record.steps, strict=True):
        assert step.chances == tuple(recorded.chances)
        for viewer in viewers(match):
            assert step.events_for(viewer) == returned[step.number].events_for(viewer)


@every_game
def test_a_deal_is_a_step(game: Game):
    match = game.deal(seed=2)
    (deal,) = match.steps
    assert (deal.number, deal.kind, deal.seat, deal.action) == (0, "deal", None, None)
    assert deal.chances == tuple(match.record().steps[0].chances)
    assert deal.events == deal.events_for(None) == tuple(match.updates(None)[0].events)
    assert deal != game.deal(seed=3).steps[0]


def test_a_step_is_one_line():
    match = Game("district_noir").deal({"first_seat": 0}, seed=2)
    step = match.play("take")
    assert isinstance(step, Step)
    assert str(step) == "seat 0: take"
    assert repr(step) == "<Step 1 of district_noir: seat 0: take>"
    assert str(match.steps[0]).startswith("deal (")
    assert str(match.resign(1)) == "seat 1: resignation"
    with pytest.raises(TypeError):
        hash(step)


def test_chance_is_in_the_step_that_it_follows():
    complots = Game("complots").deal({"seats": 3, "first_seat": 0}, seed=4)
    assert complots.play("exchange").chances == ()
    assert complots.play("pass").chances == ()
    drawn = complots.play("pass")
    assert len(drawn.chances) == 2
    # Which cards were drawn, only the seat that drew them sees.
    assert drawn.events_for(0) != drawn.events_for(1)
