"""How a match ended, as values and as a line."""

from __future__ import annotations

import random

import pytest
from tests.inprocess.random_play import assert_paid, every_game, play_on

from intrigue import Game, Outcome
from intrigue_proto.v1 import match_pb2


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_an_outcome_has_shares_of_the_win_and_is_one_line(game: Game, seed: int):
    match = game.deal(seed=seed)
    play_on(match, random.Random(seed), steps=seed * 5)
    if seed % 2 and not match.over:
        match.resign(0)
    play_on(match, random.Random(seed))
    outcome = match.outcome
    assert isinstance(outcome, Outcome)
    assert outcome == match.view(0).outcome == match.view(None).outcome
    assert outcome.payoffs == match.payoffs == tuple(seat.payoff for seat in outcome.seats)
    assert_paid(game, outcome.payoffs)
    assert [seat.seat for seat in outcome.seats] == list(range(match.seats))
    assert outcome.winners == tuple(n for n, payoff in enumerate(outcome.payoffs) if payoff)
    assert outcome.text
    assert outcome.text_fr
    assert outcome.ending in str(outcome)
    assert "\n" not in str(outcome)
    for seat in outcome.seats:
        assert f"seat {seat.seat} {seat.payoff:.3g}" in str(outcome)
    if seed % 2:
        assert outcome.seats[0].ending == "resigned"
        assert "(resigned)" in str(outcome) or ", resigned)" in str(outcome)


def test_an_outcome_prints_its_points():
    message = match_pb2.Outcome(
        seats=[
            match_pb2.SeatOutcome(seat=0, payoff=280, ending=match_pb2.SEAT_ENDING_PLAYED_TO_END),
            match_pb2.SeatOutcome(seat=1, payoff=560, ending=match_pb2.SEAT_ENDING_OUT_OF_TIME),
        ],
        ending="points",
        scores=[
            match_pb2.Score(seat=0, part="sets", points=-4),
            match_pb2.Score(seat=0, part="total", points=-3),
        ],
    )
    outcome = Outcome.of(message)
    assert str(outcome) == "points: seat 0 0.333 (-3 points), seat 1 0.667 (out of time)"
    assert outcome.winners == (0, 1)
    assert [(score.part, score.points) for score in outcome.scores] == [("sets", -4), ("total", -3)]
    # Records have no texts.
    assert (outcome.text, outcome.text_fr, outcome.scores[0].text) == ("", "", "")
