"""`intrigue simulate`: many matches between policies, here, at a service or on Ray."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from intrigue import engine, simulation
from intrigue.cli.arrival import SEATS_OPTION, read_options
from intrigue.cli.catalog import get_game
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.figures import count
from intrigue.cli.interruption import heeding_interrupts
from intrigue.cli.lab_messages import LabSay
from intrigue.cli.messages import Say
from intrigue.cli.plots import draw_summary
from intrigue.cli.policy_list import read_policies
from intrigue.cli.progress_bar import ProgressBar
from intrigue.cli.remote_simulation import RemoteSimulation
from intrigue.cli.seed_text import read_seed
from intrigue.cli.simulation_table import as_json, as_rows, show_summary
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.cli.order import Order
    from intrigue.cli.screen import Screen
    from intrigue.simulation import Progress
    from intrigue_proto.v1.game_pb2 import Game

    Report = Callable[[Progress], None]


def simulate(order: Order, screen: Screen) -> None:
    """Plays the matches and shows what came of them, also if they are fewer than was asked."""
    _check(order, screen)
    order.outlets.check(screen)
    found = _play_there(order, screen) if order.server is not None else _play_here(order, screen)
    if found.summary.tally.games:
        _show(order, found, screen)
    if found.shortfall is not None:
        raise found.shortfall


@dataclass(frozen=True, slots=True)
class _Found:
    """What came of a simulation."""

    summary: SimulationSummary
    seconds: float
    shortfall: BaseException | None = None
    """Why not all of it was played."""


def _show(order: Order, found: _Found, screen: Screen) -> None:
    summary, outlets = found.summary, order.outlets
    if not outlets.speaks:
        show_summary(summary, found.seconds, screen)
        if found.shortfall is not None:
            games = count(summary.tally.games, screen.lang)
            screen.say(
                LabSay.CUT_SHORT, "yellow", games=games, asked=count(order.games, screen.lang)
            )
    draw = partial(draw_summary, summary=summary, lang=screen.lang)
    outlets.write(as_json(summary), as_rows(summary), draw, screen)


def _check(order: Order, screen: Screen) -> None:
    """Refuses arguments that contradict each other."""
    places = {
        "--server": order.server is not None,
        "--ray": order.ray is not None,
        "--threads": order.threads is not None,
    }
    named = [place for place, is_given in places.items() if is_given]
    if len(named) > 1:
        raise Fault(screen.phrase(Say.CONFLICT, one=named[0], other=named[1]))
    if order.trust and order.server is None:
        raise Fault(screen.phrase(Say.TLS_NEEDS_SERVER))


def _task(order: Order, game: Game, screen: Screen) -> SimulationTask:
    try:
        policies = read_policies(order.policies)
    except ValueError:
        raise Fault(screen.phrase(LabSay.BAD_POLICIES, text=order.policies)) from None
    options = read_options(order.options, screen)
    _seat(policies, options, game, screen)
    return SimulationTask(
        game=game.id,
        options=options,
        policies=policies,
        games=order.games,
        seed=read_seed(order.seed),
        fixed_seats=order.fixed_seats,
    )


def _seat(policies: list[str], options: dict[str, str], game: Game, screen: Screen) -> None:
    """Has a game with as many seats as there are policies, where nobody said how many.

    A number of seats that was given wins over the number of policies, and is told if it differs.
    """
    given = len(policies)
    varies = any(option.name == SEATS_OPTION for option in game.options)
    if varies and SEATS_OPTION not in options:
        if not game.min_seats <= given <= game.max_seats:
            raise Fault(
                screen.phrase(
                    LabSay.WRONG_COUNT_ANY,
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
        raise Fault(screen.phrase(LabSay.WRONG_COUNT, seats=int(seats), count=given))


def _play_here(order: Order, screen: Screen) -> _Found:
    """Plays in this process or on Ray; after Ctrl-C the summary has what was finished."""
    task = _task(order, get_game(order.game, screen).game, screen).SerializeToString()
    with heeding_interrupts() as stop, ProgressBar(LabSay.PLAYING, screen) as bar:
        if order.ray is not None:
            content = _play_on_ray(task, order.ray, stop, bar.report, screen)
        else:
            content = simulation.simulate(
                task, threads=order.threads, stop=stop, on_progress=bar.report
            )
    summary = SimulationSummary.FromString(content)
    cut_short = summary.tally.games < order.games
    return _Found(summary, bar.seconds, KeyboardInterrupt() if cut_short else None)


def _play_on_ray(
    task: bytes, address: str, stop: engine.Stop, report: Report, screen: Screen
) -> bytes:
    from intrigue.simulation.on_ray import RayErrorKind, RaySimulationError, simulate_on_ray

    try:
        return simulate_on_ray(task, address, stop=stop, on_progress=report)
    except ModuleNotFoundError as missing:
        if missing.name != "ray":
            raise
        text = screen.phrase(LabSay.NEED_EXTRA, option="--ray", extra="ray")
        raise Fault(text) from None
    except RaySimulationError as error:
        say, code = {
            RayErrorKind.UNREACHABLE: (LabSay.RAY_UNREACHABLE, Exit.UNREACHABLE),
            RayErrorKind.OTHER_RELEASE: (LabSay.RAY_OTHER_RELEASE, Exit.REFUSED),
            RayErrorKind.FAILED: (LabSay.RAY_FAILED, Exit.REFUSED),
        }[error.kind]
        raise Fault(screen.phrase(say, address=address, why=error.detail), code) from None


def _play_there(order: Order, screen: Screen) -> _Found:
    there = RemoteSimulation(order.server or "", order.trust.credentials(screen), screen)
    task = partial(_task, order, screen=screen)
    start = time.monotonic()
    with ProgressBar(LabSay.PLAYING, screen) as bar:
        summary, error = asyncio.run(there.play(order.game, task, bar.report))
    seconds = time.monotonic() - start
    if error is None:
        return _Found(summary, seconds)
    return _Found(summary, seconds, Fault(error.text(screen.lang), Exit.REFUSED))
