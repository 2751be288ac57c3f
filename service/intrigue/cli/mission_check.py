"""`intrigue mission check`: what is wrong with a mission; otherwise what it is like to play it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from intrigue import engine, simulation
from intrigue.cli.arrival import SEATS_OPTION, read_options
from intrigue.cli.document_file import read_document
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.figures import count, decimal, percent, percents
from intrigue.cli.interruption import heeding_interrupts
from intrigue.cli.lab_messages import LabSay
from intrigue.cli.mission import OPTION, find_player
from intrigue.cli.mission_messages import MissionSay
from intrigue.cli.progress_bar import ProgressBar
from intrigue.cli.screen import Screen
from intrigue.cli.seed_text import read_seed
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue_proto.v1.catalog_service_pb2 import CheckDocumentResponse
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from intrigue.cli.language import Lang
    from intrigue_proto.v1.game_pb2 import Game

DEFAULT_GAMES: Final = 200
DEFAULT_POLICY: Final = "greedy"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a person asks of `intrigue mission check`."""

    path: Path
    games: int = DEFAULT_GAMES
    """For each number of seats; 0: none are played."""
    policy: str = DEFAULT_POLICY
    seats: tuple[int, ...] = ()
    """Numbers of seats; none: every number that the game has."""
    options: tuple[str, ...] = ()
    """Further ones of the game, as `NAME=VALUE`."""
    seed: str = "0"
    as_json: bool = False


def check_mission(trial: Trial, screen: Screen) -> None:
    """Says what is wrong with a mission, or draws it and has it played."""
    player = find_player(screen)
    game = player.game
    counts = _counts(trial, game, screen)
    policy = engine.CoreEngine().check_policy(trial.policy)
    others = _others(trial, screen)
    text = read_document(trial.path, screen)
    study = CheckDocumentResponse.FromString(engine.study(game.id, OPTION, text))
    if study.faults:
        _tell_faults(trial, study, screen.lang)
        raise typer.Exit(Exit.USAGE)
    text = text if "\n" in text else text + "\n"
    seed = read_seed(trial.seed)
    if not trial.as_json:
        _tell_notes(trial, study, screen)
        _draw(game, _options(text, counts[0], others), seed, screen)
    tables = [_options(text, seats, others) for seats in counts]
    found = _play(trial, game, tables, seed, screen) if trial.games else []
    if trial.as_json:
        _write_json(study, found, policy, seed, screen.lang)
    elif found:
        screen.line()
        games = count(trial.games, screen.lang)
        screen.say(MissionSay.PLAYED_BY, "bold", games=games, policy=policy)
        _show(found, screen)
    if trial.games and (len(found) < len(counts) or found[-1].games < trial.games):
        raise KeyboardInterrupt


def _counts(trial: Trial, game: Game, screen: Screen) -> tuple[int, ...]:
    """The numbers of seats to play with."""
    for seats in trial.seats:
        if not game.min_seats <= seats <= game.max_seats:
            raise Fault(
                screen.phrase(
                    MissionSay.NO_SUCH_SEATS,
                    game=screen.lang.of(game.name),
                    least=game.min_seats,
                    most=game.max_seats,
                    seats=seats,
                )
            )
    return trial.seats or tuple(range(game.min_seats, game.max_seats + 1))


def _others(trial: Trial, screen: Screen) -> dict[str, str]:
    """The options that neither the file nor `--seats` says."""
    others = read_options(trial.options, screen)
    for name in (OPTION, SEATS_OPTION):
        if name in others:
            raise Fault(screen.phrase(MissionSay.SAID_ALREADY, name=name))
    return others


def _options(text: str, seats: int, others: Mapping[str, str]) -> dict[str, str]:
    return {**others, OPTION: text, SEATS_OPTION: str(seats)}


def _tell_faults(trial: Trial, study: CheckDocumentResponse, lang: Lang) -> None:
    """Writes a line for each fault, as compilers do."""
    if trial.as_json:
        typer.echo(_spelled(_told(study, lang)))
        return
    trouble = Screen(lang, stderr=True)
    for fault in study.faults:
        trouble.line(f"{trial.path}: {lang.of(fault)}", "red")


def _tell_notes(trial: Trial, study: CheckDocumentResponse, screen: Screen) -> None:
    screen.line(screen.phrase(MissionSay.SOUND, path=trial.path), "green", whole=True)
    screen.line(f"{study.id} · {screen.lang.of(study.name)}", "bold")
    for note in study.notes:
        screen.line(f"· {screen.lang.of(note)}")


def _draw(game: Game, options: dict[str, str], seed: bytes, screen: Screen) -> None:
    screen.heading(screen.phrase(MissionSay.FIRST_VIEW))
    view = engine.Match(game.id, options, seed, []).view(0)
    screen.drawing(engine.render(view, screen.lang))


def _play(
    trial: Trial,
    game: Game,
    tables: Sequence[Mapping[str, str]],
    seed: bytes,
    screen: Screen,
) -> list[SimulationResult]:
    """What came of the matches with each table's options; fewer after Ctrl-C."""
    found = []
    with heeding_interrupts() as stop:
        for options in tables:
            task = SimulationTask(
                game=game.id,
                options=options,
                policies=[trial.policy] * int(options[SEATS_OPTION]),
                games=trial.games,
                seed=seed,
                # All seats play alike, so that no deal need be played twice.
                fixed_seats=True,
            ).SerializeToString()
            with ProgressBar(LabSay.PLAYING, screen) as bar:
                content = simulation.simulate(task, stop=stop, on_progress=bar.report)
            summary = SimulationSummary.FromString(content)
            if summary.tally.games:
                found.append(SimulationResult.of(summary, bar.seconds))
            if stop.is_set:
                break
    return found


def _show(found: Sequence[SimulationResult], screen: Screen) -> None:
    lang = screen.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (MissionSay.SEATS, MissionSay.WON, LabSay.INTERVAL, MissionSay.LENGTH):
        table.add_column(screen.phrase(heading), justify="right", no_wrap=True)
    table.add_column(screen.phrase(MissionSay.ENDINGS), overflow="fold")
    for summary in found:
        won = summary.policies[0].payoff
        table.add_row(
            str(len(summary.policies)),
            percent(won.mean, lang),
            percents(won.low, won.high, lang),
            decimal(summary.length.mean, lang, 1),
            Text(_endings(summary, lang)),
        )
    screen.show(table)


def _endings(summary: SimulationResult, lang: Lang) -> str:
    often = sorted(summary.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    return ", ".join(f"{name} {count(times, lang)}" for name, times in often)


def _told(study: CheckDocumentResponse, lang: Lang) -> dict[str, Any]:
    return {
        "id": study.id,
        "name": lang.of(study.name),
        "notes": [lang.of(note) for note in study.notes],
        "faults": [lang.of(fault) for fault in study.faults],
    }


def _write_json(
    study: CheckDocumentResponse,
    found: Sequence[SimulationResult],
    policy: str,
    seed: bytes,
    lang: Lang,
) -> None:
    trials = [
        {
            "seats": len(summary.policies),
            "games": summary.games,
            "won": asdict(summary.policies[0].payoff),
            "decisions": asdict(summary.length),
            "endings": summary.endings,
        }
        for summary in found
    ]
    played = {"policy": policy, "seed": seed.hex(), "trials": trials}
    typer.echo(_spelled(_told(study, lang) | played))


def _spelled(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2)
