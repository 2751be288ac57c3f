"""Solves the small variants with OpenSpiel, and measures how exploitable the strategies are.

    python docs/examples/solve_small_games.py --plot exploitability.svg

Each game tree is written in Gambit's format once and solved by OpenSpiel's own code, beside Kuhn
and Leduc poker. Exploitability is what an opponent that knows the strategy gains above the value of
the game, on average over the seats; in an equilibrium it is 0. Payoffs are scaled so that the
difference between the best and the worst result is 1.
"""

# ruff: noqa: INP001, T201

from __future__ import annotations

import argparse
from pathlib import Path

import pyspiel

import intrigue.adapters.openspiel  # noqa: F401 - registers intrigue_<game>

GAMES = {
    "small Complots, 5 turns": 'intrigue_complots(deck=small,seats=2,turn_limit=5,first_seat="0")',
    "small Shadow Blades": 'intrigue_shadow_blades(deck=small,seats=2,first_seat="0")',
    "Kuhn poker": "kuhn_poker",
    "Leduc poker": "leduc_poker",
}
SOLVERS = {"CFR": pyspiel.CFRSolver, "CFR+": pyspiel.CFRPlusSolver}


def gambit_tree(game: pyspiel.Game) -> str:
    """A game in Gambit's format, like `open_spiel.python.algorithms.gambit` but in linear time."""
    lines = [f'EFG 2 R "{game.get_type().short_name}" {{ "0" "1" }}']
    # The information sets of each player, numbered from 1.
    sets: tuple[dict[str, int], ...] = ({}, {})

    def visit(state: pyspiel.State) -> None:
        player, number = state.current_player(), len(lines)
        if state.is_terminal():
            payoffs = " ".join(map(str, state.returns()))
            lines.append(f't "" {number} "" {{ {payoffs} }}')
            return
        names = [state.action_to_string(player, action) for action in state.legal_actions()]
        if state.is_chance_node():
            shares = [probability for _, probability in state.chance_outcomes()]
            choices = " ".join(f'"{n}" {p:.16f}' for n, p in zip(names, shares, strict=True))
            lines.append(f'c "" {number} "" {{ {choices} }} 0')
        else:
            own = sets[player]
            known = own.setdefault(state.information_state_string(), len(own) + 1)
            choices = " ".join(f'"{name}"' for name in names)
            lines.append(f'p "" {player + 1} {known} "" {{ {choices} }} 0')
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return "\n".join(lines) + "\n"


def solve(game: str, solver: str, iterations: int) -> list[tuple[int, float]]:
    """The exploitability of the average strategy after 1, 2, 4, 8, ... iterations."""
    tree = pyspiel.load_efg_game(gambit_tree(pyspiel.load_game(game)))
    span = tree.max_utility() - tree.min_utility()
    solving = SOLVERS[solver](tree)
    curve, following = [], 1
    for iteration in range(1, iterations + 1):
        solving.evaluate_and_update_policy()
        if iteration in {following, iterations}:
            exploitability = pyspiel.exploitability(tree, solving.average_policy())
            curve.append((iteration, exploitability / span))
            following *= 2
    return curve


def plot(curves: dict[str, list[tuple[int, float]]], path: Path) -> None:
    """Draws exploitability over iterations into a file; its suffix says which kind."""
    import matplotlib  # noqa: PLC0415

    matplotlib.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    # The same picture gives the same file.
    plt.rcParams["svg.hashsalt"] = "intrigue"
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name, curve in curves.items():
        iterations, values = zip(*curve, strict=True)
        style = "-" if name.startswith("small") else ":"
        axes.loglog(iterations, values, style, marker=".", label=name)
    axes.set(xlabel="iterations", ylabel="exploitability, in parts of the stake")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Solves the small variants with OpenSpiel, beside Kuhn and Leduc poker."
    )
    add = parser.add_argument
    add("--solver", choices=SOLVERS, default="CFR+", help="the algorithm (%(default)s)")
    add("--iterations", type=int, default=256, help="of the solver (%(default)s)")
    add("--plot", type=Path, metavar="FILE", help="draw the curves, as PNG, SVG or PDF")
    given = parser.parse_args(arguments)
    if given.iterations < 1:
        parser.error("there must be at least one iteration")
    curves = {}
    for name, game in GAMES.items():
        curves[name] = solve(game, given.solver, given.iterations)
        shown = ", ".join(f"{value:.4f} after {count:,}" for count, value in curves[name][::4])
        print(f"{name}: {shown}", flush=True)
    if given.plot is not None:
        plot(curves, given.plot)
        print(f"the curves are in {given.plot}")


if __name__ == "__main__":
    main()
