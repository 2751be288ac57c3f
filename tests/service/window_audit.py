"""What must hold of every window of a match, judged by what its viewers were sent."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from intrigue_proto.complots.v1 import complots_pb2
from intrigue_proto.v1 import match_pb2, record_pb2

if TYPE_CHECKING:
    from intrigue_proto.v1 import match_service_pb2 as pb
    from intrigue_sdk.errors import ErrorDetails

WINDOWS: dict[int, str] = {
    complots_pb2.STAGE_CHALLENGE_ACTION: "challenge_action",
    complots_pb2.STAGE_BLOCK: "block",
    complots_pb2.STAGE_CHALLENGE_BLOCK: "challenge_block",
}
CLOSINGS = {"all_passed", "challenged", "blocked"}


@dataclass
class Sheet:
    """What one viewer got, and what came of its answers, by the revision of the prompt."""

    updates: list[match_pb2.Update] = field(default_factory=list)
    glances: list[match_pb2.View] = field(default_factory=list)
    granted: dict[int, tuple[int, pb.ActResponse]] = field(default_factory=dict)
    refused: dict[int, ErrorDetails] = field(default_factory=dict)


@dataclass
class Window:
    """A window as one viewer saw it."""

    stage: int
    seats: tuple[int, ...]
    opened: int
    """The revision of the update that opened it."""
    closed: int = 0
    closing: str = ""
    closer: int | None = None

    def public(self) -> tuple[object, ...]:
        return self.stage, self.seats, self.closing, self.closer


@dataclass
class Counts:
    """What was seen and checked."""

    matches: int = 0
    windows: int = 0
    all_passed: int = 0
    challenged: int = 0
    blocked: int = 0
    answers: int = 0
    """Acknowledged actions of all kinds."""
    passes: int = 0
    late: int = 0
    """Answers refused because their window had closed."""
    out_of_order: int = 0
    """Windows of several answers that did not come in the order of the seats."""
    glances: int = 0
    stages: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        for column in dataclasses.fields(self):
            if column.name == "stages":
                self.stages.update(other.stages)
            else:
                total = getattr(self, column.name) + getattr(other, column.name)
                setattr(self, column.name, total)

    def sentence(self) -> str:
        return (
            f"{self.windows} windows in {self.matches} matches, each closed once "
            f"({self.all_passed} all passed, {self.challenged} challenged, "
            f"{self.blocked} blocked), "
            f"{self.answers} answers acknowledged and all in the records ({self.passes} passes), "
            f"{self.late} late answers, each after its window had closed, "
            f"{self.out_of_order} windows answered out of the seats' order, "
            f"{self.glances} views compared"
        )


def audit(sheets: list[Sheet], record: record_pb2.MatchRecord) -> Counts:
    """Checks a whole match; the last sheet is a spectator's."""
    *seats, _ = sheets
    seen = [_windows_of(sheet) for sheet in sheets]
    for number, sheet in enumerate(sheets):
        _audit_stream(sheet, number if number < len(seats) else None)
        assert [window.public() for window in seen[number]] == [
            window.public() for window in seen[-1]
        ]
    counts = Counts(matches=1, windows=len(seen[-1]))
    for seat, sheet in enumerate(seats):
        # No answer that was acknowledged is lost, none is in the record that was not.
        recorded = [step.action_id for step in record.steps[1:] if step.seat == seat]
        assert [choice for choice, _ in sheet.granted.values()] == recorded
        counts.answers += len(recorded)
        counts.glances += len(sheet.glances)
    assert len(record.steps) == 1 + counts.answers
    for place, window in enumerate(seen[-1]):
        prompts = {seat: seen[seat][place] for seat in window.seats}
        counts.late += _audit_window(window, prompts, seats)
        counts.stages[WINDOWS[window.stage]] += 1
        setattr(counts, window.closing, getattr(counts, window.closing) + 1)
    for order in _passes(record):
        counts.passes += len(order)
        counts.out_of_order += order != sorted(order)
    # Every refusal was the answer to a window: no other prompt can be overtaken.
    assert counts.late == sum(len(sheet.refused) for sheet in seats)
    return counts


def _windows_of(sheet: Sheet) -> list[Window]:
    """The windows of a stream. Each is closed exactly once, before anything else is asked."""
    windows: list[Window] = []
    is_open = False
    for update in sheet.updates:
        for event in update.events:
            kind = event.game.complots.WhichOneof("kind")
            if kind in CLOSINGS:
                assert is_open, f"{kind} without an open window"
                is_open = False
                window = windows[-1]
                window.closed, window.closing = update.revision, kind
                if kind != "all_passed":
                    window.closer = getattr(event.game.complots, kind).seat
            elif kind == "asked":
                assert not is_open, "a window was left open"
                asked = event.game.complots.asked
                is_open = asked.stage in WINDOWS
                if is_open:
                    windows.append(Window(asked.stage, tuple(asked.window), update.revision))
    assert not is_open
    return windows


def _audit_stream(sheet: Sheet, seat: int | None) -> None:
    """Dense revisions, and nothing of what others have answered while a window is open."""
    revisions = [update.revision for update in sheet.updates]
    assert revisions == list(range(1, len(revisions) + 1))
    assert sheet.updates[-1].HasField("outcome")
    for update in sheet.updates:
        game_view = update.view.game.complots
        assert not game_view.passed
        for event in update.events:
            kind = event.game.complots.WhichOneof("kind")
            assert kind != "passed" or event.game.complots.passed.seat == seat
        if game_view.stage in WINDOWS:
            answered = game_view.secrets.passed
            assert list(update.seats_to_act) == [
                s for s in game_view.window if s != seat or not answered
            ]
            assert update.HasField("prompt") == (seat in update.seats_to_act)
    # A view between two updates shows what the first of them said.
    for view in sheet.glances:
        assert view == sheet.updates[view.revision - 1].view


def _audit_window(window: Window, seen: dict[int, Window], seats: list[Sheet]) -> int:
    """Every seat's answer to a window is accounted for; says how many came too late."""
    passed: set[int] = set()
    reacted: set[int] = set()
    late: set[int] = set()
    for seat, own in seen.items():
        sheet = seats[seat]
        if (refusal := sheet.refused.get(own.opened)) is not None:
            # The seat had seen nothing between the question and the closing that it missed.
            assert own.closed == own.opened + 1
            assert refusal.reason == "STALE_REVISION"
            assert refusal.revision is not None
            assert refusal.revision >= own.closed
            late.add(seat)
            continue
        choice, response = sheet.granted[own.opened]
        update = match_pb2.Update()
        update.CopyFrom(sheet.updates[own.opened])
        update.ClearField("view")
        assert response.update.revision == own.opened + 1
        assert response.update == update
        prompt = sheet.updates[own.opened - 1].prompt
        verb = next(action.verb for action in prompt.actions if action.id == choice)
        (passed if verb == "pass" else reacted).add(seat)
    assert len(passed) + len(reacted) + len(late) == len(window.seats)
    assert reacted == (set() if window.closer is None else {window.closer})
    assert not late or window.closer is not None
    return len(late)


def _passes(record: record_pb2.MatchRecord) -> list[list[int]]:
    """The seats that passed, window by window, in the order in which they did."""
    runs: list[list[int]] = [[]]
    for step in record.steps:
        if step.notation == "pass" and step.seat not in runs[-1]:
            runs[-1].append(step.seat)
        elif step.notation == "pass":
            # A window in which all have passed may be followed by another at once.
            runs.append([step.seat])
        else:
            runs.append([])
    return [run for run in runs if run]
