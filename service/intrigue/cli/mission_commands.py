"""The commands about missions, and their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from intrigue.cli.run import LangOption, run
from intrigue.cli.screen import Screen

_MOST_GAMES = 10**6

mission_app = typer.Typer(
    name="mission",
    help="Write missions for a game that plays them, and see what they are worth.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@mission_app.command("check")
def check_command(  # noqa: PLR0917 (typer calls it by name)
    file: Annotated[Path, typer.Argument(help="A mission.")],
    games: Annotated[
        int,
        typer.Option(
            "--games", min=1, max=_MOST_GAMES, help="How many matches with each number of seats."
        ),
    ] = 200,
    policy: Annotated[str, typer.Option("--policy", help="Who plays all seats.")] = "greedy",
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
    ] = "0",
    no_play: Annotated[
        bool, typer.Option("--no-play", help="Only check and draw it, and play nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it for machines.")] = False,
    lang: LangOption = None,
) -> None:
    """Check a mission, draw it, and have a policy play it many times."""

    def check(screen: Screen) -> None:
        from intrigue.cli.mission_check import CheckArgs, check_mission

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

    run(lang, check)


@mission_app.command("new")
def new_command(
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

    run(lang, write)


@mission_app.command("list")
def list_command(lang: LangOption = None) -> None:
    """List the missions that come with the game."""

    def show(screen: Screen) -> None:
        from intrigue.cli.mission import list_missions

        list_missions(screen)

    run(lang, show)


@mission_app.command("show")
def show_command(
    mission: Annotated[str, typer.Argument(metavar="ID", help="The id of a mission.")],
    lang: LangOption = None,
) -> None:
    """Write the text of a mission that comes with the game."""

    def show(screen: Screen) -> None:
        from intrigue.cli.mission import show_mission

        show_mission(mission, screen)

    run(lang, show)
