"""Simulations in process."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from tests.inprocess.random_play import every_game

from intrigue import Game, Refused, engine, simulate
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse

if TYPE_CHECKING:
    from intrigue.simulation import Progress


def policies_for(game: Game) -> list[str]:
    """One policy per seat: one that searches, the others random."""
    return ["greedy:worlds=1", *["random"] * (game.settle()[1] - 1)]


def brotherhood_template() -> str:
    """A mission as a text."""
    described = GetGameResponse.FromString(engine.Engine().get_game("brotherhood"))
    return next(kind.template for kind in described.documents if kind.option == "mission")


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
    summary = simulate(game, policies, 50, seed=3, rotate=False)
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
    cases: dict[str, tuple[str, list[str], dict[str, str | int | bool]]] = {
        "unknown_game": ("chess", ["random"] * 2, {}),
        "bad_option": ("complots", ["random"] * 9, {}),
        "unknown_policy": ("district_noir", ["random", "oracle"], {}),
        "bad_simulation": ("district_noir", ["random"] * 3, {}),
    }
    for kind, (game, policies, options) in cases.items():
        with pytest.raises(Refused) as refused:
            simulate(game, policies, 10, options=options)
        assert refused.value.kind == kind
    with pytest.raises(TypeError, match="policies: expected"):
        simulate("district_noir", "random", 10)
    with pytest.raises(ValueError, match="games: expected"):
        simulate("district_noir", ["random"] * 2, 0)
    with pytest.raises(ValueError, match="policies: expected 4, one per seat, not 3"):
        simulate("complots", ["random"] * 3, 10, options={"seats": 4})


@every_game
@pytest.mark.parametrize("rotate", [True, False])
def test_parts_of_a_simulation_add_up_to_the_whole(game: Game, rotate: bool):
    policies = policies_for(game)
    count = 10 * len(policies)
    whole = simulate(game, policies, 2 * count, seed=7, rotate=rotate)
    parts = [
        simulate(game, policies, count, seed=7, rotate=rotate, first_match=first)
        for first in (0, count)
    ]
    assert [part.first_match for part in parts] == [0, count]
    assert whole.first_match == 0
    assert sum(part.games for part in parts) == whole.games
    assert sum(part.decisions for part in parts) == whole.decisions
    endings = Counter(parts[0].endings) + Counter(parts[1].endings)
    assert endings == Counter(whole.endings)
    for place, result in enumerate(whole.policies):
        means = [part.policies[place].payoff.mean for part in parts]
        assert result.payoff.mean == pytest.approx(sum(means) / 2)


def test_a_simulation_begins_at_a_whole_block():
    policies = ["random"] * 2
    with pytest.raises(Refused) as refused:
        simulate("district_noir", policies, 10, first_match=3)
    assert refused.value.kind == "bad_simulation"
    assert simulate("district_noir", policies, 10, first_match=3, rotate=False).first_match == 3
    with pytest.raises(ValueError, match="first_match: expected 0 or more, not -2"):
        simulate("district_noir", policies, 10, first_match=-2)


def test_a_document_is_played_and_named_by_its_result():
    brotherhood = Game("brotherhood")
    template = brotherhood_template()
    options: dict[str, str | int | bool] = {"mission": template, "retries": 0}
    summary = simulate(brotherhood, ["random"] * 2, 4, options=options, rotate=False)
    assert summary.options["mission"] == template
    assert (summary.options, 2) == brotherhood.settle(options)
