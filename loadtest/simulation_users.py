"""Users of SimulationService: simulations, batches, leased batches and analysis."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING

import grpc
from gevent.queue import Queue  # type: ignore[import-untyped]
from loadtest.calls import DEADLINE_SECONDS, SIMULATION, metadata
from loadtest.lanes import random_actions
from loadtest.users import LoadUser
from locust import task

from intrigue_proto.v1 import match_service_pb2
from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_proto.v1.policy_pb2 import Policy
from intrigue_proto.v1.simulation_pb2 import SimulationTask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loadtest.lobby import Table

    from intrigue_proto.v1.match_pb2 import View

# Short enough that a user makes several of them in a run of a few seconds.
BLOCKS = 4
LANES = 32
STEPS = 20
ANALYSES = 5
RANDOM = Policy(name="random")
JUDGE = Policy(name="ismcts", parameters={"sims": "50"})


class SimulationUser(LoadUser):
    """Draws what the lanes of a batch play."""

    abstract = True

    def draw_settings(self) -> pb.BatchSettings:
        variant = self.mix.draw(self.random)
        return pb.BatchSettings(
            game=variant.game,
            options=variant.options,
            seat_count=variant.seats,
            lane_count=LANES,
        )


class SimulateUser(SimulationUser):
    """Has the service play a few matches between policies, again and again."""

    @task
    def simulate(self) -> None:
        variant = self.mix.draw(self.random)
        request = pb.SimulateRequest(
            task=SimulationTask(
                game=variant.game,
                options=variant.options,
                policies=[RANDOM] * variant.seats,
                match_count=BLOCKS * variant.seats,
            )
        )
        start = time.perf_counter()
        error: Exception | None = ValueError("the simulation gave no summary")
        try:
            answers: Iterator[pb.SimulateResponse] = self.calls.simulation.Simulate(
                request, timeout=DEADLINE_SECONDS, metadata=metadata(None)
            )
            for answer in answers:
                if answer.HasField("summary"):
                    error = None
        except grpc.RpcError as failure:
            error = failure
        self.calls.report(SIMULATION, "Simulate", start, 0, error)


class BatchUser(SimulationUser):
    """Opens a batch on a stream and steps it with random actions."""

    @task
    def step_a_batch(self) -> None:
        requests: Queue[pb.StepBatchRequest | None] = Queue()
        answers: Iterator[pb.StepBatchResponse] = self.calls.simulation.StepBatch(
            iter(requests.get, None), timeout=DEADLINE_SECONDS, metadata=metadata(None)
        )

        def ask(name: str, request: pb.StepBatchRequest) -> pb.StepBatchResponse:
            start = time.perf_counter()
            requests.put(request)
            try:
                answer = next(answers)
                check_columns(answer.columns)
            except (grpc.RpcError, StopIteration, ValueError) as failure:
                self.calls.report(SIMULATION, name, start, 0, failure)
                raise
            self.calls.report(SIMULATION, name, start, answer.ByteSize(), None)
            return answer

        try:
            answer = ask("StepBatch (open)", pb.StepBatchRequest(open=self.draw_settings()))
            layout = answer.layout
            for _ in range(STEPS):
                actions = random_actions(answer.columns, layout, self.random)
                answer = ask("StepBatch", pb.StepBatchRequest(actions=actions))
        except (grpc.RpcError, StopIteration, ValueError):
            # It is in the statistics of locust already.
            return
        finally:
            requests.put(None)


class LeaseUser(SimulationUser):
    """Leases a batch, steps it by unary calls, and ends it."""

    @task
    def step_a_lease(self) -> None:
        simulation = self.calls.simulation
        try:
            leased = self.calls.call(
                "LeaseBatch",
                simulation.LeaseBatch,
                pb.LeaseBatchRequest(settings=self.draw_settings()),
                kind=SIMULATION,
            )
            columns = leased.columns
            for step in range(STEPS):
                actions = random_actions(columns, leased.layout, self.random)
                request = pb.StepLeaseRequest(lease=leased.lease, actions=actions, step=step)
                answer = self.calls.call(
                    "StepLease", simulation.StepLease, request, kind=SIMULATION
                )
                columns = check_columns(answer.columns)
            ended = pb.EndLeaseRequest(lease=leased.lease)
            self.calls.call("EndLease", simulation.EndLease, ended, kind=SIMULATION)
        except grpc.RpcError:
            return


class AnalyzeUser(SimulationUser):
    """Has the choices of a seat judged, by the match's id and by the view alone, and acts."""

    @task
    def analyze_a_match(self) -> None:
        try:
            table = self.lobby.open(self.mix.draw(self.random))
            setup = match_service_pb2.GetSetupRequest(match_id=table.match.id)
            token = next(iter(table.tokens.values()))
            known = self.calls.call("GetSetup", self.calls.matches.GetSetup, setup, token).setup
            for number in range(ANALYSES):
                found = self._view_to_act(table)
                if found is None:
                    return
                view, token = found
                request = pb.AnalyzeRequest(match_id=table.match.id, policy=JUDGE)
                if number % 2:
                    request = pb.AnalyzeRequest(view=view, setup=known, policy=JUDGE)
                analysis = self.calls.call(
                    "Analyze", self.calls.simulation.Analyze, request, token, kind=SIMULATION
                ).analysis
                act = match_service_pb2.ActRequest(
                    match_id=table.match.id,
                    action_id=analysis.best_action_id,
                    expected_revision=view.revision,
                    request_id=uuid.uuid4().hex,
                )
                self.calls.act(act, token)
        except grpc.RpcError:
            return

    def _view_to_act(self, table: Table) -> tuple[View, str] | None:
        """The view of a seat that owes a decision, and its token; None after the end."""
        for token in table.tokens.values():
            request = match_service_pb2.GetViewRequest(match_id=table.match.id)
            view = self.calls.call("GetView", self.calls.matches.GetView, request, token).view
            if view.HasField("prompt"):
                return view, token
        return None


def check_columns(columns: pb.BatchColumns) -> pb.BatchColumns:
    """The columns of an answer; ValueError if the actions were refused."""
    if not columns.seats:
        raise ValueError("legal actions were refused")
    return columns
