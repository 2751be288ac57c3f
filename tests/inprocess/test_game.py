"""What a game says of itself."""

from __future__ import annotations

import pickle

import pytest
from tests.inprocess.random_play import GAMES, every_game

from intrigue import Game, Refused
from intrigue.inprocess.game_description import Option
from intrigue_proto.v1.game_pb2 import BooleanOption, GameOption


def test_all_games_are_there():
    assert len(GAMES) >= 3
    assert len({game.id for game in GAMES}) == len(GAMES)


@every_game
def test_a_game_describes_itself(game: Game):
    assert game.name()
    assert game.name("fr")
    assert game.summary()
    assert game.summary("fr")
    assert game.summary() != game.summary("fr")
    # Only a cooperative game can be played alone.
    assert (1 if game.cooperative else 2) <= game.min_seats <= game.max_seats
    assert game.min_seats <= game.default_seats <= game.max_seats
    assert game.default_seats == game.settle()[1]
    assert game.rules_version > 0
    assert game.clauses().keys() == game.clauses("fr").keys()
    assert game.clauses() != game.clauses("fr")


@every_game
def test_the_action_table_can_be_read_both_ways(game: Game):
    for place, action in enumerate(game.actions):
        assert action.id == place
        assert action.label
        assert action.label_fr
        assert action.verb
        assert game.action(action.notation) is action
        assert game.action(f"  {action.notation.upper()} ") is action
    with pytest.raises(Refused) as refused:
        game.action("no such thing")
    assert refused.value.kind == "unknown_action"


@every_game
def test_planes_fill_the_feature_tensor(game: Game):
    end = 0
    for plane in game.planes:
        assert plane.span == slice(end, end + plane.size)
        assert plane.summary
        end += plane.size
    assert end == game.feature_size


@every_game
def test_defaults_are_within_what_options_allow(game: Game):
    for option in game.options:
        assert option.summary
        assert option.summary_fr
        if option.values:
            assert option.default in option.values
            assert (option.minimum, option.maximum) == (None, None)
        else:
            assert option.minimum is not None
            assert option.maximum is not None
            assert option.minimum <= int(option.default) <= option.maximum
    settled, seats = game.settle()
    assert settled == {option.name: option.default for option in game.options}
    assert game.min_seats <= seats <= game.max_seats


def test_each_kind_of_option_has_its_values():
    named = {option.name: option for option in Game("brotherhood").options}
    seats, retries, mission, leader = (
        named[name] for name in ("seats", "retries", "mission", "leader")
    )
    assert (seats.minimum, seats.maximum, seats.default, seats.values) == (1, 4, "2", ())
    assert retries.minimum == 0
    assert retries.document is None
    assert mission.default in mission.values
    assert mission.document
    assert (leader.default, leader.document) == ("rotating", None)
    assert leader.default in leader.values
    boolean = GameOption(name="open", boolean=BooleanOption(), default_value="false")
    assert Option.of(boolean).values == ("false", "true")
    assert "seats" not in {option.name for option in Game("district_noir").options}


def test_options_are_spelled_for_the_caller():
    complots = Game("complots")
    settled, seats = complots.settle({"seats": 3, "block_after_lost_challenge": "anyone"})
    assert (settled["seats"], settled["block_after_lost_challenge"], seats) == ("3", "anyone", 3)
    assert complots.settle({"seats": 3})[0]["block_after_lost_challenge"] == "nobody"
    assert complots.deal({"seats": 5, "block_after_lost_challenge": "others"}).seats == 5
    for options in ({"seats": 9}, {"seats": "many"}, {"sets": 3}, {"seats": True}):
        with pytest.raises(Refused) as refused:
            complots.deal(options)
        assert refused.value.kind == "bad_option"


def test_games_are_values():
    first, again = Game("complots"), Game("complots")
    assert first == again
    assert hash(first) == hash(again)
    assert first != Game("district_noir")
    assert first != "complots"
    assert Game(first) == first
    assert pickle.loads(pickle.dumps(first)) == first
    assert repr(first) == "Game('complots')"


def test_an_unknown_game_is_refused():
    with pytest.raises(Refused) as refused:
        Game("chess")
    assert refused.value.kind == "unknown_game"
    assert "complots" in refused.value.en
    assert "complots" in refused.value.fr


@every_game
def test_a_number_is_a_seed(game: Game):
    number = 2**63 + 5
    by_number = game.deal(seed=number).record(seed=True)
    assert by_number.seed == number.to_bytes(8, "little") + bytes(24)
    assert game.deal(seed=by_number.seed).record(seed=True) == by_number


def test_without_a_seed_one_is_drawn():
    seeds = {GAMES[0].deal().record(seed=True).seed for _ in range(3)}
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("seed", [-1, 2**256, b"", bytes(31), bytes(33)])
def test_a_seed_of_another_size_is_an_error(seed: int | bytes):
    with pytest.raises(ValueError, match="a seed"):
        GAMES[0].deal(seed=seed)


@every_game
def test_a_game_has_its_cards(game: Game):
    assert game.cards
    assert len({card.id for card in game.cards}) == len(game.cards)
    for card in game.cards:
        assert card.name
        assert card.name_fr
        assert card.copies >= 0
        assert card.provenance in {"printed", "deduced", "reconstructed", "original"}


def test_the_documents_of_a_game_are_accepted_by_its_options():
    assert [game.id for game in GAMES if game.documents] == ["brotherhood"]
    brotherhood = Game("brotherhood")
    (missions,) = brotherhood.documents
    assert missions.option == "mission"
    assert missions.name
    assert missions.name_fr
    assert missions.json_schema.startswith("{")
    for mission in missions.built_in:
        assert mission.name
        by_name = brotherhood.deal({"mission": mission.id}, seed=1).setup
        by_text = brotherhood.deal({"mission": mission.text}, seed=1).setup
        assert by_name is not None
        assert by_text is not None
        assert by_name.brotherhood.mission == by_text.brotherhood.mission
    assert brotherhood.deal({"mission": missions.template}).seats == 2


@every_game
def test_a_notation_is_read_without_a_match(game: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("intrigue.inprocess.game.engine.Match", None)
    last = game.actions[-1]
    assert game.action(last.notation) is last
    assert game.action(f" {last.notation.upper()}  ") is last
    with pytest.raises(Refused) as refused:
        game.action("no such thing")
    assert refused.value.kind == "unknown_action"
