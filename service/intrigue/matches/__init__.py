"""Matches: made, joined, played, watched. Knows neither gRPC nor protobuf."""

from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_creator import (
    CreatedMatch,
    Credential,
    JoinRequest,
    MatchCreator,
    MatchProposal,
    Rematch,
)
from intrigue.matches.match_list import MatchList
from intrigue.matches.match_version import Receipt, Snapshot
from intrigue.matches.matches import Matches, MatchLimits
from intrigue.matches.seat_admin import SeatAdmin
from intrigue.matches.service_clock import ServiceClock
from intrigue.matches.text_options import TextOptions
from intrigue.matches.watcher import (
    CaughtUp,
    ClockUpdate,
    Heartbeat,
    SetupMessage,
    WatchContent,
    Watcher,
)

__all__ = [
    "CaughtUp",
    "ClockUpdate",
    "CreatedMatch",
    "Credential",
    "ErrorCode",
    "Heartbeat",
    "JoinRequest",
    "MatchCreator",
    "MatchLimits",
    "MatchList",
    "MatchProposal",
    "Matches",
    "Receipt",
    "Rematch",
    "SeatAdmin",
    "ServiceClock",
    "ServiceError",
    "SetupMessage",
    "Snapshot",
    "TextOptions",
    "WatchContent",
    "Watcher",
]
