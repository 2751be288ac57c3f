"""The server: puts the matches together, listens, and stops without losing anything."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import TYPE_CHECKING, Any

import grpc
import structlog

from intrigue import listener
from intrigue.config import IN_MEMORY, Settings
from intrigue.contract import find_contract_mismatch
from intrigue.matches import Matches, MatchLimits
from intrigue.metrics import Metrics
from intrigue.operator import Operator
from intrigue.rpc import catalog_service, match_service, record_service, simulation_service
from intrigue.rpc.health import Health
from intrigue.rpc.library import DocumentLibrary, DocumentLibraryError, LibraryEngine
from intrigue.rpc.reflection import add_reflection
from intrigue.rpc.routes import Routes
from intrigue.rpc.server_description import ServerDescription
from intrigue.rpc.simulation_limits import SimulationLimits
from intrigue.simulation import FairThreadPool
from intrigue.store import StoreError
from intrigue.store.address import is_postgres, shown
from intrigue.store.postgres import PostgresStore
from intrigue.store.sqlite import SqliteStore
from intrigue.tls import CertificateError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from intrigue.matches import ServiceClock
    from intrigue.pages import Pages
    from intrigue.rpc.tracing import Tracing
    from intrigue.store import Store

log = structlog.get_logger(__name__)

_SERVICES = tuple(
    service.DESCRIPTOR.full_name
    for service in (catalog_service, match_service, record_service, simulation_service)
)


class ServerError(Exception):
    """The server can't start, and why; in French too where somebody's own files are the reason."""

    def __init__(self, en: str, fr: str = "") -> None:
        super().__init__(en)
        self.fr = fr or en


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
        self.metrics = Metrics()
        self._hindrance: str | None = "starting"
        self._pages: Pages | None = None
        self._tracing: Tracing | None = None
        self._extra_handlers = tuple(extra_handlers)
        self._store: Store | None = None
        self._matches: Matches | None = None
        self._simulation: simulation_service.SimulationService | None = None
        self._health: Health | None = None
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """Where clients find the server."""
        return _address(self.settings.host, self.port)

    @property
    def pages_address(self) -> str | None:
        """Where /metrics, /ready and /live are, if they are anywhere."""
        if self._pages is None:
            return None
        return _address(self.settings.metrics_host, self._pages.port)

    async def start(self) -> None:
        """Opens the store, goes on with the matches in it, and listens."""
        try:
            await self._start()
        except ServerError:
            await self.stop()
            raise

    async def _start(self) -> None:
        settings = self.settings
        if (mismatch := find_contract_mismatch()) is not None:
            raise ServerError(mismatch.en, mismatch.fr)
        await self._start_watching()
        try:
            library = await asyncio.to_thread(DocumentLibrary, settings.documents)
        except DocumentLibraryError as error:
            raise ServerError(error.en, error.fr) from error
        if library:
            log.info("library", documents=len(library))
        try:
            self._store = await _open_store(settings.database)
        except StoreError as error:
            raise ServerError(str(error)) from error
        engine = LibraryEngine(library)
        self._matches = Matches(
            engine,
            self._store,
            MatchLimits(
                live_matches=settings.live_matches,
                cached_tokens=settings.cached_tokens,
                policy_threads=settings.policy_threads,
                watch_buffer=settings.watch_buffer,
                heartbeat_seconds=settings.heartbeat_seconds,
                poll_seconds=settings.poll_seconds,
                scan_logs=settings.scan_logs,
                policy_sims=settings.max_policy_sims,
                policy_ms=settings.max_policy_ms,
            ),
            clock=self._clock,
            is_operator=Operator(settings.operator_token).is_operator,
        )
        call_policy = listener.call_policy(settings, self.metrics, self._tracing)
        routes = Routes(call_policy, self._extra_handlers)
        catalog_service.CatalogService(engine, _description(settings)).add_to(routes)
        match_service.MatchService(self._matches).add_to(routes)
        record_service.RecordService(self._matches).add_to(routes)
        self._simulation = simulation_service.SimulationService(
            self._matches.access,
            self._matches.policy_limits,
            FairThreadPool(settings.simulation_threads, low_priority=True),
            _bounds(settings),
            call_policy.limiter,
            engine,
        )
        self._simulation.add_to(routes)
        self._count(self._matches, self._store, self._simulation)
        self._health = Health(_SERVICES)
        self._health.add_to(routes)
        if settings.reflection:
            add_reflection(routes, _SERVICES)
        self._server = grpc.aio.server(options=listener.options(settings))
        self._server.add_generic_rpc_handlers((routes,))
        try:
            self.port = listener.add_port(self._server, settings)
        except CertificateError as error:
            raise ServerError(str(error)) from error
        except RuntimeError as error:
            raise ServerError(f"can't listen on {settings.host}:{settings.port}") from error
        await self._matches.start()
        await self._server.start()
        await self._health.serving()
        self._hindrance = None
        log.info("listening", address=self.address, database=shown(settings.database))

    async def stop(self) -> None:
        """Lets calls in progress end, tells streams to resume later, and closes the store."""
        was_ready, self._hindrance = self._hindrance is None, "stopping"
        if self._health is not None:
            await self._health.stopping()
        if was_ready and self.settings.drain_seconds:
            # Those who ask hear that it stops, and go elsewhere; until then it serves.
            log.info("draining", seconds=self.settings.drain_seconds)
            await asyncio.sleep(self.settings.drain_seconds)
        if self._matches is not None and self._simulation is not None:
            self._matches.access.close_streams()
            self._simulation.close()
        if self._server is not None:
            await self._server.stop(self.settings.stop_grace_seconds)
        for part in (self._simulation, self._matches):
            if part is not None:
                await part.stop()
        if self._store is not None:
            await self._store.close()
            self._store = None
            log.info("stopped")
        if self._tracing is not None:
            tracing, self._tracing = self._tracing, None
            await asyncio.to_thread(tracing.close)
        if self._pages is not None:
            await self._pages.stop()
            self._pages = None

    def _count(
        self,
        matches: Matches,
        store: Store,
        simulation: simulation_service.SimulationService,
    ) -> None:
        """Publishes what goes on below the calls."""
        store.on_commit(self.metrics.committed)
        gauge = self.metrics.gauge
        gauge("live_matches", "Matches in memory.", lambda: matches.registry.live_count)
        gauge("scanned_matches", "Logs read at the start.", lambda: matches.scan.read)
        gauge("damaged_matches", "Damaged logs found so.", lambda: matches.scan.damaged)
        gauge(
            "damaged_rows",
            "Rows found damaged or gone.",
            lambda: matches.scan.missing + matches.scan.missing_tokens,
        )
        gauge("simulations", "Simulations that are running.", lambda: simulation.simulations)
        gauge("simulated_decisions", "Decisions simulated.", lambda: simulation.decisions)
        gauge("busy_simulation_threads", "Threads that simulate.", lambda: simulation.busy)
        gauge("batches", "Batches, streams and leases.", lambda: simulation.batches)

    async def _start_watching(self) -> None:
        """Starts what watches over the server, before there is much to be seen.

        Imported here: a server that nobody watches over pays nothing for it.
        """
        settings = self.settings
        if settings.otel_endpoint is not None:
            try:
                from intrigue.rpc.tracing import exporting  # noqa: PLC0415
            except ImportError as error:
                raise ServerError(
                    "traces need the optional dependency: pip install intrigue[otel]"
                ) from error
            self._tracing = exporting(settings.otel_endpoint)
        if settings.metrics_port is not None:
            from intrigue.pages import Pages  # noqa: PLC0415

            pages = Pages(self.metrics, self._what_hinders)
            try:
                await pages.start(settings.metrics_host, settings.metrics_port)
            except OSError as error:
                address = _address(settings.metrics_host, settings.metrics_port)
                raise ServerError(f"can't listen on {address}") from error
            self._pages = pages
            log.info("watched_over", address=self.pages_address)

    def _what_hinders(self) -> str | None:
        """Why the server is not ready for calls; None: it is."""
        if self._hindrance is None and self.metrics.store_failing:
            return "the store fails"
        return self._hindrance

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


def _description(settings: Settings) -> ServerDescription:
    return ServerDescription(
        max_request_bytes=settings.max_message_bytes,
        policy_sims=settings.max_policy_sims,
        heartbeat_seconds=settings.heartbeat_seconds,
        durable=settings.database != IN_MEMORY,
        simulation=_bounds(settings),
    )


def _bounds(settings: Settings) -> SimulationLimits:
    return SimulationLimits(
        everybody=settings.open_simulation,
        simulations=settings.max_simulations,
        games=settings.max_simulation_games,
        seconds=settings.max_simulation_seconds,
        analyses=settings.max_analyses,
        worlds=settings.max_worlds,
        batches=settings.max_batches,
        lanes=settings.max_batch_lanes,
        batch_sims=settings.max_batch_sims,
        batch_idle_seconds=settings.batch_idle_seconds,
        answer_bytes=settings.max_answer_bytes,
    )


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
