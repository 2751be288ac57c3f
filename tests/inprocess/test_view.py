"""Views, and the setup that they carry."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from tests.inprocess.random_play import every_game, play_on, positions

from intrigue import Game, Refused, View, World, analyze


@every_game
def test_a_view_has_the_parts_of_its_message(game: Game):
    for match in positions(game, seed=1, steps=10):
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            message = view.message
            assert view.seat == viewer
            assert view.revision == message.revision
            assert tuple(view.seats_to_act) == tuple(message.seats_to_act)
            assert view.game == message.game
            assert view.prompt == message.prompt
            assert view.outcome is None
            assert view.setup == match.setup
    play_on(match, random.Random(1))
    assert match.view(0).outcome == match.view(None).outcome == match.outcome


@every_game
def test_the_setup_is_the_same_for_all_viewers_and_all_the_time(game: Game):
    match = game.deal(seed=2)
    setup = match.setup
    if setup is not None:
        assert setup.WhichOneof("kind") == game.id
    play_on(match, random.Random(2), steps=20)
    assert match.setup == setup
    assert match.clone().setup == setup
    assert [match.view(viewer).setup for viewer in (None, 0)] == [setup, setup]
    world = World.fitting(match.view(0), seed=2)
    assert world.setup == world.clone().setup == world.view(0).setup == setup
    assert World.deal(game, seed=2).setup == setup


def test_only_brotherhood_has_a_setup():
    assert [game.id for game in Game.all() if game.deal(seed=3).setup is not None] == [
        "brotherhood"
    ]


@every_game
def test_a_view_is_rendered_as_its_match_is(game: Game):
    match = game.deal(seed=4)
    for viewer in (None, 0):
        view = match.view(viewer)
        assert view.render() == match.render(viewer)
        assert view.render("fr", styles=True) == match.render(viewer, "fr", styles=True)


@every_game
def test_a_view_is_copied_and_pickled(game: Game):
    match = game.deal(seed=5)
    view = match.view(0)
    twins = [copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))]
    twins += [View(view.message, view.setup), View(view.message.SerializeToString(), view.setup)]
    for twin in twins:
        assert twin == view
        assert twin.render() == view.render()
    assert view != view.message
    assert view != match.view(None)
    with pytest.raises(TypeError, match="unhashable"):
        hash(view)


def test_a_view_says_what_it_is():
    match = Game("district_noir").deal(seed=6)
    assert repr(match.view(1)) == "<View of district_noir: seat 1, revision 1>"
    assert repr(match.view(None)) == "<View of district_noir: a spectator, revision 1>"


def test_a_view_without_its_setup_is_refused():
    match = Game("brotherhood").deal(seed=7)
    message = match.view(0).message
    for view in (message, message.SerializeToString(), View(message)):
        for read in (World.fitting, analyze):
            with pytest.raises(Refused) as refused:
                read(view)
            assert refused.value.kind == "bad_view"
    with pytest.raises(Refused) as refused:
        View(message).render()
    assert refused.value.kind == "bad_view"
    other = Game("brotherhood").deal({"seats": 4, "mission": "seven_ropes"}, seed=7)
    with pytest.raises(Refused):
        World.fitting(View(message, other.setup))
