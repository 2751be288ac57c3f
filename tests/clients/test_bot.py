"""Bots play to the end, from wherever the match stands, in however many lines."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from tests import processes

from intrigue_sdk import OPEN, Bot, Outcome, own, policy

EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"


class Plain(Bot):
    def choose(self, view, prompt):
        assert view.prompt == prompt
        return random.choice(prompt.actions)


class Awaiting(Bot):
    async def choose(self, view, prompt):
        await asyncio.sleep(0)
        return prompt.actions[-1].notation


async def test_two_bots_that_meet_at_the_table(client, game):
    created = await client.create_match(game, seats=[OPEN, OPEN])
    seats = [await client.join(created.id, name=name) for name in ("north", "south")]
    outcomes = await asyncio.gather(Plain().play(seats[0]), Awaiting().play(seats[1]))
    assert outcomes[0] == outcomes[1] == Outcome.of((await created.host.match()).outcome)
    assert sum(outcomes[0].payoffs) == 1
    assert "\n" not in str(outcomes[0])


async def test_a_bot_that_waits_for_its_opponent(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN])
    early = asyncio.ensure_future(Plain().play(created.seats[0]))
    late = await client.join(created.id, name="south")
    assert await Awaiting().play(late) == await early


async def test_a_bot_takes_over_in_the_middle(client, game):
    created = await client.create_match(game, seats=[own("north"), policy("random")])
    seat = created.seats[0]
    async for update in seat.watch():
        if update.HasField("prompt"):
            await seat.act(update.prompt.actions[0], expected_revision=update.revision)
        if update.revision >= 20:
            break
    outcome = await Plain().play(seat)
    assert outcome is not None
    # The match is over: there is nothing left to play, but still an outcome.
    assert await Plain().play(seat) == outcome


async def test_an_aborted_match_has_no_outcome(client, game):
    created = await client.create_match(game, seats=[own("north"), OPEN])
    playing = asyncio.ensure_future(Plain().play(created.seats[0]))
    await created.host.abort()
    assert await playing is None


def test_the_example(served):
    command = [sys.executable, EXAMPLES / "random_bot.py", served.target]
    done = processes.run(command, check=True)
    assert done.stdout.strip()
    assert done.stderr == ""


def test_the_readme_shows_the_example():
    example = (EXAMPLES / "random_bot.py").read_text("utf-8")
    readme = (EXAMPLES.parent / "README.md").read_text("utf-8")
    shown = example.partition("\n# An example")[0]
    assert f"```python\n{shown.strip()}\n```" in readme
