"""Play, watch and write bots for Intrigue, the gRPC game service.

    >>> from intrigue_sdk import Bot, connect_blocking, own, policy
    >>> class FirstActionBot(Bot):
    ...     def choose(self, view, prompt):
    ...         return prompt.actions[0]
    >>> with connect_blocking("127.0.0.1:50051") as client:
    ...     game = next(game.id for game in client.games() if not game.cooperative)
    ...     created = client.create_match(game, seats=[own("north"), policy("random")])
    ...     outcome = created.seats[0].play(FirstActionBot())
    >>> sum(outcome.payoffs)
    1.0

`connect` is the same for asyncio. The messages are those of the proto package `intrigue.v1`.
"""

from intrigue_proto.enum_names import as_dict, name_of
from intrigue_proto.policy import policy_text
from intrigue_proto.v1.catalog_service_pb2 import (
    CheckDocumentResponse,
    GamePart,
    GetGameResponse,
    GetServerInfoResponse,
)
from intrigue_proto.v1.game_pb2 import Game, GameAction
from intrigue_proto.v1.game_view_pb2 import GameSetup
from intrigue_proto.v1.match_pb2 import (
    Clock,
    ClockSettings,
    Match,
    Prompt,
    Receipt,
    Update,
    View,
)
from intrigue_proto.v1.match_service_pb2 import ExplainResponse
from intrigue_proto.v1.policy_pb2 import PolicySpec
from intrigue_proto.v1.record_pb2 import MatchRecord
from intrigue_proto.v1.record_service_pb2 import VerifyRecordResponse
from intrigue_proto.v1.simulation_pb2 import Analysis, SimulationSummary
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
    Contended,
    EngineFault,
    ErrorDetails,
    FieldViolation,
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
from intrigue_sdk.outcome import Outcome, payoffs
from intrigue_sdk.replay import Replay
from intrigue_sdk.retry_policy import NO_RETRIES, RetryPolicy
from intrigue_sdk.seating import OPEN, Seating, own, policy
from intrigue_sdk.timing import clock, time_left
from intrigue_sdk.watch import Watch

__all__ = [
    "NO_RETRIES",
    "OPEN",
    "Analysis",
    "Batch",
    "BatchLost",
    "Bot",
    "CheckDocumentResponse",
    "Choice",
    "Client",
    "Clock",
    "ClockSettings",
    "Columns",
    "Contended",
    "CreatedMatch",
    "EngineFault",
    "ErrorDetails",
    "ExplainResponse",
    "FieldViolation",
    "Forbidden",
    "Game",
    "GameAction",
    "GamePart",
    "GameSetup",
    "GetGameResponse",
    "GetServerInfoResponse",
    "Host",
    "IllegalAction",
    "IllegalStep",
    "IntrigueError",
    "InvalidRequest",
    "LaneRefusal",
    "Match",
    "MatchAborted",
    "MatchOver",
    "MatchRecord",
    "NotFound",
    "NotStarted",
    "NotYourTurn",
    "Outcome",
    "Overloaded",
    "PolicySpec",
    "Prompt",
    "ProtocolViolation",
    "ReadOnlyBuffers",
    "Receipt",
    "Refused",
    "Replay",
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
    "VerifyRecordResponse",
    "View",
    "Watch",
    "as_dict",
    "clock",
    "connect",
    "connect_blocking",
    "name_of",
    "own",
    "payoffs",
    "policy",
    "policy_text",
    "time_left",
]
