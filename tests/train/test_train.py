"""Training learns, can be interrupted anywhere, and refuses what does not fit."""

from __future__ import annotations

import csv
import json
import signal
from dataclasses import replace

import numpy as np
import pytest
from tests.train.small import FAST, SMALL, small_variant
from tools.train import checkpoint
from tools.train.__main__ import main
from tools.train.checkpoint import CheckpointRefused, State
from tools.train.evaluate import evaluate
from tools.train.lanes import Lanes, NetworkRival
from tools.train.train import Plan, Trainer, raw_layers, train
from tools.train.variant import Selection, Variant


@pytest.fixture(scope="module")
def variant() -> Variant:
    return small_variant()


def plan(path, rounds: int) -> Plan:
    return Plan(path, minutes=1, rounds=rounds, points=2, point_matches=64)


def begin(variant: Variant, seed: int = 1) -> State:
    return State.begin(variant, seed, FAST.hidden)


def test_only_what_varies_is_an_input(variant):
    selection = Selection.survey(variant)
    size = sum(size for _, _, size in variant.planes)
    assert 0 < len(selection.inputs) < size
    assert 0 < len(selection.actions) < 70
    lanes = Lanes(variant, 32, 3)
    assert lanes.buffers.features is not None
    for _ in range(50):
        encoded = selection.encode(lanes.buffers.features)
        assert np.abs(encoded).max() <= 1
        masks = lanes.buffers.masks
        assert (selection.legal(masks).sum(axis=1) == masks.sum(axis=1)).all()
        lanes.env.step(lanes.env.sample())


def test_a_few_seconds_beat_random_play(variant, tmp_path):
    state = begin(variant)

    def against_random() -> float:
        return evaluate(
            state.network, state.selection, variant, policies=["random"], matches=2000, seed=9
        ).mean

    before = against_random()
    train(state, replace(FAST, alone=1.0), plan(tmp_path / "run.npz", 40), say=lambda _: None)
    after = against_random()
    assert after > 0.6 > before


def test_the_curve_is_a_file(variant, tmp_path):
    path = tmp_path / "folder" / "run.npz"
    assert train(begin(variant), FAST, plan(path, 4), say=lambda _: None)
    rows = list(csv.DictReader(path.with_suffix(".csv").open()))
    assert [row["rounds"] for row in rows] == ["0", "2", "4"]
    assert all(float(row["low"]) <= float(row["payoff"]) <= float(row["high"]) for row in rows)
    assert {one.name for one in path.parent.iterdir()} == {"run.npz", "run.csv"}


@pytest.mark.parametrize("stop", [1, 3])
def test_what_is_resumed_ends_like_what_never_stopped(variant, tmp_path, stop):
    budget = plan(tmp_path / "run.npz", 4)
    whole = begin(variant)
    train(whole, FAST, budget, say=lambda _: None)

    first = begin(variant)
    trainer = Trainer(first, FAST, budget.progress)
    for _ in range(stop):
        trainer.run_round()
    checkpoint.save(first, budget.path)
    second = checkpoint.load(budget.path, variant)
    assert second.rounds == stop
    train(second, FAST, budget, say=lambda _: None)
    assert np.array_equal(second.network.parameters, whole.network.parameters)
    assert np.array_equal(second.adam.square, whole.adam.square)
    assert (second.steps, second.matches) == (whole.steps, whole.matches)


def test_another_seed_ends_elsewhere(variant, tmp_path):
    budget = plan(tmp_path / "run.npz", 1)
    one, other = begin(variant, 1), begin(variant, 2)
    for state in (one, other):
        train(state, FAST, budget, say=lambda _: None)
    assert not np.array_equal(one.network.parameters, other.network.parameters)


def test_an_interrupt_leaves_a_checkpoint(variant, tmp_path):
    budget = replace(plan(tmp_path / "run.npz", 1000), say_seconds=0.0)
    before = signal.getsignal(signal.SIGINT)
    said = []

    def say(text: str) -> None:
        said.append(text)
        if len(said) == 2:
            signal.raise_signal(signal.SIGINT)

    assert not train(begin(variant), FAST, budget, say=say)
    assert signal.getsignal(signal.SIGINT) == before
    assert checkpoint.load(budget.path, variant).rounds == 2
    assert "entropy" in said[0]
    assert "greedy" in said[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "district_noir"}, "game complots, not district_noir"),
        (
            {"options": Variant.of("complots", SMALL | {"turn_limit": "6"}).options},
            "option turn_limit",
        ),
        ({"rules_version": 99}, "version of the rules"),
        ({"feature_version": 99}, "version of the features"),
        ({"planes": (("hand", 0, 5),)}, "planes of the features"),
    ],
    ids=["game", "options", "rules", "features", "planes"],
)
def test_a_checkpoint_of_something_else_is_refused(variant, tmp_path, change, sentence):
    path = tmp_path / "run.npz"
    checkpoint.save(begin(variant), path)
    with pytest.raises(CheckpointRefused) as refused:
        checkpoint.load(path, replace(variant, **change))
    text = str(refused.value)
    assert sentence in text
    assert text.endswith(".")
    assert "\n" not in text


def test_a_checkpoint_of_an_older_core_is_refused(variant, tmp_path):
    path = tmp_path / "run.npz"
    state = begin(variant)
    state.variant = replace(variant, feature_version=0)
    checkpoint.save(state, path)
    expected = f"was trained with version of the features 0, not {variant.feature_version}"
    with pytest.raises(SystemExit, match=expected):
        main(["evaluate", str(path)])


def test_what_is_no_checkpoint_is_refused(variant, tmp_path):
    with pytest.raises(CheckpointRefused, match="There is no checkpoint"):
        checkpoint.load(tmp_path / "none.npz")
    path = tmp_path / "text.npz"
    path.write_text("hello")
    with pytest.raises(CheckpointRefused, match=r"is not a checkpoint of tools\.train"):
        checkpoint.load(path)
    checkpoint.save(begin(variant), path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CheckpointRefused, match="is not a checkpoint"):
        checkpoint.load(path)
    with np.load(_written(path, whole)) as file:
        arrays = dict(file)
    about = json.loads(str(arrays["about"])) | {"format": 99}
    np.savez(path, **(arrays | {"about": np.array(json.dumps(about))}))
    with pytest.raises(CheckpointRefused, match="format 99, not of format 1"):
        checkpoint.load(path)


def _written(path, content: bytes):
    path.write_bytes(content)
    return path


def test_raw_layers_score_features_as_the_network_does(variant):
    state = begin(variant)
    state.network.parameters[:] += 0.1
    lanes = Lanes(variant, 16, 3)
    features = lanes.buffers.features
    assert features is not None
    out = features[:, state.selection.inputs].astype(np.float32)
    layers = raw_layers(state)
    for number, (weights, bias) in enumerate(layers):
        out = out @ weights + bias
        if number < len(layers) - 1:
            out = np.maximum(out, 0)
    wanted = state.network.forward(state.selection.encode(features))[-1][:, :-1]
    np.testing.assert_allclose(out, wanted, rtol=1e-4, atol=1e-5)


def test_a_network_against_itself_gets_its_share(variant):
    state = begin(variant)
    rival = NetworkRival(state.network, state.selection, np.random.default_rng(1))
    lanes = Lanes(variant, 64, 5, rival=rival)
    trainer = Trainer(
        state, replace(FAST, steps=400, rate=0, last_rate=0), lambda _: 0, lanes=[lanes]
    )
    trainer.run_round()
    assert abs(trainer.payoff - 0.5) < 0.05
    assert state.steps < 64 * 400 * FAST.updates * 0.7


def test_the_command_trains_evaluates_and_resumes(tmp_path, capsys):
    path = tmp_path / "run.npz"
    options = [
        argument for name, value in SMALL.items() for argument in ("--option", f"{name}={value}")
    ]
    command = ["--game", "complots", *options, "--output", str(path), "--point-matches", "64"]
    main([*command, "--rounds", "1"])
    main([*command, "--rounds", "1"])
    main(["evaluate", str(path), "--against", "random", "--matches", "200"])
    printed = capsys.readouterr().out
    assert "going on after" in printed
    assert "against random: 0." in printed
    with pytest.raises(SystemExit, match="not"):
        main(["--game", "complots", "--seats", "3", "--output", str(path), "--rounds", "1"])
    with pytest.raises(SystemExit, match="NAME=VALUE"):
        main(["--game", "complots", "--option", "deck"])


def test_curves_are_drawn(variant, tmp_path):
    pytest.importorskip("matplotlib")
    from tools.learning_curves import main as draw

    path = tmp_path / "run.npz"
    train(begin(variant), FAST, plan(path, 2), say=lambda _: None)
    picture = tmp_path / "curve.svg"
    draw([f"small={path.with_suffix('.csv')}", "--output", str(picture)])
    assert "<svg" in picture.read_text()
