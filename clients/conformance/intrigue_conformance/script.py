"""What a scenario is made of: the steps of a match, and what the server does with each call."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Step:
    """One revision of the seat under test."""

    asks: bool = False
    """The update has a prompt."""
    still: bool = False
    """The prompt is that of the step before: another seat acted while the window was open."""
    over: bool = False
    """The update has the outcome."""


SEEN = Step()
ASKED = Step(asks=True)
STILL_ASKED = Step(asks=True, still=True)
OVER = Step(over=True)


@dataclass(frozen=True)
class Failure:
    """How a call ends without an answer."""

    status: grpc.StatusCode
    reason: str = ""
    """For ErrorInfo. Empty: there are no details, as when a network fails."""
    domain: str = "intrigue"
    metadata: Mapping[str, str] = field(default_factory=dict)
    text: Mapping[str, str] = field(default_factory=dict)
    """The sentence for LocalizedMessage, by language."""
    fields: tuple[str, ...] = ()
    """The paths of BadRequest."""
    delay_seconds: float | None = None
    """For RetryInfo, and for the trailer grpc-retry-pushback-ms."""
    unknown_detail: bool = False
    """The first detail has a type that no client knows."""
    fill_bytes: int = 0
    """Grow the whole status to this size."""


LOST = Failure(grpc.StatusCode.UNAVAILABLE)


class Then(enum.Enum):
    """What the client has to do after a failure."""

    REPEAT = "repeat the call"
    GO_ON = "go on without repeating the call"
    STOP = "make no further call"


# ------------------------------------------------------------------ What a stream does, in order


@dataclass(frozen=True)
class Updates:
    """Sends all updates up to a revision; steps that have not happened yet happen now.

    The step after a prompt waits for the answer to it, unless the prompt stays open.
    """

    through: int


@dataclass(frozen=True)
class CaughtUp:
    """Sends what had happened when the stream began, and says that this was all."""


@dataclass(frozen=True)
class AwaitAnswers:
    """Waits until this number of actions was answered."""

    count: int


@dataclass(frozen=True)
class AwaitAttempts:
    """Waits until this number of actions came, whatever became of them."""

    count: int


@dataclass(frozen=True)
class Raw:
    """Sends this content."""

    content: bytes


@dataclass(frozen=True)
class Announce:
    """Sends the match with this status."""

    status: int


@dataclass(frozen=True)
class Heartbeats:
    """Sends nothing else for a while."""

    count: int
    interval_seconds: float


@dataclass(frozen=True)
class Break:
    """Ends the stream with a status."""

    failure: Failure = LOST
    then: Then = Then.REPEAT


@dataclass(frozen=True)
class Silence:
    """Sends nothing any more, and never ends: the network has lost the connection."""


Instruction = (
    Updates
    | CaughtUp
    | AwaitAnswers
    | AwaitAttempts
    | Raw
    | Announce
    | Heartbeats
    | Break
    | Silence
)


# ------------------------------------------------------------------ What happens to an action


@dataclass(frozen=True)
class Refuse:
    """The action is not taken."""

    failure: Failure
    then: Then


@dataclass(frozen=True)
class Lose:
    """The action is taken, but the client gets no answer."""

    failure: Failure = LOST


@dataclass(frozen=True)
class CutConnection:
    """The action is taken, and all connections are cut before the answer."""


@dataclass(frozen=True)
class CloseWindow:
    """The window closed before the action came: the answer is STALE_REVISION."""


@dataclass(frozen=True)
class Overtake:
    """Another seat acted first: the next step happens, in which the prompt is still open, and the
    rules refuse the action.
    """

    failure: Failure


ActPlan = Refuse | Lose | CutConnection | CloseWindow | Overtake


@dataclass(frozen=True)
class ErrorReport:
    """What the client has to print about the error that it stopped for."""

    status: str
    reason: str
    domain: str = "intrigue"
    clause: str = ""
    message: str = ""
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """One scripted match."""

    name: str
    summary: str
    """What the client has to do."""
    steps: tuple[Step, ...]
    streams: tuple[tuple[Instruction, ...], ...]
    """What each Watch does, in the order of the calls."""
    acts: Mapping[int, ActPlan] = field(default_factory=dict)
    """What happens to the n-th Act, counted from 1; any other action is taken."""
    history: int = 0
    """How many steps have happened before the client comes."""
    exit_zero: bool | None = True
    """Whether the client has to exit with 0; None: both is right."""
    report: ErrorReport | None = None
    heartbeat_seconds: float = 30.0
    """What GetServerInfo says."""
    backoff_seconds: float = 0.0
    """How long all waits before the last stream have to be, taken together."""
    required_streams: int | None = None
    """How many of the streams the client has to open; None: all."""
    extra_streams: bool = False
    """Whether the last stream may be opened again."""
    unknown_content: bool = False
    """Whether every message has fields and enum values that the contract does not have yet."""
