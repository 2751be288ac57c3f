"""Calls that several tests make: one RPC, the record, the next message, a match to its end."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

import grpc

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1 import record_pb2, record_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue_proto.v1 import match_pb2


async def call_match(
    created: Any,
    method: str,
    token: str | None = None,
    *,
    names: bool = False,
    languages: str | None = None,
    **fields: Any,
) -> Any:
    """The answer to a unary call about a match; a policy may be given as text."""
    metadata = [] if token is None else [("authorization", f"Bearer {token}")]
    if names:
        metadata.append(("intrigue-player-names", "true"))
    if languages is not None:
        metadata.append(("accept-language", languages))
    if isinstance(policy := fields.get("policy"), str):
        message = parse_policy(policy)
        fields["policy"] = {"policy": message} if method == "ReplaceSeat" else message
    request = getattr(pb, f"{method}Request")(match_id=created.id, **fields)
    return await getattr(created.client.matches, method)(request, metadata=metadata)


async def record_of(created: Any, token: str | None = None) -> record_pb2.MatchRecord:
    """The record of a match that is over."""
    return await fetch_record(created.client, created.id, token or created.host or None)


async def fetch_record(
    client: Any, match_id: str, token: str | None = None, page_size: int = 0
) -> record_pb2.MatchRecord:
    """A whole record, merged from its pages."""
    metadata = [] if token is None else [("authorization", f"Bearer {token}")]
    record = record_pb2.MatchRecord()
    page_token = ""
    while True:
        request = record_service_pb2.GetRecordRequest(
            match_id=match_id, page_size=page_size, page_token=page_token
        )
        page = await client.records.GetRecord(request, metadata=metadata)
        assert page.HasField("record")
        record.MergeFrom(page.record)
        page_token = page.next_page_token
        if not page_token:
            return record


async def next_of(stream: Any, kind: str) -> Any:
    """The next message of a kind on a stream."""
    while (answer := await stream.read()) is not grpc.aio.EOF:
        if answer.HasField(kind):
            return getattr(answer, kind)
    raise AssertionError(f"the stream ended without a {kind}")


async def play_out(
    created: Any, choose: Callable[[match_pb2.Prompt], int] = lambda prompt: prompt.actions[0].id
) -> None:
    """Plays the seats of this client to the end."""

    async def follow(token: str) -> None:
        async for answer in created.watch(token):
            update = answer.update
            if not update.HasField("prompt"):
                continue
            try:
                await created.act(
                    token, action_id=choose(update.prompt), expected_revision=update.revision
                )
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.ABORTED:
                    raise

    await asyncio.gather(*(follow(token) for token in created.seats.values()))


async def wait_until(condition: Callable[[], bool]) -> None:
    """Waits until a condition holds that no message announces."""
    for _ in itertools.count():
        if condition():
            return
        await asyncio.sleep(0.001)
