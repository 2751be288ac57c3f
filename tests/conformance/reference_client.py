"""A client for the conformance kit, written with nothing but the generated stubs.

It is the shortest program we know that passes every scenario. `tests/conformance/mutants.py` breaks
it in one place at a time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import uuid
from dataclasses import dataclass, field

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from intrigue_proto.v1 import (
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    match_pb2,
    match_service_pb2,
    match_service_pb2_grpc,
)

# Errors after which the same call can succeed, also without RetryInfo.
PASSING = {"TOO_SLOW", "CONTENDED", "CORE_FAULT", "STORE_FAILED", "SERVER_STOPPING"}
PASSING_STATUSES = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
ENDED = {match_pb2.MATCH_STATUS_FINISHED, match_pb2.MATCH_STATUS_ABORTED}
HEARTBEATS_MISSED = 3
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


@dataclass
class Failure:
    """An error of the service, taken apart."""

    status: grpc.StatusCode
    reason: str = ""
    domain: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    message: str = ""
    fields: list[str] = field(default_factory=list)
    delay: float | None = None

    @property
    def passing(self) -> bool:
        known = self.reason in PASSING or self.status in PASSING_STATUSES
        return known or self.delay is not None


def failure_of(error: grpc.aio.AioRpcError) -> Failure:
    failure = Failure(error.code(), message=error.details() or "")
    for key, value in error.trailing_metadata():
        if key == "grpc-retry-pushback-ms":
            failure.delay = max(failure.delay or 0.0, int(value) / 1000)
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                read_detail(detail, failure)
    return failure


def read_detail(detail, failure: Failure) -> None:
    explained = error_details_pb2.ErrorInfo()
    localized = error_details_pb2.LocalizedMessage()
    retry = error_details_pb2.RetryInfo()
    request = error_details_pb2.BadRequest()
    if detail.Unpack(explained):
        failure.reason, failure.domain = explained.reason, explained.domain
        failure.metadata = dict(explained.metadata)
    elif detail.Unpack(localized):
        failure.message = localized.message
    elif detail.Unpack(retry):
        failure.delay = max(failure.delay or 0.0, retry.retry_delay.ToMilliseconds() / 1000)
    elif detail.Unpack(request):
        failure.fields = [violation.field for violation in request.field_violations]


class ReferenceClient:
    """Plays one seat to the end of its match."""

    def __init__(self, channel: grpc.aio.Channel, match_id: str, token: str, language: str) -> None:
        self.matches = match_service_pb2_grpc.MatchServiceStub(channel)
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(channel)
        self.match_id = match_id
        self.metadata: tuple[tuple[str, str], ...] = (
            ("authorization", f"Bearer {token}"),
            ("accept-language", language),
        )
        self.revision = 0
        self.latest: match_pb2.Update | None = None
        # Prompts with this revision or a lower one are answered or closed.
        self.settled = 0
        self.caught_up = False
        self.status = 0
        self.over = False
        self.failures = 0
        self.silence = 60.0

    async def play(self) -> None:
        limits = (
            await self.catalog.GetServerInfo(catalog_service_pb2.GetServerInfoRequest())
        ).limits
        interval = limits.heartbeat_interval.ToMilliseconds() / 1000
        self.silence = HEARTBEATS_MISSED * interval if interval else self.silence
        while not self.over:
            try:
                await self.watch()
            except grpc.aio.AioRpcError as error:
                await self.wait_after(error)
            except TimeoutError:
                await self.pause(0.0)

    async def watch(self) -> None:
        self.caught_up = False
        call = self.matches.Watch(
            match_service_pb2.WatchRequest(
                match_id=self.match_id, after_revision=self.resume_after(), include_view=True
            ),
            metadata=self.metadata,
        )
        try:
            while not self.over:
                response = await asyncio.wait_for(call.read(), self.silence)
                if not isinstance(response, match_service_pb2.WatchResponse):
                    self.over = self.status in ENDED
                    return
                self.failures = 0
                await self.handle(response)
        finally:
            call.cancel()

    def resume_after(self) -> int:
        return self.revision

    async def handle(self, response: match_service_pb2.WatchResponse) -> None:
        kind = response.WhichOneof("content")
        if kind == "match":
            self.status = response.match.status
        elif kind == "update":
            self.revision = response.update.revision
            self.latest = response.update
            self.over = response.update.HasField("outcome")
        elif kind == "caught_up":
            self.caught_up = True
        else:
            self.handle_other(kind)
        if kind in {"update", "caught_up"} and self.latest is not None:
            await self.consider(self.latest)

    def handle_other(self, kind: str | None) -> None:
        """Ignores what needs no answer, also what a newer server sends."""

    async def consider(self, update: match_pb2.Update) -> None:
        if self.may_answer(update):
            await self.answer(update)

    def may_answer(self, update: match_pb2.Update) -> bool:
        asked = update.HasField("prompt") and update.revision > self.settled
        return asked and self.caught_up

    async def answer(self, update: match_pb2.Update) -> None:
        request = match_service_pb2.ActRequest(
            match_id=self.match_id,
            action_id=update.prompt.actions[0].id,
            expected_revision=update.revision,
            request_id=str(uuid.uuid4()),
        )
        while True:
            try:
                answer = await self.matches.Act(request, metadata=self.metadata, timeout=30)
            except grpc.aio.AioRpcError as error:
                if failure_of(error).reason == "STALE_REVISION":
                    self.handle_stale(update, error)
                    return
                if await self.was_overtaken(update, failure_of(error)):
                    self.settled = update.revision
                    return
                await self.wait_after(error)
                self.prepare_repeat(request)
            else:
                self.failures = 0
                self.note_answered(update, answer)
                return

    def handle_stale(self, update: match_pb2.Update, error: grpc.aio.AioRpcError) -> None:
        self.settled = update.revision

    async def was_overtaken(self, update: match_pb2.Update, failure: Failure) -> bool:
        """Whether another seat has made the action illegal: a later update offers others."""
        if not failure.domain.startswith("intrigue."):
            return False
        request = match_service_pb2.GetViewRequest(match_id=self.match_id)
        view = (await self.matches.GetView(request, metadata=self.metadata)).view
        return view.revision > update.revision

    def prepare_repeat(self, request: match_service_pb2.ActRequest) -> None:
        """A repeated request is the same request."""

    def note_answered(
        self, update: match_pb2.Update, answer: match_service_pb2.ActResponse
    ) -> None:
        self.settled = answer.update.revision - 1

    async def wait_after(self, error: grpc.aio.AioRpcError) -> None:
        failure = failure_of(error)
        if not self.may_repeat(failure):
            raise error
        await self.pause(failure.delay or 0.0)

    def may_repeat(self, failure: Failure) -> bool:
        return failure.passing

    async def pause(self, least: float) -> None:
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**self.failures)
        self.failures += 1
        await asyncio.sleep(least + longest * random.uniform(0.5, 1.0))


async def play(kind: type[ReferenceClient]) -> int:
    """Plays the match that the environment names; returns the exit code."""
    async with grpc.aio.insecure_channel(os.environ["INTRIGUE_ADDRESS"]) as channel:
        client = kind(
            channel,
            os.environ["INTRIGUE_MATCH_ID"],
            os.environ["INTRIGUE_TOKEN"],
            os.environ["INTRIGUE_LANGUAGE"],
        )
        try:
            await client.play()
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            report = {
                "status": failure.status.name,
                "domain": failure.domain,
                "reason": failure.reason,
                "clause": failure.metadata.get("clause", ""),
                "message": failure.message,
                "fields": failure.fields,
            }
            print(json.dumps(report))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(play(ReferenceClient)))
