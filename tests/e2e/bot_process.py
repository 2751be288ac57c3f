"""One bot in a process of its own: plays many matches, several at a time.

Run with a target, a number of matches and a name. The `host` creates matches and prints their
ids; the `guest` reads ids and joins. Both print how each match ended, as lines of JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys

from intrigue_sdk import OPEN, Bot, Client, SeatHandle, connect, own, payoffs

AT_A_TIME = 8


class RandomBot(Bot):
    def choose(self, view, prompt):
        return random.choice(prompt.actions)


def print_event(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


async def play(seat: SeatHandle) -> None:
    outcome = await RandomBot().play(seat)
    assert outcome is not None
    print_event(finished=seat.match_id, payoffs=payoffs(outcome), ending=outcome.ending)


async def host(client: Client, game: str) -> None:
    created = await client.create_match(game, seats=[own("north"), OPEN])
    print_event(created=created.id)
    await play(created.seats[0])


async def main(target: str, matches: int, role: str) -> None:
    room = asyncio.Semaphore(AT_A_TIME)
    ids = asyncio.StreamReader()
    if role == "guest":
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(ids), sys.stdin)
    turn = asyncio.Lock()

    async def guest(client: Client) -> None:
        async with turn:
            match_id = (await ids.readline()).decode().strip()
        await play(await client.join(match_id, name="south"))

    async def one(client: Client, game: str) -> None:
        async with room:
            await (guest(client) if role == "guest" else host(client, game))

    async with connect(target) as client:
        # A duel in which everybody sees every step, so that revisions count them.
        games = await client.games()
        game = next(game.id for game in games if game.max_seats == 2 and not game.cooperative)
        await asyncio.gather(*(one(client, game) for _ in range(matches)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
