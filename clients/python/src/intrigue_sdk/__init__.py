"""Play, watch and write bots for Intrigue, the gRPC game service.

    >>> from intrigue_sdk import Bot, connect_blocking, own, policy
    >>> class FirstActionBot(Bot):
    ...     def choose(self, view, prompt):
    ...         return prompt.actions[0]
    >>> with connect_blocking("127.0.0.1:50051") as client:
    ...     game = client.games()[0].id
    ...     created = client.create_match(game, seats=[own("north"), policy("random")])
    ...     outcome = created.seats[0].play(FirstActionBot())
    >>> len(outcome.payoffs)
    2

`connect` is the same for asyncio. The messages are those of the proto package `intrigue.v1`.
"""

from intrigue_proto.v1.catalog_service_pb2 import CheckDocumentResponse, GetGameResponse
from intrigue_proto.v1.game_pb2 import Action, Game
from intrigue_proto.v1.match_pb2 import (
    Clock,
    ClockSettings,
    Match,
    Outcome,
    Prompt,
    Receipt,
    Record,
    Update,
    View,
)
from intrigue_proto.v1.match_service_pb2 import ExplainResponse, GetRecordResponse
from intrigue_proto.v1.simulation_pb2 import Analysis, PolicySpec, SimulationSummary
from intrigue_proto.v1.simulation_service_pb2 import (
    LaneRefusal,
    SampleWorldsResponse,
    SimulationProgress,
)
from intrigue_sdk.batch import Batch
from intrigue_sdk.blocking import connect_blocking
from intrigue_sdk.bot import Bot
from intrigue_sdk.buffers import ReadOnlyBuffers
from intrigue_sdk.client import Client, connect
from intrigue_sdk.columns import Columns
from intrigue_sdk.errors import (
    BatchLost,
    BudgetUsedUp,
    Contended,
    EngineFault,
    Forbidden,
    IllegalAction,
    IllegalStep,
    IntrigueError,
    InvalidRequest,
    MatchAborted,
    MatchOver,
    NotFound,
    NotStarted,
    NotYourTurn,
    Overloaded,
    ProtocolViolation,
    Reason,
    Refused,
    SeatTaken,
    ServiceFault,
    Stale,
    TimeUp,
    Unauthenticated,
    Unavailable,
    UnknownAction,
)
from intrigue_sdk.handles import Choice, CreatedMatch, Host, SeatHandle, Spectator
from intrigue_sdk.retry_policy import NO_RETRIES, RetryPolicy
from intrigue_sdk.seating import OPEN, Seating, own, policy
from intrigue_sdk.timing import clock, time_left
from intrigue_sdk.watch import Watch

__all__ = [
    "NO_RETRIES",
    "OPEN",
    "Action",
    "Analysis",
    "Batch",
    "BatchLost",
    "Bot",
    "BudgetUsedUp",
    "CheckDocumentResponse",
    "Choice",
    "Client",
    "Clock",
    "ClockSettings",
    "Columns",
    "Contended",
    "CreatedMatch",
    "EngineFault",
    "ExplainResponse",
    "Forbidden",
    "Game",
    "GetGameResponse",
    "GetRecordResponse",
    "Host",
    "IllegalAction",
    "IllegalStep",
    "IntrigueError",
    "InvalidRequest",
    "LaneRefusal",
    "Match",
    "MatchAborted",
    "MatchOver",
    "NotFound",
    "NotStarted",
    "NotYourTurn",
    "Outcome",
    "Overloaded",
    "PolicySpec",
    "Prompt",
    "ProtocolViolation",
    "ReadOnlyBuffers",
    "Reason",
    "Receipt",
    "Record",
    "Refused",
    "RetryPolicy",
    "SampleWorldsResponse",
    "SeatHandle",
    "SeatTaken",
    "Seating",
    "ServiceFault",
    "SimulationProgress",
    "SimulationSummary",
    "Spectator",
    "Stale",
    "TimeUp",
    "Unauthenticated",
    "Unavailable",
    "UnknownAction",
    "Update",
    "View",
    "Watch",
    "clock",
    "connect",
    "connect_blocking",
    "own",
    "policy",
    "time_left",
]
