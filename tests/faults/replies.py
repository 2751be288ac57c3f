"""Replies are cut off on their way; the same request is sent again until it is answered.

A request id acts once, and every answer to it has the same bytes, across restarts too.
`python -m tests.faults.replies --cuts 1000` shows it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import uuid
from typing import TYPE_CHECKING, Any

import grpc
from tests.clients.proxy import Proxy
from tests.faults import command_line
from tests.faults.checked_match import TOO_LATE_ERRORS, CheckedMatch, Grant, creation
from tests.faults.cluster import CHANNEL, Cluster
from tests.faults.raw_client import PATHS, UNREACHABLE, RawClient, bearer, reason

from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from google.protobuf.message import Message
    from tests.faults.report import Report

# How often the server is killed: once in this number of cuts.
RESTART_EVERY = 100
MOST_CUTS = 4
MATCHES = 3
ATTEMPT = 5.0
# How often a seat's token is replaced: after this share of its actions.
ROTATED = 0.2


class Cutter(Proxy):
    """A proxy that cuts at a chosen place: before the request arrives, or in the reply."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.way = ""
        # How many bytes pass until the cut, of the request and of the reply; None: no cut.
        self._request_bytes: int | None = None
        self._reply_bytes: int | None = None

    def set_cut(self, rng: random.Random) -> None:
        """Chooses where: a request has some hundred bytes, a reply some hundred to thousands."""
        self.way = rng.choice(("request", "reply", "start of reply", "whole reply"))
        self._request_bytes = rng.randint(0, 400) if self.way == "request" else None
        self._reply_bytes = {
            "request": None,
            "reply": rng.randint(60, 600),
            "start of reply": rng.randint(1, 60),
            "whole reply": 0,
        }[self.way]

    def clear_cut(self) -> None:
        self._request_bytes = self._reply_bytes = None

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_server: bool
    ) -> None:
        reply = Reply() if from_server else None
        left = self._reply_bytes if from_server else self._request_bytes
        try:
            while chunk := await reader.read(65536):
                # What the server says before it replies, such as its settings, passes.
                start = 0 if reply is None else reply.start_in(chunk)
                if left is not None and len(chunk) - start > left:
                    writer.write(chunk[: start + left])
                    await writer.drain()
                    self.cut()
                    return
                if left is not None:
                    left -= len(chunk) - start
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


class Reply:
    """Finds where the reply begins in what a server sends: with its first frame of headers."""

    HEADERS = 1
    HEAD = 9

    def __init__(self) -> None:
        self._head = b""
        self._left = 0
        self._began = False

    def start_in(self, chunk: bytes) -> int:
        """How many bytes of the chunk come before the reply."""
        place = 0
        while not self._began and place < len(chunk):
            if self._left:
                taken = min(self._left, len(chunk) - place)
                self._left -= taken
                place += taken
                continue
            wanted = self.HEAD - len(self._head)
            self._head += chunk[place : place + wanted]
            if len(self._head) < self.HEAD:
                return len(chunk)
            if self._head[3] == self.HEADERS:
                self._began = True
                return place
            place += wanted
            self._left = int.from_bytes(self._head[:3])
            self._head = b""
        return place


class Caller:
    """Makes calls through a proxy that cuts them off."""

    def __init__(
        self, proxy: Cutter, client: RawClient, rng: random.Random, cut: Callable[[], None]
    ) -> None:
        self._proxy = proxy
        self._cut = cut
        self._client = client
        self._random = rng
        self.report = client.report

    async def call(self, method: str, request: Message, token: str | None) -> bytes:
        """One request, cut off several times, then let through. Errors that answer it are raised.

        If an answer got through although it was cut, the next must be the same.
        """
        answers = set()
        cuts = self._random.randint(1, MOST_CUTS)
        while True:
            if cuts > 0:
                self._proxy.set_cut(self._random)
            else:
                self._proxy.clear_cut()
            try:
                answers.add(await self._attempt(method, request, token))
            except grpc.aio.AioRpcError as error:
                if error.code() not in UNREACHABLE:
                    raise
                if cuts > 0:
                    self._cut()
                    self.report.count(f"cuts in the {self._proxy.way}")
                else:
                    self.report.count("calls repeated without a cut")
                    await self._client.wait_until_up()
                request = self.repeated(request)
            else:
                if cuts <= 0:
                    break
                self.report.count("answers that came before the cut")
            cuts -= 1
        if len(answers) != 1:
            self.report.fault("other bytes for the same request", method)
        return answers.pop()

    def repeated(self, request: Message) -> Message:
        """The request as it is sent again: the same."""
        return request

    async def _attempt(self, method: str, request: Message, token: str | None) -> bytes:
        # A channel of its own: one that was cut off waits before it connects again.
        async with grpc.aio.insecure_channel(self._proxy.target, options=CHANNEL) as channel:
            call: Any = channel.unary_unary(PATHS[method])
            answer: bytes = await call(
                request.SerializeToString(), metadata=bearer(token), timeout=ATTEMPT
            )
            return answer


async def play(client: RawClient, caller: Caller, variant: int, enough: Callable[[], bool]) -> None:
    """Plays a match through cuts, and holds it against its record if it comes to its end."""
    checked = await create(client, caller, variant)
    resigns_after = client.random.choice((5, 10_000))
    while not enough():
        asked = await _asked(checked)
        if not asked:
            break
        seat = client.random.choice(asked)
        resigns_after -= 1
        grant = await (resign if resigns_after < 0 else act)(checked, caller, seat)
        if grant is None:
            continue
        checked.grant(seat, grant)
        if client.random.random() < ROTATED:
            await rotate(checked, caller, seat)
        # Once more past the proxy, and an older one too.
        await checked.repeat_request(seat, grant)
        await checked.repeat_request(seat)
        if grant.method == "Resign":
            client.report.count("resignations")
            return
    else:
        for seat in checked.seats:
            for grant in checked.grants[seat].values():
                await checked.repeat_request(seat, grant)
        return
    for viewer in checked.tokens:
        await checked.read(viewer)
    await checked.audit_end()


async def create(client: RawClient, caller: Caller, variant: int) -> CheckedMatch:
    """Creates a match through cuts; the same request gives the same match and tokens."""
    made = await CheckedMatch.create(client, variant)
    match = pb.CreateMatchResponse.FromString
    request = creation(variant)
    first = match(await caller.call("CreateMatch", request, None))
    second = match(await client.call("CreateMatch", request))
    keys = [(m.match.id, m.host_token, str(m.credentials)) for m in (first, second)]
    if keys[0] != keys[1]:
        client.report.fault("other tokens for the same request", first.match.id)
    client.report.count("matches created through cuts")
    return made


async def _asked(checked: CheckedMatch) -> list[int]:
    """The seats that owe a decision; takes in what each of them can see."""
    asked = []
    for seat in checked.seats:
        updates = await checked.updates(seat)
        if updates:
            checked.checkers[seat].add_all_updates(updates, "ListUpdates")
            if checked.checkers[seat].prompt() is not None:
                asked.append(seat)
    return asked


async def act(checked: CheckedMatch, caller: Caller, seat: int) -> Grant | None:
    update = checked.checkers[seat].prompt()
    assert update is not None
    request = pb.ActRequest(
        match_id=checked.id,
        action_id=checked.client.random.choice(list(update.prompt.actions)).id,
        expected_revision=update.revision,
        request_id=uuid.uuid4().hex,
    )
    return await _granted("Act", request, checked, caller, seat)


async def resign(checked: CheckedMatch, caller: Caller, seat: int) -> Grant | None:
    request = pb.ResignRequest(match_id=checked.id, request_id=uuid.uuid4().hex)
    return await _granted("Resign", request, checked, caller, seat)


async def rotate(checked: CheckedMatch, caller: Caller, seat: int) -> None:
    """Replaces a seat's token through cuts: the same request gives the same new token until that
    is used, and from then on the old one is void.
    """
    old = checked.tokens[seat]
    request = pb.RotateTokenRequest(request_id=uuid.uuid4().hex)
    reply = await caller.call("RotateToken", request, old)
    new = pb.RotateTokenResponse.FromString(reply).token
    if await checked.client.call("RotateToken", request, old) != reply:
        caller.report.fault("other tokens for the same request", checked.id)
    checked.tokens[seat] = new
    await checked.check_view(seat)
    caller.report.count("tokens replaced through cuts")
    calls: list[tuple[str, Message]] = [
        ("RotateToken", request),
        ("GetView", pb.GetViewRequest(match_id=checked.id)),
    ]
    for method, message in calls:
        try:
            await checked.client.call(method, message, old)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
                caller.report.fault("old tokens refused otherwise", reason(error))
        else:
            caller.report.fault("old tokens accepted", f"{checked.id} {method}")


async def _granted(
    method: str, request: Any, checked: CheckedMatch, caller: Caller, seat: int
) -> Grant | None:
    try:
        reply = await caller.call(method, request, checked.tokens[seat])
    except grpc.aio.AioRpcError as error:
        # Only one of our requests is under way in this match: none can come too late.
        caller.report.fault(
            "answers refused"
            if reason(error) not in TOO_LATE_ERRORS
            else "answers refused after a cut",
            f"{checked.game} {reason(error)}",
        )
        return None
    return Grant(method, request, reply)


async def cut_replies(
    cluster: Cluster,
    cuts: int,
    rng: random.Random,
    report: Report,
    caller_type: type[Caller] = Caller,
) -> None:
    """Cuts off `cuts` calls, and kills the server every now and then."""

    def enough() -> bool:
        return report.counts["cuts"] >= cuts or bool(report.faults)

    variants = itertools.count()
    due = asyncio.Event()

    def cut() -> None:
        report.count("cuts")
        if report.counts["cuts"] % RESTART_EVERY == 0:
            due.set()

    async def keep_playing(client: RawClient, node: int) -> None:
        async with Cutter(cluster.nodes[node].port) as proxy:
            caller = caller_type(proxy, client, random.Random(rng.random()), cut)
            while not enough():
                await play(client, caller, next(variants), enough)
                report.progress(f"{report.counts['cuts']} cuts")

    async def keep_killing(client: RawClient) -> None:
        node = cluster.nodes[0]
        while True:
            await due.wait()
            due.clear()
            client.up.clear()
            await asyncio.to_thread(node.kill)
            await asyncio.to_thread(node.start)
            client.up.set()
            report.count("kills")

    async with RawClient(cluster.targets, report, rng.random()) as client:
        killer = asyncio.create_task(keep_killing(client))
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(MATCHES):
                    group.create_task(keep_playing(client, number % len(cluster.nodes)))
        finally:
            killer.cancel()
            await asyncio.gather(killer, return_exceptions=True)


def show_replies(
    folder: Path,
    cuts: int,
    seed: int,
    report: Report,
    *,
    database: str | None = None,
    nodes: int = 1,
    caller_type: type[Caller] = Caller,
) -> None:
    with Cluster(folder, database, nodes) as cluster:
        asyncio.run(cut_replies(cluster, cuts, random.Random(seed), report, caller_type))


if __name__ == "__main__":
    command_line.run("replies", __doc__, "cuts", 1_000, show_replies)
