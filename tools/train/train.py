"""Training: rounds of play and learning, until a budget is used up."""

from __future__ import annotations

import csv
import io
import signal
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tools.train import checkpoint
from tools.train.evaluate import evaluate
from tools.train.lanes import Lanes, derived_seed
from tools.train.network import HIDDEN
from tools.train.ppo import Loss, Terms, learn, play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import FrameType
    from typing import Self

    import numpy as np

    from tools.train.checkpoint import State
    from tools.train.ppo import Batch

COLUMNS = (
    "cpu_seconds",
    "rounds",
    "steps",
    "matches",
    "entropy",
    "kl",
    "against",
    "payoff",
    "low",
    "high",
    "evaluated",
)


@dataclass(frozen=True)
class Recipe:
    """How a network learns."""

    hidden: tuple[int, ...] = HIDDEN
    lanes: int = 512
    steps: int = 64
    """Steps of each lane between two updates."""
    updates: int = 10
    """Updates in a round. After each round all lanes are dealt again, and the magnet is renewed."""
    epochs: int = 3
    part: int = 4096
    """Decisions in one step of the optimizer."""
    rate: float = 1e-3
    last_rate: float = 1e-4
    """The learning rate falls in a line from the one to the other."""
    trace: float = 0.95
    terms: Terms = field(default_factory=lambda: Terms(magnet=0.05))
    alone: float = 0.4
    """The part of the budget in which it plays only against itself."""
    share: float = 0.25
    """The part of the lanes that are played against built-in policies after that."""
    opponents: tuple[str, ...] = ("greedy", "ismcts:sims=100")


class Trainer:
    """Plays and learns, round by round.

    Args:
        state: Where to begin; it is changed.
        recipe: How to learn.
        progress: What part of the budget is used up, given the state: 1 is all of it.
        lanes: Where to play, if not where the recipe says.
    """

    def __init__(
        self,
        state: State,
        recipe: Recipe,
        progress: Callable[[State], float],
        *,
        lanes: list[Lanes] | None = None,
    ) -> None:
        self.state, self.recipe, self._progress = state, recipe, progress
        self._given = lanes
        self._groups: dict[bool, list[Lanes]] = {}
        self.last = Loss(0, 0, 0, 0)
        self.payoff = float("nan")
        """What the learner got in the matches of the last update in which it had one seat."""

    def run_round(self) -> None:
        """A few updates, with lanes that are dealt anew. What it does depends on the state alone,
        so that a round after a checkpoint is the same round.
        """
        state, recipe = self.state, self.recipe
        start = time.process_time()
        progress = min(1.0, self._progress(state))
        groups = self._lanes(alone=progress < recipe.alone)
        for number, lanes in enumerate(groups):
            lanes.reset(derived_seed(state.seed, state.rounds, number))
        state.magnet[:] = state.network.parameters
        rate = recipe.rate + (recipe.last_rate - recipe.rate) * progress
        for _ in range(recipe.updates):
            self._update(groups, rate)
        state.rounds += 1
        state.seconds += time.process_time() - start

    def _update(self, groups: list[Lanes], rate: float) -> None:
        state, recipe = self.state, self.recipe
        network, terms = state.network, recipe.terms
        played = play(
            groups, network, state.selection, steps=recipe.steps, trace=recipe.trace, rng=state.rng
        )
        batch = played.batch
        if terms.magnet:
            batch = self._with_magnet(batch)
        self.last = learn(
            network,
            state.adam,
            batch,
            terms,
            rate=rate,
            epochs=recipe.epochs,
            part=recipe.part,
            rng=state.rng,
        )
        state.steps += played.steps
        state.matches += played.matches
        self.payoff = played.payoff

    def _with_magnet(self, batch: Batch) -> Batch:
        network = self.state.network
        own = network.parameters.copy()
        network.parameters[:] = self.state.magnet
        logs, _ = network.think(batch.inputs, batch.legal)
        network.parameters[:] = own
        return replace(batch, magnet=logs)

    def _lanes(self, *, alone: bool) -> list[Lanes]:
        if self._given is not None:
            return self._given
        if alone not in self._groups:
            # Those of the other phase are not needed any more, or not yet.
            self._groups = {alone: self._open(alone=alone)}
        return self._groups[alone]

    def _open(self, *, alone: bool) -> list[Lanes]:
        variant, recipe = self.state.variant, self.recipe
        opponents = () if alone or variant.seats == 1 else recipe.opponents
        each = round(recipe.lanes * recipe.share / len(opponents)) if opponents else 0
        own = recipe.lanes - each * len(opponents)
        found = [Lanes(variant, own, 0)] if own else []
        return found + [
            Lanes(variant, each, 0, policies=[opponent] * (variant.seats - 1))
            for opponent in opponents
        ]


@dataclass(frozen=True)
class Plan:
    """How long to train, and what to note on the way."""

    path: Path
    """The checkpoint; the learning curve is beside it, as CSV."""
    minutes: float
    """The budget, in minutes of processor time."""
    rounds: int | None = None
    """A number of rounds as the budget instead: the same on any machine."""
    against: tuple[str, ...] = ("greedy",)
    """The policies of the learning curve."""
    points: int = 20
    """Points of the learning curve."""
    point_matches: int = 1000
    save_seconds: float = 60.0
    say_seconds: float = 5.0

    def progress(self, state: State) -> float:
        """What part of the budget is used up."""
        if self.rounds is not None:
            return state.rounds / self.rounds
        return state.seconds / (60 * self.minutes)


class Interrupt:
    """Turns Ctrl-C into a wish to stop; a second one is an ordinary interrupt again."""

    def __init__(self) -> None:
        self.wanted = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, _signal: int, _frame: FrameType | None) -> None:
        self.wanted = True
        signal.signal(signal.SIGINT, self._before)


def train(state: State, recipe: Recipe, plan: Plan, say: Callable[[str], None] = print) -> bool:
    """Trains to the end of the budget, or until Ctrl-C; whether it got to the end."""
    trainer = Trainer(state, recipe, plan.progress)
    saved = said = time.monotonic()
    greedy = float("nan")
    if not state.curve:
        greedy = note(trainer, plan)
    with Interrupt() as interrupt:
        while plan.progress(state) < 1 and not interrupt.wanted:
            before = plan.progress(state)
            trainer.run_round()
            now = time.monotonic()
            if int(before * plan.points) < int(min(1.0, plan.progress(state)) * plan.points):
                greedy = note(trainer, plan)
            if now - said >= plan.say_seconds:
                said = now
                say(line(trainer, greedy, plan.against[0]))
            if now - saved >= plan.save_seconds:
                saved = now
                checkpoint.save(state, plan.path)
    checkpoint.save(state, plan.path)
    write_curve(state.curve, plan.path.with_suffix(".csv"))
    return not interrupt.wanted


def line(trainer: Trainer, payoff: float, against: str) -> str:
    """How training goes."""
    state, last = trainer.state, trainer.last
    return (
        f"{state.seconds / 60:6.2f} CPU min  {state.steps:>12,} steps  "
        f"{state.matches:>9,} matches  "
        f"entropy {last.entropy:.3f}  KL {last.magnet:.4f}  {against} {payoff:.3f}"
    )


def note(trainer: Trainer, plan: Plan) -> float:
    """Adds points to the learning curve; the payoff against the first policy."""
    state, first = trainer.state, float("nan")
    for number, policy in enumerate(plan.against):
        score = evaluate(
            state.network,
            state.selection,
            state.variant,
            policies=[policy] * (state.variant.seats - 1),
            matches=plan.point_matches,
            seed=state.seed + 1 + state.rounds,
        )
        first = score.mean if number == 0 else first
        values: Sequence[float | int | str] = (
            round(state.seconds, 2),
            state.rounds,
            state.steps,
            state.matches,
            round(trainer.last.entropy, 4),
            round(trainer.last.magnet, 5),
            policy,
            round(score.mean, 4),
            round(score.low, 4),
            round(score.high, 4),
            score.matches,
        )
        state.curve.append(dict(zip(COLUMNS, values, strict=True)))
    write_curve(state.curve, plan.path.with_suffix(".csv"))
    return first


def write_curve(curve: Sequence[dict[str, float | int | str]], path: Path) -> None:
    """Writes the learning curve. The points of a checkpoint are all there are after a restart."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(curve)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text.getvalue(), "utf-8")
    part.replace(path)


def raw_layers(state: State) -> list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """The layers of the policy, for features that are not scaled, and without the estimate."""
    layers = [(weights.copy(), bias.copy()) for weights, bias in state.network.layers]
    first, bias = layers[0]
    layers[0] = (first * state.selection.scale[:, None], bias)
    last, bias = layers[-1]
    layers[-1] = (last[:, :-1], bias[:-1])
    return layers
