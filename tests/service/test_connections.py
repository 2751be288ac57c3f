"""Connections that do nothing, and readers that take nothing, are not kept for ever."""

from __future__ import annotations

import asyncio

import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.fake_methods import (
    ACK,
    GOAWAY,
    PING,
    PREFACE,
    SETTINGS,
    frame,
    no_window,
    request,
    wait_until,
)

GAMES = "/intrigue.v1.CatalogService/ListGames"


async def closed(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server hangs up."""
    return await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)


async def test_a_connection_that_never_introduces_itself(deployment):
    async with deployment.server(handshake_seconds=0.3) as server:
        for beginning in (b"", PREFACE[:10]):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(beginning)
            await closed(reader)
            writer.close()


async def test_a_connection_without_calls(deployment):
    async with deployment.server(max_connection_idle_seconds=0.3) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(PREFACE + frame(SETTINGS, 0, 0))
        assert GOAWAY in kinds(await closed(reader))
        writer.close()


async def test_a_client_that_does_not_answer_probes(deployment):
    settings = {"keepalive_seconds": 0.3, "keepalive_timeout_seconds": 0.3}
    async with deployment.server(**settings) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(PREFACE + frame(SETTINGS, 0, 0))
        await closed(reader)
        writer.close()


@pytest.mark.parametrize(("min_ping_seconds", "stays"), [(0, True), (10, False)])
async def test_a_client_that_probes(deployment, min_ping_seconds, stays):
    async with deployment.server(min_ping_seconds=min_ping_seconds) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(PREFACE + frame(SETTINGS, 0, 0) + 6 * frame(PING, 0, 0, b"anything"))
        if stays:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for _ in range(6):
                    await reader.readuntil(frame(PING, ACK, 0, b"anything"))
        else:
            assert b"too_many_pings" in await closed(reader)
        writer.close()


async def test_a_reader_that_never_takes_its_answers(deployment):
    """The age of its connection is what ends it: the library has no time limit for sending."""
    ages = {"max_connection_age_seconds": 0.3, "max_connection_age_grace_seconds": 0.3}
    async with deployment.server(**ages) as server:
        before = len(asyncio.all_tasks())
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(no_window() + b"".join(request(1 + 2 * n, GAMES) for n in range(50)))
        await wait_until(lambda: server.metrics.method(GAMES).ok == 50)
        assert len(asyncio.all_tasks()) >= before + 50
        await closed(reader)
        await wait_until(lambda: len(asyncio.all_tasks()) <= before)
        writer.close()


async def test_calls_of_one_connection_are_bounded(deployment):
    async with deployment.server(max_concurrent_streams=5) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(no_window() + b"".join(request(1 + 2 * n, GAMES) for n in range(50)))
        await wait_until(lambda: server.metrics.method(GAMES).ok >= 5)
        # The others were turned away by the library, or the whole connection was.
        await asyncio.sleep(0.1)
        assert server.metrics.method(GAMES).ok <= 10
        writer.close()
        reader.feed_eof()


def kinds(sent: bytes) -> list[int]:
    """The kinds of the frames that were sent."""
    found = []
    while len(sent) >= 9:
        found.append(sent[3])
        sent = sent[9 + int.from_bytes(sent[:3]) :]
    return found
