"""Scenarios played through the service.

The grammar is that of the Rust runner, `core_rs/crates/intrigue_testkit/src/scenario.rs`, and so
are the files: what the engine promises must hold for a client at the end of a wire. A `playout`
is played at random here too, but with other choices.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.contract.goldens import GOLDEN
from tests.contract.match_client import MatchClient, Refused

from intrigue import engine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import grpc
    from tests.contract.match_client import Viewer

_CLAUSE = re.compile(r"[A-Z]-\S*$")
# In the place of a notation: the seat gives up.
_RESIGN = "resign"
# Statements that are done before the first act.
SETTING = ("options", "document", "where", "deal")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One fenced block and the heading above it."""

    title: str
    clauses: tuple[str, ...]
    kind: str
    lines: list[tuple[int, str]] = field(default_factory=list)


def scenarios(text: str) -> list[Scenario]:
    """The blocks of a Markdown file."""
    found: list[Scenario] = []
    title, clauses = "", tuple[str, ...]()
    block: Scenario | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if block is not None:
            if line.startswith("```"):
                found.append(block)
                block = None
                continue
            statement = line.partition(" #")[0].strip()
            if statement and not statement.startswith("#"):
                block.lines.append((number, statement))
        elif line.startswith("```"):
            block = Scenario(title, clauses, line[3:].strip())
        elif line.startswith("## "):
            words = line[3:].split()
            count = next((i for i, word in enumerate(words) if not _CLAUSE.match(word)), len(words))
            clauses, title = tuple(words[:count]), " ".join(words[count:])
    return found


def setting(scenario: Scenario, game: str) -> tuple[dict[str, str], list[str]]:
    """The options, documents among them, and the chance of a scenario, wherever they stand."""
    options: dict[str, str] = {}
    script: list[str] = []
    last = ""
    for _, line in scenario.lines:
        verb, _, rest = line.partition(" ")
        if verb == "options":
            options.update(option.split("=", 1) for option in rest.split())  # type: ignore[misc]
        elif verb == "document":
            last, _, file = rest.partition("=")
            options[last] = (GOLDEN / game / file).read_text(encoding="utf-8")
        elif verb == "where":
            # One line of the last document's head takes the place of the one with its key.
            old = re.compile(re.escape(rest.partition("=")[0].rstrip()) + r"\s*=")
            lines = [line for line in options[last].splitlines() if not old.match(line)]
            options[last] = "\n".join([rest, *lines, ""])
        elif verb == "deal":
            script.extend(token for token in rest.split() if token != "|")
    return options, script


class Failed(AssertionError):
    """A statement does not hold."""


class Runner:
    """Plays one scenario in one match."""

    def __init__(self, played_match: MatchClient, script: list[str]) -> None:
        self._played_match = played_match
        self._script = script
        self._decisions = 0
        # The deal, and what seats have done since.
        self._steps = 1
        self._played_out = False
        # Every viewer's revision before the last step.
        self._before: dict[Viewer, int] = dict.fromkeys(played_match.viewers, 0)
        self._statements: dict[str, Callable[[str], Awaitable[None]]] = {
            "act": self._act,
            "acts": self._acts,
            "resign": self._resign,
            "refuse": self._refuse,
            "legal": self._legal,
            "asked": self._asked,
            "view": self._view,
            "see": self._see,
            "unseen": self._unseen,
            "ending": self._ending,
            "payoffs": self._payoffs,
            "score": self._score,
            "playout": self._playout,
            "decisions": self._count,
        }

    @classmethod
    async def play(cls, scenario: Scenario, game: str, channel: grpc.aio.Channel) -> None:
        """Deals with all options and chance of the scenario, and goes through its statements."""
        options, script = setting(scenario, game)
        runner = cls(await MatchClient.create(channel, game, options, script), script)
        for number, line in scenario.lines:
            verb, _, rest = line.partition(" ")
            if verb in SETTING:
                continue
            try:
                await runner._statements[verb](rest)
            except (AssertionError, KeyError, Refused, ValueError) as why:
                raise Failed(f"line {number}: {line}\n    {why!r}") from why
        await runner._check_script()

    async def _act(self, rest: str) -> None:
        seat, notation = rest.split(" ", 1)
        await self._mark()
        response = await self._played_match.act(int(seat), notation=notation.strip())
        self._decisions += 1
        self._steps += 1
        assert response.update.revision == self._before[int(seat)] + 1

    async def _acts(self, rest: str) -> None:
        for one in rest.split(", "):
            await self._act(one)

    async def _resign(self, rest: str) -> None:
        await self._mark()
        await self._played_match.resign(int(rest))
        self._steps += 1

    async def _refuse(self, rest: str) -> None:
        """A refusal, that it has changed nothing, and that Explain foretells it."""
        attempt, expected = rest.rsplit(" : ", 1)
        seat, notation = attempt.split(" ", 1)
        before = await self._played_match.views()
        refusal = await self._refusal(int(seat), notation)
        assert refusal is not None, "it was accepted"
        assert refusal.en
        assert refusal.fr
        same(expected.strip(), f"{refusal.reason} {refusal.clause}".strip())
        assert await self._played_match.views() == before, "the refusal changed something"
        if notation == _RESIGN:
            return
        try:
            verdict = await self._played_match.explain(int(seat), notation=notation)
        except Refused as unknown:
            same(refusal.reason, unknown.reason)
        else:
            assert not verdict.legal
            found = verdict.refusal
            same(expected.strip(), f"{found.reason} {found.clause}".strip())

    async def _refusal(self, seat: int, notation: str) -> Refused | None:
        try:
            if notation == _RESIGN:
                await self._played_match.resign(seat)
            else:
                await self._played_match.act(seat, notation=notation)
        except Refused as refusal:
            return refusal
        return None

    async def _legal(self, rest: str) -> None:
        seat, _, expected = rest.partition("=")
        view = await self._played_match.view(int(seat))
        legal = sorted(action.notation for action in view.prompt.actions)
        same(", ".join(sorted(word.strip() for word in expected.split(","))), ", ".join(legal))

    async def _asked(self, rest: str) -> None:
        asked = list((await self._played_match.view(None)).seats_to_act)
        same(rest, " ".join(str(seat) for seat in asked))
        for seat in range(len(self._played_match.match.seats)):
            # A seat alone knows that it has answered a sealed question.
            view = await self._played_match.view(seat)
            owes = view.HasField("prompt")
            assert owes == (seat in view.seats_to_act)
            assert [one for one in asked if one != seat or owes] == list(view.seats_to_act)

    async def _view(self, rest: str) -> None:
        viewer, rest = _viewer(rest)
        name, _, value = rest.partition("=")
        view = (await self._played_match.view(viewer)).SerializeToString()
        setup = (await self._played_match.setup()).SerializeToString()
        facts = engine.facts(view, setup)
        same(value.strip(), dict(facts)[name.strip()])

    async def _see(self, rest: str) -> None:
        viewer, text = _viewer(rest)
        seen = await self._seen(viewer)
        assert text in seen, f"the viewer saw {seen}"

    async def _unseen(self, rest: str) -> None:
        viewer, text = _viewer(rest)
        seen = await self._seen(viewer)
        assert not any(text in event for event in seen), f"the viewer saw {seen}"

    async def _ending(self, rest: str) -> None:
        outcome = await self._played_match.outcome()
        same(rest, "none" if outcome is None else outcome.ending)

    async def _payoffs(self, rest: str) -> None:
        outcome = await self._played_match.outcome()
        assert outcome is not None, "it goes on"
        assert [one.seat for one in outcome.seats] == list(range(len(outcome.seats)))
        same(rest, " ".join(str(one.payoff) for one in outcome.seats))

    async def _score(self, rest: str) -> None:
        seat, rest = rest.split(" ", 1)
        part, _, points = rest.partition("=")
        outcome = await self._played_match.outcome()
        assert outcome is not None, "it goes on"
        scores = {(score.seat, score.part): score.points for score in outcome.scores}
        same(points.strip(), str(scores[int(seat), part.strip()]))

    async def _playout(self, rest: str) -> None:
        choice = random.Random(int(rest))
        self._played_out = True
        while asked := list((await self._played_match.view(None)).seats_to_act):
            views = {seat: await self._played_match.view(seat) for seat in asked}
            seat = choice.choice([seat for seat in asked if views[seat].HasField("prompt")])
            action = choice.choice(views[seat].prompt.actions)
            await self._act(f"{seat} {action.notation}")

    async def _count(self, rest: str) -> None:
        same(rest, str(self._decisions))

    async def _mark(self) -> None:
        for viewer in self._before:
            self._before[viewer] = (await self._played_match.view(viewer)).revision

    async def _seen(self, viewer: Viewer) -> list[str]:
        updates = await self._played_match.updates(viewer, self._before[viewer])
        events = [event for update in updates for event in update.events]
        return [engine.event_notation(event.SerializeToString()) for event in events]

    async def _check_script(self) -> None:
        """Chance has been as the scenario says, and there was none that it does not name."""
        # Only a finished record has all chance outcomes: the seats resign, or are played to
        # the end by policies, and what chance that brings is no part of the scenario.
        if await self._played_match.outcome() is None:
            for seat in range(len(self._played_match.match.seats)):
                await self._refusal(seat, _RESIGN)
            await self._played_match.over()
        record = await self._played_match.record()
        steps = list(record.steps)[: self._steps]
        chances = [chance for step in steps for chance in step.chances]
        if self._played_out:
            chances = chances[: len(self._script)]
        assert chances == self._script, f"chance was {chances}"
        assert list(record.script) == self._script


def same(expected: str, found: str) -> None:
    """Both are equal."""
    if expected != found:
        raise Failed(f"found: {found}")


def _viewer(rest: str) -> tuple[Viewer, str]:
    if rest.startswith("*"):
        return None, rest[1:].strip()
    seat, _, rest = rest.partition(" ")
    return int(seat), rest.strip()
