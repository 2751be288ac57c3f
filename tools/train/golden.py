"""`python -m tools.train.golden`: writes the network that tests compare the core and numpy by.

It is small and random: it plays badly, and nothing plays by it but tests.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from intrigue import Game
from tools.train.export import export, random_samples
from tools.train.integer_network import IntegerNetwork

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAME: Final = "district_noir"
FOLDER: Final = Path(__file__).resolve().parents[2] / "tests" / "golden" / GAME
NETWORK: Final = FOLDER / "network.bin"
LOGITS: Final = FOLDER / "network.txt"
OPTIONS: Final = {"first_seat": "random"}
WIDTHS: Final = (16, 24)
_COMMENT: Final = (
    "# Feature tensors (place:value of each number that is not 0) and the logits that network.bin"
    " gives for them."
)


def random_layers(
    sizes: tuple[int, ...], seed: int
) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Layers as a network has them before its training."""
    rng = np.random.default_rng(seed)
    return [
        (
            rng.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32),
            rng.normal(0, 0.1, after).astype(np.float32),
        )
        for before, after in itertools.pairwise(sizes)
    ]


def network() -> bytes:
    """The file: it leaves out some inputs, and one action."""
    game = Game(GAME)
    inputs = [place for place in range(game.feature_size) if place % 7 != 3]
    actions = [place for place in range(len(game.actions)) if place != 12]
    return export(
        random_layers((len(inputs), *WIDTHS, len(actions)), 2026),
        game=GAME,
        seats=2,
        options=OPTIONS,
        trained="Not trained: random weights of seed 2026, for tests.",
        inputs=inputs,
        actions=actions,
    )


def lines(content: bytes) -> list[str]:
    """Tensors of play, and tensors as no match has them, with their logits."""
    rng = np.random.default_rng(7)
    played = random_samples(GAME, OPTIONS, 2)[::400]
    extreme = rng.choice(np.array([-128, -1, 0, 127], np.int8), (6, played.shape[1]))
    features = np.concatenate([played, extreme])
    found = IntegerNetwork.read(content).logits(features)
    return [
        f"{_numbers(row)} = {' '.join(map(str, logits))}"
        for row, logits in zip(features, found, strict=True)
    ]


def _numbers(row: NDArray[np.int8]) -> str:
    return " ".join(f"{place}:{row[place]}" for place in row.nonzero()[0])


def main() -> None:
    """Writes both files."""
    content = network()
    NETWORK.write_bytes(content)
    LOGITS.write_text("\n".join([_COMMENT, *lines(content), ""]), encoding="utf-8")
    print(f"{NETWORK.name}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
