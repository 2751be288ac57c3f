"""Requests that are made when they are due, whether earlier ones are answered or not.

Users of a closed loop wait for an answer before they ask again. A service that stalls gets fewer
requests then, and a percentile over them is too good. Here every request has a due time that was
drawn beforehand, and its latency is counted from that time.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gevent  # type: ignore[import-untyped]
import grpc
from gevent.queue import Queue  # type: ignore[import-untyped]
from loadtest.arrivals import poisson_times
from loadtest.calls import Calls
from loadtest.users import LoadUser
from locust import task

from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from loadtest.lobby import Table
    from locust.env import Environment

    from intrigue_proto.v1.match_pb2 import View

OPEN_LOOP = "open loop"
DISPATCH = "dispatch"
PREPARATION = "preparation"

# Requests share a few connections, so that none of these is a queue of its own.
CONNECTIONS = 8
# As many matches as actions are due in this time: then one is nearly always free.
SPARE_SECONDS = 1.0
MIN_MATCHES = 16
END_SECONDS = 60.0


@dataclass(slots=True)
class OpenMatch:
    """A match, and the seat of it that acts next."""

    table: Table
    seat: int
    view: View


class OpenLoopUser(LoadUser):
    """Makes all requests of a Poisson process: half are GetView, half are Act.

    There is one such user, however many requests are under way.
    """

    fixed_count = 1

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._connections = [Calls(self.host or "", environment) for _ in range(CONNECTIONS)]
        self._free: Queue[OpenMatch] = Queue()
        self._matches: list[OpenMatch] = []

    def on_stop(self) -> None:
        for connection in self._connections:
            connection.close()
        super().on_stop()

    @task
    def make_requests(self) -> None:
        asked = self.environment.parsed_options
        for _ in range(max(MIN_MATCHES, round(asked.rate * SPARE_SECONDS))):
            self._add_match()
        times = poisson_times(asked.rate, asked.seconds, self.random)
        looks = [self.random.random() < 0.5 for _ in times]
        began = time.perf_counter()
        under_way = []
        for number, (arrival, is_look) in enumerate(zip(times, looks, strict=True)):
            due = began + arrival
            gevent.sleep(max(0.0, due - time.perf_counter()))
            request = self._look if is_look else self._act
            calls = self._connections[number % CONNECTIONS]
            under_way.append(gevent.spawn(request, calls, due))
        gevent.joinall(under_way, timeout=END_SECONDS)
        assert self.environment.runner is not None
        self.environment.runner.quit()

    def _look(self, calls: Calls, due: float) -> None:
        """Asks for the view of any seat."""
        calls.report(DISPATCH, "dispatch", due, 0, None)
        match = self.random.choice(self._matches)
        request = pb.GetViewRequest(match_id=match.table.match.id)
        token = self.random.choice(list(match.table.tokens.values()))
        try:
            calls.call("GetView", calls.matches.GetView, request, token, kind=OPEN_LOOP, start=due)
        except grpc.RpcError:
            return

    def _act(self, calls: Calls, due: float) -> None:
        """Acts in a match in which nobody else acts, then looks who is next."""
        calls.report(DISPATCH, "dispatch", due, 0, None)
        match = self._free.get()
        request = pb.ActRequest(
            match_id=match.table.match.id,
            action_id=self.random.choice(match.view.prompt.actions).id,
            expected_revision=match.view.revision,
            request_id=uuid.uuid4().hex,
        )
        try:
            token = match.table.tokens[match.seat]
            answer = calls.act(request, token, kind=OPEN_LOOP, start=due)
            if answer is None or not self._prepare(match):
                self._matches.remove(match)
                self._add_match()
            else:
                self._free.put(match)
        except grpc.RpcError:
            return

    def _add_match(self) -> None:
        """Creates a match that waits for an action."""
        match = OpenMatch(self.lobby.open(self.mix.draw(self.random)), 0, pb.GetViewResponse().view)
        if self._prepare(match):
            self._matches.append(match)
            self._free.put(match)

    def _prepare(self, match: OpenMatch) -> bool:
        """Finds the seat that acts next; False after the end of the match."""
        for seat, token in match.table.tokens.items():
            request = pb.GetViewRequest(match_id=match.table.match.id)
            view = self.calls.call(
                "GetView", self.calls.matches.GetView, request, token, kind=PREPARATION
            ).view
            if view.HasField("prompt"):
                match.seat, match.view = seat, view
                return True
        return False
