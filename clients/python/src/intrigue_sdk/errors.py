"""What can go wrong, by kind. The service says why in google.rpc.ErrorInfo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final

import grpc
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf import any_pb2

    from intrigue_proto.v1.simulation_service_pb2 import LaneRefusal

SERVICE_DOMAIN: Final = "intrigue"

_DETAILS_KEY: Final = "grpc-status-details-bin"
_PUSHBACK_KEY: Final = "grpc-retry-pushback-ms"


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """A field of the request that can't be right."""

    field: str
    """Its path, such as `options.turn_limit`."""
    description: str
    """What is wrong with it, in English."""


@dataclass(frozen=True, slots=True)
class ErrorDetails:
    """Everything that came with an error."""

    reason: str
    """For programs, such as `MATCH_OVER`; the name of the gRPC status if the service gave none."""
    message: str = ""
    """What happened, in English."""
    domain: str = ""
    """`intrigue`, or `intrigue.` and the id of the game whose rules refuse; empty if the service
    did not answer.
    """
    metadata: Mapping[str, str] = field(default_factory=dict)
    """Every value of the message, by name."""
    localized_message: str = ""
    """What happened, in the language of the caller."""
    field_violations: tuple[FieldViolation, ...] = ()
    retry_delay: float | None = None
    """After how many seconds a call can succeed, where the service says so."""

    @property
    def clause(self) -> str:
        """The clause of the rule sheet that forbids the action, or an empty string."""
        return self.metadata.get("clause", "")

    @property
    def revision(self) -> int | None:
        """The caller's present revision, where the service says it."""
        revision = self.metadata.get("revision", "")
        return int(revision) if revision.isdecimal() else None


class IntrigueError(Exception):
    """The base of all errors that come from the service."""

    transient: ClassVar[bool] = False
    """Whether the same call may succeed a moment later."""
    nothing_done: ClassVar[bool] = False
    """Whether the service is sure to have done nothing, so that any call may be made again."""
    repeats: ClassVar[int | None] = None
    """How often trying again makes sense; None: for as long as the retry policy allows."""

    def __init__(self, details: ErrorDetails) -> None:
        super().__init__(details)
        self.details: Final = details
        self.attempts = 1
        """How many times the call was made."""

    @property
    def retryable(self) -> bool:
        """Whether the client makes the call again: it may succeed, or the service says when."""
        return self.transient or self.retry_delay is not None

    @property
    def reason(self) -> str:
        """The reason for programs, such as `MATCH_OVER`."""
        return self.details.reason

    @property
    def domain(self) -> str:
        """`intrigue`, or `intrigue.` and the id of the game whose rules refuse."""
        return self.details.domain

    @property
    def clause(self) -> str:
        """The clause of the rule sheet, or an empty string."""
        return self.details.clause

    @property
    def metadata(self) -> Mapping[str, str]:
        """Every value of the message, by name."""
        return self.details.metadata

    @property
    def message(self) -> str:
        """What happened, in English."""
        return self.details.message or self.details.reason

    @property
    def localized_message(self) -> str:
        """What happened, in the language that the client asks for; else in English."""
        return self.details.localized_message or self.message

    @property
    def field_violations(self) -> Sequence[FieldViolation]:
        """The fields of the request that can't be right."""
        return self.details.field_violations

    @property
    def retry_delay(self) -> float | None:
        """After how many seconds a call can succeed, where the service says so."""
        return self.details.retry_delay

    @property
    def revision(self) -> int | None:
        """The caller's present revision, where the service says it."""
        return self.details.revision

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.reason}{clause}: {self.message}"


class IllegalAction(IntrigueError):
    """A rule of the game forbids the action; `clause` says which."""


class IllegalStep(IllegalAction):
    """Actions of a batch were refused, and no lane was stepped. The details are of the first."""

    def __init__(self, details: ErrorDetails, refusals: Sequence[LaneRefusal]) -> None:
        super().__init__(details)
        self.refusals: Final = refusals
        """The first lanes whose actions were refused, and why."""

    @classmethod
    def of(cls, game: str, refusals: Sequence[LaneRefusal]) -> IllegalStep:
        """The error of a step that the service refused."""
        first = refusals[0].refusal
        # Reasons that no rule of the game is behind are those of the service.
        domain = f"{SERVICE_DOMAIN}.{game}" if first.clause else SERVICE_DOMAIN
        details = ErrorDetails(
            reason=first.reason,
            message=first.text.en,
            domain=domain,
            metadata={"clause": first.clause} if first.clause else {},
            localized_message=first.text.en or first.text.fr,
        )
        return cls(details, refusals)

    @property
    def lane(self) -> int:
        """The first lane whose action was refused."""
        return self.refusals[0].lane

    def __str__(self) -> str:
        return f"lane {self.lane}: {super().__str__()}"


class NotYourTurn(IntrigueError):
    """The seat owes no decision now."""


class TimeUp(NotYourTurn):
    """The seat's time was up before its decision came."""


class UnknownAction(IntrigueError):
    """The game has no such action."""


class Stale(IntrigueError):
    """The decision was made on a position that has passed; `revision` is the current one."""


class MatchOver(IntrigueError):
    """The match has ended."""


class MatchAborted(MatchOver):
    """The match was ended by its host."""


class NotStarted(IntrigueError):
    """The match still waits for its seats to be taken."""


class SeatTaken(IntrigueError):
    """The seat, or every seat, is taken."""


class Refused(IntrigueError):
    """The state of the match forbids it, for a reason without a class of its own."""


class InvalidRequest(IntrigueError):
    """The request can't be right in any position: a bad option, seed, policy or field."""


class NotFound(IntrigueError):
    """There is no such game or match, or none that the caller may see."""


class Unauthenticated(IntrigueError):
    """The token is missing, wrong or void."""


class Forbidden(IntrigueError):
    """The token is good, but not for this."""


class Contended(IntrigueError):
    """Others changed the match faster than this call could, for as long as the
    retry policy allowed.
    """

    transient = True
    nothing_done = True


class Overloaded(IntrigueError):
    """The service, or the caller at the service, is at a limit."""

    transient = True
    nothing_done = True


class BatchLost(IntrigueError):
    """The stream of a batch has ended, and its lanes with it; `reason` says why. `reset` of the
    batch deals again.
    """

    def __str__(self) -> str:
        return f"the batch is lost: {super().__str__()}"


class Unavailable(IntrigueError):
    """The service did not answer for as long as the retry policy allowed."""

    transient = True


class EngineFault(Unavailable):
    """The rules engine failed, and failed again. The match is unchanged."""

    repeats = 2


class ServiceFault(IntrigueError):
    """The service failed in a way that it should not."""


class ProtocolViolation(IntrigueError):
    """The service broke its contract, such as a gap in a stream's revisions."""


_BY_REASON: Final[Mapping[str, type[IntrigueError]]] = {
    "ANSWER_TOO_LARGE": InvalidRequest,
    "BATCH_IDLE": BatchLost,
    "CONTENDED": Contended,
    "CORE_FAULT": EngineFault,
    "MATCH_ABORTED": MatchAborted,
    "MATCH_NOT_STARTED": NotStarted,
    "MATCH_OVER": MatchOver,
    "MESSAGE_TOO_LARGE": InvalidRequest,
    "NOT_TO_ACT": NotYourTurn,
    "NO_OPEN_SEAT": SeatTaken,
    "REQUEST_ID_REUSED": InvalidRequest,
    "SEAT_NOT_OPEN": SeatTaken,
    "SEAT_RESIGNED": NotYourTurn,
    "SERVER_STOPPING": Unavailable,
    "STALE_REVISION": Stale,
    "TIME_UP": TimeUp,
    "TOO_SLOW": Overloaded,
    "UNKNOWN_ACTION": UnknownAction,
}

_BY_STATUS: Final[Mapping[grpc.StatusCode, type[IntrigueError]]] = {
    grpc.StatusCode.ABORTED: Stale,
    grpc.StatusCode.ALREADY_EXISTS: Refused,
    # The server's transport cancels calls that it drops; a cancellation by the caller never
    # comes this way, it is asyncio.CancelledError.
    grpc.StatusCode.CANCELLED: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unavailable,
    grpc.StatusCode.FAILED_PRECONDITION: Refused,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.PERMISSION_DENIED: Forbidden,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Overloaded,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
}


def from_rpc(fault: grpc.aio.AioRpcError) -> IntrigueError:
    """The error that a failed call stands for."""
    status = fault.code()
    message = fault.details() or ""
    found = _Trailers.of(fault)
    if found.answer is None:
        return _of_transport(status, message, found.retry_delay)
    details = ErrorDetails(
        reason=found.answer.reason,
        message=message,
        domain=found.answer.domain,
        metadata=dict(found.answer.metadata),
        localized_message=found.localized_message,
        field_violations=found.field_violations,
        retry_delay=found.retry_delay,
    )
    return _kind(status, details)(details)


def _of_transport(
    status: grpc.StatusCode, message: str, retry_delay: float | None
) -> IntrigueError:
    """The error of a call that the service itself did not answer."""
    # The transport has one status for a server that is busy and for a message that is too large;
    # only the first will pass.
    if status is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in message:
        return InvalidRequest(ErrorDetails("MESSAGE_TOO_LARGE", message))
    details = ErrorDetails(status.name, message, retry_delay=retry_delay)
    # A proxy resets what it was passing on when the server behind it goes away.
    if status is grpc.StatusCode.INTERNAL and "RST_STREAM" in message:
        return Unavailable(details)
    return _BY_STATUS.get(status, ServiceFault)(details)


def _kind(status: grpc.StatusCode, details: ErrorDetails) -> type[IntrigueError]:
    of_game = details.domain.startswith(f"{SERVICE_DOMAIN}.")
    if of_game and status is grpc.StatusCode.FAILED_PRECONDITION:
        # Each game has reasons of its own.
        return IllegalAction
    return _BY_REASON.get(details.reason) or _BY_STATUS.get(status, ServiceFault)


@dataclass(slots=True)
class _Trailers:
    """What came with an error."""

    answer: error_details_pb2.ErrorInfo | None = None
    localized_message: str = ""
    field_violations: tuple[FieldViolation, ...] = ()
    retry_delay: float | None = None

    @classmethod
    def of(cls, fault: grpc.aio.AioRpcError) -> _Trailers:
        found = cls()
        pushback = None
        for key, value in fault.trailing_metadata() or ():
            if key == _PUSHBACK_KEY and isinstance(value, str) and value.isdecimal():
                pushback = int(value) / 1000
            elif key == _DETAILS_KEY and isinstance(value, bytes):
                for detail in status_pb2.Status.FromString(value).details:
                    found._read(detail)
        if found.retry_delay is None:
            found.retry_delay = pushback
        return found

    def _read(self, detail: any_pb2.Any) -> None:
        match detail.TypeName():
            case "google.rpc.ErrorInfo":
                self.answer = error_details_pb2.ErrorInfo.FromString(detail.value)
            case "google.rpc.LocalizedMessage":
                said = error_details_pb2.LocalizedMessage.FromString(detail.value)
                self.localized_message = said.message
            case "google.rpc.RetryInfo":
                retry = error_details_pb2.RetryInfo.FromString(detail.value)
                self.retry_delay = retry.retry_delay.ToTimedelta().total_seconds()
            case "google.rpc.BadRequest":
                bad = error_details_pb2.BadRequest.FromString(detail.value)
                self.field_violations = tuple(
                    FieldViolation(violation.field, violation.description)
                    for violation in bad.field_violations
                )
