"""Network files of the policy `learned`, as `tools/train` writes and reads them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.train import check, golden
from tools.train.export import export, random_samples
from tools.train.integer_network import (
    MOST_SUM,
    UNIT,
    IntegerNetwork,
    Layer,
    draw_weights,
    fnv,
)

from intrigue import Game, VectorEnv, analyze, policies, simulate
from intrigue.engine import Engine, Refused

CONTENT = golden.NETWORK.read_bytes()
ROOT = Path(__file__).resolve().parents[2]
# Games that have networks.
TRAINED = {path.parts[-3] for path in ROOT.glob("core_rs/crates/games/*/networks/*.bin")}


def small(layers: Any = None, **changes: Any) -> bytes:
    """A network of two inputs and three actions."""
    fields: dict[str, Any] = {
        "game": golden.GAME,
        "seats": 2,
        "options": {},
        "trained": "",
        "inputs": [0, 5],
        "actions": [1, 2, 13],
    }
    return export(layers or golden.random_layers((2, 8, 3), 1), **{**fields, **changes})


def test_the_logits_of_the_golden_network_are_golden():
    lines = golden.LOGITS.read_text(encoding="utf-8").splitlines()
    assert golden.lines(CONTENT) == [line for line in lines if not line.startswith("#")]


def test_an_export_can_be_repeated_and_read():
    # The range of activations is measured in floating point, so only on the same machine.
    assert golden.network() == golden.network()
    network = IntegerNetwork.read(CONTENT)
    assert network.write() == CONTENT
    assert (network.head.game, network.head.seats) == (golden.GAME, (2, 2))
    assert network.head.options == golden.OPTIONS
    assert check.misfits(network) == []


@pytest.mark.parametrize("game", Game.all(), ids=lambda game: game.id)
def test_integers_stay_close_to_the_trained_numbers(game):
    seats, size = game.default_seats, game.feature_size
    layers = golden.random_layers((size, 128, 128, len(game.actions)), 5)
    samples = random_samples(game.id, {}, seats)[::8]
    content = export(
        layers,
        game=game.id,
        seats=seats,
        options={},
        trained="",
        inputs=range(size),
        actions=range(len(game.actions)),
        samples=samples,
    )
    values = samples.astype(np.float64)
    for place, (weights, biases) in enumerate(layers):
        values = values @ weights + biases
        if place < len(layers) - 1:
            values = values.clip(0, None)
    found = IntegerNetwork.read(content).logits(samples) / UNIT
    spread, error = values.std(), np.abs(found - values).max()
    print(f"{game.id}: {len(content):,} bytes, logits ± {spread:.2f}, error {error:.4f}")
    assert error < 0.02 * max(1.0, np.abs(values).max())


def test_weights_of_a_draw_are_the_exponential_function():
    logits = np.array([300, 44, -9999, 300 - 512])
    assert draw_weights(logits).tolist() == [2**20, round(2**20 / np.e), 0, round(2**20 / np.e**2)]
    assert draw_weights(logits, 200).tolist()[1] == round(2**20 / np.e**0.5)
    assert draw_weights(np.array([3, 7, 7]), 0).tolist() == [0, 1, 0]


def test_sums_that_might_not_fit_are_refused():
    network = IntegerNetwork.read(small())
    loud = Layer(np.full((8, 3), 2**15 - 1, np.int16), np.zeros(3, np.int32), 0)
    assert loud.largest_sum(4095) < MOST_SUM
    replace(network, layers=(network.layers[0], loud)).write()
    bias = np.full(3, MOST_SUM, np.int32)
    with pytest.raises(OverflowError, match="layer 1 might not fit 32 bits"):
        replace(network, layers=(network.layers[0], replace(loud, biases=bias))).write()


def test_large_weights_are_scaled_until_they_fit():
    layers = [(weights * 20, biases) for weights, biases in golden.random_layers((2, 8, 3), 1)]
    for layer, most in zip(IntegerNetwork.read(small(layers)).layers, (128, 4095), strict=True):
        assert layer.largest_sum(most) <= MOST_SUM
    far = [(weights * 1e12, biases) for weights, biases in layers]
    with pytest.raises(ValueError, match="too large for 16 bits"):
        small(far)


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"seats": 3}, "can't have 3 to 3 seats"),
        ({"options": {"seats": "2"}}, "no option"),
        ({"inputs": [5, 0]}, "inputs are not in ascending order"),
        ({"actions": [1, 1, 2]}, "actions are not in ascending order"),
        ({"actions": [1, 2]}, "a neuron for each action"),
        ({"layers": golden.random_layers((2, 300, 3), 1)}, "more than 256 neurons"),
        ({"layers": golden.random_layers((2, 8, 8, 8, 8, 3), 1)}, "1 to 4 layers"),
        ({"layers": [(np.full((2, 3), np.nan), np.zeros(3))]}, "finite"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_can_t_be_exported_is_told_why(changes, match):
    with pytest.raises(ValueError, match=match):
        small(**changes)
    with pytest.raises(Refused):
        small(options={"no": "such"})


def test_damaged_files_are_told_apart():
    for content, match in (
        (b"", "not a network"),
        (b"X" + CONTENT[1:], "not a network"),
        (CONTENT[:8] + b"\2" + CONTENT[9:], "another version of the format"),
        (CONTENT[:-1], "cut short"),
        (CONTENT + b"\0", "too long"),
        (CONTENT[:-100] + bytes([CONTENT[-100] ^ 1]) + CONTENT[-99:], "checksum"),
    ):
        with pytest.raises(ValueError, match=match):
            IntegerNetwork.read(content)
    assert fnv(b"") == 0xCBF29CE484222325
    assert fnv(b"foobar") == 0x85944171F73967E8


def test_the_command_describes_a_file(monkeypatch, capsys, tmp_path):
    def run(file: Path) -> tuple[Any, str]:
        monkeypatch.setattr(sys, "argv", ["check", str(file)])
        with pytest.raises(SystemExit) as caught:
            check.main()
        return caught.value.code, capsys.readouterr().out

    code, output = run(golden.NETWORK)
    assert not code
    for said in ("district_noir", "first_seat=random", "Not trained", "16, shift", "bytes"):
        assert said in output
    network = IntegerNetwork.read(CONTENT)
    other = replace(network, head=replace(network.head, features_version=99, plane_hash=1))
    file = tmp_path / "other.bin"
    file.write_bytes(other.write())
    code, output = run(file)
    assert code
    assert "MISFIT: other features version: 99" in output
    assert "other planes" in output


@pytest.mark.parametrize("game", Game.all(), ids=lambda game: game.id)
def test_without_a_network_the_policy_is_refused_at_once(game):
    assert "learned" in [policy.name for policy in policies()]
    seats = game.default_seats
    engine = Engine()
    if game.id in TRAINED:
        engine.resolve_policy("learned", game.id, {})
        return
    with pytest.raises(Refused) as caught:
        engine.resolve_policy("learned", game.id, {})
    refused = caught.value
    assert (refused.kind, refused.code) == ("unknown_policy", "POLICY_NOT_TRAINED")
    assert game.id in refused.en
    with pytest.raises(Refused, match="not trained"):
        simulate(game.id, ["learned"] * seats, 1)
    if seats > 1:
        with pytest.raises(Refused, match="not trained"):
            VectorEnv(game.id, 1, policies=[None, *["learned"] * (seats - 1)])
    match = game.deal(seed=1)
    with pytest.raises(Refused, match="does not evaluate actions"):
        analyze(match, policy="learned")
    engine.resolve_policy("random", game.id, {})
