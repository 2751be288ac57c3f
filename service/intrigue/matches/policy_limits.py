"""How much a built-in policy may think about one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.matches.errors import ErrorCode, ServiceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue.engine import Engine


class PolicyLimits:
    """Holds policies to what the server can afford. A limit of 0 is none."""

    __slots__ = ("_engine", "_milliseconds", "_sims")

    def __init__(self, engine: Engine, sims: int, milliseconds: int) -> None:
        self._engine = engine
        self._sims = sims
        self._milliseconds = milliseconds

    def resolve_for(self, policy: str, game: str, options: Mapping[str, str]) -> str:
        """A policy with all its parameters, if it can play a game with these options."""
        return self.resolve(self._engine.resolve_policy(policy, game, options))

    def resolve(self, policy: str, *, lanes: int = 1, batch_sims: int = 0) -> str:
        """A policy with all its parameters. Raises a `ServiceError` if a decision would cost too
        much, or one in each of `lanes`: `batch_sims` simulations together, the time of one.
        """
        full = self._engine.check_policy(policy)
        sims, milliseconds = self._engine.policy_effort(full)
        for limit, most, asked in (
            ("max_policy_sims", self._sims, sims),
            ("max_policy_ms", self._milliseconds, milliseconds * lanes),
            ("max_batch_sims", batch_sims, sims * lanes),
        ):
            if most and asked > most:
                raise ServiceError(ErrorCode.POLICY_TOO_COSTLY, limit=limit, most=most, asked=asked)
        return full
