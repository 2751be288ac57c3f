"""Plays Complots without ever bluffing or challenging: a simple opponent that exposes bots that
challenge too often.
"""

import asyncio
import sys

from intrigue_sdk import Bot, GameAction, Prompt, View, connect, name_of, own, policy

WORTH = ("countess", "assassin", "inquisitor", "ambassador", "duchess", "captain")
ACTIONS = (("assassinate", "assassin"), ("tax", "duchess"), ("steal", "captain"))


class HonestBot(Bot):
    async def choose(self, view: View, prompt: Prompt) -> GameAction:
        return choose(view, prompt)


def choose(view: View, prompt: Prompt) -> GameAction:
    table = view.game.complots
    hand = name_of(table.secrets, "hand")
    choices = {tuple(action.notation.split()): action for action in prompt.actions}
    rich = sorted(range(len(table.seats)), key=lambda seat: -table.seats[seat].coins)
    plan = [("coup", str(seat)) for seat in rich]
    for verb, character in ACTIONS:
        if character in hand:
            targets = [seat for seat in rich if verb != "steal" or table.seats[seat].coins]
            plan += [(verb,), *((verb, str(seat)) for seat in targets)]
    plan += [("income",), *(("block", character) for character in hand), ("pass",)]
    plan += [(verb, card) for verb in ("lose", "show", "return") for card in WORTH]
    plan += [("keep", card) for card in reversed(WORTH) if card not in hand]
    plan += [("give_back",), *choices]
    return next(choices[step] for step in plan if step in choices)


async def main(target: str = "127.0.0.1:50051") -> None:
    async with connect(target) as client:
        match = await client.create_match("complots", seats=[own("honest"), policy("ismcts")])
        print(await HonestBot().play(match.seats[0]) or "aborted")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

# An example shows how little it takes.
# ruff: noqa: D101, D102, D103, INP001, T201
