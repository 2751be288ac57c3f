"""Tokens that are nearly right: none of them opens anything.

`python -m tests.faults.tokens --tries 50000` shows it. Who may do what with a token that is right
is the matrix of `tests/service/test_access.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import string
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import message_factory
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import Cluster
from tests.faults.raw_client import RawClient, reason
from tests.faults.report import Report
from tests.processes import PATIENCE_SECONDS

from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1 import record_service_pb2, simulation_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

METHODS = {
    method.name: method
    for service in (
        pb.DESCRIPTOR.services_by_name["MatchService"],
        record_service_pb2.DESCRIPTOR.services_by_name["RecordService"],
        simulation_service_pb2.DESCRIPTOR.services_by_name["SimulationService"],
    )
    for method in service.methods
    # Which takes no notice of tokens.
    if method.name != "ListPolicies"
}
OF_A_MATCH = [
    name for name, method in METHODS.items() if "match_id" in method.input_type.fields_by_name
]
PRINTABLE = string.ascii_letters + string.digits + "-_"
AT_A_TIME = 32
REFUSED = {"UNAUTHENTICATED", "PERMISSION_DENIED"}

Metadata = list[tuple[str, str | bytes]]


def header(value: str) -> Metadata:
    return [("authorization", value)]


def flipped(token: str, rng: random.Random) -> Metadata:
    """One bit of one letter, as far as the letter can still be sent."""
    place = rng.randrange(len(token))
    letter = chr(ord(token[place]) ^ (1 << rng.randrange(7)))
    if not letter.isprintable() or letter == token[place]:
        letter = "~"
    return header(f"Bearer {token[:place]}{letter}{token[place + 1 :]}")


def replaced(token: str, rng: random.Random) -> Metadata:
    place = rng.randrange(9, len(token))
    others = PRINTABLE.replace(token[place], "")
    return header(f"Bearer {token[:place]}{rng.choice(others)}{token[place + 1 :]}")


def last_letter(token: str, rng: random.Random) -> Metadata:
    """The last letter of 256 bits in base 64 has bits to spare: they count all the same."""
    return header(f"Bearer {token[:-1]}{rng.choice(PRINTABLE.replace(token[-1], ''))}")


def shortened(token: str, rng: random.Random) -> Metadata:
    return header(f"Bearer {token[: rng.randrange(len(token))]}")


def beheaded(token: str, rng: random.Random) -> Metadata:
    return header(f"Bearer {token[rng.randrange(1, len(token)) :]}")


def lengthened(token: str, rng: random.Random) -> Metadata:
    more = "".join(rng.choices(PRINTABLE + "=.", k=rng.randint(1, 20)))
    return header(f"Bearer {token}{more}")


def other_case(token: str, rng: random.Random) -> Metadata:
    way = rng.choice((str.upper, str.lower, str.swapcase, _one_swapped(rng)))
    return header(f"Bearer {way(token)}")


def _one_swapped(rng: random.Random) -> Callable[[str], str]:
    def swap(token: str) -> str:
        places = [place for place in range(9, len(token)) if token[place].isalpha()]
        place = rng.choice(places)
        return token[:place] + token[place].swapcase() + token[place + 1 :]

    return swap


def spaced(token: str, rng: random.Random) -> Metadata:
    inside = rng.randrange(1, len(token))
    return header(
        rng.choice(
            (
                f"Bearer  {token}",
                f"Bearer {token[:inside]} {token[inside:]}",
                f"Bearer\t{token}".replace("\t", "  "),
                f"Bearer Bearer {token}",
                f"Bearer {token} {token}",
                f"Bearer {token},",
                f'Bearer "{token}"',
            )
        )
    )


def other_scheme(token: str, rng: random.Random) -> Metadata:
    scheme = rng.choice(("Basic ", "Bear ", "Token ", "", "Bearer", "Bearer:", "Bearer="))
    return header(f"{scheme}{token}")


def doubled(token: str, rng: random.Random) -> Metadata:
    other = "intrigue_" + "".join(rng.choices(PRINTABLE, k=43))
    pair = [f"Bearer {token}", rng.choice((f"Bearer {token}", f"Bearer {other}", "", "Bearer "))]
    rng.shuffle(pair)
    return [("authorization", value) for value in pair]


def invented(_token: str, rng: random.Random) -> Metadata:
    return header("Bearer intrigue_" + "".join(rng.choices(PRINTABLE, k=43)))


MUTATIONS = (
    flipped,
    replaced,
    last_letter,
    shortened,
    beheaded,
    lengthened,
    other_case,
    spaced,
    other_scheme,
    doubled,
    invented,
)


class TokenAttacker:
    """Tries tokens that are nearly right on every method."""

    def __init__(
        self, client: RawClient, checked: CheckedMatch, other: CheckedMatch, rng: random.Random
    ) -> None:
        self.client = client
        self.checked = checked
        self.report = client.report
        self.random = rng
        tokens = [*checked.tokens.values(), checked.host]
        self.good = [token for token in tokens if token is not None]
        # They hold, but for another match.
        self.foreign = [token for token in [*other.tokens.values(), other.host] if token]

    async def attempt(self) -> None:
        mutation = self.random.choice(MUTATIONS)
        metadata = mutation(self.random.choice(self.good), self.random)
        await self.try_token(self.random.choice(list(METHODS)), metadata, mutation.__name__)

    async def attempt_foreign(self) -> None:
        """A token of another match, on every method that names a match."""
        token = self.random.choice(self.foreign)
        await self.try_token(self.random.choice(OF_A_MATCH), header(f"Bearer {token}"), "foreign")

    async def try_token(self, method: str, metadata: Metadata, kind: str) -> None:
        self.report.count("tries")
        self.report.count(f"tries: {kind}")
        request = self._request(method).SerializeToString()
        channel = self.client.channel()
        try:
            path = f"/{METHODS[method].containing_service.full_name}/{method}"
            if METHODS[method].server_streaming:
                watch: Any = channel.unary_stream(path)
                stream = watch(request, metadata=metadata, timeout=PATIENCE_SECONDS)
                await stream.read()
                stream.cancel()
            else:
                call: Any = channel.unary_unary(path)
                await call(request, metadata=metadata, timeout=PATIENCE_SECONDS)
        except grpc.aio.AioRpcError as error:
            if error.code().name not in REFUSED:
                self.report.fault("strange refusals", f"{method} {kind} {reason(error)}")
        else:
            self.report.fault("tokens accepted", f"{method} {kind} {metadata}")

    def _request(self, method: str) -> Any:
        request: Any = message_factory.GetMessageClass(METHODS[method].input_type)()
        if "match_id" in request.DESCRIPTOR.fields_by_name:
            request.match_id = self.checked.id
        if method in {"Act", "Explain"}:
            request.action_id = self.random.randrange(12)
        if method == "CreateMatch":
            request.game = self.checked.game
        if method == "RotateToken":
            request.request_id = "0123456789abcdef"
        if method == "SetReady":
            request.ready = True
        if method == "ReplaceSeat":
            request.seat = 0
        if method in {"ReplaceSeat", "RevokeToken"}:
            # What a request must have besides, so that only the token is wrong.
            field = {"ReplaceSeat": "open", "RevokeToken": "own"}[method]
            getattr(request, field).SetInParent()
        return request


async def try_tokens(targets: list[str], tries: int, rng: random.Random, report: Report) -> None:
    async with RawClient(targets, report, rng.random()) as client:
        checked_matches = [await CheckedMatch.create(client, variant) for variant in (0, 1, 2)]
        before = [await _everything(checked) for checked in checked_matches]
        attackers = [
            TokenAttacker(client, checked, checked_matches[place - 1], rng)
            for place, checked in enumerate(checked_matches)
        ]

        async def work() -> None:
            while report.counts["tries"] < tries:
                attacker = rng.choice(attackers)
                await (attacker.attempt() if rng.random() < 0.95 else attacker.attempt_foreign())
                if report.counts["tries"] % 5000 == 0:
                    report.progress(f"{report.counts['tries']} tries")

        await asyncio.gather(*(work() for _ in range(AT_A_TIME)))
        # Nothing has changed, and the right tokens are as right as before.
        try:
            after = [await _everything(checked) for checked in checked_matches]
        except grpc.aio.AioRpcError as error:
            report.fault("right tokens refused", reason(error))
        else:
            if after != before:
                report.fault("matches that changed", "")


async def _everything(checked: CheckedMatch) -> list[bytes]:
    request = pb.GetViewRequest(match_id=checked.id)
    return [
        await checked.client.call("GetView", request, token) for token in checked.tokens.values()
    ]


def show_tokens(folder: Path, tries: int, seed: int, report: Report) -> None:
    with Cluster(folder) as cluster:
        asyncio.run(try_tokens(cluster.targets, tries, random.Random(seed), report))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    report = Report(f"tokens (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-tokens-") as folder:
        show_tokens(Path(folder), given.tries, given.seed, report)
    report.check()


if __name__ == "__main__":
    main()
