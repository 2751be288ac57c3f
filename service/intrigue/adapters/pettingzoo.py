"""The games as PettingZoo environments, in which seats act one after the other (AEC)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from intrigue.adapters.sequential_match import SequentialMatch
from intrigue.adapters.variant import Variant

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        "intrigue.adapters.pettingzoo needs the optional dependency: "
        "pip install intrigue[pettingzoo]"
    ) from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue.inprocess.game import Game
    from intrigue_proto.options import Options

__all__ = ["IntrigueAECEnv", "env", "raw_env"]


def env(
    game: Game | str,
    options: Options | None = None,
    render_mode: str | None = None,
    *,
    illegal: Literal["raise", "penalty"] = "raise",
) -> AECEnv:
    """An environment with the usual guards: actions are in the space, calls in order.

    An illegal action raises Refused, which names the clause, and changes nothing. With
    `illegal="penalty"` it ends the episode instead, with a reward of -1 for its seat and 0 for
    the others.
    """
    guarded: AECEnv = raw_env(game, options, render_mode)
    if illegal == "penalty":
        guarded = wrappers.TerminateIllegalWrapper(guarded, illegal_reward=-1)
    elif illegal != "raise":
        raise ValueError(f"illegal is 'raise' or 'penalty', not {illegal!r}")
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def raw_env(
    game: Game | str, options: Options | None = None, render_mode: str | None = None
) -> IntrigueAECEnv:
    """An environment without guards; Refused (kinds `unknown_game` and `bad_option`)."""
    return IntrigueAECEnv(Variant.of(game, options), render_mode)


class IntrigueAECEnv(AECEnv):  # type: ignore[misc]
    """A match as PettingZoo sees it.

    The agents are `seat_0` and so on. An observation is a dictionary: `observation` is the
    feature tensor of the seat's view, `action_mask` has a 1 for each legal action. The reward is
    the payoff, which comes with the end: the win is 1, a shared one a part of it, a loss 0.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["human", "ansi"],
        "name": "intrigue_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, variant: Variant, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise ValueError(f"there is no render mode {render_mode!r}: human, ansi or None")
        self.variant = variant
        self.render_mode = render_mode
        # The name that PettingZoo prints and logs.
        self.metadata = {**type(self).metadata, "name": f"intrigue_{variant.game.id}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(variant.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Each agent has spaces of its own, for each is seeded on its own.
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(variant.actions) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(-128, 127, (variant.seats * variant.features,), np.int8)
        self._rng = np.random.default_rng()
        self._match: SequentialMatch | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game; which of them are legal is in the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals a new match. A seed settles this and all further ones; options of the game
        belong to the environment, so there are none here.
        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._match = SequentialMatch(self.variant, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent: None if its match is over; Refused."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is asked for an action, and None is none")
        self.match.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.match.over:
            payoffs = self.match.payoffs
            self.rewards = {agent: payoffs[self._seats[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            # A seat that is out has its payoff, which is nothing, and ends at once.
            gone = {self.possible_agents[seat] for seat in self.match.out}
            self.terminations = {agent: agent in gone for agent in self.agents}
        self._accumulate_rewards()
        self._select()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """The features of a seat's view and its legal actions: none while it is not asked."""
        seat = self._seats[agent]
        return {"observation": self.match.features(seat), "action_mask": self.match.mask(seat)}

    def state(self) -> NDArray[np.int8]:
        """The feature tensors of all seats, concatenated: for critics that may see everything
        during training.
        """
        return np.concatenate([self.match.features(seat) for seat in range(self.variant.seats)])

    def render(self) -> str | None:
        """The match as the seat that is asked sees it; after the end as all viewers see it."""
        if self.render_mode is None:
            return None
        text = self.match.render(self.match.seat)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def match(self) -> SequentialMatch:
        """The running match."""
        if self._match is None:
            raise ValueError("reset comes first")
        return self._match

    def _select(self) -> None:
        seat = self.match.seat
        # After the end, the remaining agents are selected one after the other.
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]

    def _observations(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (self.variant.features,), np.int8),
                "action_mask": spaces.Box(0, 1, (self.variant.actions,), np.int8),
            }
        )
