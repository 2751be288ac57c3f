"""Clients with one fault each: `python -m tests.conformance.mutants NAME`."""

from __future__ import annotations

import asyncio
import sys
import uuid
from typing import TYPE_CHECKING

from tests.conformance.reference_client import ENDED, ReferenceClient, play

if TYPE_CHECKING:
    import grpc.aio
    from tests.conformance.reference_client import Failure

    from intrigue_proto.v1 import match_pb2, match_service_pb2


class AnswersTwice(ReferenceClient):
    async def answer(self, update: match_pb2.Update) -> None:
        await super().answer(update)
        await super().answer(update)


class AnswersBeforeCaughtUp(ReferenceClient):
    def may_answer(self, update: match_pb2.Update) -> bool:
        return update.HasField("prompt") and update.revision > self.settled


class AnswersOnlyNewPrompts(ReferenceClient):
    """Takes every prompt before `caught_up` for answered."""

    async def handle(self, response: match_service_pb2.WatchResponse) -> None:
        if response.HasField("update") and not self.caught_up:
            self.settled = response.update.revision
        await super().handle(response)


class IgnoresAcknowledgement(ReferenceClient):
    """Takes only the prompt that it answered for answered."""

    def note_answered(
        self, update: match_pb2.Update, answer: match_service_pb2.ActResponse
    ) -> None:
        self.settled = update.revision


class AnswersRepeatedPrompts(IgnoresAcknowledgement):
    """Answers what a resumed stream repeats."""

    def may_answer(self, update: match_pb2.Update) -> bool:
        return update.HasField("prompt") and update.revision > self.settled


class SkipsPromptAfterAction(ReferenceClient):
    """Takes also the prompt of the update that its action led to for answered."""

    def note_answered(
        self, update: match_pb2.Update, answer: match_service_pb2.ActResponse
    ) -> None:
        self.settled = answer.update.revision


class ChangesRequestId(ReferenceClient):
    def prepare_repeat(self, request: match_service_pb2.ActRequest) -> None:
        request.request_id = str(uuid.uuid4())


class ChangesRepeatedAction(ReferenceClient):
    def prepare_repeat(self, request: match_service_pb2.ActRequest) -> None:
        request.expected_revision = self.revision + 1


class NeverRepeats(ReferenceClient):
    def may_repeat(self, failure: Failure) -> bool:
        return False


class RepeatsOnlyUnavailable(ReferenceClient):
    """Judges errors by their status alone."""

    def may_repeat(self, failure: Failure) -> bool:
        return failure.status.name == "UNAVAILABLE"


class ResumesFromTheBeginning(ReferenceClient):
    def resume_after(self) -> int:
        return 0


class ResumesOneTooLate(ReferenceClient):
    def resume_after(self) -> int:
        return self.revision + 1 if self.revision else 0


class IgnoresRetryInfo(ReferenceClient):
    async def pause(self, least: float) -> None:
        await super().pause(0.0)


class HasNoBackoff(ReferenceClient):
    async def pause(self, least: float) -> None:
        await asyncio.sleep(least)


class RepeatsUnauthenticated(ReferenceClient):
    def may_repeat(self, failure: Failure) -> bool:
        return failure.passing or failure.status.name == "UNAUTHENTICATED"


class RepeatsRefusals(ReferenceClient):
    def may_repeat(self, failure: Failure) -> bool:
        return failure.passing or failure.status.name == "FAILED_PRECONDITION"


class FailsWhenOvertaken(ReferenceClient):
    """Takes every refusal by the rules for its own fault."""

    async def was_overtaken(self, update: match_pb2.Update, failure: Failure) -> bool:
        return False


class FailsOnStaleRevision(ReferenceClient):
    def handle_stale(self, update: match_pb2.Update, error: grpc.aio.AioRpcError) -> None:
        raise error


class CrashesOnUnknownContent(ReferenceClient):
    def handle_other(self, kind: str | None) -> None:
        if kind is None:
            raise ValueError("unknown content")


class StopsAtUnknownStatus(ReferenceClient):
    async def handle(self, response: match_service_pb2.WatchResponse) -> None:
        await super().handle(response)
        self.over = self.over or (response.HasField("match") and self.status not in {0, 1, 2})


class TrustsSilence(ReferenceClient):
    """Waits forever for a stream that is dead."""

    async def watch(self) -> None:
        self.silence = 3600.0
        await super().watch()


class IsImpatient(ReferenceClient):
    """Takes a stream with nothing but heartbeats for dead."""

    heartbeats = 0

    def handle_other(self, kind: str | None) -> None:
        self.heartbeats += kind == "heartbeat"
        if self.heartbeats > 8:
            raise TimeoutError


class WatchesAfterTheEnd(ReferenceClient):
    async def play(self) -> None:
        await super().play()
        await asyncio.sleep(0.2)
        await self.watch()
        self.over = False
        await self.watch()


class NeedsPrompts(ReferenceClient):
    """Leaves only after it has acted."""

    async def play(self) -> None:
        await super().play()
        if not self.settled:
            await asyncio.Event().wait()


class LeavesEarly(ReferenceClient):
    def note_answered(
        self, update: match_pb2.Update, answer: match_service_pb2.ActResponse
    ) -> None:
        self.over = True


class ReconnectsAfterAbort(ReferenceClient):
    async def handle(self, response: match_service_pb2.WatchResponse) -> None:
        await super().handle(response)
        if self.status in ENDED:
            self.status = 0


class HasNoToken(ReferenceClient):
    async def play(self) -> None:
        self.metadata = self.metadata[1:]
        await super().play()


class HasNoLanguage(ReferenceClient):
    async def play(self) -> None:
        self.metadata = self.metadata[:1]
        await super().play()


class TakesTheLastAction(ReferenceClient):
    async def answer(self, update: match_pb2.Update) -> None:
        actions = list(update.prompt.actions)
        del update.prompt.actions[:-1]
        assert update.prompt.actions[0] == actions[-1]
        await super().answer(update)


# Each fault and the scenarios that have to find it.
MUTANTS: dict[str, tuple[type[ReferenceClient], tuple[str, ...]]] = {
    "answers_twice": (AnswersTwice, ("plain", "asked_twice")),
    "answers_before_caught_up": (
        AnswersBeforeCaughtUp,
        ("answered_prompts", "answered_and_open_prompts", "resume_while_catching_up"),
    ),
    "ignores_acknowledgement": (IgnoresAcknowledgement, ("window", "window_acknowledged")),
    "answers_repeated_prompts": (AnswersRepeatedPrompts, ("resume_with_answered_prompts",)),
    "changes_request_id": (
        ChangesRequestId,
        ("act_answer_lost", "act_answer_lost_twice", "connection_cut"),
    ),
    "changes_repeated_action": (ChangesRepeatedAction, ("act_answer_lost",)),
    "never_repeats": (
        NeverRepeats,
        ("resume", "act_answer_lost", "connection_cut", "server_stopping", "limit_on_watch"),
    ),
    "repeats_only_unavailable": (
        RepeatsOnlyUnavailable,
        ("too_slow", "contended", "limit_on_act", "limit_on_watch", "act_answer_lost_twice"),
    ),
    "resumes_from_the_beginning": (
        ResumesFromTheBeginning,
        ("resume", "resume_twice", "resume_while_catching_up", "too_slow", "connection_cut"),
    ),
    "resumes_one_too_late": (ResumesOneTooLate, ("resume", "server_stopping")),
    "ignores_retry_info": (
        IgnoresRetryInfo,
        ("server_stopping", "limit_on_watch", "limit_on_act", "stopping_on_act", "unknown_detail"),
    ),
    "has_no_backoff": (HasNoBackoff, ("backoff",)),
    "repeats_unauthenticated": (
        RepeatsUnauthenticated,
        ("token_unknown", "token_replaced", "token_unknown_on_act"),
    ),
    "repeats_refusals": (RepeatsRefusals, ("refusal", "refusal_with_unknown_detail")),
    "fails_on_stale_revision": (
        FailsOnStaleRevision,
        ("stale_revision", "stale_revision_asked_again", "over_while_deciding"),
    ),
    "fails_when_overtaken": (FailsWhenOvertaken, ("overtaken",)),
    "crashes_on_unknown_content": (CrashesOnUnknownContent, ("unknown_content",)),
    "stops_at_unknown_status": (StopsAtUnknownStatus, ("unknown_content",)),
    "is_impatient": (IsImpatient, ("heartbeats",)),
    "watches_after_the_end": (WatchesAfterTheEnd, ("plain", "already_over")),
    "leaves_early": (LeavesEarly, ("plain", "asked_twice")),
    "reconnects_after_abort": (ReconnectsAfterAbort, ("aborted",)),
    "has_no_token": (HasNoToken, ("plain",)),
    "has_no_language": (HasNoLanguage, ("refusal", "bad_field", "large_error")),
    "takes_the_last_action": (TakesTheLastAction, ("plain",)),
}
# Faults that show only at the kit's time limit.
HANGING: dict[str, tuple[type[ReferenceClient], tuple[str, ...]]] = {
    "answers_only_new_prompts": (
        AnswersOnlyNewPrompts,
        ("open_prompt", "answered_and_open_prompts", "resume_with_open_prompt"),
    ),
    "skips_prompt_after_action": (SkipsPromptAfterAction, ("asked_twice",)),
    "trusts_silence": (TrustsSilence, ("silent_stream",)),
    "needs_prompts": (NeedsPrompts, ("no_prompt",)),
}

if __name__ == "__main__":
    kinds = {name: kind for name, (kind, _) in (MUTANTS | HANGING).items()}
    sys.exit(asyncio.run(play(kinds[sys.argv[1]])))
