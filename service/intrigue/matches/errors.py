"""The closed list of what can go wrong in the service itself.

The rules of a game refuse on their own account (`intrigue.engine.Refused`); everything else that
a caller can be told is one of these. What they are called on the wire, and in which words they
are told, is decided in `intrigue.rpc.errors`, which has an entry for each.
"""

from __future__ import annotations

from enum import Enum, auto


class ErrorCode(Enum):
    """Why a request could not be granted."""

    # The request makes no sense, whatever the state of the service.
    MALFORMED_MESSAGE = auto()
    MESSAGE_TOO_LARGE = auto()
    INVALID_MATCH_ID = auto()
    INVALID_REQUEST_ID = auto()
    INVALID_TEXT = auto()
    TEXT_TOO_LONG = auto()
    TOO_MANY_ITEMS = auto()
    NUMBER_TOO_LARGE = auto()
    UNKNOWN_ENUM_VALUE = auto()
    WRONG_SEAT_COUNT = auto()
    WRONG_SEED_LENGTH = auto()
    RATED_NOT_RANDOM = auto()
    RATED_WITHOUT_RIVALS = auto()
    FIELD_REQUIRED = auto()
    INVALID_LABEL = auto()
    ACTION_MISSING = auto()
    SEAT_OUT_OF_RANGE = auto()
    INVALID_PAGE_TOKEN = auto()
    REQUEST_ID_REUSED = auto()
    INVALID_CLOCK = auto()
    ENTROPY_TOO_LONG = auto()
    POLICY_TOO_COSTLY = auto()
    POSITION_MISSING = auto()
    BATCH_NOT_OPENED = auto()
    BATCH_OPENED_TWICE = auto()
    WRONG_ACTIONS_LENGTH = auto()
    UNKNOWN_METHOD = auto()
    UNKNOWN_GAME = auto()
    # Who asks.
    TOKEN_REQUIRED = auto()
    TOKEN_UNKNOWN = auto()
    TOKEN_REPLACED = auto()
    TOKEN_OF_ANOTHER_MATCH = auto()
    SEAT_TOKEN_REQUIRED = auto()
    HOST_TOKEN_REQUIRED = auto()
    OPERATOR_TOKEN_REQUIRED = auto()
    INVITATION_UNKNOWN = auto()
    # The state of the match.
    UNKNOWN_MATCH = auto()
    MATCH_NOT_STARTED = auto()
    MATCH_ABORTED = auto()
    MATCH_OVER = auto()
    SEAT_NOT_OPEN = auto()
    NO_OPEN_SEAT = auto()
    NO_READY_CHECK = auto()
    MATCH_STARTED = auto()
    MATCH_NOT_OVER = auto()
    RATED_SEATS_STAY = auto()
    RATED_WITHOUT_ANALYSIS = auto()
    REVISION_AHEAD = auto()
    SEAT_RESIGNED = auto()
    TIME_UP = auto()
    TIME_NOT_UP = auto()
    """Never leaves the service: a timeout came too early."""
    # The state of the service.
    TOO_SLOW = auto()
    SERVER_STOPPING = auto()
    STORE_FAILED = auto()
    CONTENDED = auto()
    CORE_FAULT = auto()
    LOG_DAMAGED = auto()
    RULES_CHANGED = auto()
    INTERNAL = auto()
    LIMIT_EXCEEDED = auto()
    CALL_TOO_LONG = auto()
    ANSWER_TOO_LARGE = auto()
    BATCH_IDLE = auto()
    UNKNOWN_LEASE = auto()
    LEASE_OUT_OF_STEP = auto()


class ServiceError(Exception):
    """A request that can't be granted, and what the caller should know about it.

    `details` are facts for machines, sent along as they are: never secrets, and never anything
    that the caller may not see. A detail named in the words of the code is put into them; `field`
    is the path of the field that is wrong.
    """

    def __init__(
        self, code: ErrorCode, *, authenticated: bool = True, **details: str | int
    ) -> None:
        """`authenticated` tells of a missing right whether the caller had a token at all."""
        super().__init__(code.name)
        self.code = code
        self.authenticated = authenticated
        self.details = {name: str(detail) for name, detail in details.items()}
