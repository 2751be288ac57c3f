"""The commands that simulate and analyse, and their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from intrigue.cli.order import DEFAULT_GAMES, SimulateArgs
from intrigue.cli.outlets import CsvOption, JsonOption, JsonOptionCommand, OutputFiles, PlotOption
from intrigue.cli.query import DEFAULT_ANALYSIS_POLICY, DEFAULT_SEED, AnalyzeArgs
from intrigue.cli.run import LangOption, run
from intrigue.cli.screen import Screen
from intrigue.cli.trust import CaOption, CertOption, KeyOption, TlsArgs, TlsOption

_MOST_THREADS = 1024
_MOST_GAMES = 10**9


def register(app: typer.Typer) -> None:
    """Adds the commands to a program."""
    app.command("simulate", cls=JsonOptionCommand)(simulate_command)
    app.command("analyze", cls=JsonOptionCommand)(analyze_command)


def simulate_command(  # noqa: PLR0917 (typer calls it by name)
    game: Annotated[str, typer.Argument(help="The id of a game.")],
    policies: Annotated[
        str,
        typer.Option(
            "--policies",
            metavar="POLICY,POLICY,…",
            help="Who plays, such as ismcts:sims=500,greedy,random: one policy for each seat. "
            "Where seats vary, there are as many as policies.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            max=_MOST_GAMES,
            help="How many matches; rounded up, so that each policy sits at each seat as often.",
        ),
    ] = DEFAULT_GAMES,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="An option of the game; repeatable. A value @FILE is what the file says.",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT|HEX",
            help="Where chance comes from: a number, 64 hexadecimal digits, or any text. The same "
            "seed gives the same result; without one it is drawn, and told.",
        ),
    ] = None,
    fixed_seats: Annotated[
        bool,
        typer.Option("--fixed-seats", help="Leave each policy at its seat, the first at seat 0."),
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            min=1,
            max=_MOST_THREADS,
            help="How many threads play; by default one for each processor.",
        ),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="HOST:PORT", help="Have a service play it."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS|local",
            help="Play it on a Ray cluster, or on one started here (takes the extra ray).",
        ),
    ] = None,
    as_json: JsonOption = None,
    as_csv: CsvOption = None,
    plot: PlotOption = None,
    tls: TlsOption = False,
    ca: CaOption = None,
    cert: CertOption = None,
    key: KeyOption = None,
    lang: LangOption = None,
) -> None:
    """Play many matches between policies, and see who wins how often."""

    def simulate_them(screen: Screen) -> None:
        from intrigue.cli.simulate import simulate

        args = SimulateArgs(
            game=game,
            policies=policies,
            options=tuple(option or ()),
            games=games,
            seed=seed,
            fixed_seats=fixed_seats,
            threads=threads,
            server=server,
            ray=ray,
            output=OutputFiles(as_json, as_csv, plot),
            tls=TlsArgs(tls, ca, cert, key),
        )
        simulate(args, screen)

    run(lang, simulate_them)


def analyze_command(  # noqa: PLR0917 (typer calls it by name)
    record: Annotated[Path, typer.Argument(help="A saved record.")],
    seat: Annotated[int, typer.Option("--seat", min=0, help="Whose choices.")],
    step: Annotated[
        int | None,
        typer.Option("--step", min=0, help="One decision only, with all its actions."),
    ] = None,
    policy: Annotated[
        str, typer.Option("--policy", help="Who judges; more simulations judge better.")
    ] = DEFAULT_ANALYSIS_POLICY,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            metavar="TEXT|HEX",
            help="Where the judge's chance comes from. The same seed gives the same values.",
        ),
    ] = DEFAULT_SEED,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            min=1,
            max=_MOST_THREADS,
            help="How many threads think; by default one for each processor.",
        ),
    ] = None,
    as_json: JsonOption = None,
    as_csv: CsvOption = None,
    plot: PlotOption = None,
    lang: LangOption = None,
) -> None:
    """Show what each choice of a seat was worth, by what it knew then."""

    def judge(screen: Screen) -> None:
        from intrigue.cli.analyze import analyze
        from intrigue.simulation.local import processors

        args = AnalyzeArgs(
            record=record,
            seat=seat,
            step=step,
            policy=policy,
            seed=seed,
            threads=processors() if threads is None else threads,
            output=OutputFiles(as_json, as_csv, plot),
        )
        analyze(args, screen)

    run(lang, judge)
