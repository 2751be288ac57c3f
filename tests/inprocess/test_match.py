"""Matches in process, whatever the game."""

from __future__ import annotations

import contextlib
import copy
import random

import numpy as np
import pytest
from tests.inprocess.random_play import assert_paid, choose, every_game, play_on, positions

from intrigue import Game, Match, Refused

SEEDS = range(3)


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_is_played_to_its_end(game: Game, seed: int):
    rng = random.Random(seed)
    match = game.deal(seed=seed)
    assert match.game == game
    while not match.over:
        assert match.payoffs is None
        assert match.outcome is None
        assert match.seat == match.asked[0]
        assert match.legal() == match.legal(match.seat)
        for seat in range(match.seats):
            view = match.view(seat)
            assert match.legal(seat) == tuple(action.id for action in view.prompt.actions)
            assert view.message.HasField("prompt") == (seat in match.asked)
        seat, action = choose(match, rng)
        match.play(action, seat)
    assert (match.asked, match.seat, match.legal()) == ((), None, ())
    assert not match.mask().any()
    assert match.outcome is not None
    assert match.payoffs is not None
    assert match.payoffs == match.outcome.payoffs
    assert len(match.payoffs) == match.seats
    assert_paid(game, match.payoffs)
    with pytest.raises(Refused) as refused:
        match.play(0)
    assert refused.value.kind == "over"


@every_game
def test_legal_actions_are_labelled_as_prompts_are(game: Game):
    for match in positions(game, seed=4, steps=60):
        prompted = match.view(match.seat).prompt.actions
        assert [(action.id, action.notation, action.label) for action in match.actions()] == [
            (action.id, action.notation, action.label.en) for action in prompted
        ]
        for seat in range(match.seats):
            mask = match.mask(seat)
            assert (mask.dtype, mask.shape) == (np.dtype(np.uint8), (len(game.actions),))
            assert tuple(np.flatnonzero(mask)) == match.legal(seat)


@every_game
def test_ids_and_notation_are_the_same(game: Game):
    rng = random.Random(5)
    by_id, by_notation = game.deal(seed=5), game.deal(seed=5)
    while not by_id.over:
        seat, action = choose(by_id, rng)
        by_id.play(np.int64(action), seat)
        by_notation.play(game.actions[action].notation, seat)
    assert by_id.record(seed=True) == by_notation.record(seed=True)


@every_game
def test_a_clone_is_played_on_apart(game: Game):
    match = game.deal(seed=6)
    play_on(match, random.Random(6), steps=7)
    before = match.record(seed=True)
    views = [match.view(viewer) for viewer in viewers(match)]
    for clone in (match.clone(), copy.copy(match), copy.deepcopy(match)):
        play_on(clone, random.Random(7))
        assert clone.over
        assert match.record(seed=True) == before
        assert [match.view(viewer) for viewer in viewers(match)] == views
    twin = match.clone()
    play_on(match, random.Random(8))
    assert twin.record(seed=True) == before
    # Chance falls as it would have here.
    play_on(twin, random.Random(8))
    assert twin.record(seed=True) == match.record(seed=True)


@every_game
def test_a_record_is_replayed(game: Game):
    rng = random.Random(9)
    match = game.deal(seed=9)
    history = [[match.view(viewer) for viewer in viewers(match)]]
    while not match.over:
        seat, action = choose(match, rng)
        match.play(action, seat)
        history.append([match.view(viewer) for viewer in viewers(match)])
    record = match.record()
    assert record.game == game.id
    assert record.rules_version == game.rules_version
    assert record.seed == b""
    assert len(match.record(seed=True).seed) == 32
    assert len(record.steps) == len(history)
    for replayed in (Match.replay(record), Match.replay(record.SerializeToString())):
        assert replayed.record() == record
        assert replayed.payoffs == match.payoffs
    for steps in {1, 2, len(history) // 2, len(history)}:
        replayed = Match.replay(record, steps)
        assert [replayed.view(viewer) for viewer in viewers(match)] == history[steps - 1]
        assert replayed.asked == Match.replay(record, steps).asked
    with pytest.raises(ValueError, match="-1 steps"):
        Match.replay(record, -1)
    record.steps[1].action_id += 1
    with pytest.raises(Refused) as refused:
        Match.replay(record)
    assert refused.value.kind == "bad_record"


@every_game
def test_a_refusal_changes_nothing_and_names_its_clause(game: Game):
    kinds = set()
    for match in positions(game, seed=10, steps=40):
        before = match.record(seed=True)
        (seat, *_) = match.asked
        illegal = next(i for i in range(len(game.actions)) if i not in match.legal(seat))
        others = [other for other in range(match.seats) if other not in match.asked]
        tries = [(illegal, seat), (len(game.actions), seat), (-1, seat), (2**80, seat)]
        tries += [(illegal, other) for other in others[:1]]
        for action, who in tries:
            with pytest.raises(Refused) as refused:
                match.play(action, who)
            kinds.add(refused.value.kind)
            if refused.value.kind == "illegal":
                assert refused.value.clause in game.clauses()
                explained = match.explain(action, who)
                assert not explained.legal
                assert explained.refusal.reason == refused.value.code
        assert match.record(seed=True) == before
    assert {"illegal", "unknown_action", "not_to_act"} <= kinds


@every_game
def test_a_seat_that_is_not_there_is_an_error(game: Game):
    match = game.deal(seed=11)
    for seat in (-1, match.seats, 2**40):
        for call in (match.legal, match.mask, match.view, match.features, match.resign):
            with pytest.raises(ValueError, match=f"there is no seat {seat}"):
                call(seat)
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            match.play(match.legal()[0], seat)


@every_game
def test_a_seat_may_resign(game: Game):
    match = game.deal(seed=12)
    match.resign(0)
    assert any(step.kind for step in match.record().steps[1:])
    play_on(match, random.Random(12))
    assert match.payoffs is not None
    assert_paid(game, match.payoffs)
    # Where all win together, a seat that has resigned wins too.
    assert game.cooperative or match.payoffs[0] == 0


def with_seats(game: Game) -> list[Match]:
    """A match for each number of seats."""
    counts = range(game.min_seats, game.max_seats + 1)
    varies = len(counts) > 1
    return [game.deal({"seats": n} if varies else {}, seed=n) for n in counts]


@every_game
def test_seats_that_are_out_are_never_asked_again_and_get_nothing(game: Game):
    for number, match in enumerate(with_seats(game) + with_seats(game) + with_seats(game)):
        rng = random.Random(number)
        out: set[int] = set()
        assert not match.out
        while not match.over:
            seat, action = choose(match, rng)
            if rng.random() < 0.03:
                with contextlib.suppress(Refused):
                    match.resign(rng.randrange(match.seats))
            else:
                match.play(action, seat)
            assert out <= set(match.out)
            out = set(match.out)
            assert not out & set(match.asked)
        assert match.payoffs is not None
        assert all(match.payoffs[lost] == 0 for lost in match.out)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("district_noir", {}),
        ("shadow_blades", {"seats": 2}),
        ("shadow_blades", {"seats": 3}),
        ("shadow_blades", {"seats": 4, "mode": "alliances"}),
        ("complots", {"seats": 4}),
    ],
)
def test_a_seat_that_has_resigned_is_out(game: str, options: dict[str, int | str]):
    match = Game(game).deal(options, seed=20)
    seat = match.seats - 1
    match.resign(seat)
    assert match.out == (seat,)
    with pytest.raises(Refused) as refused:
        match.resign(seat)
    assert refused.value.kind == ("over" if match.over else "illegal")
    play_on(match, random.Random(20))
    assert seat in match.out
    assert match.outcome is not None
    assert match.outcome.seats[seat].ending == "resigned"


def test_in_complots_a_seat_without_influence_is_out():
    match = Game("complots").deal({"seats": 5}, seed=21)
    rng = random.Random(21)
    while not match.over:
        seat, action = choose(match, rng)
        match.play(action, seat)
        sides = match.view(None).game.complots.seats
        assert match.out == tuple(n for n, side in enumerate(sides) if not side.face_down)
    assert len(match.out) == 4


def test_in_a_cooperative_game_nobody_is_out():
    match = Game("brotherhood").deal({"seats": 3}, seed=22)
    match.resign(1)
    # Somebody must play for the seat, and it wins or loses with the others.
    assert match.out == ()
    assert 1 in match.asked
    with pytest.raises(Refused) as refused:
        match.resign(1)
    assert refused.value.kind == "illegal"
    play_on(match, random.Random(22))
    assert match.out == ()


def test_nobody_is_resigning_at_the_end():
    """A seat that waits for its resignation to take effect can be the last one left."""
    options: dict[str, int | str] = {
        "seats": 3,
        "first_seat": 2,
        "fifth_character": "inquisitor",
    }
    cards = ["duchess", "assassin", "countess", "assassin", "captain", "inquisitor"]
    match = Game("complots").deal(options, script=cards)
    match.play("examine 0")
    match.play("pass")
    match.play("pass")
    match.resign(0)
    match.resign(1)
    assert match.view(1).game.complots.secrets.resigning
    match.resign(2)
    assert match.payoffs == (0.0, 0.0, 1.0)
    for seat in range(3):
        assert not match.view(seat).game.complots.secrets.resigning


@every_game
def test_updates_count_from_one(game: Game):
    match = game.deal(seed=13)
    play_on(match, random.Random(13), steps=12)
    for viewer in viewers(match):
        updates = match.updates(viewer)
        assert [update.revision for update in updates] == list(range(1, len(updates) + 1))
        assert len(updates) == match.view(viewer).revision
        assert match.updates(viewer, after=3) == updates[3:]


@every_game
def test_features_are_a_new_array_of_the_layout(game: Game):
    for match in positions(game, seed=14, steps=30):
        for viewer in viewers(match):
            features = match.features(viewer)
            assert (features.dtype, features.shape) == (np.dtype(np.int8), (game.feature_size,))
            assert features.flags.owndata or features.base is not None
            again = match.features(viewer)
            assert not np.shares_memory(features, again)
            assert np.array_equal(features, again)


@every_game
def test_a_table_is_drawn_in_both_languages(game: Game):
    match = game.deal(seed=15)
    for viewer in viewers(match):
        english, french = match.render(viewer), match.render(viewer, "fr")
        assert english != french
        assert game.name() in english
        assert "[b]" in match.render(viewer, styles=True)
        assert "[b]" not in english
        assert "[/]" not in english


@every_game
@pytest.mark.parametrize("policy", ["random", "greedy", "ismcts:sims=40"])
def test_policies_decide_legally_and_the_same_on_all_threads(game: Game, policy: str):
    for match in positions(game, seed=16, steps=12):
        before = match.record(seed=True)
        for seat in match.asked:
            action = match.decide(policy, seat, seed=3)
            assert action in match.legal(seat)
            assert match.decide(policy, seat, seed=3, threads=2) == action
        assert match.decide(policy) in match.legal()
        assert match.record(seed=True) == before


def test_a_policy_is_refused_where_it_has_nothing_to_decide():
    match = Game("district_noir").deal(seed=17)
    (seat,) = match.asked
    with pytest.raises(Refused) as refused:
        match.decide("random", 1 - seat)
    assert refused.value.kind == "not_to_act"
    with pytest.raises(Refused) as refused:
        match.decide("oracle")
    assert refused.value.kind == "unknown_policy"


def test_luck_of_a_random_policy_differs_from_decision_to_decision():
    match = Game("complots").deal(seed=18)
    decided = [match.decide("random", seed=seed) for seed in range(40)]
    assert len(set(decided)) > 1


def test_a_match_says_what_it_is():
    match = Game("district_noir").deal({"first_seat": 1}, seed=19)
    assert repr(match) == "<Match of district_noir: 2 seats, 0 steps, asked: 1>"
    match.resign(0)
    assert repr(match) == "<Match of district_noir: 2 seats, 1 steps, over>"


def test_chance_may_be_scripted():
    game = Game("district_noir")
    deal = game.deal(seed=20).record().steps[0].chances
    scripted = game.deal(seed=21, script=deal)
    assert scripted.record().steps[0].chances == deal
    assert list(scripted.record().script) == list(deal)
