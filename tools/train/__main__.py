"""The command line: train, evaluate, export."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from intrigue import Refused
from tools.train import checkpoint
from tools.train.checkpoint import CheckpointRefused, State
from tools.train.evaluate import evaluate
from tools.train.train import Plan, Recipe, raw_layers, train
from tools.train.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = Path("runs")
# Options with any value of which the policy plays as well.
ANY = ("first_seat", "turn_limit")


def options_of(given: Sequence[str], seats: int | None) -> dict[str, str]:
    """The options of a command line, each NAME=VALUE."""
    found = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise SystemExit(f"An option is written NAME=VALUE, not {option}.")
        found[name] = value
    if seats is not None:
        found["seats"] = str(seats)
    return found


def variant_of(game: str, given: Sequence[str], seats: int | None) -> Variant:
    """The variant of a command line. A game with a fixed number of seats has no option for it."""
    options = options_of(given, seats)
    try:
        return Variant.of(game, options)
    except Refused:
        options.pop("seats", None)
        found = Variant.of(game, options)
        if seats != found.seats:
            raise
        return found


def train_command(arguments: Sequence[str]) -> None:
    """Trains a network."""
    recipe = Recipe()
    parser = argparse.ArgumentParser("python -m tools.train", description=train_command.__doc__)
    add = parser.add_argument
    add("--game", required=True)
    add("--seats", type=int)
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    add("--minutes", type=float, default=60.0, help="the budget in CPU minutes (%(default)s)")
    add("--rounds", type=int, help="a number of rounds as the budget: the same on any machine")
    add("--seed", type=int, default=1, help="where all luck comes from (%(default)s)")
    add("--output", type=Path, metavar="FILE", help="the checkpoint (runs/GAME-SEATS.npz)")
    add(
        "--resume",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="go on from the checkpoint if there is one",
    )
    add("--against", action="append", metavar="POLICY", help="of the learning curve (greedy)")
    add("--points", type=int, default=20, help="of the learning curve (%(default)s)")
    add("--point-matches", type=int, default=1000, help="for each point (%(default)s)")
    add("--opponent", action="append", metavar="POLICY", help=f"({', '.join(recipe.opponents)})")
    add("--share", type=float, default=recipe.share, help="of lanes with them (%(default)s)")
    add("--alone", type=float, default=recipe.alone, help="part without them (%(default)s)")
    add("--rate", type=float, default=recipe.rate, help="learning rate (%(default)s)")
    add("--epochs", type=int, default=recipe.epochs, help="of each update (%(default)s)")
    add("--magnet", type=float, default=recipe.terms.magnet, help="weight (%(default)s)")
    add("--entropy", type=float, default=recipe.terms.entropy, help="weight (%(default)s)")
    given = parser.parse_args(arguments)
    variant = variant_of(given.game, given.option, given.seats)
    path = given.output or RUNS / f"{variant.game}-{variant.seats}.npz"
    recipe = replace(
        recipe,
        rate=given.rate,
        last_rate=given.rate / 10,
        epochs=given.epochs,
        alone=given.alone,
        share=given.share,
        opponents=tuple(given.opponent or recipe.opponents),
        terms=replace(recipe.terms, magnet=given.magnet, entropy=given.entropy),
    )
    if given.resume and path.exists():
        state = checkpoint.load(path, variant)
        print(f"{path}: going on after {state.seconds / 60:.2f} CPU minutes")
    else:
        state = State.begin(variant, given.seed, recipe.hidden)
    inputs, actions = len(state.selection.inputs), len(state.selection.actions)
    print(f"{variant}: {inputs} inputs, {actions} actions", flush=True)
    plan = Plan(
        path,
        given.minutes,
        given.rounds,
        tuple(given.against or ["greedy"]),
        given.points,
        given.point_matches,
    )
    finished = train(state, recipe, plan, say=lambda text: print(text, flush=True))
    print(f"{'trained' if finished else 'stopped'}: {state.seconds / 60:.2f} CPU minutes, {path}")


def evaluate_command(arguments: Sequence[str]) -> None:
    """Plays a network against a built-in policy at all other seats."""
    parser = argparse.ArgumentParser(
        "python -m tools.train evaluate", description=evaluate_command.__doc__
    )
    add = parser.add_argument
    add("checkpoint", type=Path)
    add("--against", action="append", metavar="POLICY", help="(ismcts:sims=1000)")
    add("--matches", type=int, default=4000, help="at least so many (%(default)s)")
    add("--seed", type=int, default=7, help="(%(default)s)")
    add("--best", action="store_true", help="play the likeliest action instead of drawing one")
    given = parser.parse_args(arguments)
    state = checkpoint.load(given.checkpoint)
    for policy in given.against or ["ismcts:sims=1000"]:
        start = time.process_time()
        score = evaluate(
            state.network,
            state.selection,
            state.variant,
            policies=[policy] * (state.variant.seats - 1),
            matches=given.matches,
            seed=given.seed,
            best=given.best,
        )
        spent = time.process_time() - start
        print(f"{state.variant}, against {policy}: {score}, {spent:.0f} CPU s", flush=True)


def export_command(arguments: Sequence[str]) -> None:
    """Writes the weights of a policy."""
    parser = argparse.ArgumentParser(
        "python -m tools.train export", description=export_command.__doc__
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument(
        "--any",
        action="append",
        metavar="OPTION",
        help=f"an option whose value does not matter ({', '.join(ANY)})",
    )
    given = parser.parse_args(arguments)
    state = checkpoint.load(given.checkpoint)
    export = importlib.import_module("tools.train.export").export
    variant, ignored = state.variant, {"seats", *(given.any or ANY)}
    written: bytes = export(
        raw_layers(state),
        game=variant.game,
        seats=variant.seats,
        options={name: value for name, value in variant.options.items() if name not in ignored},
        trained=(
            f"By self-play with seed {state.seed}, in {state.seconds / 60:.1f} CPU minutes with "
            f"{state.steps:,} decisions."
        ),
        inputs=state.selection.inputs,
        actions=state.selection.actions,
    )
    given.output.write_bytes(written)
    print(f"{given.output}: {len(written):,} bytes")


COMMANDS = {"train": train_command, "evaluate": evaluate_command, "export": export_command}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line; `train` may be left out."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = given.pop(0) if given and given[0] in COMMANDS else "train"
    try:
        COMMANDS[command](given)
    except (CheckpointRefused, Refused) as refused:
        raise SystemExit(str(refused)) from None


if __name__ == "__main__":
    main()
