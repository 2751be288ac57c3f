"""The scenarios of every rule sheet, played by clients of a real service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.contract.house import GAMES, GOLDEN
from tests.contract.scenario import Failed, Runner, Scenario, scenarios

if TYPE_CHECKING:
    import grpc


def _cases() -> list[object]:
    cases: list[object] = []
    for game in GAMES:
        for file in sorted((GOLDEN / game).glob("*.md")):
            for scenario in scenarios(file.read_text(encoding="utf-8")):
                if scenario.kind == "scenario":
                    name = f"{game}/{file.stem}: {' '.join(scenario.clauses)} {scenario.title}"
                    cases.append(pytest.param(game, scenario, id=name))
    return cases


@pytest.mark.parametrize(("game", "scenario"), _cases())
async def test_scenario(channel: grpc.aio.Channel, game: str, scenario: Scenario):
    await Runner.play(scenario, game, channel)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_scenarios(game: str):
    files = (GOLDEN / game).glob("*.md")
    found = [one for file in files for one in scenarios(file.read_text(encoding="utf-8"))]
    assert any(scenario.kind == "scenario" for scenario in found)


# A runner that takes everything for true would prove nothing.
FALSEHOODS = [
    "act 0 no such action",
    "act 1 {legal}",
    "resign 8",
    "refuse 0 {legal} : NOT_TO_ACT",
    "refuse 1 {legal} : MATCH_OVER",
    "refuse 0 resign : MATCH_OVER",
    "legal 0 = {legal}",
    "asked 1",
    "view 0 no_such_fact = 1",
    "view * {fact} = nonsense",
    "see 0 nothing like it",
    "unseen 0 {seen}",
    "ending draw",
    "payoffs 840 0",
    "score 0 total = 0",
    "decisions 1",
    "no_such_statement",
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("falsehood", FALSEHOODS)
async def test_a_falsehood_fails(channel: grpc.aio.Channel, game: str, falsehood: str):
    """Statements that are wrong after the deal of the game's first scenario of all."""
    file = min((GOLDEN / game).glob("*.md"))
    first = scenarios(file.read_text(encoding="utf-8"))[0]
    setting = [line for line in first.lines if line[1].startswith(("options ", "deal "))]
    acts = next(line for _, line in first.lines if line.startswith(("act ", "acts ")))
    _, _, legal = acts.split(",")[0].split(" ", 2)
    facts = next(line for _, line in first.lines if line.startswith("view * "))
    fact = facts.removeprefix("view * ").partition("=")[0].strip()
    line = falsehood.format(legal=legal, fact=fact, seen="1")
    wrong = Scenario(first.title, first.clauses, first.kind, [*setting, (0, line)])
    with pytest.raises(Failed):
        await Runner.play(wrong, game, channel)
