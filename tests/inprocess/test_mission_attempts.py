"""What `tools/partners.py` measures of policies that play missions."""

from __future__ import annotations

from dataclasses import replace

from tools.mission_attempts import GAME, Habits, Observer, Trial, attempt
from tools.partners import main

from intrigue import Game


def habits_of(*acts: tuple[int, str]) -> Habits:
    """The habits of assassins that do these things at the start of a mission."""
    match = Game(GAME).deal({"seats": 2, "mission": "unlocked_shutter"}, 0)
    observer = Observer(match)
    for seat, notation in acts:
        observer.note(seat, match.game.action(notation).id, 0.25)
        match.play(notation, seat)
    return observer.habits


def test_a_step_back_is_a_move_that_takes_back_the_last_one():
    there, back = (0, "move east"), (0, "move west")
    assert habits_of(there, back).steps_back == 1
    assert habits_of(there, (1, "move east"), back).steps_back == 1
    assert habits_of(there, back, there).steps_back == 2
    assert habits_of(there, (1, "move east"), (1, "move west")).steps_back == 1
    # Another assassin's move takes nothing back, and a ride is something done in between.
    assert habits_of(there, (1, "move east")).steps_back == 0
    assert habits_of((0, "travel 0"), there).steps_back == 0
    assert habits_of(there).steps_back == 0


def test_to_leave_while_an_objective_is_open_is_counted():
    habits = habits_of((0, "move east"), (1, "leave"))
    assert (habits.desertions, habits.last_turn_departures) == (1, 0)
    assert (habits.decisions, habits.seconds, habits.slowest) == (2, 0.5, 0.25)


def test_an_attempt_can_be_repeated():
    trial = Trial("unlocked_shutter", 2, "greedy")
    first, again = (attempt(trial, trial.name(1, 0)) for _ in range(2))
    assert first.habits.decisions > 5
    timeless = replace(again.habits, seconds=first.habits.seconds, slowest=first.habits.slowest)
    assert replace(again, habits=timeless) == first


def test_the_table_has_a_line_for_each_policy_and_mission(capsys):
    missions = ["unlocked_shutter", "salt_ledger"]
    assert main(["greedy", "random", "--games", "2", "--mission", *missions]) == 0
    _head, _rule, *lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines] == [
        f"| {mission}" for mission in missions for _ in range(2)
    ]
    assert all("`random`" in line for line in lines[1::2])
    # A default partner never deserts.
    assert all(line.split(" | ")[4] == "0" for line in lines[::2])
