"""`intrigue simulate`: many matches between policies, here, at a service or on Ray."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from intrigue import engine, simulation
from intrigue.cli.arrival import SEATS_OPTION, parse_options
from intrigue.cli.catalog import get_game
from intrigue.cli.fault import CommandError, ExitCode
from intrigue.cli.figures import format_count
from intrigue.cli.interruption import stop_on_interrupt
from intrigue.cli.lab_messages import SimulationText
from intrigue.cli.messages import CliText
from intrigue.cli.plots import draw_summary
from intrigue.cli.policy_list import parse_policies
from intrigue.cli.progress_bar import ProgressBar
from intrigue.cli.remote_simulation import RemoteSimulation
from intrigue.cli.seed_text import parse_seed
from intrigue.cli.simulation_table import as_json, as_rows, show_summary
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.cli.order import SimulateArgs
    from intrigue.cli.screen import Screen
    from intrigue.simulation import Progress
    from intrigue_proto.v1.game_pb2 import Game

    Report = Callable[[Progress], None]


def simulate(args: SimulateArgs, screen: Screen) -> None:
    """Plays the matches and shows what came of them, also if they are fewer than was asked."""
    _check(args, screen)
    args.output.check(screen)
    found = _play_there(args, screen) if args.server is not None else _play_here(args, screen)
    if found.summary.tally.games:
        _show(args, found, screen)
    if found.shortfall is not None:
        raise found.shortfall


@dataclass(frozen=True, slots=True)
class _Found:
    """What came of a simulation."""

    summary: SimulationSummary
    seconds: float
    shortfall: BaseException | None = None
    """Why not all of it was played."""


def _show(args: SimulateArgs, found: _Found, screen: Screen) -> None:
    summary, output = found.summary, args.output
    if not output.uses_stdout:
        show_summary(summary, found.seconds, screen)
        if found.shortfall is not None:
            games = format_count(summary.tally.games, screen.lang)
            screen.say(
                SimulationText.CUT_SHORT,
                "yellow",
                games=games,
                asked=format_count(args.games, screen.lang),
            )
    draw = partial(draw_summary, summary=summary, lang=screen.lang)
    output.write(as_json(summary), as_rows(summary), draw, screen)


def _check(args: SimulateArgs, screen: Screen) -> None:
    """Refuses arguments that contradict each other."""
    places = {
        "--server": args.server is not None,
        "--ray": args.ray is not None,
        "--threads": args.threads is not None,
    }
    named = [place for place, is_given in places.items() if is_given]
    if len(named) > 1:
        raise CommandError(screen.text(CliText.CONFLICT, one=named[0], other=named[1]))
    if args.tls and args.server is None:
        raise CommandError(screen.text(CliText.TLS_NEEDS_SERVER))


def _task(args: SimulateArgs, game: Game, screen: Screen) -> SimulationTask:
    try:
        policies = parse_policies(args.policies)
    except ValueError:
        raise CommandError(screen.text(SimulationText.BAD_POLICIES, text=args.policies)) from None
    options = parse_options(args.options, screen)
    _seat(policies, options, game, screen)
    return SimulationTask(
        game=game.id,
        options=options,
        policies=policies,
        games=args.games,
        seed=parse_seed(args.seed),
        fixed_seats=args.fixed_seats,
    )


def _seat(policies: list[str], options: dict[str, str], game: Game, screen: Screen) -> None:
    """Has a game with as many seats as there are policies, where nobody said how many.

    A number of seats that was given wins over the number of policies, and is told if it differs.
    """
    given = len(policies)
    varies = any(option.name == SEATS_OPTION for option in game.options)
    if varies and SEATS_OPTION not in options:
        if not game.min_seats <= given <= game.max_seats:
            raise CommandError(
                screen.text(
                    SimulationText.WRONG_COUNT_ANY,
                    game=screen.lang.of(game.name),
                    least=game.min_seats,
                    most=game.max_seats,
                    count=given,
                )
            )
        options[SEATS_OPTION] = str(given)
    seats = options.get(SEATS_OPTION, "") if varies else str(game.min_seats)
    # A number of seats that can't be is refused by the rules, which say what can.
    possible = seats.isdecimal() and game.min_seats <= int(seats) <= game.max_seats
    if possible and int(seats) != given:
        raise CommandError(screen.text(SimulationText.WRONG_COUNT, seats=int(seats), count=given))


def _play_here(args: SimulateArgs, screen: Screen) -> _Found:
    """Plays in this process or on Ray; after Ctrl-C the summary has what was finished."""
    task = _task(args, get_game(args.game, screen).game, screen).SerializeToString()
    with stop_on_interrupt() as stop, ProgressBar(SimulationText.PLAYING, screen) as bar:
        if args.ray is not None:
            content = _play_on_ray(task, args.ray, stop, bar.report, screen)
        else:
            content = simulation.simulate(task, threads=args.threads, stop=stop, report=bar.report)
    summary = SimulationSummary.FromString(content)
    cut_short = summary.tally.games < args.games
    return _Found(summary, bar.seconds, KeyboardInterrupt() if cut_short else None)


def _play_on_ray(
    task: bytes, address: str, stop: engine.Stop, report: Report, screen: Screen
) -> bytes:
    from intrigue.simulation.on_ray import RayTrouble, simulate_on_ray

    try:
        return simulate_on_ray(task, address, stop=stop, report=report)
    except ModuleNotFoundError as missing:
        if missing.name != "ray":
            raise
        text = screen.text(SimulationText.NEED_EXTRA, option="--ray", extra="ray")
        raise CommandError(text) from None
    except RayTrouble as trouble:
        say, code = {
            RayTrouble.Kind.UNREACHABLE: (SimulationText.RAY_UNREACHABLE, ExitCode.UNREACHABLE),
            RayTrouble.Kind.OTHER_RELEASE: (SimulationText.RAY_OTHER_RELEASE, ExitCode.REFUSED),
            RayTrouble.Kind.FAILED: (SimulationText.RAY_FAILED, ExitCode.REFUSED),
        }[trouble.kind]
        raise CommandError(screen.text(say, address=address, why=trouble.why), code) from None


def _play_there(args: SimulateArgs, screen: Screen) -> _Found:
    there = RemoteSimulation(args.server or "", args.tls.credentials(screen), screen)
    task = partial(_task, args, screen=screen)
    start = time.monotonic()
    with ProgressBar(SimulationText.PLAYING, screen) as bar:
        summary, error = asyncio.run(there.play(args.game, task, bar.report))
    seconds = time.monotonic() - start
    if error is None:
        return _Found(summary, seconds)
    return _Found(summary, seconds, CommandError(error.text(screen.lang), ExitCode.REFUSED))
