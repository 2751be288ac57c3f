"""Writes a trained network as the file that the policy `learned` plays by.

The trained network has real numbers; the file has integers. Activations become 12 bits, weights 16
bits and biases 32 bits; each layer has one scale, as fine as its weights and its sums allow. That
no sum leaves 32 bits is proven for each neuron before anything is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from intrigue import Game, VectorEnv
from intrigue.engine import Engine
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse
from tools.train.integer_network import (
    MOST_ACTIVATION,
    MOST_INPUT,
    MOST_SUM,
    UNIT,
    Head,
    IntegerNetwork,
    Layer,
    fnv,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from intrigue_proto.v1.game_pb2 import FeatureLayout

_MOST_SHIFT: Final = 24
# How much larger an activation may be than any that was seen; beyond that it is cut off.
_HEADROOM: Final = 1.5
_MOST_WEIGHT: Final = 2**15 - 1
_SAMPLE_LANES: Final = 64
_SAMPLE_STEPS: Final = 64


def export(
    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]],
    *,
    game: str,
    seats: int | tuple[int, int],
    options: Mapping[str, str],
    trained: str,
    inputs: Sequence[int] | NDArray[np.integer],
    actions: Sequence[int] | NDArray[np.integer],
    samples: NDArray[np.int8] | None = None,
) -> bytes:
    """The file of a network.

    Args:
        layers: Weights (inputs by neurons) and biases of each layer, for inputs as the tensor has
            them: what scales them is part of the weights, and what constant inputs add that are not
            used is part of the biases. All layers but the last end in a ReLU.
        game: The game that it plays.
        seats: The number of seats that it was trained for, or the fewest and the most.
        options: The options whose values matter; with other values the policy is refused.
        trained: How it was trained, in a sentence: seed, time, opponents.
        inputs: The places of its inputs in the feature tensor, ascending.
        actions: The ids of its outputs, ascending.
        samples: Rows of whole feature tensors, as its own play leads to them, from which the range
            of activations is measured. By default random matches are played for it.

    Raises:
        ValueError: Weights are no numbers or too large, or sizes do not fit.
        OverflowError: A sum might not fit 32 bits.
    """
    for weights, biases in layers:
        if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
            raise ValueError("a weight or a bias is not a finite number")
    fewest, most = (seats, seats) if isinstance(seats, int) else seats
    head = _head(game, (fewest, most), options, trained)
    used = np.asarray(inputs, np.uint16)
    if samples is None:
        samples = np.concatenate(
            [random_samples(game, options, number) for number in range(fewest, most + 1)]
        )
    values = samples[:, used].astype(np.float64)
    scale, largest, quantized = 1.0, MOST_INPUT, []
    for place, (weights, biases) in enumerate(layers):
        values = values @ weights.astype(np.float64) + biases
        last = place == len(layers) - 1
        values = values if last else values.clip(0, None)
        wanted = UNIT if last else MOST_ACTIVATION / (_HEADROOM * max(values.max(), 1e-6))
        quantized.append(_quantize(weights, biases, scale, wanted, largest))
        scale, largest = wanted, MOST_ACTIVATION
    network = IntegerNetwork(head, used, np.asarray(actions, np.uint16), tuple(quantized))
    return network.write()


def random_samples(game: str, options: Mapping[str, str], seats: int) -> NDArray[np.int8]:
    """Feature tensors of seats that are to act, in random matches; the same at every call."""
    rules = Game(game)
    varied = any(option.name == "seats" for option in rules.options)
    settings = {**options, "seats": str(seats)} if varied else dict(options)
    rows = []
    with VectorEnv(game, _SAMPLE_LANES, options=settings, seed=1) as env:
        buffers = env.reset()
        for _ in range(_SAMPLE_STEPS):
            rows.append(np.array(buffers.features, np.int8))
            buffers = env.step(env.sample())
    return np.concatenate(rows)


def layout_hash(layout: FeatureLayout) -> int:
    """The hash of the planes."""
    planes = (
        plane.name.encode() + b"\0" + plane.size.to_bytes(4, "little") for plane in layout.planes
    )
    return fnv(b"".join(planes))


def table_hash(game: Game) -> int:
    """The hash of the action table."""
    lines = (f"{place} {action.notation}\n" for place, action in enumerate(game.actions))
    return fnv("".join(lines).encode())


def _head(game: str, seats: tuple[int, int], options: Mapping[str, str], trained: str) -> Head:
    rules = Game(game)
    fewest, most = seats
    if not rules.min_seats <= fewest <= most <= rules.max_seats:
        raise ValueError(f"{game} can't have {fewest} to {most} seats")
    if "seats" in options:
        raise ValueError("the number of seats is no option here")
    rules.settle(options)
    layout = GetGameResponse.FromString(Engine().get_game(game)).features
    return Head(
        game=game,
        rules_version=rules.rules_version,
        features_version=layout.version,
        plane_hash=layout_hash(layout),
        action_hash=table_hash(rules),
        feature_size=layout.size,
        seats=seats,
        options=dict(sorted(options.items())),
        trained=trained,
    )


def _quantize(
    weights: NDArray[np.float32],
    biases: NDArray[np.float32],
    scale: float,
    wanted: float,
    largest: int,
) -> Layer:
    """A layer whose inputs are `scale` times the real ones and at most `largest`, and whose outputs
    are `wanted` times the real ones: as fine as possible.
    """
    for shift in range(_MOST_SHIFT, -1, -1):
        grain = wanted * 2**shift
        whole = np.rint(weights.astype(np.float64) * (grain / scale))
        # A shift rounds down, so half a unit is added first.
        added = np.rint(biases.astype(np.float64) * grain) + 2**shift // 2
        if np.abs(whole).max() > _MOST_WEIGHT or np.abs(added).max() > MOST_SUM:
            continue
        layer = Layer(whole.astype(np.int16), added.astype(np.int32), shift)
        if layer.largest_sum(largest) <= MOST_SUM:
            return layer
    raise ValueError("the weights are too large for 16 bits")
