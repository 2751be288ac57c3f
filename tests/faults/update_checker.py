"""Checks everything that one viewer of a match is sent: updates, views, streams and records."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.faults import wire_fields

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from tests.faults.report import Report

Update, View = match_pb2.Update, match_pb2.View
ENDED = {match_pb2.MATCH_STATUS_FINISHED, match_pb2.MATCH_STATUS_ABORTED}


class UpdateChecker:
    """What a viewer was sent. The same revision has the same bytes, in any call and at any time."""

    def __init__(self, name: str, seat: int | None, report: Report) -> None:
        self.name = name
        self.seat = seat
        self.report = report
        self.updates: dict[int, bytes] = {}
        self.views: dict[int, bytes] = {}
        # Every update up to here is known.
        self.head = 0
        # The highest revision that any call has returned.
        self.highest = 0
        self.status = 0
        self.changed_event = asyncio.Event()

    @property
    def ended(self) -> bool:
        return self.status in ENDED

    def fault(self, kind: str, detail: str) -> None:
        self.report.fault(kind, f"{self.name}: {detail}")

    def add_update(self, raw: bytes, source: str) -> int:
        """Takes an update in; its view goes to the views. Returns its revision."""
        plain = wire_fields.without(raw, Update.VIEW_FIELD_NUMBER)
        revision = wire_fields.number_in(plain, Update.REVISION_FIELD_NUMBER)
        known = self.updates.setdefault(revision, plain)
        if known != plain:
            self.fault("updates sent with other bytes before", f"{revision} by {source}")
        view = wire_fields.message_in(raw, Update.VIEW_FIELD_NUMBER)
        if view is not None:
            self.report.count("views that came with an update")
            self._compare_view(plain, view, source)
            self.add_view(view, source)
        self.highest = max(self.highest, revision)
        while self.head + 1 in self.updates:
            self.head += 1
        self._notify()
        return revision

    def add_view(self, raw: bytes, source: str, floor: int = 0) -> int:
        """Takes a view in, which must not be older than `floor`. Returns its revision."""
        revision = wire_fields.number_in(raw, View.REVISION_FIELD_NUMBER)
        known = self.views.setdefault(revision, raw)
        if known != raw:
            self.fault("views sent with other bytes before", f"{revision} by {source}")
        if revision < floor:
            self.fault("views older than what was sent", f"{revision} of {floor} by {source}")
        self.highest = max(self.highest, revision)
        return revision

    def match(self, raw: bytes, source: str, floor: int = 0) -> int:
        """Takes in what anyone may know: a match never goes back in its life."""
        status = wire_fields.number_in(raw, match_pb2.Match.STATUS_FIELD_NUMBER)
        if status < floor or (floor in ENDED and status != floor):
            self.fault("matches that went back", f"{floor} to {status} by {source}")
        self.status = max(self.status, status)
        self._notify()
        return status

    def prompt(self) -> match_pb2.Update | None:
        """The newest update, if it asks this seat."""
        if self.head == 0:
            return None
        update = Update.FromString(self.updates[self.head])
        return update if update.HasField("prompt") else None

    def add_all_updates(self, updates: list[bytes], source: str) -> None:
        """Takes in all updates at once, as a record has them: dense, and none missing."""
        revisions = [wire_fields.number_in(raw, Update.REVISION_FIELD_NUMBER) for raw in updates]
        if revisions != list(range(1, len(updates) + 1)):
            self.fault("records that are not dense", f"{revisions} by {source}")
        if len(updates) < self.highest:
            lost = f"{len(updates)} of {self.highest} by {source}"
            self.fault("acknowledged updates lost", lost)
        for raw in updates:
            self.add_update(raw, source)

    def _compare_view(self, plain: bytes, raw: bytes, source: str) -> None:
        """What an update says of the position is what its view says."""
        update, view = Update.FromString(plain), View.FromString(raw)
        seat = view.seat if view.HasField("seat") else None
        same = (
            update.revision == view.revision
            and list(update.seats_to_act) == list(view.seats_to_act)
            and update.HasField("prompt") == view.HasField("prompt")
            and update.prompt == view.prompt
            and update.HasField("outcome") == view.HasField("outcome")
            and update.outcome == view.outcome
            and seat == self.seat
        )
        if not same:
            self.fault("updates that differ from their views", f"{update.revision} by {source}")

    def _notify(self) -> None:
        self.changed_event.set()
        self.changed_event = asyncio.Event()


class StreamChecker:
    """One stream, from a revision on: what comes must be the next, and nothing else."""

    def __init__(self, checker: UpdateChecker, after: int, status: int = 0) -> None:
        """After a revision, of a match that was known to have this status."""
        self.checker = checker
        self.place = after
        self.status = status
        self.began = False
        self.over = False
        self.updates = 0
        self.setups = 0
        self.caught_up = False

    def take(self, raw: bytes) -> None:
        """One WatchResponse."""
        checker = self.checker
        for number, value, _ in wire_fields.fields(raw):
            if number == pb.WatchResponse.MATCH_FIELD_NUMBER:
                assert isinstance(value, bytes)
                self.status = checker.match(value, "stream", self.status)
                self.began = True
            elif number == pb.WatchResponse.UPDATE_FIELD_NUMBER:
                assert isinstance(value, bytes)
                if not self.began:
                    checker.fault("streams without their match first", str(self.place))
                self._update(value)
            elif number == pb.WatchResponse.SETUP_FIELD_NUMBER:
                if self.setups or self.updates:
                    checker.fault("setups sent late or twice", str(self.place))
                self.setups += 1
                checker.report.count("setups read from streams")
            elif number == pb.WatchResponse.CAUGHT_UP_FIELD_NUMBER:
                assert isinstance(value, bytes)
                self._caught_up(value)

    def _caught_up(self, raw: bytes) -> None:
        """The stream has sent all that there was when it began."""
        checker = self.checker
        revision = wire_fields.number_in(raw, pb.CaughtUp.REVISION_FIELD_NUMBER)
        if self.caught_up or revision != self.place:
            checker.fault("streams that did not catch up", f"{revision} after {self.place}")
        self.caught_up = True
        checker.report.count("streams that caught up")

    def _update(self, raw: bytes) -> None:
        checker = self.checker
        revision = checker.add_update(raw, "stream")
        checker.report.count("updates read from streams")
        self.updates += 1
        if revision > self.place + 1:
            checker.fault("gaps in streams", f"{revision} after {self.place}")
        elif revision == self.place:
            checker.fault("repeats in streams", f"{revision} twice")
        elif revision < self.place:
            checker.fault("rewinds of streams", f"{revision} after {self.place}")
        if self.over:
            checker.fault("updates after the end", str(revision))
        self.place = revision
        self.over = wire_fields.message_in(raw, Update.OUTCOME_FIELD_NUMBER) is not None
