"""What callers may know of a server."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

import intrigue_proto
from intrigue.matches import validation
from intrigue.rpc.call_metadata import LANGUAGES
from intrigue.rpc.match_service import MAX_WAIT
from intrigue_proto.v1 import catalog_service_pb2

if TYPE_CHECKING:
    from intrigue.rpc.simulation_limits import SimulationLimits


@dataclass(frozen=True, slots=True)
class ServerDescription:
    """The settings of a server that callers may know."""

    max_request_bytes: int
    policy_sims: int
    """Of one decision of a policy."""
    heartbeat_seconds: float
    durable: bool
    """Whether matches outlive the server process."""
    simulation: SimulationLimits

    def message(self) -> catalog_service_pb2.GetServerInfoResponse:
        """The settings, with what is the same for every server of this release."""
        simulation = self.simulation
        described = catalog_service_pb2.GetServerInfoResponse(
            version=metadata.version("intrigue"),
            # A server whose own digest is another one does not start.
            contract_digest=intrigue_proto.CONTRACT_DIGEST,
            languages=LANGUAGES,
            limits=catalog_service_pb2.ServerLimits(
                max_request_bytes=self.max_request_bytes,
                max_page_size=validation.MAX_PAGE,
                max_document_bytes=validation.MAX_DOCUMENT,
                max_simulation_matches=simulation.games,
                max_batch_lanes=simulation.lanes,
                max_worlds=simulation.worlds,
                max_policy_simulations=self.policy_sims,
            ),
            capabilities=catalog_service_pb2.ServerCapabilities(
                public_simulation=simulation.everybody, durable=self.durable
            ),
        )
        for duration, seconds in (
            (described.limits.max_simulation_time, simulation.seconds),
            (described.limits.max_wait, MAX_WAIT),
            (described.limits.heartbeat_interval, self.heartbeat_seconds),
        ):
            duration.FromMilliseconds(int(seconds * 1000))
        return described
