"""What callers may know of a server."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from intrigue.config import IN_MEMORY
from intrigue.contract_digest import CONTRACT_DIGEST
from intrigue.matches import validation
from intrigue.rpc.call_metadata import LANGUAGES
from intrigue.rpc.match_service import MAX_WAIT
from intrigue_proto.v1 import catalog_service_pb2

if TYPE_CHECKING:
    from intrigue.config import Settings


def server_info(settings: Settings) -> catalog_service_pb2.GetServerInfoResponse:
    """A GetServerInfoResponse."""
    info = catalog_service_pb2.GetServerInfoResponse(
        version=metadata.version("intrigue"),
        contract_digest=CONTRACT_DIGEST,
        languages=LANGUAGES,
        limits=catalog_service_pb2.ServerLimits(
            max_request_bytes=settings.max_message_bytes,
            max_page_size=validation.MAX_PAGE,
            max_document_bytes=validation.MAX_DOCUMENT,
            max_simulation_matches=settings.max_simulation_games,
            max_batch_lanes=settings.max_batch_lanes,
            max_worlds=settings.max_worlds,
            max_policy_simulations=settings.max_policy_sims,
        ),
        capabilities=catalog_service_pb2.ServerCapabilities(
            public_simulation=settings.open_simulation, durable=settings.database != IN_MEMORY
        ),
    )
    for duration, seconds in (
        (info.limits.max_simulation_time, settings.max_simulation_seconds),
        (info.limits.max_wait, MAX_WAIT),
        (info.limits.heartbeat_interval, settings.heartbeat_seconds),
    ):
        duration.FromMilliseconds(int(seconds * 1000))
    return info
