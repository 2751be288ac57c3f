"""A complete bot: plays a match of any game at random, against a built-in policy."""

import asyncio
import random
import sys

from intrigue_sdk import Bot, GameAction, Prompt, View, connect, own, policy


class RandomBot(Bot):
    async def choose(self, view: View, prompt: Prompt) -> GameAction:
        return random.choice(prompt.actions)


async def main(target: str = "127.0.0.1:50051") -> None:
    async with connect(target) as client:
        game = next(game.id for game in await client.games() if not game.cooperative)
        match = await client.create_match(game, seats=[own("north"), policy("random")])
        outcome = await RandomBot().play(match.seats[0])
        print(outcome or "aborted")


asyncio.run(main(*sys.argv[1:]))

# An example shows how little it takes.
# ruff: noqa: ARG002, D101, D102, D103, INP001, S311, T201
