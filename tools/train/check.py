"""`python -m tools.train.check FILE…`: what network files say of themselves, and whether they fit
the games of this installation.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from intrigue import Game
from intrigue.engine import Engine, Refused
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse
from tools.train.export import layout_hash, table_hash
from tools.train.integer_network import MOST_ACTIVATION, MOST_INPUT, MOST_SUM, IntegerNetwork


def describe(network: IntegerNetwork, size: int) -> str:
    """The head and the sizes, a line each."""
    head, (fewest, most) = network.head, network.head.seats
    options = ", ".join(f"{name}={value}" for name, value in head.options.items())
    lines = [
        ("game", head.game),
        ("rules version", str(head.rules_version)),
        ("features version", str(head.features_version)),
        ("planes", f"{head.plane_hash:016x}, {head.feature_size} numbers"),
        ("action table", f"{head.action_hash:016x}"),
        ("seats", str(fewest) if fewest == most else f"{fewest} to {most}"),
        ("options", options or "any"),
        ("trained", head.trained),
        ("inputs", str(len(network.inputs))),
        ("actions", str(len(network.actions))),
    ]
    bound = MOST_INPUT
    for place, layer in enumerate(network.layers):
        inputs, neurons = layer.weights.shape
        share = layer.largest_sum(bound) / MOST_SUM
        lines.append(
            (
                f"layer {place}",
                f"{inputs} x {neurons}, shift {layer.shift}, sums up to {share:.1%} of 32 bits",
            )
        )
        bound = MOST_ACTIVATION
    lines.append(("size", f"{size:,} bytes"))
    return "\n".join(f"{name:<18}{value}" for name, value in lines)


def misfits(network: IntegerNetwork) -> list[str]:
    """Why the core would refuse the network; nothing if it fits."""
    head = network.head
    try:
        game = Game(head.game)
    except Refused:
        return [f"there is no game {head.game}"]
    layout = GetGameResponse.FromString(Engine().get_game(game.id)).features
    found = [
        ("rules version", head.rules_version, game.rules_version),
        ("features version", head.features_version, layout.version),
        ("planes", head.plane_hash, layout_hash(layout)),
        ("size of the tensor", head.feature_size, layout.size),
        ("action table", head.action_hash, table_hash(game)),
    ]
    return [f"other {what}: {had}, now {now}" for what, had, now in found if had != now]


def main() -> None:
    """Describes each file; the exit code is 1 if one of them fits no game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    wrong = False
    for file in parser.parse_args().files:
        content = file.read_bytes()
        network = IntegerNetwork.read(content)
        print(f"{file}\n{describe(network, len(content))}")
        for misfit in misfits(network):
            print(f"MISFIT: {misfit}")
            wrong = True
    sys.exit(wrong)


if __name__ == "__main__":
    main()
