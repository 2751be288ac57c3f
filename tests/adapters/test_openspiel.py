"""The OpenSpiel games: its simulation test, its algorithms, and what seats know and remember."""

from __future__ import annotations

import pickle
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from tests import processes
from tests.adapters.variants import name, variants

from intrigue.adapters import openspiel
from intrigue.engine import Refused, facts
from intrigue.inprocess.game import Game
from intrigue.inprocess.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Decide = Callable[[Any], Any]

SMALL = "intrigue_complots(seats=2,turn_limit=40)"


def load(game: str, options: Mapping[str, Any]) -> Any:
    """A game of OpenSpiel by options of the catalog, whose words may look like something else."""

    def parameter(value: Any) -> Any:
        if value in {"true", "false"}:
            return value == "true"
        return f'"{value}"' if isinstance(value, str) and value.isdigit() else value

    parameters = {key: parameter(value) for key, value in options.items()}
    return pyspiel.load_game(f"intrigue_{game}", parameters)


def walk(game: Any, rng: Any, decide: Mapping[int, Decide] | None = None) -> Iterator[Any]:
    """The states of a match, one after the other, the last one over."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=chances)
        else:
            way = (decide or {}).get(state.current_player()) or uniform(rng)
            action = way(state)
        state.apply_action(int(action))
        yield state


def uniform(rng: Any) -> Decide:
    return lambda state: rng.choice(state.legal_actions())


def share(game: Any, decide: Decide, matches: int, rng: Any) -> float:
    """What one way to decide wins against random play, at both seats in turn."""
    won = []
    for match in range(matches):
        seat = match % 2
        *_, last = walk(game, rng, {seat: decide})
        won.append(last.returns()[seat])
    return float(np.mean(won))


@pytest.mark.parametrize(
    ("game", "options"), [one for one in variants() if set(one[1]) <= {"seats"}], ids=name
)
def test_it_passes_the_simulation_test(game, options, capfd):
    loaded = load(game, options)
    assert loaded.num_players() == Game(game).settle(options)[1]
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_a_game_is_read_back_as_it_is_written():
    for game, options in variants():
        loaded = load(game, options)
        again = pyspiel.load_game(str(loaded))
        assert str(again) == str(loaded)
        assert again.variant == loaded.variant
        settled, _ = Game(game).settle(options)
        assert loaded.variant.options == settled


def test_states_are_kept_and_copied_whole():
    game = pyspiel.load_game("intrigue_complots(seats=3,reactions=fastest)")
    rng = np.random.default_rng(3)
    for state in walk(game, rng):
        copies = [state.clone(), pickle.loads(pickle.dumps(state))]
        copies.append(
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        )
        for copy in copies:
            assert str(copy) == str(state)
            assert copy.history() == state.history()
            assert copy.legal_actions() == state.legal_actions()
            assert copy.returns() == state.returns()
            for seat in range(3):
                assert copy.observation_string(seat) == state.observation_string(seat)
                assert copy.information_state_string(seat) == state.information_state_string(seat)


def test_returns_are_payoffs():
    game = pyspiel.load_game("intrigue_complots(seats=4)")
    for seed in range(5):
        print(f"seed {seed}")
        *earlier, last = walk(game, np.random.default_rng(seed))
        assert sum(last.returns()) == pytest.approx(1)
        assert last.returns() == last.rewards()
        assert all(not any(state.returns()) for state in earlier if state is not last)


def test_chance_nodes_are_the_choices_of_nature():
    game = load("complots", {"seats": 3, "first_seat": "0"})
    for seed in range(3):
        print(f"seed {seed}")
        world = World.undealt("complots", {"seats": 3, "first_seat": "0"})
        for state in walk(game, np.random.default_rng(seed)):
            before, action = state.history()[:-1], state.history()[-1]
            parent = game.new_initial_state()
            for earlier in before:
                parent.apply_action(earlier)
            if not parent.is_chance_node():
                world.play(action, seat=parent.current_player())
                continue
            outcomes = parent.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert [probability for _, probability in outcomes] == [
                chance.probability for chance in world.chances
            ]
            assert [
                parent.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome, _ in outcomes
            ] == [chance.notation for chance in world.chances]
            world.apply_chance(world.chances[action])
        assert tuple(state.returns()) == world.payoffs


def test_the_deal_is_fair():
    """Of 15 cards, 3 of each character: the second card depends on the first."""
    state = load("complots", {"seats": 3, "first_seat": "0"}).new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(5), 1 / 5))
    state.apply_action(2)
    assert dict(state.chance_outcomes()) == pytest.approx(
        {outcome: (2 if outcome == 2 else 3) / 14 for outcome in range(5)}
    )


def dealt(game: Any, seed: int = 0) -> Any:
    """A state in which a seat, or who answers first, is asked for the first time."""
    state = game.new_initial_state()
    rng = np.random.default_rng(seed)
    while state.match_history.world.chances():
        state.apply_action(int(rng.choice(len(state.chance_outcomes()))))
    return state


def test_where_several_are_asked_chance_says_who_is_first():
    state = dealt(pyspiel.load_game("intrigue_complots(seats=2)"))
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "seat 1 answers first"
    before = state.information_state_string(0)
    state.apply_action(1)
    assert state.current_player() == 1
    state.apply_action(state.legal_actions()[0])
    # The answer of seat 1 is sealed until seat 0 has answered too.
    assert state.current_player() == 0
    assert state.information_state_string(0) == before


def remembered_worlds(game: Any, rng: Any, sampler: Any) -> int:
    """Checks a match; returns how many of the sampled worlds another seat can tell apart."""
    memories: dict[int, str] = {}
    others = 0
    for number, state in enumerate(walk(game, rng)):
        if state.is_chance_node() or state.is_terminal() or number % 5:
            continue
        seat = state.current_player()
        remembered = state.information_state_string(seat)
        assert remembered.startswith(memories.get(seat, ""))
        memories[seat] = remembered
        sampled = state.resample_from_infostate(seat, sampler)
        assert sampled.current_player() == seat
        assert sampled.legal_actions() == state.legal_actions()
        assert sampled.information_state_string(seat) == remembered
        assert sampled.observation_string(seat) == state.observation_string(seat)
        assert sampled.observation_tensor(seat) == state.observation_tensor(seat)
        others += any(
            sampled.observation_string(other) != state.observation_string(other)
            for other in range(state.num_players())
        )
        action = state.legal_actions()[0]
        child = sampled.child(action)
        # What happens next is remembered in the new world as well.
        assert child.information_state_string(seat).startswith(remembered)
        assert child.information_state_string(seat) != remembered
    return others


@pytest.mark.parametrize(("game", "options"), variants(), ids=name)
def test_a_seat_remembers_all_and_a_new_world_is_the_same_to_it(game, options):
    sampler = pyspiel.UniformProbabilitySampler(11, 0.0, 1.0)
    # Some variants are so small that a match may end before there is much to know.
    others = sum(
        remembered_worlds(load(game, options), np.random.default_rng(seed), sampler)
        for seed in (range(11, 21) if options.get("deck") == "small" else [11])
    )
    # Where nothing is hidden, no other world fits what a seat knows.
    assert (others > 0) != Game(game).perfect_information


def test_observers_show_one_seat_or_what_everybody_sees():
    game = pyspiel.load_game("intrigue_complots(seats=3)")
    state = game.new_initial_state()
    seat = make_observation(game)
    seat.set_from(state, 0)
    assert not seat.tensor.any()
    assert seat.string_from(state, 0) == ""
    state = dealt(game)
    seat.set_from(state, 1)
    world = state.match_history.world
    assert np.array_equal(seat.tensor, world.features(1))
    assert seat.dict["hand"].sum() == 2
    assert np.shares_memory(seat.dict["hand"], seat.tensor)
    public = make_observation(
        game,
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    public.set_from(state, 1)
    assert np.array_equal(public.tensor, world.features(None))
    for key, value in facts(world.view(None), world.setup()):
        assert f"{key}: {value}" in public.string_from(state, 1).split("\n")
    with pytest.raises(ValueError, match="one seat, or what everybody sees"):
        make_observation(
            game,
            pyspiel.IIGObservationType(
                perfect_recall=False,
                public_info=True,
                private_info=pyspiel.PrivateInfoType.ALL_PLAYERS,
            ),
        )


@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def test_its_searches_beat_random_play(search):
    seed = 5
    print(f"seed {seed}")
    game = pyspiel.load_game(SMALL)
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if search == "mcts":
        bot = mcts.MCTSBot(game, 1.0, 25, evaluator, solve=False, random_state=rng)
    else:
        sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 40, random_state=rng)
        bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, sampler))
    # Random play against itself wins 18 of 24 or more once in a hundred times.
    assert share(game, bot.step, 24, rng) >= 0.75


def test_bad_settings_are_clear():
    with pytest.raises(Refused) as refused:
        pyspiel.load_game("intrigue_complots(seats=9)")
    assert refused.value.kind == "bad_option"
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'chairs'"):
        pyspiel.load_game("intrigue_complots(chairs=4)")
    state = pyspiel.load_game(SMALL).new_initial_state()
    with pytest.raises(ValueError, match="it is nature's turn"):
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))


def test_a_process_that_has_loaded_a_game_ends_well():
    program = (
        "import pyspiel; from intrigue.adapters import openspiel;"
        f"pyspiel.load_game({SMALL!r}).new_initial_state()"
    )
    ended = processes.run([sys.executable, "-c", program])
    assert (ended.returncode, ended.stderr) == (0, "")


def test_to_register_again_changes_nothing():
    assert openspiel.register() == [f"intrigue_{game.id}" for game in Game.all()]
    names = [game.short_name for game in pyspiel.registered_games()]
    assert names.count("intrigue_complots") == 1


def test_those_who_win_together_have_the_same_utility():
    utility = pyspiel.GameType.Utility
    for game in Game.all():
        kind = pyspiel.load_game(f"intrigue_{game.id}").get_type().utility
        assert kind == (utility.IDENTICAL if game.cooperative else utility.CONSTANT_SUM)
