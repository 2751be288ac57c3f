"""`intrigue simulate`: many matches between policies, here, at a service or on Ray."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from intrigue import engine, simulation
from intrigue.cli.arguments import (
    parse_options,
    parse_policies,
    parse_seed,
    refuse_conflict,
)
from intrigue.cli.catalog import get_game
from intrigue.cli.connection import check_connection
from intrigue.cli.errors import CommandError, ExitCode, stop_on_interrupt
from intrigue.cli.language import format_count, format_decimal, format_range
from intrigue.cli.messages import CliText, SimulationText
from intrigue.cli.output_files import PLOT_COLOR
from intrigue.cli.terminal import ProgressBar
from intrigue.inprocess.policies import policy_in_full
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue.simulation import Progress
from intrigue_proto.options import SEATS, join_settings, split_settings
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1.simulation_pb2 import (
    STOP_REASON_BUDGET,
    SimulationSummary,
    SimulationTask,
)
from intrigue_sdk import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import grpc
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from intrigue.cli.arguments import SimulateArgs
    from intrigue.cli.language import Lang
    from intrigue.cli.terminal import Screen
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_proto.v1.simulation_pb2 import Estimate
    from intrigue_proto.v1.simulation_service_pb2 import SimulationProgress
    from intrigue_sdk import Client

    Report = Callable[[Progress], None]

_ALL_SEATS: Final = "all"
# Only the most frequent ones are shown.
_ENDINGS_SHOWN: Final = 6


def simulate(args: SimulateArgs, screen: Screen) -> None:
    """Plays the matches and shows the summary, also of fewer matches than were asked for."""
    _check_args(args, screen)
    args.output.check(screen)
    result = (
        _play_remotely(args, screen) if args.server is not None else _play_locally(args, screen)
    )
    if result.summary.tally.match_count:
        _show(args, result, screen)
    if result.error is not None:
        raise result.error


@dataclass(frozen=True, slots=True)
class _Result:
    """A summary, and why it is incomplete."""

    summary: SimulationSummary
    seconds: float
    error: BaseException | None = None


def _show(args: SimulateArgs, result: _Result, screen: Screen) -> None:
    summary, output = result.summary, args.output
    if not output.uses_stdout:
        _show_summary(summary, result.seconds, screen)
        if result.error is not None:
            games = format_count(summary.tally.match_count, screen.lang)
            screen.say(
                SimulationText.CUT_SHORT,
                "yellow",
                games=games,
                asked=format_count(args.games, screen.lang),
            )
    draw = partial(_draw, summary=summary, lang=screen.lang)
    output.write(_as_json(summary), _as_rows(summary), draw, screen)


def _check_args(args: SimulateArgs, screen: Screen) -> None:
    """Refuses arguments that contradict each other."""
    given = {
        "--server": args.server is not None,
        "--ray": args.ray is not None,
        "--threads": args.threads is not None,
    }
    refuse_conflict(given, screen)
    if args.tls and args.server is None:
        raise CommandError(screen.text(CliText.TLS_NEEDS_SERVER))


def _task(args: SimulateArgs, game: Game, screen: Screen) -> SimulationTask:
    try:
        policies = parse_policies(args.policies)
        messages = [parse_policy(policy) for policy in policies]
    except ValueError:
        raise CommandError(screen.text(SimulationText.BAD_POLICIES, text=args.policies)) from None
    options = parse_options(args.options, screen)
    _check_seats(policies, options, game, screen)
    plain, documents, _ = split_settings(options)
    return SimulationTask(
        game=game.id,
        options=plain,
        documents=documents,
        policies=messages,
        match_count=args.games,
        seed=parse_seed(args.seed),
        rotate=args.rotate,
    )


def _check_seats(policies: list[str], options: dict[str, str], game: Game, screen: Screen) -> None:
    """Refuses a number of policies that is not the number of seats.

    There are as many seats as policies, unless the options say another number, or the game has
    always the same.
    """
    given = len(policies)
    seats = options.get(SEATS)
    if seats is not None and not (seats.isascii() and seats.isdecimal() and int(seats)):
        raise CommandError(screen.text(CliText.BAD_OPTION, option=f"{SEATS}={seats}"))
    wanted = given if seats is None else int(seats)
    if game.min_seats == game.max_seats:
        wanted = game.min_seats
    if not game.min_seats <= wanted <= game.max_seats:
        raise CommandError(
            screen.text(
                SimulationText.WRONG_COUNT_ANY,
                game=screen.lang.of(game.name),
                least=game.min_seats,
                most=game.max_seats,
                count=wanted,
            )
        )
    if wanted != given:
        raise CommandError(screen.text(SimulationText.WRONG_COUNT, seats=wanted, count=given))


def _play_locally(args: SimulateArgs, screen: Screen) -> _Result:
    """Plays in this process or on Ray; after Ctrl-C the summary has the finished matches."""
    task = _task(args, get_game(args.game, screen).game, screen).SerializeToString()
    with stop_on_interrupt() as stop, ProgressBar(SimulationText.PLAYING, screen) as bar:
        if args.ray is not None:
            content = _play_on_ray(task, args.ray, stop, bar.report, screen)
        else:
            content = simulation.simulate(
                task, threads=args.threads, stop=stop, on_progress=bar.report
            )
    summary = SimulationSummary.FromString(content)
    cut_short = summary.tally.match_count < args.games
    return _Result(summary, bar.seconds, KeyboardInterrupt() if cut_short else None)


def _play_on_ray(
    task: bytes, address: str, stop: engine.Stop, report: Report, screen: Screen
) -> bytes:
    from intrigue.simulation.on_ray import RayErrorKind, RaySimulationError, simulate_on_ray

    try:
        return simulate_on_ray(task, address, stop=stop, on_progress=report)
    except ModuleNotFoundError as missing:
        if missing.name != "ray":
            raise
        text = screen.text(SimulationText.NEED_EXTRA, option="--ray", extra="ray")
        raise CommandError(text) from None
    except RaySimulationError as trouble:
        say, code = {
            RayErrorKind.UNREACHABLE: (SimulationText.RAY_UNREACHABLE, ExitCode.UNREACHABLE),
            RayErrorKind.OTHER_RELEASE: (SimulationText.RAY_OTHER_RELEASE, ExitCode.REFUSED),
            RayErrorKind.FAILED: (SimulationText.RAY_FAILED, ExitCode.REFUSED),
        }[trouble.kind]
        raise CommandError(screen.text(say, address=address, why=trouble.detail), code) from None


def _play_remotely(args: SimulateArgs, screen: Screen) -> _Result:
    """Has a service play; the summary has the finished matches if its time is used up."""
    remote = RemoteSimulation(args.server or "", args.tls.credentials(screen), screen)
    start = time.monotonic()
    with ProgressBar(SimulationText.PLAYING, screen) as bar:
        summary = asyncio.run(remote.play(args, bar.report))
    seconds = time.monotonic() - start
    if summary.stop_reason != STOP_REASON_BUDGET:
        return _Result(summary, seconds)
    error = CommandError(screen.text(SimulationText.BUDGET), ExitCode.REFUSED)
    return _Result(summary, seconds, error)


class RemoteSimulation:
    """Simulations played by a service."""

    def __init__(
        self, server: str, credentials: grpc.ChannelCredentials | None, screen: Screen
    ) -> None:
        self._server = server
        self._credentials = credentials
        self._screen = screen

    async def play(self, args: SimulateArgs, report: Report) -> SimulationSummary:
        """Plays what the arguments ask for, in the game as the service describes it."""
        await check_connection(self._server, self._screen, self._credentials)
        async with connect(
            self._server, credentials=self._credentials, language=self._screen.lang
        ) as client:
            task = _task(args, await self._game(client, args.game), self._screen)
            return await client.simulate(
                task.game,
                [policy_text(policy) for policy in task.policies],
                task.match_count,
                options=join_settings(task.options, task.documents, 0),
                seed=task.seed,
                rotate=task.rotate,
                on_progress=lambda progress: report(_to_progress(progress)),
            )

    async def _game(self, client: Client, game: str) -> Game:
        games = {known.id: known for known in await client.games()}
        if game not in games:
            known = ", ".join(games)
            raise CommandError(self._screen.text(CliText.UNKNOWN_GAME, game=game, known=known))
        return games[game]


def _to_progress(progress: SimulationProgress) -> Progress:
    seconds = progress.elapsed.ToTimedelta().total_seconds()
    return Progress(
        progress.match_count, progress.total_match_count, progress.decision_count, seconds
    )


def _show_summary(summary: SimulationSummary, seconds: float, screen: Screen) -> None:
    """Writes the tables: each policy, each policy at each seat, and the totals."""
    lang = screen.lang
    table = _table(
        [
            SimulationText.PAYOFF,
            SimulationText.INTERVAL,
            SimulationText.WINS,
            SimulationText.INTERVAL,
        ],
        screen,
    )
    for number, result in enumerate(summary.policies, start=1):
        table.add_row(
            str(number),
            Text(policy_in_full(result.policy)),
            format_decimal(result.payoff.mean, lang),
            format_range(result.payoff.low, result.payoff.high, lang),
            format_decimal(result.wins.mean, lang),
            format_range(result.wins.low, result.wins.high, lang),
        )
    screen.show(table)
    if summary.task.rotate:
        _show_seats(summary, screen)
    tally, length = summary.tally, summary.length
    screen.say(
        SimulationText.LENGTH,
        mean=format_decimal(length.mean, lang, 1),
        span=format_range(length.low, length.high, lang, 1),
        shortest=format_count(tally.shortest, lang),
        longest=format_count(tally.longest, lang),
    )
    if tally.endings:
        screen.say(SimulationText.ENDINGS, endings=_endings(summary))
    screen.say(
        SimulationText.RATE,
        games=format_count(tally.match_count, lang),
        decisions=format_count(tally.decision_count, lang),
        seconds=format_decimal(seconds, lang, 1),
        rate=format_count(tally.decision_count / max(seconds, 1e-9), lang),
    )
    screen.say(SimulationText.SEED, "dim", seed=summary.task.seed.hex())


def _as_json(summary: SimulationSummary) -> Mapping[str, object]:
    """The whole summary. It has no times, so that the same simulation gives the same text."""
    content: Mapping[str, object] = json.loads(SimulationResult.of(summary, 0.0).to_json())
    return content


def _as_rows(summary: SimulationSummary) -> list[dict[str, object]]:
    """A row per policy, and a row without intervals per policy and seat."""
    rows: list[dict[str, object]] = []
    for number, result in enumerate(summary.policies, start=1):
        named = {"number": number, "policy": policy_in_full(result.policy)}
        games = summary.tally.match_count
        rows.append(
            named
            | {"seat": _ALL_SEATS, "games": games}
            | _cells("payoff", result.payoff)
            | _cells("wins", result.wins)
        )
        for seat in result.seats:
            if seat.match_count:
                payoff = {"payoff": seat.payoff, "payoff_low": "", "payoff_high": ""}
                wins = {"wins": seat.wins, "wins_low": "", "wins_high": ""}
                rows.append(named | {"seat": seat.seat, "games": seat.match_count} | payoff | wins)
    return rows


def _show_seats(summary: SimulationSummary, screen: Screen) -> None:
    screen.say(SimulationText.PAYOFF_BY_SEAT, "bold")
    seats = range(len(summary.policies))
    headings = [screen.text(SimulationText.SEAT_NUMBER, seat=seat) for seat in seats]
    table = _table(headings, screen)
    for number, result in enumerate(summary.policies, start=1):
        payoffs = [format_decimal(seat.payoff, screen.lang) for seat in result.seats]
        table.add_row(str(number), Text(policy_in_full(result.policy)), *payoffs)
    screen.show(table)


def _table(headings: Sequence[SimulationText | str], screen: Screen) -> Table:
    """A table whose rows begin with the number of a policy and its name."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", justify="right")
    # Names with parameters are long, so this column wraps.
    table.add_column(screen.text(SimulationText.POLICY), overflow="fold", min_width=6)
    for heading in headings:
        text = heading if isinstance(heading, str) else screen.text(heading)
        table.add_column(text, justify="right", no_wrap=True)
    return table


def _endings(summary: SimulationSummary) -> str:
    tally = summary.tally
    often = sorted(tally.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    shown = [f"{name} {times / tally.match_count:.1%}" for name, times in often[:_ENDINGS_SHOWN]]
    return ", ".join([*shown, *(["…"] if len(often) > _ENDINGS_SHOWN else [])])


def _cells(name: str, estimate: Estimate) -> dict[str, object]:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _draw(figure: Figure, summary: SimulationSummary, lang: Lang) -> None:
    """The payoff of each policy with its interval, and beside it the payoff at each seat."""
    count = len(summary.policies)
    seats = summary.task.rotate
    figure.set_size_inches(10 if seats else 6, 1.6 + 0.5 * count)
    axes = figure.subplots(1, 2, width_ratios=(3, 2)) if seats else [figure.subplots()]
    _draw_payoffs(axes[0], summary, lang)
    if seats:
        _draw_seats(axes[1], summary, lang)
        figure.legend(*axes[1].get_legend_handles_labels(), loc="outside right center", fontsize=8)
    games = format_count(summary.tally.match_count, lang)
    figure.suptitle(SimulationText.MATCHES.text(lang, game=summary.task.game, games=games))


def _draw_payoffs(axes: Axes, summary: SimulationSummary, lang: Lang) -> None:
    places = range(len(summary.policies))
    means = [result.payoff.mean for result in summary.policies]
    below = [result.payoff.mean - result.payoff.low for result in summary.policies]
    above = [result.payoff.high - result.payoff.mean for result in summary.policies]
    axes.barh(places, means, height=0.6, color=PLOT_COLOR, alpha=0.35)
    axes.errorbar(means, places, xerr=[below, above], fmt="o", color=PLOT_COLOR, capsize=4)
    axes.set_yticks(places, [policy_in_full(result.policy) for result in summary.policies])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel(f"{SimulationText.PAYOFF.text(lang)} ({SimulationText.INTERVAL.text(lang)})")
    axes.grid(axis="x", alpha=0.3)


def _draw_seats(axes: Axes, summary: SimulationSummary, lang: Lang) -> None:
    """A bar per policy and seat."""
    count = len(summary.policies)
    thickness = 0.8 / count
    for seat in range(count):
        offset = (seat - (count - 1) / 2) * thickness
        axes.barh(
            [row + offset for row in range(count)],
            [result.seats[seat].payoff for result in summary.policies],
            height=thickness * 0.9,
            color=PLOT_COLOR,
            alpha=1 - 0.75 * seat / count,
            label=SimulationText.SEAT_NUMBER.text(lang, seat=seat),
        )
    axes.set_yticks(range(count), [str(row + 1) for row in range(count)])
    axes.invert_yaxis()
    axes.set_xlabel(SimulationText.PAYOFF_BY_SEAT.text(lang))
    axes.grid(axis="x", alpha=0.3)
