"""The games as Gymnasium environments: one seat learns, named policies play the others.

Importing this module registers every game as `intrigue/<game>-v0`, alone and as a vector.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from intrigue.adapters.opponents import Opponents
from intrigue.adapters.sequential_match import SequentialMatch
from intrigue.adapters.variant import Variant
from intrigue.engine import Refused
from intrigue.inprocess.game import Game
from intrigue.inprocess.vector_env import Buffers, VectorEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError(
        "intrigue.adapters.gymnasium needs the optional dependency: pip install intrigue[gymnasium]"
    ) from missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from intrigue_proto.options import Options

__all__ = ["IntrigueEnv", "IntrigueVectorEnv", "register"]

# An array of int8 or, with the mask in it, a dictionary of two: the settings decide.
Observation: TypeAlias = Any
Flags: TypeAlias = "NDArray[np.bool_]"
Mask: TypeAlias = Literal["info", "observation"]

# What an illegal action costs: less than a loss, which pays nothing.
_PENALTY = -1.0


def register() -> list[str]:
    """Registers every game for `gymnasium.make` and `gymnasium.make_vec`, and returns the ids.
    Existing registrations are kept.
    """
    ids = []
    for game in Game.all():
        name = f"intrigue/{game.id}-v0"
        ids.append(name)
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point=f"{__name__}:IntrigueEnv",
                vector_entry_point=f"{__name__}:IntrigueVectorEnv",
                kwargs={"game": game.id},
            )
    return ids


class IntrigueEnv(gymnasium.Env[Any, Any]):
    """A match in which one seat is asked, and policies play the others.

    An observation is the feature tensor of the seat's view. `info["action_mask"]` has a 1 for
    each legal action, `info["seat"]` is the seat; with `mask="observation"` observations are
    dictionaries of `observation` and `action_mask`. The reward is the payoff, which comes with
    the end: the win is 1, a shared one a part of it, a loss 0.

    `opponents` is a policy, which plays all other seats, or a list of them, clockwise from the
    seat: a game in which the number of seats varies gets as many as it takes. With
    `seat="rotate"` all players move by one seat with each episode.

    An illegal action raises Refused, which names the clause, and changes nothing. With
    `illegal="penalty"` it ends the episode instead, with a reward of -1.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        options: Options | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | Literal["rotate"] = 0,
        *,
        mask: Mask = "info",
        illegal: Literal["raise", "penalty"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise ValueError(f"there is no render mode {render_mode!r}: human, ansi or None")
        if illegal not in {"raise", "penalty"}:
            raise ValueError(f"illegal is 'raise' or 'penalty', not {illegal!r}")
        self.variant = Variant.of(game, options, _seats(opponents))
        self.opponents = Opponents.of(self.variant, opponents, seat)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.variant.actions)
        self.observation_space = _observation_space(self.variant, mask)
        self._mask_observed = mask == "observation"
        self._penalized = illegal == "penalty"
        self._match: SequentialMatch | None = None
        self._seat = self.opponents.seat
        self._episode = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a new match and plays it up to the seat's first decision. A seed settles this
        and all further ones; options of the game belong to the environment, so there are none
        here.
        """
        super().reset(seed=seed, options=options)
        self._episode = 0 if seed is not None else self._episode
        while True:
            self._seat = self.opponents.seat_of(self._episode)
            self._episode += 1
            match = SequentialMatch(self.variant, self.np_random)
            self._match = match
            self._play_opponents(match)
            # A match without a decision of the seat is skipped: there is nothing to learn from it.
            if not match.over:
                break
        if self.render_mode == "human":
            self.render()
        return self._observe(match)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponents' actions up to the seat's next decision; Refused."""
        match = self._running()
        if match.over:
            raise gymnasium.error.ResetNeeded("the match is over: reset comes first")
        try:
            match.act(action)
        except Refused:
            if not self._penalized:
                raise
            self._match = None
            observation, info = self._observe(match)
            return observation, _PENALTY, True, False, {**info, "illegal": True}
        self._play_opponents(match)
        reward = match.payoffs[self._seat]
        observation, info = self._observe(match)
        if self.render_mode == "human":
            self.render()
        return observation, reward, match.over, False, info

    def action_masks(self) -> Flags:
        """Which actions are legal: the method that algorithms with masks call."""
        return self._running().mask(self._seat).astype(np.bool_)

    def render(self) -> Any:
        """The match as the seat sees it."""
        if self.render_mode is None or self._match is None:
            return None
        text = self._match.render(self._seat)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def _running(self) -> SequentialMatch:
        if self._match is None:
            raise gymnasium.error.ResetNeeded("reset comes first")
        return self._match

    def _play_opponents(self, match: SequentialMatch) -> None:
        while match.seat is not None and match.seat != self._seat:
            match.act_by_policy(self.opponents.policy_at(match.seat, self._seat))

    def _observe(self, match: SequentialMatch) -> tuple[Observation, dict[str, Any]]:
        features, mask = match.features(self._seat), match.mask(self._seat)
        info: dict[str, Any] = {"action_mask": mask, "seat": self._seat}
        if self._mask_observed:
            return {"observation": features, "action_mask": mask.copy()}, info
        return features, info


class IntrigueVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many such matches, stepped together in the core, policies included.

    Observations, masks, rewards and opponents are those of IntrigueEnv, with an axis more. A
    match that ends is followed at once by the next of its lane (`AutoresetMode.SAME_STEP`): the
    observation is then already that of the next match, and there is no `final_obs`, since a match
    that is over has no further value. Nothing is ever truncated.

    An illegal action raises Refused with the attribute `lane`, and then no lane was stepped.
    With `copy=False` the arrays are those of the VectorEnv, and the next step writes into them.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        options: Options | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | Literal["rotate"] = 0,
        *,
        mask: Mask = "info",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        super().__init__()
        self.variant = Variant.of(game, options, _seats(opponents))
        self.opponents = Opponents.of(self.variant, opponents, seat)
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(self.variant.actions)
        self.single_observation_space = _observation_space(self.variant, mask)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._mask_observed = mask == "observation"
        self._copy = copy
        self._features = np.zeros((num_envs, self.variant.features), np.int8)
        self._masks = np.zeros((num_envs, self.variant.actions), np.uint8)
        self._rewards = np.zeros((num_envs, self.variant.seats), np.float32)
        self._seats = np.zeros(num_envs, np.uint8)
        self._ends = np.zeros(num_envs, np.uint8)
        self._vector_env = VectorEnv(
            self.variant.game.id,
            num_envs,
            options=self.variant.options,
            policies=self.opponents.policies(),
            rotate=self.opponents.rotate,
            threads=threads,
            buffers=Buffers(self._seats, self._masks, self._features, self._rewards, self._ends),
        )
        self._every = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals every lane again, from the seed if there is one."""
        super().reset(seed=seed, options=options)
        self._vector_env.reset(self.np_random.bytes(32))
        return self._observe()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Plays an action in each lane; Refused."""
        acted = self._seats.copy()
        self._vector_env.step(actions)
        # Of a match that has ended, the reward is that of the seat which acted in it.
        rewards = self._rewards[self._every, acted].astype(np.float64)
        ends = self._ends.astype(np.bool_)
        observation, info = self._observe()
        return observation, rewards, ends, np.zeros_like(ends), info

    def action_masks(self) -> Flags:
        """Which actions are legal in each lane: the method that algorithms with masks call."""
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        features, masks, seats = self._features, self._masks.view(np.int8), self._seats
        if self._copy:
            features, masks, seats = features.copy(), masks.copy(), seats.copy()
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {
            "action_mask": masks,
            "_action_mask": everywhere,
            "seat": seats,
            "_seat": everywhere.copy(),
        }
        if self._mask_observed:
            return {"observation": features, "action_mask": masks.copy()}, info
        return features, info


def _seats(opponents: str | Sequence[str]) -> int | None:
    """The number of seats for a list of opponents; None for a single policy."""
    return None if isinstance(opponents, str) else len(opponents) + 1


def _observation_space(variant: Variant, mask: Mask) -> spaces.Space[Any]:
    features = spaces.Box(-128, 127, (variant.features,), np.int8)
    if mask == "info":
        return features
    if mask == "observation":
        legal = spaces.Box(0, 1, (variant.actions,), np.int8)
        return spaces.Dict({"observation": features, "action_mask": legal})
    raise ValueError(f"mask is 'info' or 'observation', not {mask!r}")


register()
