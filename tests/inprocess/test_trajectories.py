"""Decisions written to Parquet files."""

from __future__ import annotations

import contextlib
import gc
import json
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.inprocess.random_play import every_game
from tests.processes import run

from intrigue import Game, Refused, Trajectories, VectorEnv, simulate

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue.simulation import Progress


def rows_of(file: Path) -> list[dict[str, Any]]:
    """The rows, as another program reads them."""
    found: Any = duckdb.sql(f"SELECT * FROM '{file}'")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def policies_for(game: Game) -> list[str]:
    return ["random"] * max(2, game.min_seats)


def check_rows(game: Game, rows: list[dict[str, Any]]) -> None:
    """What holds of every file."""
    last: dict[str, Any] = {"match": None}
    for row in rows:
        # The rows of a match follow each other, and count its decisions.
        goes_on = last["match"] == row["match"]
        assert row["decision"] == (last["decision"] + 1 if goes_on else 0)
        assert row["action"] in row["legal"]
        assert row["legal"] == sorted(set(row["legal"]))
        assert row["notation"] == game.actions[row["action"]].notation
        assert len(row["features"]) == game.feature_size
        last = row
    matches = [row["match"] for row in rows if row["decision"] == 0]
    assert len(set(matches)) == len(matches)


@every_game
def test_a_simulation_writes_every_decision(game: Game, tmp_path: Path):
    file = tmp_path / "decisions.parquet"
    policies = policies_for(game)
    written = simulate(game, policies, games=20, seed=1, trajectories=file)
    assert written == simulate(game, policies, games=20, seed=1)
    rows = rows_of(file)
    check_rows(game, rows)
    assert len(rows) == written.decisions
    assert sorted({row["match"] for row in rows}) == list(range(written.games))
    # Each policy got what its seat got, in all matches.
    for place, result in enumerate(written.policies):
        paid = {row["match"]: row["payoff"] for row in rows if row["policy"] == place}
        mean = result.payoff.mean
        assert sum(paid.values()) == pytest.approx(mean * written.games, abs=1e-3)
        for row in rows:
            if row["policy"] == place:
                assert (row["seat"] + row["match"]) % len(policies) == place
    about = json.loads(pq.read_schema(file).metadata[b"intrigue"])
    assert about["game"] == game.id
    assert about["rules_version"] == game.rules_version
    assert about["feature_version"] > 0
    assert about["policies"] == policies
    assert about["options"] == written.options
    assert about["seed"] == written.seed.hex()
    assert list(tmp_path.iterdir()) == [file]


def test_the_rows_are_what_a_match_shows(tmp_path: Path):
    """A deal with one world, so that the match can be played again here."""
    file = tmp_path / "decisions.parquet"
    game = Game("complots")
    with VectorEnv(game, 3, seed=4, options={"seats": 3}, trajectories=file) as env:
        seen, ends = [], np.zeros(3, int)
        for _ in range(150):
            actions = env.sample().copy()
            found = env.buffers
            assert found.features is not None
            seen += [
                (
                    lane + 3 * ends[lane],
                    int(found.seats[lane]),
                    int(actions[lane]),
                    tuple(np.flatnonzero(found.masks[lane])),
                    found.features[lane].tobytes(),
                )
                for lane in range(3)
            ]
            env.step(actions)
            ends += found.ends
    rows = rows_of(file)
    check_rows(game, rows)
    assert len(rows) == len(seen)
    assert sorted(
        (row["match"], row["seat"], row["action"], tuple(row["legal"]), row["features"])
        for row in rows
    ) == sorted(seen)
    # Matches that were not over have no payoffs; the others pay at most one win.
    for row in rows:
        lane = row["match"] % 3
        assert (row["payoff"] is None) == (row["match"] == lane + 3 * ends[lane])
    paid = {(row["match"], row["seat"]): row["payoff"] or 0 for row in rows}
    for match in {row["match"] for row in rows}:
        assert sum(paid.get((match, seat), 0) for seat in range(3)) in {0, 1}


@every_game
def test_the_file_does_not_depend_on_the_threads(game: Game, tmp_path: Path):
    contents = []
    for threads in (1, 3):
        file = tmp_path / f"{threads}.parquet"
        simulate(game, policies_for(game), games=60, seed=2, threads=threads, trajectories=file)
        contents.append(file.read_bytes())
    assert contents[0] == contents[1]
    whole = rows_of(tmp_path / "1.parquet")
    part = tmp_path / "part.parquet"
    simulate(game, policies_for(game), games=20, seed=2, first_match=40, trajectories=part)
    assert rows_of(part) == [row for row in whole if row["match"] >= 40]


@every_game
@pytest.mark.parametrize("lanes", [1, 5])
def test_lanes_write_match_by_match(game: Game, lanes: int, tmp_path: Path):
    file = tmp_path / "lanes.parquet"
    with VectorEnv(game, lanes, seed=3, trajectories=str(file)) as env:
        ended = 0
        for number in range(120):
            if number == 60:
                env.reset()
            ended += int(env.step(env.sample()).ends.sum())
        assert not file.exists()
    rows = rows_of(file)
    check_rows(game, rows)
    assert len(rows) == 120 * lanes
    assert len({row["match"] for row in rows if row["payoff"] is not None}) <= ended
    assert {row["match"] % lanes for row in rows} == set(range(lanes))
    assert "policy" not in rows[0]
    with pytest.raises(ValueError, match="closed"):
        env.step(env.sample())
    with pytest.raises(ValueError, match="closed"):
        env.reset()
    env.close()


def test_seats_of_policies_are_not_recorded(tmp_path: Path):
    file = tmp_path / "one_seat.parquet"
    env = VectorEnv("complots", 4, policies=[None, "random", "random"], trajectories=file)
    for _ in range(50):
        env.step(env.sample())
    env.close()
    assert {row["seat"] for row in rows_of(file)} == {0}


def test_columns_can_be_left_out(tmp_path: Path):
    def columns(file: Path) -> list[str]:
        return list(pq.read_schema(file).names)

    file = tmp_path / "slim.parquet"
    slim = Trajectories(file, legal=False, features=False)
    simulate("district_noir", ["random", "random"], games=4, trajectories=slim)
    plain = ["match", "decision", "seat", "policy", "action", "notation", "payoff"]
    assert columns(file) == plain
    with VectorEnv("district_noir", 2, features=False, trajectories=file) as env:
        env.step(env.sample())
    assert columns(file) == [*(name for name in plain if name != "policy"), "legal"]
    with VectorEnv("district_noir", 2, trajectories=slim) as env:
        env.step(env.sample())
    assert columns(file) == [name for name in plain if name != "policy"]


def test_features_are_read_as_an_array(tmp_path: Path):
    file = tmp_path / "features.parquet"
    game = Game("district_noir")
    simulate(game, ["random", "random"], games=40, trajectories=file)
    table: Any = pq.read_table(file)
    joined = b"".join(table["features"].to_pylist())
    features = np.frombuffer(joined, np.int8).reshape(-1, game.feature_size)
    assert len(features) == table.num_rows
    hand = features[:, game.planes[0].span]
    assert ((hand.sum(axis=1) >= 0) & (hand.sum(axis=1) <= 5)).all()


def test_a_refused_step_is_not_recorded(tmp_path: Path):
    file = tmp_path / "refused.parquet"
    with VectorEnv("district_noir", 2, seed=1, trajectories=file) as env:
        env.step(env.sample())
        actions = env.sample().copy()
        illegal = actions.copy()
        illegal[1] = int(np.flatnonzero(env.buffers.masks[1] == 0)[0])
        with pytest.raises(Refused):
            env.step(illegal)
        env.step(actions)
    assert len(rows_of(file)) == 4


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path):
    """Also if something goes wrong, and then what was there before stays."""
    file = tmp_path / "whole.parquet"
    file.write_text("before")

    class Interrupted(BaseException):
        pass

    def interrupt(progress: Progress) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        simulate("complots", ["random"] * 3, games=10**7, on_progress=interrupt, trajectories=file)
    assert file.read_text() == "before"
    with contextlib.suppress(Interrupted), VectorEnv("complots", 2, trajectories=file) as env:
        env.step(env.sample())
        raise Interrupted
    assert file.read_text() == "before"
    # An env that is dropped leaves nothing.
    env = VectorEnv("complots", 2, trajectories=file)
    env.step(env.sample())
    assert len(list(tmp_path.iterdir())) == 2
    del env
    gc.collect()
    assert list(tmp_path.iterdir()) == [file]
    simulate("complots", ["random"] * 3, games=3, trajectories=file)
    assert rows_of(file)
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_can_not_be_written_is_refused_at_once(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        simulate("complots", ["random"] * 3, games=3, trajectories=tmp_path / "no" / "such.parquet")
    with pytest.raises(IsADirectoryError):
        VectorEnv("complots", 2, trajectories=tmp_path)


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    # What is None can't be imported.
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install intrigue\[parquet\]"):
        simulate("complots", ["random"] * 3, games=3, trajectories=tmp_path / "file.parquet")
    with pytest.raises(ImportError, match=r"pip install intrigue\[parquet\]"):
        VectorEnv("complots", 2, trajectories=tmp_path / "file.parquet")
    assert list(tmp_path.iterdir()) == []
    # Nothing else needs it.
    simulate("complots", ["random"] * 3, games=3)


def test_ctrl_c_leaves_no_file(tmp_path: Path):
    file = tmp_path / "file.parquet"
    program = f"""
import os, signal
from intrigue import simulate

def interrupt(progress):
    if progress.games:
        os.kill(os.getpid(), signal.SIGINT)

policies = ["random"] * 3
try:
    simulate("complots", policies, 10**7, trajectories={str(file)!r}, on_progress=interrupt)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = run([sys.executable, "-c", program])
    assert done.stdout == "interrupted\n", done.stderr
    assert list(tmp_path.iterdir()) == []


def test_many_rows_are_cut_into_groups(tmp_path: Path):
    file = tmp_path / "groups.parquet"
    slim = Trajectories(file, legal=False, features=False)
    result = simulate("complots", ["random"] * 3, games=9000, trajectories=slim)
    metadata = pq.ParquetFile(file).metadata
    assert metadata.num_rows == result.decisions
    sizes = [metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)]
    assert len(sizes) > 1
    assert len(set(sizes[:-1])) == 1


def test_random_play_of_lanes_is_not_changed_by_recording(tmp_path: Path):
    plain = VectorEnv("shadow_blades", 8, seed=5)
    recorded = VectorEnv("shadow_blades", 8, seed=5, trajectories=tmp_path / "file.parquet")
    with recorded:
        for _ in range(100):
            actions = plain.sample()
            assert np.array_equal(actions, recorded.sample())
            first, second = plain.step(actions), recorded.step(actions)
            assert np.array_equal(first.masks, second.masks)
            assert np.array_equal(first.rewards, second.rewards)
    assert [file.name for file in tmp_path.iterdir()] == ["file.parquet"]
