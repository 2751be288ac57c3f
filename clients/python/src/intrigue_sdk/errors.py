"""What can go wrong, by kind. The service says why in google.rpc.ErrorInfo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import grpc
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from intrigue_proto.v1.simulation_pb2 import SimulationSummary
    from intrigue_proto.v1.simulation_service_pb2 import LaneRefusal

_DETAILS_KEY: Final = "grpc-status-details-bin"
_PUSHBACK_KEY: Final = "grpc-retry-pushback-ms"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the service said no."""

    code: str
    """For machines, such as `MATCH_OVER`; the name of the gRPC status if the service gave none."""
    domain: str = ""
    """The game's id where its rules refuse, otherwise `intrigue`; empty: transport trouble."""
    clause: str = ""
    """The clause of the rule sheet, where a rule is concerned."""
    en: str = ""
    fr: str = ""
    revision: int | None = None
    """The caller's current revision, where the service says it."""
    retry_delay: float | None = None
    """After how many seconds the service wants to be asked again, where it says so."""


class IntrigueError(Exception):
    """The base of all errors that come from the service."""

    transient: ClassVar[bool] = False
    """Whether the same call may succeed a moment later."""
    nothing_done: ClassVar[bool] = False
    """Whether the service is sure to have done nothing, so that any call may be made again."""
    repeats: ClassVar[int | None] = None
    """How often trying again makes sense; None: for as long as the retry policy allows."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Final = reason

    @property
    def code(self) -> str:
        """The reason for machines."""
        return self.reason.code

    @property
    def clause(self) -> str:
        """The clause of the rule sheet, or an empty string."""
        return self.reason.clause

    @property
    def revision(self) -> int | None:
        """The caller's current revision, where the service says it."""
        return self.reason.revision

    def text(self, lang: str = "en") -> str:
        """The reason for people, in `en` or `fr`."""
        return (self.reason.fr if lang == "fr" else self.reason.en) or self.reason.en or self.code

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.code}{clause}: {self.text()}"


class IllegalAction(IntrigueError):
    """A rule of the game forbids the action; `clause` says which."""


class IllegalStep(IllegalAction):
    """Actions of a batch were refused, and no lane was stepped. The reason is the first one's."""

    def __init__(self, reason: Reason, refusals: Sequence[LaneRefusal]) -> None:
        super().__init__(reason)
        self.refusals: Final = refusals
        """The first lanes whose actions were refused, and why."""

    @classmethod
    def of(cls, game: str, refusals: Sequence[LaneRefusal]) -> IllegalStep:
        """What the service has said of a step."""
        said = refusals[0].refusal
        text = said.text
        return cls(Reason(said.code, game, said.clause, text.en, text.fr), refusals)

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


class BudgetUsedUp(IntrigueError):
    """A simulation took more than the service gives to one."""

    summary: SimulationSummary | None = None
    """Of what was finished."""


class BatchLost(IntrigueError):
    """The stream of a batch has ended, and its lanes with it; `code` says why. `reset` of the
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


_BY_CODE: Final[Mapping[str, type[IntrigueError]]] = {
    "ANSWER_TOO_LARGE": InvalidRequest,
    "BATCH_IDLE": BatchLost,
    "BUDGET_USED_UP": BudgetUsedUp,
    "CONTENDED": Contended,
    "CORE_FAULT": EngineFault,
    "MATCH_ABORTED": MatchAborted,
    "MATCH_NOT_STARTED": NotStarted,
    "MATCH_OVER": MatchOver,
    "MESSAGE_TOO_LARGE": InvalidRequest,
    "NOT_TO_ACT": NotYourTurn,
    "NO_OPEN_SEAT": SeatTaken,
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
    answer, retry_delay = _read_trailers(fault)
    if answer is None:
        return _of_transport(status, fault.details() or "", retry_delay)
    revision = answer.metadata.get("revision", "")
    reason = Reason(
        code=answer.reason,
        domain=answer.domain,
        clause=answer.metadata.get("clause", ""),
        en=answer.metadata.get("en", ""),
        fr=answer.metadata.get("fr", ""),
        revision=int(revision) if revision.isdecimal() else None,
        retry_delay=retry_delay,
    )
    return _kind(status, reason)(reason)


def _of_transport(
    status: grpc.StatusCode, details: str, retry_delay: float | None
) -> IntrigueError:
    """The error of a call that the service itself did not answer."""
    # The transport has one status for a server that is busy and for a message that is too large;
    # only the first will pass.
    if status is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in details:
        return InvalidRequest(Reason(code="MESSAGE_TOO_LARGE", en=details))
    reason = Reason(code=status.name, en=details, retry_delay=retry_delay)
    # A proxy resets what it was passing on when the server behind it goes away.
    if status is grpc.StatusCode.INTERNAL and "RST_STREAM" in details:
        return Unavailable(reason)
    return _BY_STATUS.get(status, ServiceFault)(reason)


def _kind(status: grpc.StatusCode, reason: Reason) -> type[IntrigueError]:
    if reason.code in _BY_CODE:
        return _BY_CODE[reason.code]
    # Codes of a game's own are open-ended: they are known by the clause that they name.
    if status is grpc.StatusCode.FAILED_PRECONDITION and reason.clause:
        return IllegalAction
    return _BY_STATUS.get(status, ServiceFault)


def _read_trailers(
    fault: grpc.aio.AioRpcError,
) -> tuple[error_details_pb2.ErrorInfo | None, float | None]:
    """What came with an error: why, and when to try again."""
    answer, delay = None, None
    for key, value in fault.trailing_metadata() or ():
        if key == _PUSHBACK_KEY and isinstance(value, str) and value.isdecimal():
            delay = int(value) / 1000
        if key != _DETAILS_KEY or not isinstance(value, bytes):
            continue
        for detail in status_pb2.Status.FromString(value).details:
            named, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
            if detail.Unpack(named):
                answer = named
            elif detail.Unpack(retry):
                delay = retry.retry_delay.ToTimedelta().total_seconds()
    return answer, delay
