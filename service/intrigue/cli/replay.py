"""`intrigue replay`: a saved match, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.cli.catalog import get_game
from intrigue.cli.errors import CommandError
from intrigue.cli.match_display import show_outcome
from intrigue.cli.messages import CliText
from intrigue.cli.records import read_record
from intrigue_proto.v1 import match_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from intrigue.cli.terminal import InputLines, Screen
    from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse

_ALL_SEATS = "all"


async def replay(
    path: Path, seat: str | None, screen: Screen, lines: InputLines, *, pausing: bool
) -> None:
    """Shows a saved match step by step, as one seat, all seats or a spectator saw it."""
    record = read_record(path, screen)
    game = get_game(record.game, screen)
    viewers = _viewers(seat, record.seats, screen)
    last = len(record.steps) - 1
    screen.say(
        CliText.RECORD_OF,
        "bold",
        game=screen.lang.of(game.game.name),
        seats=record.seats,
        actions=last,
    )
    content = record.SerializeToString()
    shown = dict.fromkeys(viewers, 0)
    for number, step in enumerate(record.steps):
        match = _replay(content, number + 1, screen)
        screen.rule(screen.text(CliText.STEP, number=number, last=last))
        screen.line(_describe(step, game, screen), "bold")
        _show(match, shown, screen)
        if pausing and number < last and not await _continue(screen, lines):
            return
    _show_end(_replay(content, last + 1, screen), screen)


def _replay(record: bytes, steps: int, screen: Screen) -> engine.Match:
    try:
        return engine.Match.replay(record, steps)
    except engine.Refused as refusal:
        raise CommandError(screen.lang.of(refusal)) from None


def _viewers(seat: str | None, seats: int, screen: Screen) -> Sequence[int | None]:
    if seat is None:
        return [None]
    if seat.casefold() == _ALL_SEATS:
        return range(seats)
    if not seat.isdecimal():
        raise CommandError(screen.text(CliText.BAD_SEAT, seat=seat))
    if int(seat) >= seats:
        raise CommandError(screen.text(CliText.NO_SUCH_SEAT, seat=seat, last=seats - 1))
    return [int(seat)]


def _describe(step: match_pb2.Step, game: GetGameResponse, screen: Screen) -> str:
    if step.kind == match_pb2.STEP_KIND_DEAL:
        return screen.text(CliText.DEAL)
    if step.kind == match_pb2.STEP_KIND_RESIGNATION:
        return screen.text(CliText.RESIGNATION, seat=step.seat)
    label = step.notation
    if step.action_id < len(game.actions):
        label = f"{screen.lang.of(game.actions[step.action_id].label)} ({step.notation})"
    return screen.text(CliText.SEAT_DOES, seat=step.seat, label=label)


def _show(match: engine.Match, shown: dict[int | None, int], screen: Screen) -> None:
    """Shows a step to each viewer; `shown` has the last revision that each has seen."""
    for viewer, before in shown.items():
        if len(shown) > 1:
            screen.heading(screen.text(CliText.AS_SEAT, seat=viewer))
        revision = match.revision(viewer)
        # Others don't see a sealed answer, and their last update is not shown again.
        if revision > before:
            shown[viewer] = revision
            update = match_pb2.Update.FromString(match.update(viewer, revision))
            for event in update.events:
                if text := screen.lang.of(event.text):
                    screen.line(f"· {text}", "yellow")
        screen.drawing(engine.render(match.view(viewer), screen.lang))


async def _continue(screen: Screen, lines: InputLines) -> bool:
    screen.ask(screen.text(CliText.NEXT_STEP))
    line = await lines.next_echoed(screen)
    return line is not None and line.strip().casefold() not in {"q", "quit", "quitter"}


def _show_end(match: engine.Match, screen: Screen) -> None:
    content = match.outcome()
    if content is None:
        screen.say(CliText.UNFINISHED)
    else:
        # Records have no texts: they come from this release.
        show_outcome(match_pb2.Outcome.FromString(content), None, {}, screen)
