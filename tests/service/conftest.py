"""A real server on a free port, with a real database, and a client that speaks raw gRPC."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest
import structlog
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]
from tests.postgres import Databases
from tests.processes import PATIENCE_SECONDS

from intrigue.config import Settings
from intrigue.server import Server
from intrigue.store.address import is_postgres
from intrigue_proto.options import split_settings
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import (
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    match_pb2,
    match_service_pb2,
    match_service_pb2_grpc,
    record_service_pb2_grpc,
    simulation_service_pb2_grpc,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from contextlib import AbstractAsyncContextManager

pb = match_service_pb2

# The modules whose tests run on SQLite and on PostgreSQL.
ON_BOTH = {
    "test_access",
    "test_bots",
    "test_catalog_service",
    "test_idempotency",
    "test_request_ids",
    "test_match_lifecycle",
    "test_match_times",
    "test_restart",
    "test_tokens",
    "test_watch",
}


LARGEST_ERROR = 4096


@dataclass(frozen=True)
class Problem:
    """An error as a caller sees it."""

    status: grpc.StatusCode
    reason: str
    domain: str
    en: str
    """The status message."""
    localized: str
    """The message in the caller's language."""
    locale: str
    clause: str
    metadata: dict[str, str]
    fields: tuple[str, ...]
    """The paths of the fields that are wrong."""
    retry_delay: float | None
    """In seconds."""


def problem_of(error: grpc.aio.AioRpcError) -> Problem:
    """Reads the rich status of an error, and checks what must hold of every error."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no details: {error.code()} {error.details()}"
    assert status.ByteSize() < LARGEST_ERROR
    details = _details_of(status)
    detail, localized = details["ErrorInfo"], details["LocalizedMessage"]
    assert status.details[0].Is(error_details_pb2.ErrorInfo.DESCRIPTOR)
    metadata = dict(detail.metadata)
    assert not {"en", "fr"} & set(metadata), metadata
    assert metadata.get("clause", "C-1"), "an empty clause"
    assert detail.reason
    assert detail.reason == detail.reason.upper()
    assert detail.domain.partition(".")[0] == "intrigue"
    assert error.details() == status.message
    assert status.message
    assert localized.locale in {"en", "fr"}
    assert localized.message
    assert (localized.message == status.message) == (localized.locale == "en")
    fields = ()
    if "BadRequest" in details:
        violations = details["BadRequest"].field_violations
        fields = tuple(violation.field for violation in violations)
        assert all(violation.reason == detail.reason for violation in violations)
        assert all(violation.description == status.message for violation in violations)
        assert all(violation.localized_message == localized for violation in violations)
    assert fields == ((metadata["field"],) if "field" in metadata else ())
    trailers = dict(error.trailing_metadata() or ())
    retry_delay = None
    if "RetryInfo" in details:
        delay = details["RetryInfo"].retry_delay
        retry_delay = delay.ToTimedelta().total_seconds()
        assert trailers["grpc-retry-pushback-ms"] == str(delay.ToMilliseconds())
    else:
        assert "grpc-retry-pushback-ms" not in trailers
    return Problem(
        error.code(),
        detail.reason,
        detail.domain,
        status.message,
        localized.message,
        localized.locale,
        metadata.get("clause", ""),
        metadata,
        fields,
        retry_delay,
    )


def _details_of(status: Any) -> dict[str, Any]:
    """The details of a status by the names of their types, each of which it has once."""
    details = {}
    for packed in status.details:
        name = packed.TypeName().rpartition(".")[2]
        assert name not in details
        details[name] = getattr(error_details_pb2, name)()
        assert packed.Unpack(details[name])
    return details


@contextlib.contextmanager
def captured_logs() -> Iterator[list[Any]]:
    """All that the service logs meanwhile, however logging was set up in this process before."""
    capture = structlog.testing.LogCapture()
    everything = structlog.make_filtering_bound_logger(0)
    logger = structlog.wrap_logger(None, processors=[capture], wrapper_class=everything)
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("intrigue.") and hasattr(module, "log"):
                patch.setattr(module, "log", logger)
        yield capture.entries


@contextlib.asynccontextmanager
async def refused(status: str, reason: str) -> AsyncIterator[list[Problem]]:
    """The call inside must fail with this status and this reason."""
    problems: list[Problem] = []
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        yield problems
    problems.append(problem_of(caught.value))
    assert (problems[0].status.name, problems[0].reason) == (status, reason)


def bearer(
    token: str | None, *, names: bool = False, languages: str | None = None
) -> list[tuple[str, str]]:
    """The metadata with which a token travels, and which says what texts are wanted."""
    metadata = [] if token is None else [("authorization", f"Bearer {token}")]
    if names:
        metadata.append(("intrigue-player-names", "true"))
    if languages is not None:
        metadata.append(("accept-language", languages))
    return metadata


@dataclass
class CreatedMatch:
    """A match and its tokens, as CreateMatch returned them."""

    client: Client
    match: match_pb2.Match
    host: str
    spectator: str
    seats: dict[int, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.match.id

    async def view(self, token: str | None = None) -> match_pb2.View:
        request = pb.GetViewRequest(match_id=self.id)
        response: pb.GetViewResponse = await self.client.matches.GetView(
            request, metadata=bearer(token)
        )
        return response.view

    async def get(self, token: str | None = None) -> match_pb2.Match:
        request = pb.GetMatchRequest(match_id=self.id)
        response: pb.GetMatchResponse = await self.client.matches.GetMatch(
            request, metadata=bearer(token)
        )
        return response.match

    async def act(
        self, token: str | None, *, names: bool = False, **request: Any
    ) -> pb.ActResponse:
        response: pb.ActResponse = await self.client.matches.Act(
            pb.ActRequest(match_id=self.id, **request), metadata=bearer(token, names=names)
        )
        return response

    async def join(self, token: str | None = None, **request: Any) -> pb.JoinMatchResponse:
        response: pb.JoinMatchResponse = await self.client.matches.JoinMatch(
            pb.JoinMatchRequest(match_id=self.id, **request), metadata=bearer(token)
        )
        self.seats[response.credential.seat] = response.credential.token
        return response

    async def abort(self, token: str | None, request_id: str = "") -> match_pb2.Match:
        request = pb.AbortMatchRequest(match_id=self.id, request_id=request_id)
        response: pb.AbortMatchResponse = await self.client.matches.AbortMatch(
            request, metadata=bearer(token)
        )
        return response.match

    def watch(
        self,
        token: str | None = None,
        *,
        names: bool = False,
        languages: str | None = None,
        **request: Any,
    ) -> Any:
        return self.client.matches.Watch(
            pb.WatchRequest(match_id=self.id, **request),
            metadata=bearer(token, names=names, languages=languages),
        )

    async def updates(self, token: str | None = None) -> list[match_pb2.Update]:
        """All that the caller was sent so far; nothing before the deal."""
        updates: list[match_pb2.Update] = []
        if (await self.get(token)).status == match_pb2.MATCH_STATUS_WAITING:
            return updates
        while True:
            request = pb.ListUpdatesRequest(match_id=self.id, after_revision=len(updates))
            page = await self.client.matches.ListUpdates(request, metadata=bearer(token))
            updates.extend(page.updates)
            if page.revision == len(updates):
                return updates

    async def turn(self) -> tuple[int, match_pb2.View]:
        """A seat of ours that owes a decision, and its view; a policy may think before it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                for seat, token in self.seats.items():
                    view = await self.view(token)
                    if view.HasField("prompt"):
                        return seat, view
                    assert not view.HasField("outcome"), "the match is over"
                assert self.seats, "none of the seats is ours"
                await asyncio.sleep(0.005)

    async def step(self) -> pb.ActResponse:
        """The first legal action of the seat that owes a decision."""
        seat, view = await self.turn()
        return await self.act(
            self.seats[seat],
            action_id=view.prompt.actions[0].id,
            expected_revision=view.revision,
        )

    async def play_on(self, steps: int | None = None) -> None:
        """Plays this number of steps, or to the end."""
        for _ in itertools.count() if steps is None else range(steps):
            if (await self.view(self.host)).HasField("outcome"):
                return
            await self.step()


class Client:
    """Raw stubs on one channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.matches: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        self.records: Any = record_service_pb2_grpc.RecordServiceStub(channel)
        self.catalog: Any = catalog_service_pb2_grpc.CatalogServiceStub(channel)
        self.simulation: Any = simulation_service_pb2_grpc.SimulationServiceStub(channel)
        self.game = ""

    async def load(self) -> None:
        response = await self.catalog.ListGames(catalog_service_pb2.ListGamesRequest())
        # A small game for two: what most tests play.
        (self.game,) = [game.id for game in response.games if game.id == "district_noir"]

    async def create(self, *seats: str, **request: Any) -> CreatedMatch:
        """Creates a match; seats are "own", "open", or a policy. Options are one mapping, in which
        `seats` is the number of seats and a document is its text.
        """
        seat_requests = []
        for seat in seats:
            if seat == "own":
                seat_requests.append(pb.SeatRequest(own=pb.OwnSeat(name="Ana")))
            elif seat == "open":
                seat_requests.append(pb.SeatRequest(open=pb.OpenSeat()))
            else:
                policy = pb.PolicySeat(policy=parse_policy(seat))
                seat_requests.append(pb.SeatRequest(policy=policy))
        options, documents, seat_count = split_settings(request.pop("options", None))
        parts = {"options": options, "documents": documents, "seat_count": seat_count}
        response = await self.matches.CreateMatch(
            pb.CreateMatchRequest(**{"game": self.game, "seats": seat_requests, **parts, **request})
        )
        return CreatedMatch(
            self,
            response.match,
            response.host_token,
            response.spectator_token,
            {held.seat: held.token for held in response.credentials},
        )


class Deployment:
    """A database, and the servers that are started on it, one after another or together."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.servers: list[Server] = []

    @property
    def path(self) -> Path:
        """The file of a deployment on SQLite."""
        return Path(self.database)

    def stored(self) -> bytes:
        """Everything that is stored; a text in it is found as it is."""
        if not is_postgres(self.database):
            return b"".join(file.read_bytes() for file in self.path.parent.glob("matches.db*"))
        run = functools.partial(Databases(self.database).run, url=self.database)
        tables = run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = itertools.chain.from_iterable(run(f"SELECT * FROM {name}") for (name,) in tables)
        values = itertools.chain.from_iterable(rows)
        return b"".join(part if isinstance(part, bytes) else str(part).encode() for part in values)

    def settings(self, **changes: Any) -> Settings:
        values = {"port": 0, "database": self.database, "stop_grace_seconds": 1.0, **changes}
        return Settings(**values)

    @contextlib.asynccontextmanager
    async def server(self, **changes: Any) -> AsyncIterator[Server]:
        server = Server(self.settings(**changes))
        await server.start()
        self.servers.append(server)
        try:
            yield server
        finally:
            await server.stop()

    @contextlib.asynccontextmanager
    async def client(
        self, server: Server | str, *options: tuple[str, Any]
    ) -> AsyncIterator[Client]:
        address = server if isinstance(server, str) else server.address
        async with grpc.aio.insecure_channel(address, options=options) as channel:
            client = Client(channel)
            await client.load()
            yield client

    @contextlib.asynccontextmanager
    async def served(self, **changes: Any) -> AsyncIterator[Client]:
        async with self.server(**changes) as server, self.client(server) as client:
            yield client


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs the tests of these modules on both kinds of database."""
    module = metafunc.module.__name__.rpartition(".")[2]
    if "kind" in metafunc.fixturenames and module in ON_BOTH:
        metafunc.parametrize("kind", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    found: str = getattr(request, "param", "sqlite")
    return found


@pytest.fixture
def deployment(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Deployment:
    if kind == "postgres":
        return Deployment(request.getfixturevalue("postgres_database"))
    return Deployment(str(tmp_path / "matches.db"))


@pytest.fixture
async def client(deployment):
    async with deployment.served() as client:
        yield client


@pytest.fixture
def expect() -> Callable[[str, str], AbstractAsyncContextManager[list[Problem]]]:
    return refused


@pytest.fixture
def as_bearer() -> Callable[[str | None], list[tuple[str, str]]]:
    return bearer


@pytest.fixture
def read_problem() -> Callable[[grpc.aio.AioRpcError], Problem]:
    return problem_of
