"""Scripted chance."""

from __future__ import annotations

import random

import pytest
from tests.inprocess.random_play import choose, every_game

from intrigue import Game, Match, Refused, engine
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1.match_pb2 import Update


def play(match: Match, seed: int) -> list[tuple[int, int]]:
    """Plays at random to the end; who did what."""
    rng = random.Random(seed)
    moves = []
    while not match.over:
        seat, action = choose(match, rng)
        match.play(action, seat)
        moves.append((seat, action))
    return moves


def chances(match: Match) -> list[str]:
    return [chance for step in match.steps for chance in step.chances]


@every_game
def test_the_chance_of_a_whole_match_can_be_scripted(game: Game):
    match = game.deal(seed=1)
    moves = play(match, 1)
    script = chances(match)
    # A script may be longer than the match.
    scripted = game.deal(seed=2, script=[*script, "not needed"])
    assert scripted.unused_script == (*script[len(match.steps[0].chances) :], "not needed")
    for seat, action in moves:
        scripted.play(action, seat)
    assert [step.message for step in scripted.steps] == [step.message for step in match.steps]
    assert scripted.unused_script == ("not needed",)
    assert list(scripted.record().script) == [*script, "not needed"]
    # A part of it is enough: then chance is drawn from the seed.
    part = script[:3]
    again = game.deal(seed=1, script=part)
    play(again, 1)
    assert chances(again)[: len(part)] == part
    assert again.unused_script == ()


@every_game
def test_what_does_not_fit_the_deal_is_refused_by_deal(game: Game):
    deal = list(game.deal(seed=3).steps[0].chances)
    for place in range(len(deal)):
        with pytest.raises(Refused) as refused:
            game.deal(seed=3, script=[*deal[:place], "misfit", *deal[place + 1 :]])
        assert refused.value.kind == "bad_script"
        assert refused.value.field == f"script[{place}]"
        assert refused.value.values["place"] == str(place)
        assert refused.value.values["token"] == "misfit"
        possible = refused.value.values["possible"]
        assert deal[place] in possible.split(", ") or possible.endswith("…")
        assert "misfit" in refused.value.en
        assert possible in refused.value.en
        assert possible in refused.value.fr


@every_game
def test_what_does_not_fit_later_on_is_refused_by_the_play_that_needs_it(game: Game):
    match = game.deal(seed=4)
    moves = play(match, 4)
    script, place = chances(match), len(match.steps[0].chances)
    assert len(script) > place
    broken = game.deal(seed=5, script=[*script[:place], "misfit", *script[place + 1 :]])
    late = next(step.number for step in match.steps[1:] if step.chances)
    for seat, action in moves[: late - 1]:
        broken.play(action, seat)
    before = broken.record(seed=True)
    views = [broken.view(seat) for seat in range(broken.seats)]
    seat, action = moves[late - 1]
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            broken.play(action, seat)
        assert (refused.value.kind, refused.value.code) == ("bad_script", "BAD_SCRIPT")
        assert refused.value.field == f"script[{place}]"
        assert refused.value.values["token"] == "misfit"
        possible = refused.value.values["possible"].split(", ")
        assert script[place] in possible or possible[-1] == "…"
    assert broken.record(seed=True) == before
    assert [broken.view(seat) for seat in range(broken.seats)] == views
    assert broken.unused_script[0] == "misfit"
    # A clone keeps to the script too, and so does a match that is replayed.
    for copy in (broken.clone(), Match.replay(before)):
        with pytest.raises(Refused) as refused:
            copy.play(action, seat)
        assert refused.value.kind == "bad_script"


@every_game
def test_on_a_server_the_match_goes_on_and_says_at_its_end_that_the_script_was_left(game: Game):
    """Otherwise a script could keep a player from moving."""
    match = game.deal(seed=6)
    play(match, 6)
    script, place = chances(match), len(match.steps[0].chances)
    core = engine.Match(game.id, {}, seed_bytes(6), [*script[:place], "misfit", "unused"])
    played = Match(core)
    play(played, 6)
    left = chances(played)[place:] != []
    texts = {}
    for viewer in (None, *range(played.seats)):
        updates = [Update.FromString(update) for update in core.updates(viewer, 0)]
        texts[viewer] = [
            event.text.en
            for update in updates
            for event in update.events
            if not event.HasField("game")
        ]
        # Before the end it could say something about hidden cards.
        assert all(event.HasField("game") for update in updates[:-1] for event in update.events)
    step = next((step.number for step in played.steps[1:] if step.chances), None)
    told = (
        f"Chance left the script at step {step}: its outcome “misfit” (number {place}, counted "
        "from 0) was impossible there. Chance was drawn from the seed from then on."
    )
    assert all(said == ([told] if left else []) for said in texts.values())
    assert played.unused_script == ("misfit", "unused")
    # Records of such matches hold.
    record = played.record(seed=True)
    assert Match.replay(record).record(seed=True) == record
    assert Match(engine.Match.verify(record.SerializeToString())).record(seed=True) == record
    assert Match.replay(record).updates(0) == played.updates(0)
