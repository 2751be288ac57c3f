"""`intrigue mission`: the missions of a game, and checking a new one."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from intrigue import engine, simulation
from intrigue.cli.arguments import CheckArgs, parse_options, parse_seed, read_document
from intrigue.cli.catalog import get_game, list_games
from intrigue.cli.errors import CommandError, ExitCode, stop_on_interrupt
from intrigue.cli.language import format_count, format_decimal, format_percent, format_percent_range
from intrigue.cli.messages import CliText, MissionText, SimulationText
from intrigue.cli.output_files import STDOUT
from intrigue.cli.terminal import ProgressBar, Screen, program_command
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue_proto.options import SEATS, split_settings
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1.catalog_service_pb2 import CheckDocumentResponse
from intrigue_proto.v1.game_pb2 import ISSUE_SEVERITY_ERROR
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from intrigue.cli.language import Lang
    from intrigue_proto.v1.game_pb2 import DocumentIssue, DocumentKind, Game

# The option of a game that takes a mission.
MISSION_OPTION: Final = "mission"


@dataclass(frozen=True, slots=True)
class MissionGame:
    """The game that plays missions, and its kind of document."""

    game: Game
    kind: DocumentKind


def find_mission_game(screen: Screen) -> MissionGame:
    """The first game of this installation that plays missions."""
    for listed in list_games():
        found = get_game(listed.id, screen)
        for kind in found.documents:
            if kind.option == MISSION_OPTION:
                return MissionGame(found.game, kind)
    raise CommandError(screen.text(MissionText.NO_GAME), ExitCode.REFUSED)


def list_missions(screen: Screen) -> None:
    """Lists the missions that come with the game."""
    rows = [
        (known.id, screen.lang.of(known.name)) for known in find_mission_game(screen).kind.built_in
    ]
    screen.columns(rows, styles=("cyan", ""))
    screen.line()
    screen.say(MissionText.LIST_HINT, "dim", program=program_command())


def show_mission(mission: str, screen: Screen) -> None:
    """Writes the text of a mission that comes with the game."""
    kind = find_mission_game(screen).kind
    for known in kind.built_in:
        if known.id == mission:
            typer.echo(known.text, nl=not known.text.endswith("\n"))
            return
    ids = ", ".join(known.id for known in kind.built_in)
    raise CommandError(screen.text(MissionText.UNKNOWN, mission=mission, known=ids))


def write_template(path: Path, screen: Screen, *, force: bool) -> None:
    """Writes the template of a mission."""
    template = find_mission_game(screen).kind.template
    if str(path) == STDOUT:
        typer.echo(template, nl=not template.endswith("\n"))
        return
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(template)
    except FileExistsError:
        raise CommandError(screen.text(MissionText.EXISTS, path=path)) from None
    except OSError as error:
        why = error.strerror or screen.text(MissionText.NO_PLACE)
        raise CommandError(screen.text(CliText.CANNOT_WRITE, path=path, why=why)) from None
    screen.line(screen.text(SimulationText.WRITTEN, path=path), whole=True)
    screen.say(MissionText.NEXT)
    screen.command(f"{program_command()} mission check {path}")


def check_mission(args: CheckArgs, screen: Screen) -> None:
    """Shows what is wrong with a mission, or draws it and lets a policy play it."""
    mission_game = find_mission_game(screen)
    game = mission_game.game
    counts = _seat_counts(args, game, screen)
    policy = engine.Engine().check_policy(args.policy)
    others = _other_options(args, screen)
    text = read_document(args.path, screen)
    report = CheckDocumentResponse.FromString(engine.check_document(game.id, MISSION_OPTION, text))
    if any(issue.severity == ISSUE_SEVERITY_ERROR for issue in report.issues):
        _show_errors(args, report, screen.lang)
        raise typer.Exit(ExitCode.USAGE)
    text = text if "\n" in text else text + "\n"
    seed = parse_seed(args.seed)
    if not args.as_json:
        _show_notes(args, report, screen)
        _draw_start(game, _options(text, counts[0], others), seed, screen)
    tables = [_options(text, seats, others) for seats in counts]
    found = _play(args, game, tables, seed, screen) if args.games else []
    if args.as_json:
        _write_json(report, found, policy, seed, screen.lang)
    elif found:
        screen.line()
        games = format_count(args.games, screen.lang)
        screen.say(MissionText.PLAYED_BY, "bold", games=games, policy=policy)
        _show(found, screen)
    if args.games and (len(found) < len(counts) or found[-1].games < args.games):
        raise KeyboardInterrupt


def _seat_counts(args: CheckArgs, game: Game, screen: Screen) -> tuple[int, ...]:
    """The numbers of seats to play with."""
    for seats in args.seats:
        if not game.min_seats <= seats <= game.max_seats:
            raise CommandError(
                screen.text(
                    MissionText.NO_SUCH_SEATS,
                    game=screen.lang.of(game.name),
                    least=game.min_seats,
                    most=game.max_seats,
                    seats=seats,
                )
            )
    return args.seats or tuple(range(game.min_seats, game.max_seats + 1))


def _other_options(args: CheckArgs, screen: Screen) -> dict[str, str]:
    """The options besides the mission and the seats."""
    others = parse_options(args.options, screen)
    for name in (MISSION_OPTION, SEATS):
        if name in others:
            raise CommandError(screen.text(MissionText.SAID_ALREADY, name=name))
    return others


def _options(text: str, seats: int, others: Mapping[str, str]) -> dict[str, str]:
    return {**others, MISSION_OPTION: text, SEATS: str(seats)}


def _show_errors(args: CheckArgs, report: CheckDocumentResponse, lang: Lang) -> None:
    """Writes a line for each error, as compilers do."""
    if args.as_json:
        typer.echo(_to_json(_report_json(report, lang)))
        return
    stderr = Screen(lang, stderr=True)
    for issue in report.issues:
        if issue.severity == ISSUE_SEVERITY_ERROR:
            place = _place(issue)
            # `file:12:5: ...` if the line is known.
            where = f"{args.path}:{place}" if issue.line else f"{args.path}: {place}"
            stderr.line(f"{where.rstrip()} {lang.of(issue.text)}", "red")


def _place(issue: DocumentIssue) -> str:
    """Where an issue is, such as `12:5: objectives[2].cost:`, as far as it is known."""
    place = f"{issue.line}:{issue.column}:" if issue.line else ""
    return " ".join(part for part in (place, f"{issue.path}:" if issue.path else "") if part)


def _show_notes(args: CheckArgs, report: CheckDocumentResponse, screen: Screen) -> None:
    screen.line(screen.text(MissionText.SOUND, path=args.path), "green", whole=True)
    screen.line(f"{report.id} · {screen.lang.of(report.name)}", "bold")
    for issue in report.issues:
        screen.line(" ".join(["·", *filter(None, [_place(issue)]), screen.lang.of(issue.text)]))


def _draw_start(game: Game, options: dict[str, str], seed: bytes, screen: Screen) -> None:
    screen.heading(screen.text(MissionText.FIRST_VIEW))
    match = engine.Match(game.id, options, seed, [])
    screen.drawing(engine.render(match.view(0), screen.lang, setup=match.setup()))


def _play(
    args: CheckArgs,
    game: Game,
    tables: Sequence[Mapping[str, str]],
    seed: bytes,
    screen: Screen,
) -> list[SimulationResult]:
    """A summary for each set of options; fewer after Ctrl-C."""
    found = []
    with stop_on_interrupt() as stop:
        for options in tables:
            plain, documents, seat_count = split_settings(options)
            task = SimulationTask(
                game=game.id,
                options=plain,
                documents=documents,
                policies=[parse_policy(args.policy)] * seat_count,
                match_count=args.games,
                seed=seed,
                # All seats have the same policy, so no rotation is needed.
                rotate=False,
            ).SerializeToString()
            with ProgressBar(SimulationText.PLAYING, screen) as bar:
                content = simulation.simulate(task, stop=stop, on_progress=bar.report)
            summary = SimulationSummary.FromString(content)
            if summary.tally.match_count:
                found.append(SimulationResult.of(summary, bar.seconds))
            if stop.is_set:
                break
    return found


def _show(found: Sequence[SimulationResult], screen: Screen) -> None:
    lang = screen.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (
        CliText.SEATS,
        MissionText.WON,
        SimulationText.INTERVAL,
        MissionText.LENGTH,
    ):
        table.add_column(screen.text(heading), justify="right", no_wrap=True)
    table.add_column(screen.text(MissionText.ENDINGS), overflow="fold")
    for summary in found:
        won = summary.policies[0].payoff
        table.add_row(
            str(len(summary.policies)),
            format_percent(won.mean, lang),
            format_percent_range(won.low, won.high, lang),
            format_decimal(summary.length.mean, lang, 1),
            Text(_endings(summary, lang)),
        )
    screen.show(table)


def _endings(summary: SimulationResult, lang: Lang) -> str:
    often = sorted(summary.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    return ", ".join(f"{name} {format_count(times, lang)}" for name, times in often)


def _report_json(report: CheckDocumentResponse, lang: Lang) -> dict[str, Any]:
    return {
        "id": report.id,
        "name": lang.of(report.name),
        "issues": [
            {
                "severity": "error" if issue.severity == ISSUE_SEVERITY_ERROR else "note",
                "path": issue.path,
                "line": issue.line,
                "column": issue.column,
                "text": lang.of(issue.text),
            }
            for issue in report.issues
        ],
    }


def _write_json(
    report: CheckDocumentResponse,
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
    typer.echo(_to_json(_report_json(report, lang) | played))


def _to_json(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2)
