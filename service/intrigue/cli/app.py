"""The commands, their arguments, and how they fail."""

from __future__ import annotations

import asyncio
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from intrigue import engine
from intrigue.cli import catalog
from intrigue.cli.arrival import clock_settings
from intrigue.cli.fault import CommandError
from intrigue.cli.lab_commands import register
from intrigue.cli.lines import InputLines
from intrigue.cli.messages import CliText
from intrigue.cli.mission_commands import mission_app
from intrigue.cli.run import LangOption, run
from intrigue.cli.screen import Screen
from intrigue.cli.serve import ServeCommand, read_settings, serve, with_settings
from intrigue.cli.ticket import SeatFile
from intrigue.cli.trust import CaOption, CertOption, KeyOption, TlsArgs, TlsOption
from intrigue.cli.wish import PlayArgs

ServerOption = Annotated[str, typer.Option("--server", metavar="HOST:PORT", help="The service.")]

app = typer.Typer(
    name="intrigue",
    help="A game service for games of bluff and hidden roles.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """The entry of the program."""
    app()


@app.command("serve", cls=ServeCommand)
@with_settings
def serve_command(lang: LangOption = None, **settings: object) -> None:
    """Serve games over gRPC until Ctrl-C."""
    run(lang, lambda screen: serve(read_settings(settings), screen))


@app.command("games")
def games_command(lang: LangOption = None) -> None:
    """List the games."""
    run(lang, catalog.show_games)


@app.command("rules")
def rules_command(
    game: Annotated[str, typer.Argument(help="The id of a game.")],
    clause: Annotated[str | None, typer.Argument(help="One clause only.")] = None,
    lang: LangOption = None,
) -> None:
    """Show the rules of a game: options, clauses, cards, actions."""
    run(lang, lambda screen: catalog.show_rules(catalog.get_game(game, screen), clause, screen))


@app.command("policies")
def policies_command(lang: LangOption = None) -> None:
    """List the built-in policies that can play a seat."""
    run(lang, catalog.show_policies)


@app.command("play")
def play_command(  # noqa: PLR0917 (typer calls it by name)
    game: Annotated[str | None, typer.Argument(help="The id of a game.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="An option of the game; repeatable. A value @FILE is what the file says.",
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="The seat you take.")] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            help="Who plays the other seats, such as random or ismcts:sims=2000; repeatable, "
            "one for each seat.",
        ),
    ] = None,
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
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock",
            metavar="BANK+INCREMENT/DECISION",
            help="How much time a seat has, such as 5m+3s/30s, 10m or /30s.",
        ),
    ] = None,
    timeout_policy: Annotated[
        str,
        typer.Option(
            "--timeout-policy",
            metavar="POLICY",
            help="What decides for a seat whose time is up; without it the seat forfeits.",
        ),
    ] = "",
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
        save=save,
        tls=TlsArgs(tls, ca, cert, key),
    )

    def sit(screen: Screen) -> None:
        from intrigue.cli.play import play

        _check(args, screen)
        asyncio.run(play(args, screen, InputLines()))

    run(lang, sit)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A saved record.")],
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="N|all", help="Through whose eyes; else a spectator's."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step.")] = False,
    lang: LangOption = None,
) -> None:
    """Show a saved match step by step."""

    def show(screen: Screen) -> None:
        from intrigue.cli.replay import replay

        asyncio.run(replay(file, seat, screen, InputLines(), pausing=step))

    run(lang, show)


@app.command("record")
def record_command(  # noqa: PLR0917 (typer calls it by name)
    match_id: Annotated[str, typer.Argument(help="The id of a finished match.")],
    server: ServerOption,
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
        from intrigue.cli.replay import save_record

        seat_file = _seat_file(resume, screen)
        credentials = TlsArgs(tls, ca, cert, key).credentials(screen)
        asyncio.run(
            save_record(match_id, server, seat_file, output, screen, credentials=credentials)
        )

    run(lang, fetch)


@app.command("verify")
def verify_command(
    file: Annotated[Path, typer.Argument(help="A saved record.")],
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What was told when the match was made."),
    ] = None,
    receipt: Annotated[
        list[str] | None,
        typer.Option(
            "--receipt",
            metavar="SEAT:REVISION:HEAD",
            help="What was told with an acknowledgement; repeatable. The seat is - for a caller "
            "that had none.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say it for machines.")] = False,
    lang: LangOption = None,
) -> None:
    """Check deal, play and log of a saved record, without a server."""

    def check(screen: Screen) -> None:
        from intrigue.cli.verify import verify_file

        verify_file(file, commitment, receipt or (), screen, as_json=as_json)

    run(lang, check)


@app.command("version")
def version_command() -> None:
    """Say which version this is."""
    typer.echo(f"intrigue {metadata.version('intrigue')}")


register(app)
app.add_typer(mission_app)


def _check(args: PlayArgs, screen: Screen) -> None:
    """Refuses arguments that contradict each other, before anything is started."""
    given = {
        "GAME": args.game is not None,
        "--join": args.join is not None,
        "--code": args.code is not None,
        "--resume": args.resume is not None,
    }
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise CommandError(screen.text(CliText.CONFLICT, one=names[0], other=names[1]))
    if args.joins and args.server is None:
        raise CommandError(screen.text(CliText.NEED_SERVER, option=names[0]))
    if args.tls and args.server is None and args.resume is None:
        raise CommandError(screen.text(CliText.TLS_NEEDS_SERVER))
    if args.invites and args.policies:
        one = "--private" if args.private else "--host"
        raise CommandError(screen.text(CliText.CONFLICT, one=one, other="--policy"))
    _check_terms(args, names, screen)
    if args.auto is not None:
        engine.CoreEngine().check_policy(args.auto)
    if not names:
        known = ", ".join(game.id for game in catalog.list_games())
        raise CommandError(screen.text(CliText.WHICH_GAME, known=known))


def _check_terms(args: PlayArgs, names: list[str], screen: Screen) -> None:
    """Refuses terms of a match that somebody else has made, and a clock that is none."""
    terms = {
        "--host": args.host,
        "--private": args.private,
        "--clock": args.clock is not None,
        "--timeout-policy": bool(args.timeout_policy),
        "--ready": args.ready,
    }
    for term, is_given in terms.items():
        if is_given and names and names[0] != "GAME":
            raise CommandError(screen.text(CliText.CONFLICT, one=names[0], other=term))
    if args.timeout_policy and args.clock is None:
        raise CommandError(screen.text(CliText.NEED_CLOCK))
    if args.timeout_policy:
        engine.CoreEngine().check_policy(args.timeout_policy)
    clock_settings(args, screen)


def _seat_file(resume: Path | None, screen: Screen) -> SeatFile | None:
    if resume is None:
        return None
    try:
        return SeatFile.read(resume)
    except (OSError, ValueError):
        raise CommandError(screen.text(CliText.NOT_A_SEAT_FILE, path=resume)) from None
