"""What is played, and which parts of its feature tensor and action table ever occur."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from intrigue import Game, VectorEnv, engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue_proto.options import Options

    Floats = NDArray[np.float32]

# Enough matches for everything that random play and simple bots bring about.
_LANES, _STEPS = 256, 1000
_OBSERVED_POLICY = "greedy"


@dataclass(frozen=True)
class Variant:
    """A game with all its options, as this version of the core plays and shows it."""

    game: str
    options: dict[str, str]
    seats: int
    rules_version: int
    feature_version: int
    planes: tuple[tuple[str, int, int], ...]
    """The name, offset and size of each plane of the feature tensor."""

    @classmethod
    def of(cls, game: str, options: Options | None = None) -> Variant:
        """The variant that some options make; Refused if there is none."""
        found = Game(game)
        settled, seats = found.settle(options)
        return cls(
            found.id,
            settled,
            seats,
            found.rules_version,
            engine.feature_version(found.id),
            tuple((plane.name, plane.offset, plane.size) for plane in found.planes),
        )

    @classmethod
    def read(cls, saved: dict[str, Any]) -> Variant:
        """What `as_json` has written."""
        planes = tuple((str(name), int(at), int(size)) for name, at, size in saved["planes"])
        return cls(**{**saved, "planes": planes})

    def as_json(self) -> dict[str, Any]:
        """For checkpoints."""
        return asdict(self)

    def difference(self, other: Variant) -> str:
        """The first thing in which another variant differs, as 'X, not Y'; empty if none."""
        settings = {"seats": str(self.seats)} | self.options
        others = {"seats": str(other.seats)} | other.options
        pairs = [("game", self.game, other.game)]
        pairs += [
            (f"option {name}", settings.get(name, "absent"), others.get(name, "absent"))
            for name in sorted(settings.keys() | others.keys())
        ]
        pairs += [
            ("version of the rules", str(self.rules_version), str(other.rules_version)),
            ("version of the features", str(self.feature_version), str(other.feature_version)),
            ("planes of the features", _names(self), _names(other)),
        ]
        return next(
            (f"{what} {ours}, not {theirs}" for what, ours, theirs in pairs if ours != theirs), ""
        )

    def __str__(self) -> str:
        return f"{self.game}, {self.seats} seats"


def _names(variant: Variant) -> str:
    return " ".join(f"{name}[{size}]" for name, _, size in variant.planes)


@dataclass(frozen=True, eq=False)
class Selection:
    """The features that vary and the actions that occur in a variant."""

    inputs: NDArray[np.int64]
    """Places in the feature tensor."""
    scale: Floats
    """What each is multiplied with, so that its largest amount is 1."""
    actions: NDArray[np.int64]
    """Ids in the action table."""

    @classmethod
    def survey(cls, variant: Variant, seed: int = 0) -> Selection:
        """Looks at many matches of random play, among themselves and with a simple bot."""
        rivals = [_OBSERVED_POLICY] * (variant.seats - 1)
        low = high = legal = None
        for policies, steps in ((None, _STEPS), ([None, *rivals], _STEPS // 10)):
            env = VectorEnv(
                variant.game,
                _LANES,
                options=variant.options,
                seed=seed,
                policies=policies,
                rotate=policies is not None,
            )
            found = env.buffers
            assert found.features is not None
            for _ in range(steps):
                smallest, largest = found.features.min(axis=0), found.features.max(axis=0)
                low = smallest if low is None else np.minimum(low, smallest)
                high = largest if high is None else np.maximum(high, largest)
                seen = found.masks.any(axis=0)
                legal = seen if legal is None else legal | seen
                env.step(env.sample())
        assert low is not None
        assert high is not None
        assert legal is not None
        inputs = np.flatnonzero(low != high)
        most = np.maximum(
            np.abs(low[inputs].astype(np.float32)), np.abs(high[inputs].astype(np.float32))
        )
        return cls(inputs, (1 / most).astype(np.float32), np.flatnonzero(legal))

    def encode(self, features: NDArray[np.int8]) -> Floats:
        """The inputs of a network for some rows of features."""
        encoded: Floats = features[:, self.inputs].astype(np.float32)
        encoded *= self.scale
        return encoded

    def legal(self, masks: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which of the actions are legal, for some rows of masks."""
        legal: NDArray[np.bool_] = masks[:, self.actions] != 0
        return legal
