"""Training as a file, from which it goes on as if it had never stopped."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tools.train.network import Adam, Network
from tools.train.variant import Selection, Variant

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1


class CheckpointRefused(Exception):
    """A file that is no checkpoint, or one of something else; the text is a sentence."""


@dataclass
class State:
    """All that training needs in order to go on."""

    variant: Variant
    selection: Selection
    network: Network
    adam: Adam
    magnet: np.ndarray[Any, Any]
    """The parameters of the magnet policy."""
    rng: np.random.Generator
    seed: int
    rounds: int = 0
    steps: int = 0
    matches: int = 0
    seconds: float = 0.0
    """Processor time spent on training, without evaluations."""
    curve: list[dict[str, float | int | str]] = field(default_factory=list)
    """The points of the learning curve."""

    @classmethod
    def begin(cls, variant: Variant, seed: int, hidden: tuple[int, ...]) -> State:
        """A network that has learned nothing."""
        rng = np.random.default_rng(seed)
        selection = Selection.survey(variant)
        network = Network(
            len(selection.inputs),
            len(selection.actions),
            rng,
            hidden=hidden,
            estimate=1 / variant.seats,
        )
        adam = Adam(network.parameters)
        return cls(variant, selection, network, adam, network.parameters.copy(), rng, seed)


def save(state: State, path: Path) -> None:
    """Writes a checkpoint. The file is always a whole one: the old one, or the new one."""
    about = {
        "format": FORMAT,
        "variant": state.variant.as_json(),
        "hidden": state.network.hidden,
        "adam_steps": state.adam.steps,
        "rng": state.rng.bit_generator.state,
        **{
            name: getattr(state, name)
            for name in ("seed", "rounds", "steps", "matches", "seconds", "curve")
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        np.savez(
            file,
            about=np.array(json.dumps(about)),
            inputs=state.selection.inputs,
            scale=state.selection.scale,
            actions=state.selection.actions,
            parameters=state.network.parameters,
            mean=state.adam.mean,
            square=state.adam.square,
            magnet=state.magnet,
        )
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def load(path: Path, variant: Variant | None = None) -> State:
    """Reads a checkpoint of a variant, or of whatever variant it is of.

    Raises:
        CheckpointRefused: It is not of this variant, or of one that the core plays and shows
            differently today.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays["about"]))
    except FileNotFoundError:
        raise CheckpointRefused(f"There is no checkpoint {path}.") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise CheckpointRefused(f"{path} is not a checkpoint of tools.train.") from None
    if about["format"] != FORMAT:
        raise CheckpointRefused(
            f"{path} is a checkpoint of format {about['format']}, not of format {FORMAT}."
        )
    saved = Variant.read(about["variant"])
    wanted = variant or Variant.of(saved.game, saved.options)
    difference = saved.difference(wanted)
    if difference:
        raise CheckpointRefused(f"{path} was trained with {difference}.")
    return _state(saved, about, arrays)


def _state(variant: Variant, about: dict[str, Any], arrays: dict[str, Any]) -> State:
    selection = Selection(arrays["inputs"], arrays["scale"], arrays["actions"])
    rng = np.random.default_rng()
    network = Network(
        len(selection.inputs), len(selection.actions), rng, hidden=tuple(about["hidden"])
    )
    network.parameters[:] = arrays["parameters"]
    adam = Adam(network.parameters)
    adam.mean[:], adam.square[:] = arrays["mean"], arrays["square"]
    adam.steps = about["adam_steps"]
    rng.bit_generator.state = about["rng"]
    names = ("seed", "rounds", "steps", "matches", "seconds", "curve")
    return State(
        variant,
        selection,
        network,
        adam,
        arrays["magnet"],
        rng,
        **{name: about[name] for name in names},
    )
