"""A match that follows its script, with the calls of the client and what was wrong with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from intrigue_conformance import contents
from intrigue_conformance.script import CloseWindow, Refuse, Then
from intrigue_proto.v1 import match_pb2, match_service_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from intrigue_conformance.script import ActPlan, Failure, Scenario, Step

# Timers may be a little early.
TOLERANCE_SECONDS = 0.01
MAX_REQUEST_ID = 64


class Violation(Exception):
    """The client did something that the contract forbids, or that it had no reason to do."""


class ScriptedMatch:
    """The state of one scenario while a client plays it."""

    def __init__(self, scenario: Scenario, match_id: str) -> None:
        self.scenario = scenario
        self.match_id = match_id
        self.violations: list[str] = []
        self.violated = asyncio.Event()
        self.present = scenario.history
        """The last revision that has happened."""
        # How many streams were opened, and whether the last one may be replaced.
        self.stream_count = 0
        self.stream_open = False
        self.outcome_sent = False
        self.ended = False
        self._stopped = False
        self._changed = asyncio.Condition()
        # The first revision of each prompt that is answered or closed.
        self._closed = {
            self.first_asked(revision)
            for revision in range(1, scenario.history + 1)
            if scenario.steps[revision - 1].asks and self._result_of(revision) <= scenario.history
        }
        self.answered_count = 0
        self._act_count = 0
        # The last revision that a stream, an answer to Act, or GetView brought to the client.
        self._streamed = 0
        self._acknowledged = 0
        self._viewed = 0
        # After a cut the client may lack the last updates.
        self._streamed_surely: int | None = None
        # Answers must be to a later revision than one that another seat has overtaken.
        self._overtaken = 0
        self._request_ids: set[str] = set()
        self._repeat_due: match_service_pb2.ActRequest | None = None
        self._watch_not_before = self._act_not_before = 0.0
        self._first_break: float | None = None
        self._version = 0

    # -------------------------------------------------------------------------- the steps

    @property
    def last(self) -> int:
        """The last revision of the script."""
        return len(self.scenario.steps)

    def step(self, revision: int) -> Step:
        """The step with this revision."""
        return self.scenario.steps[revision - 1]

    def first_asked(self, revision: int) -> int:
        """The revision at which the prompt of this revision was opened."""
        while self.scenario.steps[revision - 1].still:
            revision -= 1
        return revision

    def _result_of(self, revision: int) -> int:
        """The revision of the step that closes the prompt of this revision."""
        revision += 1
        while revision <= self.last and self.scenario.steps[revision - 1].still:
            revision += 1
        return revision

    def _may_happen(self, revision: int) -> bool:
        before = revision - 1
        if revision <= self.present or not before or not self.step(before).asks:
            return True
        return self.step(revision).still or self.first_asked(before) in self._closed

    def _prompts(self) -> Iterator[int]:
        return (
            revision
            for revision in range(1, self.last + 1)
            if self.step(revision).asks and not self.step(revision).still
        )

    def decision(self, revision: int) -> int:
        """The number of the prompt of this revision, from 0."""
        first = self.first_asked(revision)
        return sum(1 for asked in self._prompts() if asked < first)

    def update(self, revision: int, *, view: bool) -> match_pb2.Update:
        """The update with this revision."""
        message = contents.update(revision, self.step(revision), self.decision(revision), view=view)
        if self.scenario.unknown_content:
            contents.modernize_update(message)
        return message

    def match(self, status: int | None = None) -> match_pb2.Match:
        """The match, with its own status or with another."""
        if status is None:
            over = self.present > 0 and self.step(self.present).over
            status = match_pb2.MATCH_STATUS_FINISHED if over else match_pb2.MATCH_STATUS_RUNNING
        self._version += 1
        message = contents.match(self.match_id, status, self._version)
        if self.scenario.unknown_content:
            contents.modernize_match(message)
        return message

    async def reach(self, revision: int) -> None:
        """Lets the step with this revision happen, as soon as the prompt before it is closed."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._may_happen(revision))
            self.present = max(self.present, revision)

    async def wait_for_answers(self, count: int) -> None:
        """Returns when this number of actions was answered."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.answered_count >= count)

    async def wait_for_attempts(self, count: int) -> None:
        """Returns when this number of actions came."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._act_count >= count)

    # -------------------------------------------------------------------------- Watch

    def begin_stream(self, request: match_service_pb2.WatchRequest) -> int:
        """Judges a call of Watch; returns the number of the stream, from 0."""
        self._judge_call("Watch", request.match_id)
        now = asyncio.get_running_loop().time()
        number = self.stream_count
        if self.stream_open:
            raise Violation("Watch was called while the stream was alive")
        if number >= len(self.scenario.streams) and not self.scenario.extra_streams:
            raise Violation(f"Watch was called {number + 1} times")
        if now < self._watch_not_before - TOLERANCE_SECONDS:
            early = self._watch_not_before - now
            raise Violation(f"Watch was repeated {early:.2f} s before RetryInfo allows it")
        if number == len(self.scenario.streams) - 1 and self._first_break is not None:
            waited = now - self._first_break
            if waited < self.scenario.backoff_seconds:
                raise Violation(f"{number} attempts in {waited:.3f} s: there is no backoff")
        self._judge_resume(request.after_revision)
        self.stream_count += 1
        self.stream_open = True
        self._streamed_surely = None
        return number

    def _judge_resume(self, after: int) -> None:
        right = {self._streamed, self._viewed}
        if self._acknowledged > self._streamed:
            right.add(self._acknowledged)
        if self._streamed_surely is not None:
            right |= set(range(self._streamed_surely, self._streamed + 1))
        if self.stream_count and self._streamed:
            right.discard(0)
        if after not in right:
            raise Violation(
                f"Watch has after_revision {after}, but the last update that the client has is "
                f"{max(right)}"
            )

    def note_sent(self, revision: int) -> None:
        """Notes an update that goes to the client."""
        self._streamed = max(self._streamed, revision)
        self.outcome_sent = self.outcome_sent or self.step(revision).over

    def note_viewed(self, revision: int) -> None:
        """Notes a view that goes to the client."""
        self._viewed = max(self._viewed, revision)

    def note_break(self, failure: Failure, then: Then) -> None:
        """Notes the end of the stream."""
        now = asyncio.get_running_loop().time()
        self._first_break = self._first_break or now
        self._watch_not_before = now + (failure.delay_seconds or 0.0)
        self._stopped = then is Then.STOP
        self.stream_open = False

    def note_cut(self, request: match_service_pb2.ActRequest) -> None:
        """Notes that the client has lost its connection: it has at least what it acted on."""
        self._streamed_surely = request.expected_revision
        self.stream_open = False

    # -------------------------------------------------------------------------- Act

    def begin_act(self, request: match_service_pb2.ActRequest) -> ActPlan | None:
        """Judges a call of Act; returns what is planned for it."""
        self._judge_call("Act", request.match_id)
        now = asyncio.get_running_loop().time()
        if now < self._act_not_before - TOLERANCE_SECONDS:
            early = self._act_not_before - now
            raise Violation(f"Act was repeated {early:.2f} s before RetryInfo allows it")
        if self._repeat_due is not None:
            self._judge_repeat(self._repeat_due, request)
        else:
            self._judge_answer(request)
        self._act_count += 1
        self._request_ids.add(request.request_id)
        self._act_not_before = 0.0
        return self.scenario.acts.get(self._act_count)

    def _judge_repeat(
        self, first: match_service_pb2.ActRequest, request: match_service_pb2.ActRequest
    ) -> None:
        if request.request_id != first.request_id:
            raise Violation("Act was repeated with another request_id")
        if request != first:
            raise Violation("Act was repeated with the same request_id and another content")

    def _judge_answer(self, request: match_service_pb2.ActRequest) -> None:
        if not 0 < len(request.request_id) <= MAX_REQUEST_ID:
            raise Violation(f"Act has a request_id of {len(request.request_id)} characters")
        if request.request_id in self._request_ids:
            raise Violation("Act has the request_id of an action that was answered")
        if not request.HasField("expected_revision"):
            raise Violation("Act has no expected_revision")
        revision = request.expected_revision
        if not 0 < revision <= max(self._streamed, self._acknowledged, self._viewed):
            raise Violation(f"Act expects revision {revision}, which the client has not seen")
        if not self.step(revision).asks:
            raise Violation(f"Act expects revision {revision}, which has no prompt")
        if revision <= self._overtaken:
            raise Violation(f"Act expects revision {revision} again, on which it was refused")
        if self.first_asked(revision) in self._closed:
            raise Violation(f"the prompt of revision {revision} was answered already")
        first = contents.prompt(self.decision(revision)).actions[0]
        named = request.WhichOneof("action")
        if named is None:
            raise Violation("Act names no action")
        if getattr(request, named) != (first.id if named == "action_id" else first.notation):
            raise Violation(f"Act does not take the first legal action, {first.notation!r}")

    async def overtake(self, request: match_service_pb2.ActRequest) -> None:
        """Lets another seat act before the client."""
        async with self._changed:
            self._overtaken = request.expected_revision
            self.present = max(self.present, request.expected_revision + 1)
            self._changed.notify_all()

    async def take(self, request: match_service_pb2.ActRequest) -> None:
        """Takes the action, unless an earlier attempt did."""
        async with self._changed:
            self._closed.add(self.first_asked(request.expected_revision))
            self.present = max(self.present, self.act_result(request))
            self._changed.notify_all()

    def act_result(self, request: match_service_pb2.ActRequest) -> int:
        """The revision that the action led to."""
        return self._result_of(request.expected_revision)

    async def note_answered(self, request: match_service_pb2.ActRequest) -> None:
        """Notes that the client gets the answer to its action."""
        self._repeat_due = None
        self._acknowledged = max(self._acknowledged, self.act_result(request))
        async with self._changed:
            self.answered_count += 1
            self._changed.notify_all()

    def note_failed(self, request: match_service_pb2.ActRequest, plan: ActPlan) -> None:
        """Notes that the client gets no answer to its action."""
        self._repeat_due = request
        if isinstance(plan, CloseWindow):
            self._repeat_due = None
        if isinstance(plan, Refuse):
            self._repeat_due = request if plan.then is Then.REPEAT else None
            self._stopped = plan.then is Then.STOP
            now = asyncio.get_running_loop().time()
            self._act_not_before = now + (plan.failure.delay_seconds or 0.0)

    # -------------------------------------------------------------------------- the end

    def note_violation(self, text: str) -> None:
        """Notes what the client did wrong; the first fault is the verdict."""
        self.violations.append(text)
        self.violated.set()

    def _judge_call(self, method: str, match_id: str) -> None:
        if self._stopped:
            raise Violation(f"{method} was called after an error that can't be repaired")
        if self.ended:
            raise Violation(f"{method} was called after the end of the match")
        if match_id != self.match_id:
            raise Violation(f"{method} names the match {match_id!r}")

    def unfinished(self) -> str:
        """What is missing at the end; empty if nothing is."""
        if self._stopped:
            return ""
        streams = self.scenario.required_streams or len(self.scenario.streams)
        open_prompts = [
            revision
            for revision in self._prompts()
            if revision <= self.present and revision not in self._closed
        ]
        found = {
            "an Act that failed was not repeated": self._repeat_due is not None,
            f"Watch was called {self.stream_count} times, but {streams} were needed": (
                self.stream_count < streams
            ),
            f"the prompt of revision {min(open_prompts, default=0)} was not answered": bool(
                open_prompts
            ),
            "the client left before the end of the match": not self.ended and not self.outcome_sent,
            "the client never got as far as the error": self.scenario.exit_zero is False,
        }
        return next((fault for fault, missing in found.items() if missing), "")
