"""`intrigue mission`: the missions that a game plays, and what one of somebody's own is worth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from intrigue.cli.catalog import get_game, list_games
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.lab_messages import LabSay
from intrigue.cli.messages import Say
from intrigue.cli.mission_messages import MissionSay
from intrigue.cli.outlets import STDOUT
from intrigue.cli.program import program

if TYPE_CHECKING:
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.game_pb2 import DocumentKind, Game

# The option that takes a mission, whichever game has it.
OPTION: Final = "mission"


@dataclass(frozen=True, slots=True)
class Player:
    """The game that plays missions, and what it says of them."""

    game: Game
    kind: DocumentKind


def find_player(screen: Screen) -> Player:
    """The first game of this installation that plays missions."""
    for listed in list_games():
        found = get_game(listed.id, screen)
        for kind in found.documents:
            if kind.option == OPTION:
                return Player(found.game, kind)
    raise Fault(screen.phrase(MissionSay.NO_GAME), Exit.REFUSED)


def list_missions(screen: Screen) -> None:
    """Lists the missions that come with the game."""
    rows = [(known.id, screen.lang.of(known.name)) for known in find_player(screen).kind.built_in]
    screen.columns(rows, styles=("cyan", ""))
    screen.line()
    screen.say(MissionSay.LIST_HINT, "dim", program=program())


def show_mission(mission: str, screen: Screen) -> None:
    """Writes the text of a mission that comes with the game."""
    kind = find_player(screen).kind
    for known in kind.built_in:
        if known.id == mission:
            typer.echo(known.text, nl=not known.text.endswith("\n"))
            return
    ids = ", ".join(known.id for known in kind.built_in)
    raise Fault(screen.phrase(MissionSay.UNKNOWN, mission=mission, known=ids))


def write_template(path: Path, screen: Screen, *, force: bool) -> None:
    """Writes a mission to begin with."""
    template = find_player(screen).kind.template
    if str(path) == STDOUT:
        typer.echo(template, nl=not template.endswith("\n"))
        return
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(template)
    except FileExistsError:
        raise Fault(screen.phrase(MissionSay.EXISTS, path=path)) from None
    except OSError as fault:
        why = fault.strerror or screen.phrase(MissionSay.NO_PLACE)
        raise Fault(screen.phrase(Say.CANNOT_WRITE, path=path, why=why)) from None
    screen.line(screen.phrase(LabSay.WRITTEN, path=path), whole=True)
    screen.say(MissionSay.NEXT)
    screen.command(f"{program()} mission check {path}")
