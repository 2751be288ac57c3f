"""SimulationService: matches between policies, batches, and thought about a view.

Whatever takes time runs on the thread pool, and only there. Analysis and worlds start from the view
of the caller's seat: the true state of a match is not even at hand here.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final, TypeVar

import grpc

from intrigue import engine
from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue.rpc import frames, pages
from intrigue.rpc.batches import Batches
from intrigue.rpc.call_metadata import texts_of, token_of
from intrigue.rpc.field_paths import within_field
from intrigue.rpc.localized_fields import select_languages
from intrigue.rpc.policies import policy_text
from intrigue.rpc.simulation_limits import ConcurrencyLimit
from intrigue.simulation import Run
from intrigue_proto.options import split_settings
from intrigue_proto.v1 import simulation_pb2
from intrigue_proto.v1 import simulation_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from intrigue.engine import Engine
    from intrigue.matches.match_access import MatchAccess
    from intrigue.matches.policy_limits import PolicyLimits
    from intrigue.rpc.rate_limits import Limiter
    from intrigue.rpc.routes import Routes
    from intrigue.rpc.simulation_limits import SimulationLimits
    from intrigue.simulation import FairThreadPool, Progress

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["SimulationService"]

Result = TypeVar("Result")

_PROGRESS_SECONDS: Final = 1.0
# Who judges if nobody is named.
_JUDGE: Final = "hard"
# The number of worlds sampled at a time, so that a request for far too many costs little.
_WORLDS: Final = 64


class SimulationService:
    """Simulation and analysis, over the wire. All methods return bytes."""

    def __init__(  # noqa: PLR0917 - the parts it is made of
        self,
        access: MatchAccess,
        policy_limits: PolicyLimits,
        thread_pool: FairThreadPool,
        bounds: SimulationLimits,
        limiter: Limiter,
        core: Engine,
    ) -> None:
        self._access = access
        self._policy_limits = policy_limits
        self._engine = core
        self._thread_pool = thread_pool
        self._bounds = bounds
        self._simulations = ConcurrencyLimit(limiter, "max_simulations", bounds.simulations)
        self._analyses = ConcurrencyLimit(limiter, "max_analyses", bounds.analyses)
        self._batches = Batches(thread_pool, policy_limits, bounds, limiter, core)
        self._runs: set[Run] = set()
        self._streams: set[asyncio.Task[Any]] = set()
        self._decisions = 0
        self._stopping = False

    def add_to(self, routes: Routes) -> None:
        """Registers every method."""
        method = grpc.unary_unary_rpc_method_handler
        routes.add_service(
            DESCRIPTOR,
            {
                "Simulate": grpc.unary_stream_rpc_method_handler(
                    self.simulate, pb.SimulateRequest.FromString
                ),
                "StepBatch": grpc.stream_stream_rpc_method_handler(
                    self.step_batch, pb.StepBatchRequest.FromString
                ),
                "LeaseBatch": method(self.lease_batch, pb.LeaseBatchRequest.FromString),
                "StepLease": method(self.step_lease, pb.StepLeaseRequest.FromString),
                "EndLease": method(self.end_lease, pb.EndLeaseRequest.FromString),
                "Analyze": method(self.analyze, pb.AnalyzeRequest.FromString),
                "SampleWorlds": method(self.sample_worlds, pb.SampleWorldsRequest.FromString),
                "ListPolicies": method(self.list_policies, pb.ListPoliciesRequest.FromString),
            },
        )

    @property
    def simulations(self) -> int:
        """How many simulations are running."""
        return self._simulations.taken

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return self._batches.open

    @property
    def busy(self) -> int:
        """How many threads have something in hand."""
        return self._thread_pool.busy

    @property
    def decisions(self) -> int:
        """How many decisions were simulated."""
        return self._decisions + sum(run.progress().decisions for run in self._runs)

    def close(self) -> None:
        """Ends what goes on; those who read are told to come back later, and no more are let in."""
        self._stopping = True
        for run in self._runs:
            run.stop.set()
        for task in list(self._streams):
            task.cancel()
        self._batches.close()

    async def stop(self) -> None:
        """Returns when nothing is at work any more."""
        await asyncio.to_thread(self._thread_pool.close)

    # Simulations.

    async def simulate(self, request: pb.SimulateRequest, context: Any) -> None:
        """A stream of SimulateResponses.

        Like all streams here it writes by itself, rather than being a generator, so that nothing
        of it is left behind when it is closed while a write is stuck.
        """
        await self._admit(context)
        await self._until_closed(self._simulate(request, context))

    async def _simulate(self, request: pb.SimulateRequest, context: Any) -> None:
        with self._simulations.one():
            with within_field("task"):
                run = Run(self._task(request.task), budget=self._bounds.seconds)
            self._runs.add(run)
            try:
                self._thread_pool.add(run)
                done = asyncio.wrap_future(run.done)
                while not (await asyncio.wait((done,), timeout=_PROGRESS_SECONDS))[0]:
                    if run.exhausted:
                        run.stop.set()
                    await context.write(_progress(run))
                summary = done.result()
            finally:
                run.stop.set()
                self._runs.discard(run)
                self._decisions += run.progress().decisions
        progress = run.progress()
        response = pb.SimulateResponse(decisions_per_second=_rate(progress))
        response.summary.ParseFromString(summary)
        response.summary.stop_reason = (
            simulation_pb2.STOP_REASON_BUDGET
            if progress.games < progress.total
            else simulation_pb2.STOP_REASON_COMPLETED
        )
        await context.write(response.SerializeToString())

    def _task(self, task: simulation_pb2.SimulationTask) -> bytes:
        """A task that may be played, with a seed."""
        validation.text("game", task.game, validation.MAX_ID)
        validation.options(task.options, task.documents)
        validation.items("policies", len(task.policies), validation.MAX_SEATS)
        for place, policy in enumerate(task.policies):
            self._policy_limits.resolve(policy_text(policy, f"policies[{place}]"))
        if task.match_count > self._bounds.games:
            raise ServiceError(
                ErrorCode.NUMBER_TOO_LARGE, field="match_count", largest=self._bounds.games
            )
        task.seed = _seed(task.seed)
        # A document of the operator's, which the task names, becomes its text.
        settings = self._engine.read_settings(task.game, task.options, task.documents, 0)
        options, documents, _ = split_settings(settings)
        for field, values in ((task.options, options), (task.documents, documents)):
            field.clear()
            field.update(values)
        return task.SerializeToString()

    # Batches.

    async def step_batch(self, requests: AsyncIterator[pb.StepBatchRequest], context: Any) -> None:
        """A stream of StepBatchResponses."""
        await self._admit(context)
        await self._until_closed(self._batches.stream(requests, context.write))

    async def lease_batch(self, request: pb.LeaseBatchRequest, context: Any) -> bytes:
        """A LeaseBatchResponse."""
        await self._admit(context)
        return await self._batches.lease(request.settings)

    async def step_lease(self, request: pb.StepLeaseRequest, context: Any) -> bytes:
        """A StepLeaseResponse. The lease is all that a caller needs."""
        await self._access.check_token(token_of(context))
        return await self._batches.step(request.lease, request.step, request.actions)

    async def end_lease(self, request: pb.EndLeaseRequest, context: Any) -> bytes:
        """An EndLeaseResponse, which is empty."""
        await self._access.check_token(token_of(context))
        self._batches.end(request.lease)
        return b""

    # Thought.

    async def analyze(self, request: pb.AnalyzeRequest, context: Any) -> bytes:
        """An AnalyzeResponse."""
        policy = self._policy_limits.resolve(policy_text(request.policy, "policy") or _JUDGE)
        seed = _seed(request.seed)
        position = await self._position(request, context)

        def analyze(stop: engine.Stop) -> bytes:
            view, setup, trusted = position
            return engine.analyze(view, policy, seed, 1, stop, setup, trusted)

        with self._analyses.one():
            analysis = await self._think(analyze)
        return frames.message(pb.AnalyzeResponse.ANALYSIS_FIELD_NUMBER, analysis) + frames.message(
            pb.AnalyzeResponse.SEED_FIELD_NUMBER, seed
        )

    async def sample_worlds(self, request: pb.SampleWorldsRequest, context: Any) -> bytes:
        """A SampleWorldsResponse."""
        count, most = request.count or 1, self._bounds.answer_bytes
        if count > self._bounds.worlds:
            raise ServiceError(
                ErrorCode.NUMBER_TOO_LARGE, field="count", largest=self._bounds.worlds
            )
        seed = _seed(request.seed)
        view, setup, trusted = await self._position(request, context)

        def deal(stop: engine.Stop) -> bytes:
            parts = [
                frames.message(pb.SampleWorldsResponse.VIEW_FIELD_NUMBER, view),
                frames.message(pb.SampleWorldsResponse.SEED_FIELD_NUMBER, seed),
            ]
            size = sum(map(len, parts))
            for first in range(0, count, _WORLDS):
                if stop.is_set:
                    break
                size_of_part = min(_WORLDS, count - first)
                worlds = engine.sample_worlds(view, seed, first, size_of_part, setup, trusted)
                for world in worlds:
                    part = frames.message(pb.SampleWorldsResponse.WORLDS_FIELD_NUMBER, world)
                    size += len(part)
                    if size > most:
                        raise ServiceError(ErrorCode.ANSWER_TOO_LARGE, most=most)
                    parts.append(part)
            return b"".join(parts)

        with self._analyses.one():
            return await self._think(deal)

    async def list_policies(self, request: pb.ListPoliciesRequest, context: Any) -> bytes:
        """A ListPoliciesResponse."""
        response = pb.ListPoliciesResponse.FromString(engine.list_policies())
        select_languages(response, texts_of(context))
        page, next_page_token = pages.cut(response.policies, request.page_size, request.page_token)
        return pb.ListPoliciesResponse(
            policies=page, next_page_token=next_page_token
        ).SerializeToString()

    async def _position(
        self, request: pb.AnalyzeRequest | pb.SampleWorldsRequest, context: Any
    ) -> tuple[bytes, bytes, bool]:
        """The view of the caller's seat, or one that was sent along, with its setup; and whether it
        is true: one that was sent can contradict itself.
        """
        position = request.WhichOneof("position")
        if position == "match_id":
            live, seat = await self._access.seat(request.match_id, token_of(context))
            if live.row.rated:
                raise ServiceError(ErrorCode.RATED_WITHOUT_ANALYSIS)
            return await live.view(seat), await live.setup(), True
        await self._admit(context)
        if position is None:
            raise ServiceError(ErrorCode.POSITION_MISSING, field="position")
        return (
            request.view.SerializeToString(deterministic=True),
            request.setup.SerializeToString(deterministic=True),
            False,
        )

    async def _think(self, function: Callable[[engine.Stop], Result]) -> Result:
        """Calls a function on the thread pool, for as long as the caller waits."""
        stop = engine.Stop()
        try:
            return await asyncio.wrap_future(self._thread_pool.call(lambda: function(stop)))
        except asyncio.CancelledError:
            stop.set()
            raise

    # Who calls.

    async def _admit(self, context: Any) -> None:
        """Lets in everybody, or only the operator; a token that is given must hold."""
        token = token_of(context)
        operator = await self._access.check_token(token)
        if not (operator or self._bounds.everybody):
            raise ServiceError(ErrorCode.OPERATOR_TOKEN_REQUIRED, authenticated=token is not None)
        if self._stopping:
            raise ServiceError(ErrorCode.SERVER_STOPPING)

    async def _until_closed(self, stream: Coroutine[Any, Any, None]) -> None:
        """A stream that ends when the server stops, and then says so."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a call is always a task of the server
        self._streams.add(task)
        try:
            await stream
        except asyncio.CancelledError:
            if not self._stopping:
                raise
            task.uncancel()
            raise ServiceError(ErrorCode.SERVER_STOPPING) from None
        finally:
            self._streams.discard(task)


def _seed(given: bytes) -> bytes:
    """The seed that a caller gives, or one that is drawn."""
    return validation.seed(given) or secrets.token_bytes(validation.SEED_BYTES)


def _progress(run: Run) -> bytes:
    progress = run.progress()
    response = pb.SimulateResponse(decisions_per_second=_rate(progress))
    response.progress.match_count = progress.games
    response.progress.total_match_count = progress.total
    response.progress.decision_count = progress.decisions
    response.progress.elapsed.FromMilliseconds(int(progress.seconds * 1000))
    return response.SerializeToString()


def _rate(progress: Progress) -> float:
    return progress.decisions / max(progress.seconds, 1e-9)
