"""`intrigue mission`: the missions that a game plays, and what one of somebody's own is worth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from intrigue.cli.catalog import get_game, list_games
from intrigue.cli.fault import CommandError, ExitCode
from intrigue.cli.lab_messages import SimulationText
from intrigue.cli.messages import CliText
from intrigue.cli.mission_messages import MissionText
from intrigue.cli.outlets import STDOUT
from intrigue.cli.program import program_command

if TYPE_CHECKING:
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.game_pb2 import DocumentKind, Game

# The option that takes a mission, whichever game has it.
MISSION_OPTION: Final = "mission"


@dataclass(frozen=True, slots=True)
class MissionGame:
    """The game that plays missions, and what it says of them."""

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
    """Writes a mission to begin with."""
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
