"""Many matches stepped together."""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.inprocess.random_play import assert_paid, every_game

from intrigue import Buffers, Game, Refused, VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

LANES = 7
ARRAYS = ("seats", "masks", "features", "rewards", "ends")


def snapshot(env: VectorEnv) -> list[bytes]:
    """What the buffers hold now."""
    return [getattr(env.buffers, name).tobytes() for name in ARRAYS]


def trace(env: VectorEnv, steps: int = 120) -> list[list[bytes]]:
    """What the buffers hold at the start and after each step of random play."""
    seen = [snapshot(env)]
    for _ in range(steps):
        env.step(env.sample())
        seen.append(snapshot(env))
    return seen


@every_game
def test_the_buffers_have_the_shape_of_the_game(game: Game):
    env = VectorEnv(game, LANES)
    _, seats = game.settle()
    assert (env.game, env.lanes, env.seats) == (game, LANES, seats)
    assert (env.actions, env.feature_size) == (len(game.actions), game.feature_size)
    found = env.reset()
    assert found is env.buffers
    shapes = {
        "seats": ((LANES,), np.uint8),
        "masks": ((LANES, env.actions), np.uint8),
        "features": ((LANES, env.feature_size), np.int8),
        "rewards": ((LANES, seats), np.float32),
        "ends": ((LANES,), np.uint8),
    }
    for name, (shape, dtype) in shapes.items():
        array = getattr(found, name)
        assert (array.shape, array.dtype) == (shape, dtype), name
    assert found.features is not None
    assert found.features.any()


@every_game
def test_a_seed_settles_all_on_any_number_of_threads(game: Game):
    expected = trace(VectorEnv(game, LANES, seed=1))
    for threads in (2, 3):
        assert trace(VectorEnv(game, LANES, seed=1, threads=threads)) == expected
    assert trace(VectorEnv(game, LANES, seed=2), steps=1) != expected[:2]


@every_game
def test_sampled_actions_are_legal(game: Game):
    env = VectorEnv(game, LANES, seed=3)
    lanes = np.arange(LANES)
    drawn = set()
    first = env.sample()
    for _ in range(60):
        actions = env.sample()
        assert actions is first
        assert actions.dtype == np.int32
        assert (env.buffers.masks[lanes, actions] == 1).all()
        drawn |= set(actions.tolist())
        env.step(actions)
    assert len(drawn) > 2


@every_game
def test_arrays_are_written_in_place(game: Game):
    env = VectorEnv(game, LANES, seed=4)
    buffers = env.buffers
    addresses = [getattr(buffers, name).ctypes.data for name in ARRAYS]
    before = snapshot(env)
    spellings: list[Callable[[NDArray[np.int32]], Any]] = [
        lambda actions: actions,
        lambda actions: actions.astype(np.int64),
        lambda actions: actions.tolist(),
    ]
    for spell in spellings:
        assert env.step(spell(env.sample())) is buffers
        assert [getattr(buffers, name).ctypes.data for name in ARRAYS] == addresses
    assert env.reset() is buffers
    assert snapshot(env) == before


@every_game
def test_the_callers_memory_may_be_shared(game: Game):
    plain = VectorEnv(game, LANES, seed=5)
    sizes = {name: getattr(plain.buffers, name).nbytes for name in ARRAYS}
    memory = SharedMemory(create=True, size=sum(sizes.values()) + 8 * len(sizes))
    try:
        arrays, offset = {}, 0
        for name, size in sizes.items():
            like = getattr(plain.buffers, name)
            arrays[name] = np.ndarray(like.shape, like.dtype, memory.buf, offset)
            # Numbers of more than a byte want a place that is a multiple of their size.
            offset += -(-size // 8) * 8
        shared = VectorEnv(game, LANES, seed=5, buffers=Buffers(**arrays))
        # Another process that has the memory's name sees what the core writes.
        other = SharedMemory(name=memory.name)
        try:
            seen = np.ndarray(LANES, np.uint8, other.buf)
            masks = np.ndarray(
                (LANES, plain.actions), np.uint8, other.buf, -(-sizes["seats"] // 8) * 8
            )
            for _ in range(30):
                plain.step(plain.sample())
                shared.step(shared.sample())
                assert snapshot(plain) == snapshot(shared)
                assert np.array_equal(seen, plain.buffers.seats)
                assert np.array_equal(masks, plain.buffers.masks)
            del seen, masks
        finally:
            other.close()
        # The memory can't be closed while arrays lie in it.
        del shared, arrays
    finally:
        memory.close()
        memory.unlink()


@every_game
def test_a_match_that_ends_pays_once_and_is_followed_by_the_next(game: Game):
    env = VectorEnv(game, LANES, seed=6)
    ended = np.zeros(LANES, int)
    decisions = 0
    while ended.min() < 3:
        found = env.step(env.sample())
        decisions += LANES
        assert set(found.ends.tolist()) <= {0, 1}
        running = found.ends == 0
        assert not found.rewards[running].any()
        paid = found.rewards[~running]
        assert ((paid >= 0) & (paid <= 1)).all()
        for payoffs in paid:
            assert_paid(game, payoffs.tolist())
        # The next match is shown, and a seat is asked in it.
        assert found.masks.any(axis=1).all()
        assert (found.seats < env.seats).all()
        ended += found.ends
        assert decisions < 1_000_000
    print(f"{game.id}: {ended.sum()} matches in {decisions} decisions")


@every_game
def test_features_may_be_left_out(game: Game):
    full, lean = VectorEnv(game, LANES, seed=7), VectorEnv(game, LANES, seed=7, features=False)
    assert lean.buffers.features is None
    for _ in range(30):
        full.step(full.sample())
        lean.step(lean.sample())
        for name in ("seats", "masks", "rewards", "ends"):
            assert np.array_equal(getattr(full.buffers, name), getattr(lean.buffers, name))


@every_game
def test_rows_are_what_a_match_shows_in_the_same_position(game: Game):
    """Lanes and matches have deals of their own; where a seat sees the same, so do both."""
    lanes = 4096
    found = VectorEnv(game, lanes, seed=8).buffers
    assert found.features is not None
    rows = {
        (found.seats[lane], found.features[lane].tobytes()): found.masks[lane].tobytes()
        for lane in range(lanes)
    }
    met = 0
    for seed in range(3000):
        match = game.deal(seed=seed)
        assert match.seat is not None
        row = rows.get((match.seat, match.features(match.seat).tobytes()))
        if row is not None:
            met += 1
            assert row == match.mask().tobytes()
    print(f"{game.id}: {met} positions met")
    assert met > 0


@every_game
def test_the_first_lane_is_dealt_as_a_match_of_the_seed_is(game: Game):
    for seed in range(30):
        found = VectorEnv(game, 1, seed=seed).buffers
        match = game.deal(seed=seed)
        # Of several seats that are asked at once a lane draws one.
        seat = int(found.seats[0])
        assert seat in match.asked
        assert found.features is not None
        assert np.array_equal(found.features[0], match.features(seat))
        assert np.array_equal(found.masks[0], match.mask(seat))


@every_game
def test_an_illegal_action_names_lane_and_rule_and_steps_nothing(game: Game):
    env, twin = VectorEnv(game, LANES, seed=9), VectorEnv(game, LANES, seed=9)
    kinds = set()
    for turn in range(40):
        before = snapshot(env)
        actions = env.sample().copy()
        lane = turn % LANES
        illegal = int(np.flatnonzero(env.buffers.masks[lane] == 0)[turn % 3])
        for wrong in (illegal, env.actions, -1, 2**31 - 1):
            spoilt = actions.copy()
            spoilt[lane] = wrong
            with pytest.raises(Refused) as refused:
                env.step(spoilt)
            assert refused.value.lane == lane
            kinds.add(refused.value.kind)
            if refused.value.kind == "illegal":
                assert refused.value.clause in game.clauses()
            assert snapshot(env) == before
        # Nor has a lane changed behind the buffers; only the last rewards are cleared.
        env._observe()
        assert snapshot(env)[:3] == before[:3]
        env.step(actions)
        twin.step(twin.sample())
        assert snapshot(env) == snapshot(twin)
    assert {"illegal", "unknown_action"} <= kinds


@every_game
def test_policies_play_seats_within(game: Game):
    _, seats = game.settle()
    policies = [None, *["random"] * (seats - 1)]
    env = VectorEnv(game, LANES, seed=10, policies=policies)
    wins, ended, steps = 0.0, 0, 0
    while steps < 150 or (ended == 0 and steps < 20_000):
        found = env.step(env.sample())
        assert not found.seats.any()
        wins += float(found.rewards.sum())
        ended += int(found.ends.sum())
        steps += 1
    assert ended > 0
    # All may have lost together; otherwise another seat wins.
    assert wins > 0 or game.cooperative


@every_game
def test_policies_rotate_with_the_matches_of_a_lane(game: Game):
    _, seats = game.settle()
    env = VectorEnv(game, LANES, seed=11, policies=[None, *["random"] * (seats - 1)], rotate=True)
    held = [[seat] for seat in env.buffers.seats.tolist()]
    while min(map(len, held)) < 2 * seats:
        found = env.step(env.sample())
        for lane in range(LANES):
            if found.ends[lane]:
                held[lane].append(int(found.seats[lane]))
            # Within a match the seat that is asked outside stays the same.
            assert found.seats[lane] == held[lane][-1]
    for course in held:
        print(f"{game.id}: {course}")
        assert set(course[:seats]) == set(range(seats))
        assert course[seats : 2 * seats] == course[:seats]


@every_game
def test_a_reset_deals_again_and_the_same_in_a_second_run(game: Game):
    def resets() -> list[list[bytes]]:
        env = VectorEnv(game, LANES, seed=12)
        seen = [snapshot(env)]
        for _ in range(3):
            env.reset()
            seen.append(snapshot(env))
            env.step(env.sample())
        env.reset(seed=12)
        seen.append(snapshot(env))
        env.reset()
        seen.append(snapshot(env))
        return seen

    seen = resets()
    assert resets() == seen
    assert seen[0] == seen[1] == seen[4]
    assert seen[1] != seen[2] != seen[3]
    assert seen[5] == seen[2]


def test_the_seats_follow_from_the_policies():
    env = VectorEnv("complots", 2, policies=[None, "random", None])
    assert env.seats == 3
    assert VectorEnv("complots", 2, options={"seats": 5}).seats == 5
    for options, policies in (({"seats": 4}, [None, None]), ({}, ["random", "random"])):
        with pytest.raises(Refused) as refused:
            VectorEnv("complots", 2, options=options, policies=policies)
        assert refused.value.kind == "bad_batch"
    with pytest.raises(Refused) as refused:
        VectorEnv("complots", 2, policies=[None, "oracle"])
    assert refused.value.kind == "unknown_policy"


def test_a_batch_has_lanes_and_threads():
    for lanes, threads in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least one"):
            VectorEnv("district_noir", lanes, threads=threads)
    with pytest.raises(Refused) as refused:
        VectorEnv("district_noir", 2**40)
    assert refused.value.kind == "bad_batch"


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_of_another_shape_is_named(name: str):
    lanes, game = 4, Game("district_noir")
    right = Buffers.allocate(lanes, 2, len(game.actions), game.feature_size)
    arrays = {other: getattr(right, other) for other in ARRAYS}
    VectorEnv(game, lanes, buffers=Buffers(**arrays))
    array = arrays[name]
    readonly = array.copy()
    readonly.flags.writeable = False
    changes: list[Callable[[], NDArray[np.generic]]] = [
        lambda: array[:-1],
        lambda: array[..., None],
        lambda: array.astype(np.float64),
        lambda: np.repeat(array, 2, axis=0)[::2],
        lambda: readonly,
    ]
    for change in changes:
        with pytest.raises(ValueError, match=f"^{name}: expected .*{array.dtype}.* of shape"):
            VectorEnv(game, lanes, buffers=Buffers(**{**arrays, name: change()}))
    with pytest.raises(TypeError, match=f"^{name}: expected"):
        VectorEnv(game, lanes, buffers=Buffers(**{**arrays, name: array.tolist()}))


def test_buffers_and_features_go_together():
    game = Game("district_noir")
    without = Buffers.allocate(1, 2, len(game.actions), None)
    with pytest.raises(ValueError, match="features: there is no array"):
        VectorEnv(game, 1, buffers=without)
    VectorEnv(game, 1, buffers=without, features=False)
    full = Buffers.allocate(1, 2, len(game.actions), game.feature_size)
    with pytest.raises(ValueError, match="features: there is an array"):
        VectorEnv(game, 1, buffers=full, features=False)


def test_actions_are_a_whole_number_a_lane():
    env = VectorEnv("district_noir", 4, seed=13)
    right = env.sample().copy()
    before = snapshot(env)
    for actions in (right[:-1], right[:, None], 0, [], right.astype(float), ["0"] * 4):
        with pytest.raises(ValueError, match=r"^actions: expected"):
            env.step(actions)
    with pytest.raises(ValueError, match="int32"):
        env.step(right.astype(np.int64) + 2**32)
    assert snapshot(env) == before
    twin = VectorEnv("district_noir", 4, seed=13)
    # An array that is not contiguous is copied.
    env.step(np.repeat(right, 2)[::2])
    twin.step(right)
    assert snapshot(env) == snapshot(twin)
