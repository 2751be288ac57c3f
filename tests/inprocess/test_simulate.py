"""Simulations in process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.inprocess.random_play import every_game

from intrigue import Game, Refused, simulate

if TYPE_CHECKING:
    from intrigue.simulation import Progress


def policies_for(game: Game) -> list[str]:
    """One policy per seat: one that searches, the others random."""
    return ["greedy:worlds=1", *["random"] * (game.settle()[1] - 1)]


@every_game
def test_a_simulation_follows_from_what_is_asked(game: Game):
    policies = policies_for(game)
    first = simulate(game, policies, 60, seed=1, threads=1)
    assert simulate(game.id, policies, 60, seed=1, threads=2) == first
    assert simulate(game, policies, 60, seed=2) != first
    assert [result.policy for result in first.policies] == policies
    assert first.game == game.id
    assert (first.options, len(policies)) == game.settle()
    # Whole blocks, each policy as often at each seat.
    assert 60 <= first.games < 60 + len(policies)
    for result in first.policies:
        assert {seat.games for seat in result.seats} == {first.games // len(policies)}
        assert result.payoff.low <= result.payoff.mean <= result.payoff.high
        mean = sum(seat.payoff for seat in result.seats) / len(result.seats)
        assert result.payoff.mean == pytest.approx(mean)
    wins = [result.wins.mean for result in first.policies]
    if game.cooperative:
        assert wins == pytest.approx([wins[0]] * len(wins))
    else:
        assert sum(wins) == pytest.approx(1)
    assert sum(first.endings.values()) == first.games
    assert first.shortest <= first.length.mean <= first.longest
    assert first.decisions == pytest.approx(first.length.mean * first.games)
    assert first.seconds > 0


@every_game
def test_seats_may_be_fixed(game: Game):
    policies = policies_for(game)
    summary = simulate(game, policies, 50, seed=3, fixed_seats=True)
    assert (summary.games, summary.rotate) == (50, False)
    for place, result in enumerate(summary.policies):
        assert [seat.seat for seat in result.seats if seat.games] == [place]


def test_a_summary_is_json_and_a_table():
    summary = simulate("district_noir", ["random", "random"], 20, seed=4)
    received = json.loads(summary.to_json())
    assert received["seed"] == summary.seed.hex() == (4).to_bytes(32, "little").hex()
    assert received["policies"][0]["payoff"]["mean"] == summary.policies[0].payoff.mean
    assert "seconds" not in received
    head, *lines = str(summary).splitlines()
    assert head == f"district_noir: 20 matches, {summary.decisions} decisions"
    assert [line.split()[0] for line in lines] == ["policy", "random", "random"]


def test_estimates_are_apart_if_nothing_is_common():
    summary = simulate("district_noir", ["greedy", "random"], 2000, seed=5)
    strong, weak = (result.payoff for result in summary.policies)
    assert strong.mean > weak.mean
    assert strong.apart(weak)
    assert weak.apart(strong)
    assert not strong.apart(strong)


def test_progress_is_reported_to_the_end():
    reports: list[Progress] = []
    summary = simulate("complots", ["random"] * 3, 3000, seed=6, on_progress=reports.append)
    assert summary.options["seats"] == "3"
    assert (reports[-1].games, reports[-1].total) == (summary.games, summary.games)
    assert reports[-1].decisions == summary.decisions
    games = [report.games for report in reports]
    assert games == sorted(games)


def test_a_random_seed_is_returned():
    drawn = simulate("district_noir", ["random"] * 2, 10, seed=None)
    assert simulate("district_noir", ["random"] * 2, 10, seed=drawn.seed) == drawn
    assert simulate("district_noir", ["random"] * 2, 10, seed=None).seed != drawn.seed


def test_what_does_not_go_together_is_refused():
    cases = {
        "unknown_game": ("chess", ["random"] * 2, {}),
        "bad_option": ("complots", ["random"] * 9, {}),
        "unknown_policy": ("district_noir", ["random", "oracle"], {}),
        "bad_simulation": ("complots", ["random"] * 3, {"seats": 4}),
    }
    for kind, (game, policies, options) in cases.items():
        with pytest.raises(Refused) as refused:
            simulate(game, policies, 10, options=options)
        assert refused.value.kind == kind
    with pytest.raises(TypeError, match="policies: expected"):
        simulate("district_noir", "random", 10)
    with pytest.raises(ValueError, match="games: expected"):
        simulate("district_noir", ["random"] * 2, 0)
