"""Nonsense at every method of every service: no crash, no hang, no INTERNAL, no UNKNOWN.

`python -m tests.faults.fuzz --calls 50000` shows it. A panic of the rules can't be caused over the
wire by any input that is known; `core_rs/crates/intrigue_testkit/tests/sealed.rs` injects them
below the server, and the interceptor's tests in `tests/service/test_interceptor.py` inside it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults.checked_match import VARIANTS, CheckedMatch
from tests.faults.cluster import Cluster, Node
from tests.faults.mutants import Method, PayloadGenerator, methods
from tests.faults.raw_client import RawClient, bearer, reason
from tests.faults.report import Report
from tests.processes import PATIENCE_SECONDS
from tests.proofs import MatchPlan, play_match, template

from intrigue_proto.v1 import catalog_service_pb2, record_service_pb2, simulation_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from google.protobuf.message import Message

AT_A_TIME = 16
DEADLINE = 60.0
FRESH = 400
CATALOG = "/intrigue.v1.CatalogService/ListGames"
# What a caller must never receive, and what means that a rule has panicked.
FORBIDDEN = {"INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED", "DATA_LOSS"}
PANIC = "CORE_FAULT"
# What the client's library says of a call that was answered before it had sent everything.
UNHEARD = "Internal error from Core"

Metadata = list[tuple[str, str | bytes]]


class Fuzzer:
    """Makes calls that nobody should make, and notes how they are answered."""

    def __init__(self, client: RawClient, rng: random.Random) -> None:
        self.client = client
        self.report = client.report
        self.random = rng
        self.generator = PayloadGenerator(rng)
        self.methods = methods()
        self.tokens: list[str] = []
        self.records = [
            play_match(MatchPlan(game, resigns=3, document=bool(template(game)))).record
            for game in sorted({game for game, _ in VARIANTS})
        ]

    async def refresh(self) -> None:
        """New matches: the old ones may have been resigned, aborted or lost to a new token."""
        checked_matches = [
            await CheckedMatch.create(self.client, self.random.randrange(len(VARIANTS)))
            for _ in range(2)
        ]
        self.tokens = [
            t for checked in checked_matches for t in (*checked.tokens.values(), checked.host) if t
        ]
        words = [checked.id for checked in checked_matches] * 4 + [
            checked.game for checked in checked_matches
        ]
        self.generator.words = [*words, "seats", "reactions", "fastest", "2", "pass", "play 1"]
        self.generator.samples = await self._samples(checked_matches[0])

    async def _samples(self, checked: CheckedMatch) -> dict[str, list[bytes]]:
        """Requests that carry large messages: records with their proofs, and views."""
        record = self.random.choice(self.records)
        setup = await self.client.call("GetSetup", pb.GetSetupRequest(match_id=checked.id))
        view = await self.client.call(
            "GetView", pb.GetViewRequest(match_id=checked.id), checked.tokens[0]
        )
        made: list[Message] = [
            record_service_pb2.VerifyRecordRequest(record=record),
            record_service_pb2.ReplayRecordRequest(record=record, page_size=5),
            simulation_service_pb2.AnalyzeRequest(
                view=pb.GetViewResponse.FromString(view).view,
                setup=pb.GetSetupResponse.FromString(setup).setup,
            ),
        ]
        return {one.DESCRIPTOR.full_name: [one.SerializeToString()] for one in made}

    def metadata(self) -> Metadata:
        rng = self.random
        token = rng.choice(self.tokens)
        ways: list[Metadata] = [
            [],
            [*bearer(token)],
            [*bearer(token)],
            [*bearer(token), *bearer(token)],
            [("authorization", rng.choice(("", "Bearer", "Bearer ", "x" * 3000)))],
            [("authorization-bin", rng.randbytes(40))],
            [("x-noise-bin", rng.randbytes(rng.choice((0, 1, 500, 6000))))],
            [(f"x-{number}", "v" * 20) for number in range(rng.choice((1, 50, 120)))],
            [("x-large", "v" * rng.choice((8_000, 15_000, 17_000, 40_000)))],
            [("grpc-timeout", "1H"), *bearer(token)],
            [("content-type", "text/html"), *bearer(token)],
            [("grpc-encoding", "brotli")],
        ]
        return rng.choices(ways, (10, 25, 25, 3, 3, 3, 3, 3, 1, 1, 1, 1))[0]

    async def call(self) -> None:
        """One call to any method, with any number of messages."""
        method = self.random.choice(self.methods)
        how, payloads = self._payloads(method)
        self.report.count("calls")
        self.report.count(f"calls: {how}")
        metadata = self.metadata()
        status = await self.send(method.path, payloads, metadata)
        if status == UNHEARD:
            self.report.count("calls that our own library gave up")
            return
        self.note(status, f"{method.path} {how} {[len(p) for p in payloads]} {str(metadata)[:80]}")

    def note(self, status: str, what: str) -> None:
        code = status.split(maxsplit=1)[0]
        self.report.count(f"answered {code}")
        if code in FORBIDDEN or PANIC in status:
            self.report.fault(f"answers {status}", what)

    def _payloads(self, method: Method) -> tuple[str, list[bytes]]:
        count = self.random.choices((1, 0, 2, 5), (90, 4, 3, 3))[0]
        made = [self.generator.payload(method.request) for _ in range(count)]
        if count == 1:
            return made[0][0], [made[0][1]]
        # More than one message, or none, where one is expected.
        return f"{count} messages", [payload for _, payload in made]

    async def send(self, path: str, payloads: list[bytes], metadata: Metadata) -> str:
        """The status of a call; a stream that goes on is left after its first message."""

        async def requests() -> AsyncIterator[bytes]:
            for payload in payloads:
                yield payload

        open_call: Any = self.client.channel().stream_stream(path)
        try:
            call = open_call(requests(), metadata=metadata, timeout=DEADLINE)
            if await call.read() is not grpc.aio.EOF:
                call.cancel()
                return "OK"
            code = await call.code()
        except grpc.aio.AioRpcError as error:
            return UNHEARD if error.details() == UNHEARD else reason(error)
        except (ValueError, TypeError, asyncio.CancelledError) as error:
            return f"unsent {type(error).__name__}"
        return str(code.name)


async def noise(node: Node, rng: random.Random, report: Report) -> None:
    """Bytes on a connection that are no gRPC at all."""
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    start = rng.choice((b"", preface, preface + b"\0\0\0\4\0\0\0\0\0", b"GET / HTTP/1.1\r\n\r\n"))
    try:
        writer.write(start + rng.randbytes(rng.choice((0, 9, 100, 5000))))
        await writer.drain()
        if rng.random() < 0.5:
            writer.write_eof()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await reader.read()
    except OSError:
        pass
    except TimeoutError:
        report.fault("connections that stay open after nonsense", repr(start))
    finally:
        writer.transport.abort()
    report.count("connections with nonsense")


async def alive(client: RawClient, report: Report) -> None:
    """The server answers as ever, and a match can be played."""
    call: Any = client.channel().unary_unary(CATALOG)
    answer = await call(b"", timeout=DEADLINE)
    if not catalog_service_pb2.ListGamesResponse.FromString(answer).games:
        report.fault("servers without games", "")
    report.count("times the server was well")


async def fuzz(node: Node, calls: int, rng: random.Random, report: Report) -> None:
    async with RawClient([node.target], report, rng.random()) as client:
        fuzzer = Fuzzer(client, rng)
        while report.counts["calls"] < calls:
            await fuzzer.refresh()
            # Each batch on new connections: some of the nonsense ends the one it came on.
            async with RawClient([node.target], report, rng.random()) as batch:
                fuzzer.client = batch
                goal = min(calls, report.counts["calls"] + FRESH)

                async def work(goal: int = goal) -> None:
                    while report.counts["calls"] < goal:
                        await fuzzer.call()

                await asyncio.gather(*(work() for _ in range(AT_A_TIME)))
            fuzzer.client = client
            await asyncio.gather(*(noise(node, rng, report) for _ in range(4)))
            await alive(client, report)
            report.progress(f"{report.counts['calls']} calls")
        await (await CheckedMatch.create(client, 0)).play()


def show_fuzz(folder: Path, calls: int, seed: int, report: Report) -> None:
    with Cluster(folder) as cluster:
        (node,) = cluster.nodes
        before = node.memory()
        asyncio.run(fuzz(node, calls, random.Random(seed), report))
        report.figure(
            "memory", f"{before / 2**20:.0f} MB before, {node.memory() / 2**20:.0f} after"
        )
        if "Traceback" in node.log.read_text(errors="replace"):
            report.fault("tracebacks in the server's log", node.last_words()[-400:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    report = Report(f"fuzz (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-fuzz-") as folder:
        show_fuzz(Path(folder), given.calls, given.seed, report)
    report.check()


if __name__ == "__main__":
    main()
