"""`intrigue memory`: the memories that a game plays, and what one of somebody's own is worth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from intrigue.cli.catalog import get_game, list_games
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.lab_messages import LabSay
from intrigue.cli.memory_messages import MemorySay
from intrigue.cli.messages import Say
from intrigue.cli.outlets import STDOUT
from intrigue.cli.program import program

if TYPE_CHECKING:
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.game_pb2 import DocumentKind, Game

# The option that takes a memory, whichever game has it.
OPTION: Final = "memory"


@dataclass(frozen=True, slots=True)
class Player:
    """The game that plays memories, and what it says of them."""

    game: Game
    kind: DocumentKind


def find_player(screen: Screen) -> Player:
    """The first game of this installation that plays memories."""
    for listed in list_games():
        found = get_game(listed.id, screen)
        for kind in found.documents:
            if kind.option == OPTION:
                return Player(found.game, kind)
    raise Fault(screen.phrase(MemorySay.NO_GAME), Exit.REFUSED)


def list_memories(screen: Screen) -> None:
    """Lists the memories that come with the game."""
    rows = [(known.id, screen.lang.of(known.name)) for known in find_player(screen).kind.built_in]
    screen.columns(rows, styles=("cyan", ""))
    screen.line()
    screen.say(MemorySay.LIST_HINT, "dim", program=program())


def show_memory(memory: str, screen: Screen) -> None:
    """Writes the text of a memory that comes with the game."""
    kind = find_player(screen).kind
    for known in kind.built_in:
        if known.id == memory:
            typer.echo(known.text, nl=not known.text.endswith("\n"))
            return
    ids = ", ".join(known.id for known in kind.built_in)
    raise Fault(screen.phrase(MemorySay.UNKNOWN, memory=memory, known=ids))


def write_template(path: Path, screen: Screen, *, force: bool) -> None:
    """Writes a memory to begin with."""
    template = find_player(screen).kind.template
    if str(path) == STDOUT:
        typer.echo(template, nl=not template.endswith("\n"))
        return
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(template)
    except FileExistsError:
        raise Fault(screen.phrase(MemorySay.EXISTS, path=path)) from None
    except OSError as fault:
        why = fault.strerror or screen.phrase(MemorySay.NO_PLACE)
        raise Fault(screen.phrase(Say.CANNOT_WRITE, path=path, why=why)) from None
    screen.line(screen.phrase(LabSay.WRITTEN, path=path), whole=True)
    screen.say(MemorySay.NEXT)
    screen.command(f"{program()} memory check {path}")
