"""The program `intrigue`: its commands and their options."""

from __future__ import annotations

import asyncio
from importlib import metadata
from pathlib import Path
from typing import Annotated, Final

import typer

from intrigue.cli import catalog
from intrigue.cli.arguments import (
    DEFAULT_ANALYZE_POLICY,
    DEFAULT_CHECK_GAMES,
    DEFAULT_CHECK_POLICY,
    DEFAULT_SEED,
    DEFAULT_SIMULATE_GAMES,
    AnalyzeArgs,
    CheckArgs,
    ClockOption,
    GameArgument,
    GameOptions,
    LangOption,
    OpponentsOption,
    PlayArgs,
    PoliciesOption,
    PrintJsonOption,
    RayOption,
    ReceiptsOption,
    RecordArgument,
    SimulateArgs,
    TimeoutPolicyOption,
)
from intrigue.cli.connection import CaOption, CertOption, KeyOption, TlsArgs, TlsOption
from intrigue.cli.errors import run_command
from intrigue.cli.output_files import (
    CsvOption,
    JsonOption,
    JsonOptionCommand,
    OutputFiles,
    PlotOption,
)
from intrigue.cli.serve import ServeCommand, read_settings, serve, with_settings
from intrigue.cli.terminal import InputLines, Screen

_MOST_THREADS: Final = 1024
_MOST_GAMES: Final = 10**9
_MOST_CHECK_GAMES: Final = 10**6

app = typer.Typer(
    name="intrigue",
    help="A game service for games of bluff and hidden roles.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
mission_app = typer.Typer(
    name="mission",
    help="Write missions for a game that plays them, and see what they are worth.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def main() -> None:
    """The entry point of the program."""
    app()


@app.command("serve", cls=ServeCommand)
@with_settings
def serve_command(lang: LangOption = None, **settings: object) -> None:
    """Serve games over gRPC until Ctrl-C."""
    run_command(lang, lambda screen: serve(read_settings(settings), screen))


@app.command("games")
def games_command(lang: LangOption = None) -> None:
    """List the games."""
    run_command(lang, catalog.show_games)


@app.command("rules")
def rules_command(
    game: GameArgument,
    clause: Annotated[str | None, typer.Argument(help="One clause only.")] = None,
    lang: LangOption = None,
) -> None:
    """Show the rules of a game: options, clauses, cards, actions."""
    run_command(
        lang, lambda screen: catalog.show_rules(catalog.get_game(game, screen), clause, screen)
    )


@app.command("policies")
def policies_command(lang: LangOption = None) -> None:
    """List the built-in policies that can play a seat."""
    run_command(lang, catalog.show_policies)


@app.command("play")
def play_command(  # noqa: PLR0917 (typer calls it by name)
    game: Annotated[str | None, typer.Argument(help="The id of a game.")] = None,
    option: GameOptions = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="The seat you take.")] = None,
    policy: OpponentsOption = None,
    server: Annotated[
        str | None,
        typer.Option(
            "--server",
            metavar="HOST:PORT",
            help="The service; without it one is started for this match.",
        ),
    ] = None,
    join: Annotated[
        str | None, typer.Option("--join", metavar="MATCH_ID", help="Take a seat of this match.")
    ] = None,
    code: Annotated[
        str | None,
        typer.Option("--code", metavar="CODE", help="Take a seat of a private match."),
    ] = None,
    host: Annotated[
        bool, typer.Option("--host", help="Leave the other seats open for people to join.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Like --host, but only for people with the code.")
    ] = False,
    clock: ClockOption = None,
    timeout_policy: TimeoutPolicyOption = "",
    ready: Annotated[
        bool, typer.Option("--ready", help="Begin only when everybody has said to be ready.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Come back to a seat.")
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Your name, for the others.")] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="HEX", help="The deal, as 64 hexadecimal digits.")
    ] = "",
    auto: Annotated[
        str | None,
        typer.Option("--auto", metavar="POLICY", help="Let a policy choose for your seat."),
    ] = None,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Have policies answer at once, not at the speed of a person."),
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Where to save the record, without asking."),
    ] = None,
    tls: TlsOption = False,
    ca: CaOption = None,
    cert: CertOption = None,
    key: KeyOption = None,
    lang: LangOption = None,
) -> None:
    """Play a match in the terminal, against policies or people."""
    args = PlayArgs(
        game=game,
        options=tuple(option or ()),
        seat=seat,
        policies=tuple(policy or ()),
        server=server,
        seed=seed,
        name=name,
        join=join,
        code=code,
        host=host,
        private=private,
        clock=clock,
        timeout_policy=timeout_policy,
        ready=ready,
        resume=resume,
        auto=auto,
        fast=fast,
        save=save,
        tls=TlsArgs(tls, ca, cert, key),
    )

    def play_match(screen: Screen) -> None:
        from intrigue.cli.play import play

        asyncio.run(play(args, screen, InputLines()))

    run_command(lang, play_match)


@app.command("replay")
def replay_command(
    file: RecordArgument,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="N|all", help="Through whose eyes; else a spectator's."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step.")] = False,
    lang: LangOption = None,
) -> None:
    """Show a saved match step by step."""

    def show(screen: Screen) -> None:
        from intrigue.cli.records import replay

        asyncio.run(replay(file, seat, screen, InputLines(), pausing=step))

    run_command(lang, show)


@app.command("record")
def record_command(  # noqa: PLR0917 (typer calls it by name)
    match_id: Annotated[str, typer.Argument(help="The id of a finished match.")],
    server: Annotated[str, typer.Option("--server", metavar="HOST:PORT", help="The service.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to.")],
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="A seat file, for a private match."),
    ] = None,
    tls: TlsOption = False,
    ca: CaOption = None,
    cert: CertOption = None,
    key: KeyOption = None,
    lang: LangOption = None,
) -> None:
    """Save the record of a finished match."""

    def fetch(screen: Screen) -> None:
        from intrigue.cli.records import save_record

        tls_args = TlsArgs(tls, ca, cert, key)
        asyncio.run(save_record(match_id, server, resume, output, screen, tls=tls_args))

    run_command(lang, fetch)


@app.command("verify")
def verify_command(
    file: RecordArgument,
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment",
            metavar="HEX",
            help="The commitment published when the match was created.",
        ),
    ] = None,
    receipt: ReceiptsOption = None,
    as_json: PrintJsonOption = False,
    lang: LangOption = None,
) -> None:
    """Check deal, play and log of a saved record, without a server."""

    def check(screen: Screen) -> None:
        from intrigue.cli.records import verify_file

        verify_file(file, commitment, receipt or (), screen, as_json=as_json)

    run_command(lang, check)


@app.command("version")
def version_command() -> None:
    """Show the version."""
    typer.echo(f"intrigue {metadata.version('intrigue')}")


@app.command("simulate", cls=JsonOptionCommand)
def simulate_command(  # noqa: PLR0917 (typer calls it by name)
    game: GameArgument,
    policies: PoliciesOption,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            max=_MOST_GAMES,
            help="How many matches; rounded up, so that each policy sits at each seat as often.",
        ),
    ] = DEFAULT_SIMULATE_GAMES,
    option: GameOptions = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT|HEX",
            help="Where chance comes from: a number, 64 hexadecimal digits, or any text. The same "
            "seed gives the same result; without one a random seed is used and printed.",
        ),
    ] = None,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate/--no-rotate",
            help="Have policies change seats, or leave each at its seat, the first at seat 0.",
        ),
    ] = True,
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
    ray: RayOption = None,
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

    def play_matches(screen: Screen) -> None:
        from intrigue.cli.simulate import simulate

        args = SimulateArgs(
            game=game,
            policies=policies,
            options=tuple(option or ()),
            games=games,
            seed=seed,
            rotate=rotate,
            threads=threads,
            server=server,
            ray=ray,
            output=OutputFiles(as_json, as_csv, plot),
            tls=TlsArgs(tls, ca, cert, key),
        )
        simulate(args, screen)

    run_command(lang, play_matches)


@app.command("analyze", cls=JsonOptionCommand)
def analyze_command(  # noqa: PLR0917 (typer calls it by name)
    record: RecordArgument,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Whose choices.")],
    step: Annotated[
        int | None,
        typer.Option("--step", min=0, help="One decision only, with all its actions."),
    ] = None,
    policy: Annotated[
        str, typer.Option("--policy", help="Who judges; more simulations judge better.")
    ] = DEFAULT_ANALYZE_POLICY,
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

    run_command(lang, judge)


@mission_app.command("check")
def mission_check_command(  # noqa: PLR0917 (typer calls it by name)
    file: Annotated[Path, typer.Argument(help="A mission.")],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            max=_MOST_CHECK_GAMES,
            help="How many matches with each number of seats.",
        ),
    ] = DEFAULT_CHECK_GAMES,
    policy: Annotated[
        str, typer.Option("--policy", help="Who plays all seats.")
    ] = DEFAULT_CHECK_POLICY,
    seats: Annotated[
        list[int] | None,
        typer.Option(
            "--seats", min=1, help="With how many seats; repeatable. Else with each number."
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="Another option of the game, such as retries=0 for first attempts; repeatable.",
        ),
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            metavar="TEXT|HEX",
            help="Where chance comes from. The same seed gives the same result.",
        ),
    ] = DEFAULT_SEED,
    no_play: Annotated[
        bool, typer.Option("--no-play", help="Only check and draw it, and play nothing.")
    ] = False,
    as_json: PrintJsonOption = False,
    lang: LangOption = None,
) -> None:
    """Check a mission, draw it, and have a policy play it many times."""

    def check(screen: Screen) -> None:
        from intrigue.cli.mission import check_mission

        args = CheckArgs(
            path=file,
            games=0 if no_play else games,
            policy=policy,
            seats=tuple(seats or ()),
            options=tuple(option or ()),
            seed=seed,
            as_json=as_json,
        )
        check_mission(args, screen)

    run_command(lang, check)


@mission_app.command("new")
def mission_new_command(
    file: Annotated[Path, typer.Argument(help="Where to; - for the standard output.")] = Path(
        "mission.toml"
    ),
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    lang: LangOption = None,
) -> None:
    """Write a mission to begin with."""

    def write(screen: Screen) -> None:
        from intrigue.cli.mission import write_template

        write_template(file, screen, force=force)

    run_command(lang, write)


@mission_app.command("list")
def mission_list_command(lang: LangOption = None) -> None:
    """List the missions that come with the game."""

    def show(screen: Screen) -> None:
        from intrigue.cli.mission import list_missions

        list_missions(screen)

    run_command(lang, show)


@mission_app.command("show")
def mission_show_command(
    mission: Annotated[str, typer.Argument(metavar="ID", help="The id of a mission.")],
    lang: LangOption = None,
) -> None:
    """Write the text of a mission that comes with the game."""

    def show(screen: Screen) -> None:
        from intrigue.cli.mission import show_mission

        show_mission(mission, screen)

    run_command(lang, show)


app.add_typer(mission_app)
