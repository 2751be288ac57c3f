"""The next match of the same players, and the next mission of a campaign."""

from __future__ import annotations

import json
import random

import pytest
from tests.inprocess.random_play import every_game, play_on

from intrigue import Game, Match, Refused

TEMPLATE = Game("brotherhood").documents[0].template


def finished(game: Game, options: dict[str, str | int], seed: int) -> Match:
    match = game.deal(options, seed=seed)
    play_on(match, random.Random(seed))
    return match


def lost(campaign: str, seed: int = 1) -> Match:
    """A mission of a campaign, given up by its only seat."""
    options: dict[str, str | int] = {"campaign": campaign, "seats": 1, "retries": 0}
    match = Game("brotherhood").deal(options, seed=seed)
    while not match.over:
        notations = {action.notation for action in match.actions()}
        idle = next((n for n in ("done", "decline") if n in notations), None)
        match.play(match.legal()[0] if idle is None else idle)
    return match


@every_game
def test_a_rematch_is_a_new_match_with_the_same_seats(game: Game):
    match = finished(game, {}, 1)
    again = match.rematch(seed=2)
    assert again.game == game
    assert again.seats == match.seats
    assert not again.over
    assert again.record(seed=True) == game.deal(match.rematch_options(), seed=2).record(seed=True)
    # Without a seed one is drawn.
    assert match.rematch().record(seed=True).seed != match.rematch().record(seed=True).seed
    assert again.record().options == game.deal(match.rematch_options()).record().options


@every_game
def test_there_is_no_rematch_before_the_end(game: Game):
    match = game.deal(seed=3)
    for call in (match.rematch, match.rematch_options):
        with pytest.raises(ValueError, match="the match is not over"):
            call()


@every_game
def test_the_seats_of_a_rematch_are_all_named_once(game: Game):
    match = finished(game, {}, 4)
    places = range(match.seats)
    for seats in ([0] * match.seats, [*places, match.seats], [-1, *places[1:]], []):
        with pytest.raises(ValueError, match="seats: expected each of 0 to"):
            match.rematch(seats=seats)
    assert match.rematch_options(list(places)) == match.rematch_options()


def test_in_complots_the_winner_starts_the_next_match():
    match = finished(Game("complots"), {"seats": 3}, 5)
    assert match.outcome is not None
    (winner,) = match.outcome.winners
    assert match.rematch_options()["first_seat"] == str(winner)
    assert match.rematch(seed=1).asked == (winner,)
    moved = [(seat + 1) % 3 for seat in range(3)]
    assert match.rematch(seed=1, seats=moved).asked == (moved[winner],)


def test_the_rematch_of_a_campaign_is_its_next_mission():
    match = lost("new")
    ids = [mission.id for mission in Game("brotherhood").documents[0].built_in]
    for place, mission in enumerate(ids):
        setup = match.setup
        assert setup is not None
        assert setup.brotherhood.mission.id == mission
        state = match.rematch_options()["campaign"]
        if place + 1 < len(ids):
            assert json.loads(state)["place"] == place + 1
        else:
            assert state == "new"
        match = lost(state, seed=place)


def test_own_missions_can_be_part_of_a_campaign():
    own = TEMPLATE.replace('id = "my_mission"', 'id = "own_one"')
    assert own != TEMPLATE
    campaign = json.dumps({"missions": ["salt_ledger", own, TEMPLATE]})
    match, played = lost(campaign), []
    for _ in range(3):
        setup = match.setup
        assert setup is not None
        played.append(setup.brotherhood.mission.id)
        following = match.rematch(seed=1)
        assert following.seats == 1
        match = lost(match.rematch_options()["campaign"])
    assert played == ["salt_ledger", "own_one", "my_mission"]
    # Then it starts again.
    setup = match.setup
    assert setup is not None
    assert setup.brotherhood.mission.id == "salt_ledger"


OWN_CARDS = """
[pack]
hearts = 6
start = ["boat_lamp", "boat_hook", "remedy"]

[[pack.equipment]]
id = "boat_lamp"
name = { en = "Boat Lamp", fr = "Fanal" }
text = { en = "3 dice.", fr = "3 dés." }
copies = 2
florins = 4
cost = 1
effect = "cloak"

[[pack.equipment]]
id = "boat_hook"
name = { en = "Boat Hook", fr = "Gaffe" }
text = { en = "3 dice.", fr = "3 dés." }
slot = "melee"
copies = 2
florins = 4
cost = 1
effect = { weapon = { dice = 3, ranged = false, special = "hit" } }
"""


def test_cards_of_one_mission_stay_there():
    missions = [TEMPLATE + OWN_CARDS, "low_water"]
    match = lost(json.dumps({"missions": missions}))
    setup = match.setup
    assert setup is not None
    assert match.record().documents["campaign"]
    state = json.loads(match.rematch_options()["campaign"])
    assert state["place"] == 1
    assert state["missions"] == missions
    assert len(state["team"]) == 4
    for fellow in state["team"]:
        # Who had a sword of that mission has the one that everybody starts with.
        assert fellow["slots"] == {"melee": "street_sword", "blade": "cuff_blade"} or (
            fellow["slots"] == {"melee": "street_sword"}
        )
        assert set(fellow["beside"]) <= {"remedy"}
        assert 1 <= fellow["hearts"] <= 3
    following = match.rematch(seed=1)
    setup = following.setup
    assert setup is not None
    assert setup.brotherhood.mission.id == "low_water"
    play_on(following, random.Random(1))


def test_the_faults_of_own_missions_are_named_by_their_place():
    for mission, fault in [
        (TEMPLATE.replace("walls = [", 'walls = ["a1|c1", '), "missions[1].walls[0]"),
        (TEMPLATE + "\n= nothing", "missions[1]"),
        ("no_such_mission", "missions[1]"),
    ]:
        with pytest.raises(Refused) as refused:
            Game("brotherhood").deal({"campaign": json.dumps({"missions": ["low_water", mission]})})
        assert refused.value.kind == "bad_option"
        assert fault in refused.value.en


def test_the_trophies_of_own_missions_are_known():
    campaign = {"missions": ["low_water", TEMPLATE], "place": 1, "trophies": ["my_mission"]}
    Game("brotherhood").deal({"campaign": json.dumps(campaign)})
    campaign["trophies"] = ["another_mission"]
    with pytest.raises(Refused) as refused:
        Game("brotherhood").deal({"campaign": json.dumps(campaign)})
    assert "another_mission" in refused.value.en
