"""Batches: many matches of one game, stepped together by a caller far away.

The columns are the core's own bytes, and are passed on as they are.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.engine import Lanes
from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue.rpc import frames
from intrigue.rpc.field_paths import within_field
from intrigue.rpc.policies import policy_text
from intrigue.rpc.simulation_limits import ConcurrencyLimit
from intrigue_proto.v1 import simulation_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from intrigue.engine import Engine
    from intrigue.matches.policy_limits import PolicyLimits
    from intrigue.rpc.rate_limits import Limiter
    from intrigue.rpc.simulation_limits import SimulationLimits
    from intrigue.simulation import FairThreadPool

_LANE_BYTES: Final = 2
_REWARD_BYTES: Final = 4
_LEASE_BYTES: Final = 16
_LAYOUT: Final = pb.StepBatchResponse.LAYOUT_FIELD_NUMBER
_COLUMNS: Final = pb.StepBatchResponse.COLUMNS_FIELD_NUMBER
_LEASE_COLUMNS: Final = pb.StepLeaseResponse.COLUMNS_FIELD_NUMBER


class Batch:
    """Lanes, and whether their features are wanted."""

    __slots__ = ("_features", "_lanes", "_seed")

    def __init__(
        self,
        settings: pb.BatchSettings,
        options: Mapping[str, str],
        policies: list[str | None],
        seed: bytes,
    ) -> None:
        """Deals every lane; slow, so not for the event loop."""
        self._seed = seed
        self._features = settings.features if settings.HasField("features") else True
        self._lanes = Lanes(
            settings.game,
            dict(options),
            settings.lane_count,
            seed,
            policies,
            settings.rotate,
            1,
        )

    @property
    def layout(self) -> pb.BatchLayout:
        """How to read the columns."""
        lanes = self._lanes
        count, features = lanes.lanes, lanes.features if self._features else 0
        columns = (
            ("seats", pb.DATA_TYPE_UINT8, (count,)),
            ("masks", pb.DATA_TYPE_UINT8, (count, (lanes.actions + 7) // 8)),
            ("features", pb.DATA_TYPE_INT8, (count, features)),
            ("rewards", pb.DATA_TYPE_FLOAT32, (count, lanes.seats)),
            ("ends", pb.DATA_TYPE_UINT8, (count,)),
        )
        return pb.BatchLayout(
            lane_count=count,
            seat_count=lanes.seats,
            action_count=lanes.actions,
            feature_count=features,
            seed=self._seed,
            rules_version=engine.rules_version(lanes.game),
            feature_version=engine.feature_version(lanes.game),
            columns=[
                pb.ColumnSpec(name=name, data_type=data_type, shape=shape)
                for name, data_type, shape in columns
            ],
        )

    @property
    def size(self) -> int:
        """How many bytes its columns have."""
        layout = self.layout
        masks = (layout.action_count + 7) // 8
        rewards = layout.seat_count * _REWARD_BYTES
        return layout.lane_count * (2 + masks + layout.feature_count + rewards)

    def columns(self) -> bytes:
        """BatchColumns of the lanes as they stand."""
        return self._lanes.columns(self._features)

    def step(self, actions: bytes) -> tuple[bytes, bool]:
        """BatchColumns after a step and True, or a StepLeaseResponse with refusals and False."""
        return self._lanes.step_columns(actions, self._features)

    def check(self, actions: bytes) -> None:
        """Whether there is an action for each lane."""
        length = self._lanes.lanes * _LANE_BYTES
        if len(actions) != length:
            raise ServiceError(
                ErrorCode.WRONG_ACTIONS_LENGTH,
                length=length,
                given=len(actions),
                field="actions",
            )


class Batches:
    """All batches of a server: those of streams, and those that are leased."""

    def __init__(
        self,
        thread_pool: FairThreadPool,
        effort: PolicyLimits,
        bounds: SimulationLimits,
        limiter: Limiter,
        engine: Engine,
    ) -> None:
        self._thread_pool = thread_pool
        self._engine = engine
        self._effort = effort
        self._bounds = bounds
        self._places = ConcurrencyLimit(limiter, "max_batches", bounds.batches)
        self._leases: dict[str, _Lease] = {}
        self._steps: set[asyncio.Task[bytes]] = set()

    @property
    def open(self) -> int:
        """How many batches there are."""
        return self._places.taken

    async def stream(
        self,
        requests: AsyncIterator[pb.StepBatchRequest],
        write: Callable[[bytes], Awaitable[None]],
    ) -> None:
        """Writes StepBatchResponses to StepBatchRequests."""
        with self._places.one():
            request = await self._next(requests)
            if request is None or not request.HasField("open"):
                raise ServiceError(ErrorCode.BATCH_NOT_OPENED)
            with within_field("open"):
                batch, columns = await self._open(request.open)
            layout = batch.layout.SerializeToString()
            await write(frames.message(_LAYOUT, layout) + frames.message(_COLUMNS, columns))
            while (request := await self._next(requests)) is not None:
                if request.HasField("open"):
                    raise ServiceError(ErrorCode.BATCH_OPENED_TWICE)
                batch.check(request.actions)
                answer, stepped = await self._step(batch, request.actions)
                if stepped:
                    await write(frames.message(_COLUMNS, answer))
                else:
                    refusals = pb.StepLeaseResponse.FromString(answer).refusals
                    await write(pb.StepBatchResponse(refusals=refusals).SerializeToString())

    async def lease(self, settings: pb.BatchSettings) -> bytes:
        """A LeaseBatchResponse."""
        self._places.take()
        try:
            with within_field("settings"):
                batch, columns = await self._open(settings)
        except BaseException:
            self._places.give_back()
            raise
        name = secrets.token_urlsafe(_LEASE_BYTES)
        lease = _Lease(batch)
        self._leases[name] = lease
        self._forget_later(name, lease)
        head = pb.LeaseBatchResponse(lease=name, layout=batch.layout)
        head.idle_timeout.FromMilliseconds(int(self._bounds.batch_idle_seconds * 1000))
        return head.SerializeToString() + frames.message(
            pb.LeaseBatchResponse.COLUMNS_FIELD_NUMBER, columns
        )

    async def step(self, name: str, number: int, actions: bytes) -> bytes:
        """A StepLeaseResponse. The step is made once, and to its end, even if nobody waits."""
        lease = self._find(name)
        lease.batch.check(actions)
        task = asyncio.create_task(self._step_lease(lease, number, actions))
        self._steps.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def end(self, name: str) -> None:
        """Forgets a leased batch."""
        lease = self._find(name)
        self._forget(name, lease)

    def close(self) -> None:
        """Forgets all of them."""
        for name, lease in list(self._leases.items()):
            self._forget(name, lease)

    async def _open(self, settings: pb.BatchSettings) -> tuple[Batch, bytes]:
        bounds = self._bounds
        validation.text("game", settings.game, validation.MAX_ID)
        validation.options(settings.options, settings.documents)
        validation.items("policies", len(settings.policies), validation.MAX_SEATS)
        if settings.lane_count > bounds.lanes:
            raise ServiceError(ErrorCode.NUMBER_TOO_LARGE, field="lane_count", largest=bounds.lanes)
        policies = [
            self._policy(policy_text(policy, f"policies[{place}]"), settings.lane_count)
            for place, policy in enumerate(settings.policies)
        ]
        options = self._engine.read_settings(
            settings.game,
            settings.options,
            settings.documents,
            settings.seat_count or len(settings.policies),
        )
        seed = validation.seed(settings.seed) or secrets.token_bytes(validation.SEED_BYTES)

        def deal() -> tuple[Batch, bytes]:
            batch = Batch(settings, options, policies, seed)
            if batch.size > bounds.answer_bytes:
                raise ServiceError(ErrorCode.ANSWER_TOO_LARGE, most=bounds.answer_bytes)
            return batch, batch.columns()

        return await asyncio.wrap_future(self._thread_pool.call(deal))

    def _policy(self, policy: str, lanes: int) -> str | None:
        if not policy:
            return None
        return self._effort.resolve(policy, lanes=lanes, batch_sims=self._bounds.batch_sims)

    async def _next(
        self, requests: AsyncIterator[pb.StepBatchRequest]
    ) -> pb.StepBatchRequest | None:
        """The next message of a stream; None: there are no more."""
        try:
            async with asyncio.timeout(self._bounds.batch_idle_seconds):
                return await anext(requests, None)
        except TimeoutError:
            raise ServiceError(ErrorCode.BATCH_IDLE, seconds=self._patience) from None

    async def _step(self, batch: Batch, actions: bytes) -> tuple[bytes, bool]:
        return await asyncio.wrap_future(self._thread_pool.call(lambda: batch.step(actions)))

    # Leases.

    @property
    def _patience(self) -> str:
        return f"{self._bounds.batch_idle_seconds:g}"

    def _find(self, name: str) -> _Lease:
        lease = self._leases.get(name)
        if lease is None:
            raise ServiceError(ErrorCode.UNKNOWN_LEASE, seconds=self._patience)
        lease.used = asyncio.get_running_loop().time()
        return lease

    async def _step_lease(self, lease: _Lease, number: int, actions: bytes) -> bytes:
        async with lease.at_work:
            if number + 1 == lease.steps and actions == lease.actions:
                return lease.answer
            if number != lease.steps:
                raise ServiceError(ErrorCode.LEASE_OUT_OF_STEP, step=lease.steps)
            answer, stepped = await self._step(lease.batch, actions)
            if not stepped:
                return answer
            lease.steps += 1
            lease.actions = actions
            lease.answer = frames.message(_LEASE_COLUMNS, answer)
            return lease.answer

    def _done(self, task: asyncio.Task[bytes]) -> None:
        self._steps.discard(task)
        if not task.cancelled():
            # The caller may have gone, and then nobody else looks at it.
            task.exception()

    def _forget_later(self, name: str, lease: _Lease) -> None:
        """Looks whether a lease is still used; the next time when it may be idle for too long."""
        loop = asyncio.get_running_loop()
        rest = lease.used + self._bounds.batch_idle_seconds - loop.time()
        if rest <= 0 and not lease.at_work.locked():
            self._forget(name, lease)
            return
        rest = max(rest, 0.1)
        lease.timer = loop.call_later(rest, self._forget_later, name, lease)

    def _forget(self, name: str, lease: _Lease) -> None:
        if lease.timer is not None:
            lease.timer.cancel()
        if self._leases.pop(name, None) is not None:
            self._places.give_back()


class _Lease:
    """A batch between two calls."""

    __slots__ = ("actions", "answer", "at_work", "batch", "steps", "timer", "used")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.at_work = asyncio.Lock()
        self.used = asyncio.get_running_loop().time()
        self.timer: asyncio.TimerHandle | None = None
        self.steps = 0
        self.actions = b""
        """Of the last step."""
        self.answer = b""
        """To the last step."""
