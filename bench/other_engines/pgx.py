"""Pgx: 1,024 lanes compiled by JAX for the CPU, many steps a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import pgx
from jax import numpy as jnp
from pgx.experimental import auto_reset

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure

_LANES = 1024
_STEPS = 100


def main() -> None:
    """Measures when asked."""
    serve({"Pgx leduc_holdem, JAX": lanes("leduc_holdem")})


def lanes(name: str) -> Measure:
    """Tensors, masks and the choice of actions are all within the compiled loop."""
    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def once(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        legal = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choice, legal, axis=-1)
        state = step(state, actions, jax.random.split(chance, _LANES))
        # Of each tensor something is used, so that the compiler leaves none out.
        return (state, key), state.observation.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(once, (state, key), None, length=_STEPS))
    state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(7), _LANES))
    key = jax.random.PRNGKey(8)

    def play() -> int:
        nonlocal state, key
        (state, key), seen = many(state, key)
        seen.block_until_ready()
        return _LANES * _STEPS

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
