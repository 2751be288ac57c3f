"""The scenarios of every rule sheet, played by clients of a real service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.contract.goldens import GAMES, GOLDEN
from tests.contract.scenario import SETTING, Failed, Runner, Scenario, scenarios

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
    """Statements that are wrong after the deal of a scenario in which seat 0 begins."""
    files = sorted((GOLDEN / game).glob("*.md"))
    found = [one for file in files for one in scenarios(file.read_text(encoding="utf-8"))]
    # Where seats act at the same time, only a scenario that says so asks seat 0 alone.
    opened = [opened for one in found if (opened := _opened(one))]
    first, opening, fact = max(opened, key=_asks_one)
    setting = first.lines[:opening]
    _, _, legal = first.lines[opening][1].split(",")[0].split(" ", 2)
    # Every deal is told in a word with this letter.
    line = falsehood.format(legal=legal, fact=fact, seen="e")
    wrong = Scenario(first.title, first.clauses, first.kind, [*setting, (0, line)])
    with pytest.raises(Failed):
        await Runner.play(wrong, game, channel)


def _asks_one(opened: tuple[Scenario, int, str]) -> bool:
    scenario, opening, _ = opened
    return any(line == "asked 0" for _, line in scenario.lines[:opening])


def _opened(scenario: Scenario) -> tuple[Scenario, int, str] | None:
    """A scenario that seat 0 opens: where it does so, and a fact that everybody sees."""
    lines = [line for _, line in scenario.lines]
    opening = next((n for n, line in enumerate(lines) if line.startswith(("act ", "acts "))), 0)
    facts = [line for line in lines if line.startswith("view * ")]
    settled = all(line.startswith((*SETTING, "asked 0")) for line in lines[:opening])
    if not facts or not settled or lines[opening].split()[1] != "0":
        return None
    return scenario, opening, facts[0].removeprefix("view * ").partition("=")[0].strip()
