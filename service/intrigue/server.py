"""The server: puts the rooms together, listens, and stops without losing anything."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import TYPE_CHECKING, Any

import grpc
import structlog

from intrigue.config import IN_MEMORY, Settings
from intrigue.engine import CoreEngine
from intrigue.matches import Hall, Limits
from intrigue.rpc import catalog_service, match_service
from intrigue.rpc.routes import Routes
from intrigue.rpc.standard import Health, add_reflection
from intrigue.store import StoreError
from intrigue.store.address import is_postgres, shown
from intrigue.store.postgres import PostgresStore
from intrigue.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from intrigue.matches import ServiceClock
    from intrigue.store import Store

log = structlog.get_logger(__name__)

_SERVICES = (catalog_service.DESCRIPTOR.full_name, match_service.DESCRIPTOR.full_name)


class ServerError(Exception):
    """The server can't start, and why."""


class Server:
    """One server, which can be started once and stopped once.

    `extra_handlers` are asked for methods that the service itself does not have. `clock` is what
    matches are timed by; without one, the machine's.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        extra_handlers: Sequence[grpc.GenericRpcHandler] = (),
        clock: ServiceClock | None = None,
    ) -> None:
        self.settings = settings
        self.port = 0
        self._clock = clock
        self._extra_handlers = tuple(extra_handlers)
        self._store: Store | None = None
        self._hall: Hall | None = None
        self._health: Health | None = None
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """Where clients find the server."""
        host = self.settings.host
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    async def start(self) -> None:
        """Opens the store, goes on with the matches in it, and listens."""
        settings = self.settings
        try:
            self._store = await _open_store(settings.database)
        except StoreError as error:
            raise ServerError(str(error)) from error
        engine = CoreEngine()
        self._hall = Hall(
            engine,
            self._store,
            Limits(
                live_matches=settings.live_matches,
                cached_tokens=settings.cached_tokens,
                policy_threads=settings.policy_threads,
                watch_buffer=settings.watch_buffer,
                heartbeat_seconds=settings.heartbeat_seconds,
            ),
            clock=self._clock,
        )
        routes = Routes(settings.max_message_bytes, self._extra_handlers)
        catalog_service.CatalogService(engine).add_to(routes)
        match_service.MatchService(self._hall).add_to(routes)
        self._health = Health(_SERVICES)
        self._health.add_to(routes)
        if settings.reflection:
            add_reflection(routes, _SERVICES)
        self._server = grpc.aio.server(options=_options(settings))
        self._server.add_generic_rpc_handlers((routes,))
        try:
            self.port = self._server.add_insecure_port(f"{settings.host}:{settings.port}")
        except RuntimeError as error:
            await self.stop()
            raise ServerError(f"can't listen on {settings.host}:{settings.port}") from error
        await self._server.start()
        await self._hall.start()
        await self._health.serving()
        log.info("listening", address=self.address, database=shown(settings.database))

    async def stop(self) -> None:
        """Lets calls in progress end, tells streams to resume later, and closes the store."""
        if self._health is not None:
            await self._health.stopping()
        if self._hall is not None:
            self._hall.close_watchers()
        if self._server is not None:
            await self._server.stop(self.settings.stop_grace_seconds)
        if self._hall is not None:
            await self._hall.stop()
        if self._store is not None:
            await self._store.close()
            self._store = None
            log.info("stopped")

    async def wait(self) -> None:
        """Returns when the server has stopped listening."""
        if self._server is not None:
            await self._server.wait_for_termination()


async def serve(
    settings: Settings,
    *,
    extra_handlers: Sequence[grpc.GenericRpcHandler] = (),
    ready: Callable[[Server], None] | None = None,
) -> None:
    """Serves until the process is asked to end (SIGINT or SIGTERM) or the task is cancelled."""
    server = Server(settings, extra_handlers=extra_handlers)
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, asked.set)
        except (NotImplementedError, RuntimeError):
            # Not on this system, or not on the main thread: cancellation still works.
            break
    await server.start()
    try:
        if ready is not None:
            ready(server)
        await asked.wait()
    finally:
        await server.stop()


def run(main: Coroutine[Any, Any, None]) -> None:
    """Runs a server's coroutine on the fastest event loop there is."""
    try:
        import uvloop  # noqa: PLC0415 - it does not exist on every system
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)


def configure_logging(settings: Settings) -> None:
    """Sets up the process's log; for programs, not for those that have a server inside."""
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if settings.log_format == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stdout.isatty())
    level: int = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(),
        cache_logger_on_first_use=True,
    )


async def _open_store(database: str) -> Store:
    if is_postgres(database):
        return await PostgresStore.open(database)
    return await SqliteStore.open(None if database == IN_MEMORY else database)


def _options(settings: Settings) -> list[tuple[str, int]]:
    keepalive = int(settings.keepalive_seconds * 1000)
    return [
        # Otherwise a second server on the same port would start, and get half of the calls.
        ("grpc.so_reuseport", 0),
        # The guard refuses in words what is too large; the library without, what is far too large.
        ("grpc.max_receive_message_length", 4 * settings.max_message_bytes),
        ("grpc.max_metadata_size", settings.max_metadata_bytes),
        ("grpc.absolute_max_metadata_size", settings.max_metadata_bytes),
        ("grpc.max_concurrent_streams", settings.max_concurrent_streams),
        # Above the soft limit the library would answer CANCELLED more and more often.
        ("grpc.server.max_pending_requests", settings.max_pending_requests),
        ("grpc.server.max_pending_requests_hard_limit", 2 * settings.max_pending_requests),
        ("grpc.server_handshake_timeout_ms", 20_000),
        ("grpc.keepalive_time_ms", keepalive),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
    ]
