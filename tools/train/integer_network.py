"""A network file, read and computed as the core does it: the same integers, bit for bit.

The format is described in core_rs/crates/intrigue_core/src/network_file.rs.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC: Final = b"INTRNET\0"
FORMAT: Final = 1
HEAD: Final = struct.Struct("<8sIIIIQQIHHHHHHHH")
"""Magic, format, length, versions of rules and features, hashes of planes and actions, numbers of
the tensor, fewest and most seats, inputs, actions, layers, and bytes of the three texts.
"""
SIZES: Final = struct.Struct("<HH")
CHECKSUM: Final = struct.Struct("<Q")

MOST_LAYERS: Final = 4
MOST_NEURONS: Final = 256
MOST_ACTIONS: Final = 4095
MOST_ACTIVATION: Final = 4095
MOST_INPUT: Final = 128
MOST_SUM: Final = 2**31 - 1

UNIT: Final = 256
"""Units of logits: so many make an action `e` times as likely."""
_PLACES: Final = 16 * UNIT
_POINT: Final = 62
_WEIGHT_BITS: Final = 20


def fnv(content: bytes) -> int:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


@dataclass(frozen=True, slots=True)
class Head:
    """What a network was trained for."""

    game: str
    rules_version: int
    features_version: int
    plane_hash: int
    action_hash: int
    feature_size: int
    seats: tuple[int, int]
    """The fewest and the most."""
    options: dict[str, str]
    """The options that matter; others may have any value."""
    trained: str


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights, input by input, the bias of each neuron, and by how much sums are shifted."""

    weights: NDArray[np.int16]
    biases: NDArray[np.int32]
    shift: int

    def largest_sum(self, most: int) -> int:
        """The largest sum of any neuron, whatever the inputs up to `most` are."""
        sums = np.abs(self.weights.astype(np.int64)).sum(axis=0) * most
        return int((sums + np.abs(self.biases.astype(np.int64))).max())

    def sums(self, inputs: NDArray[np.int64]) -> NDArray[np.int64]:
        """The shifted sums of all neurons, for rows of inputs."""
        # Integers below 2^53, so real numbers are exact here, and numpy multiplies them faster.
        products = inputs.astype(np.float64) @ self.weights.astype(np.float64)
        sums = products.astype(np.int64) + self.biases
        if np.abs(sums).max(initial=0) > MOST_SUM:
            raise OverflowError("a sum does not fit 32 bits")
        shifted: NDArray[np.int64] = sums >> self.shift
        return shifted


@dataclass(frozen=True, slots=True)
class IntegerNetwork:
    """A network as its file has it."""

    head: Head
    inputs: NDArray[np.uint16]
    actions: NDArray[np.uint16]
    layers: tuple[Layer, ...]

    @classmethod
    def read(cls, content: bytes) -> IntegerNetwork:
        """The network of a file; ValueError if it is none, or damaged."""
        if len(content) < HEAD.size + CHECKSUM.size or not content.startswith(MAGIC):
            raise ValueError("this is not a network file")
        (_, version, length, rules, features, planes, table, size, *counts) = HEAD.unpack_from(
            content
        )
        if version != FORMAT:
            raise ValueError(f"the network file has another version of the format: {version}")
        if length != len(content):
            raise ValueError("the network file is cut short or too long")
        if (fnv(content[: -CHECKSUM.size]),) != CHECKSUM.unpack(content[-CHECKSUM.size :]):
            raise ValueError("the network file is damaged: its checksum is wrong")
        fewest, most, inputs, actions, layers, *lengths = counts
        rest = _Rest(content, HEAD.size)
        sizes = [SIZES.unpack(rest.take(SIZES.size)) for _ in range(layers)]
        game, options, trained = (rest.take(length).decode() for length in lengths)
        used = rest.array("<u2", inputs)
        known = rest.array("<u2", actions)
        read, width = [], inputs
        for place, (neurons, shift) in enumerate(sizes):
            weights = rest.array("<i2", width * neurons)
            shaped = (
                weights.reshape(width, neurons) if place == 0 else weights.reshape(neurons, width).T
            )
            read.append(Layer(shaped, rest.array("<i4", neurons), shift))
            width = neurons
        pairs = (line.partition("=") for line in options.splitlines())
        head = Head(
            game=game,
            rules_version=rules,
            features_version=features,
            plane_hash=planes,
            action_hash=table,
            feature_size=size,
            seats=(fewest, most),
            options={name: value for name, _, value in pairs},
            trained=trained,
        )
        return cls(head, used, known, tuple(read))

    def write(self) -> bytes:
        """The file; ValueError if it would break a limit of the format."""
        self._check()
        head = self.head
        texts = [
            head.game.encode(),
            "".join(f"{name}={value}\n" for name, value in head.options.items()).encode(),
            head.trained.encode(),
        ]
        sizes = b"".join(SIZES.pack(len(layer.biases), layer.shift) for layer in self.layers)
        parts = [sizes, *texts, self.inputs.astype("<u2").tobytes()]
        parts.append(self.actions.astype("<u2").tobytes())
        for place, layer in enumerate(self.layers):
            weights = layer.weights if place == 0 else layer.weights.T
            parts += [weights.astype("<i2").tobytes(), layer.biases.astype("<i4").tobytes()]
        body = b"".join(parts)
        start = HEAD.pack(
            MAGIC,
            FORMAT,
            HEAD.size + len(body) + CHECKSUM.size,
            head.rules_version,
            head.features_version,
            head.plane_hash,
            head.action_hash,
            head.feature_size,
            *head.seats,
            len(self.inputs),
            len(self.actions),
            len(self.layers),
            *map(len, texts),
        )
        return start + body + CHECKSUM.pack(fnv(start + body))

    def logits(self, features: NDArray[np.int8]) -> NDArray[np.int64]:
        """The logits of its actions, in units of 1/256, for rows of whole feature tensors."""
        values = features[:, self.inputs].astype(np.int64)
        *hidden, last = self.layers
        for layer in hidden:
            values = layer.sums(values).clip(0, MOST_ACTIVATION)
        return last.sums(values)

    def _check(self) -> None:
        if not 1 <= len(self.layers) <= MOST_LAYERS:
            raise ValueError(f"expected 1 to {MOST_LAYERS} layers, not {len(self.layers)}")
        if not 1 <= len(self.actions) <= MOST_ACTIONS or not len(self.inputs):
            raise ValueError("there are no inputs, or no actions or too many of them")
        for what, ids, room in (
            ("inputs", self.inputs, self.head.feature_size),
            ("actions", self.actions, 2**16),
        ):
            if not (np.diff(ids.astype(np.int64)) > 0).all() or ids[-1] >= room:
                raise ValueError(f"the {what} are not in ascending order, or are too large")
        width, most = len(self.inputs), MOST_INPUT
        for place, layer in enumerate(self.layers):
            neurons = len(layer.biases)
            if layer.weights.shape != (width, neurons) or not 0 <= layer.shift < 32:
                raise ValueError(f"layer {place} has sizes that do not fit")
            if place < len(self.layers) - 1 and neurons > MOST_NEURONS:
                raise ValueError(f"layer {place} has more than {MOST_NEURONS} neurons")
            if layer.largest_sum(most) > MOST_SUM:
                raise OverflowError(f"a sum of layer {place} might not fit 32 bits")
            width, most = neurons, MOST_ACTIVATION
        if width != len(self.actions):
            raise ValueError("the last layer needs a neuron for each action")


def draw_weights(logits: NDArray[np.int64], temperature: int = 100) -> NDArray[np.int64]:
    """The weights by which the core draws one of these actions, all of which are legal; the
    temperature is in hundredths. At 0 it is the first of the best.
    """
    below = logits.max() - logits
    if temperature == 0:
        first: NDArray[np.int64] = np.zeros_like(below)
        first[below.argmin()] = 1
        return first
    places = below * 100 // temperature
    weights: NDArray[np.int64] = np.where(
        places < _PLACES, _WEIGHTS[places.clip(0, _PLACES - 1)], 0
    )
    return weights


def _exponentials() -> NDArray[np.int64]:
    """`exp(-place / UNIT)` in 2^-20, by integers alone."""
    step, term, power = 0, 1 << _POINT, 0
    while term:
        step += term if power % 2 == 0 else -term
        power += 1
        term //= UNIT * power
    table, weight = [], 1 << _POINT
    for _ in range(_PLACES):
        rounded = weight + (1 << (_POINT - _WEIGHT_BITS - 1))
        table.append(rounded >> (_POINT - _WEIGHT_BITS))
        weight = weight * step >> _POINT
    return np.array(table, np.int64)


_WEIGHTS: Final = _exponentials()


class _Rest:
    """What of a file has not been read."""

    def __init__(self, content: bytes, at: int) -> None:
        self._content = content
        self._at = at

    def take(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._content) - CHECKSUM.size:
            raise ValueError("the network file is cut short or too long")
        part = self._content[self._at : end]
        self._at = end
        return part

    def array(self, kind: str, count: int) -> NDArray[Any]:
        return np.frombuffer(self.take(count * int(kind[-1])), kind)
