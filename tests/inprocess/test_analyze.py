"""What choices are worth, in process."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.inprocess.random_play import every_game, play_on

from intrigue import Game, Refused, View, analyze, engine
from intrigue.inprocess.view import core_view


@every_game
@pytest.mark.parametrize("policy", ["greedy", "playouts:sims=20", "ismcts:sims=200"])
def test_every_choice_is_evaluated_the_same_on_all_threads(game: Game, policy: str):
    match = game.deal(seed=1)
    play_on(match, random.Random(1), steps=4)
    found = analyze(match, policy=policy, seed=2)
    assert found.seat == match.seat
    assert tuple(value.id for value in found.values) == match.legal()
    assert tuple(value.action for value in found.values) == match.actions()
    assert found.best in match.legal()
    assert found.policy.startswith(policy)
    for value in found.values:
        assert 0 <= value.value <= 1
        assert value.error >= 0
        assert found[value.id] is value is found[value.notation]
    assert analyze(match, policy=policy, seed=2, threads=2) == found
    assert match.seat is not None
    view = match.view(match.seat)
    for given in (view, View(view.message.SerializeToString(), view.setup)):
        assert analyze(given, policy=policy, seed=2) == found
    head, *lines = str(found).splitlines()
    assert found.policy in head
    assert len(lines) == len(found.values)
    assert lines[0].startswith(found[found.best].notation)


@every_game
def test_the_best_is_what_the_policy_would_take(game: Game):
    match = game.deal(seed=3)
    play_on(match, random.Random(3), steps=5)
    assert match.seat is not None
    view, setup = core_view(match.view(match.seat))
    for policy in ("greedy", "ismcts:sims=200"):
        # A policy's luck has a number, and that of an analysis is the first.
        best = engine.decide(view, policy, (5).to_bytes(32, "little"), 0, setup=setup)
        assert analyze(match, policy=policy, seed=5).best == best


def test_what_can_not_be_evaluated_is_refused():
    match = Game("district_noir").deal(seed=4)
    (seat,) = match.asked
    cases: list[tuple[str, dict[str, Any]]] = [
        ("not_to_act", {"seat": 1 - seat}),
        ("unknown_policy", {"policy": "oracle"}),
    ]
    for kind, arguments in cases:
        with pytest.raises(Refused) as refused:
            analyze(match, **arguments)
        assert refused.value.kind == kind
    with pytest.raises(Refused) as refused:
        analyze(b"\xff\xff")
    assert refused.value.kind == "bad_view"
    with pytest.raises(Refused, match="random does not evaluate actions"):
        analyze(match, policy="random")
    with pytest.raises(ValueError, match="own seat"):
        analyze(match.view(seat), seat)
    with pytest.raises(KeyError):
        analyze(match, policy="greedy")["no such thing"]
