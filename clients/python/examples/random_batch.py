"""Many matches at a time: random play against a built-in policy, and what it is paid."""

import asyncio
import sys

import numpy as np

from intrigue_sdk import connect


async def main(target: str = "127.0.0.1:50051") -> None:
    rng = np.random.default_rng(1)
    async with connect(target) as client:
        game = next(game.id for game in await client.games() if not game.cooperative)
        rivals = [None, "greedy"]  # seat 0 is asked here
        async with await client.batch(game, lanes=64, seed=1, policies=rivals) as batch:
            found, paid, matches = batch.buffers, np.zeros(batch.seats), 0
            for _ in range(200):
                actions = (found.masks * rng.random(found.masks.shape)).argmax(axis=1)
                found = await batch.step(actions)
                paid += found.rewards.sum(axis=0)
                matches += int(found.ends.sum())
    print(f"{matches} matches: {paid[0] / matches:.2f} at random, {paid[1] / matches:.2f} greedy")


asyncio.run(main(*sys.argv[1:]))

# An example shows how little it takes.
# ruff: noqa: D103, INP001, T201
