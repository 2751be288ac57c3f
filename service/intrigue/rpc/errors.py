"""How it is told on the wire that something can't be done: a status, a code, and two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from google.protobuf import any_pb2
from google.rpc import (  # type: ignore[import-untyped]
    code_pb2,
    error_details_pb2,
    status_pb2,
)
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue.engine import Panicked, Refused
from intrigue.matches import ErrorCode, ServiceError
from intrigue.rpc.error_texts import TEXTS
from intrigue.store import DamagedData, StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import grpc
    from google.protobuf.message import Message

__all__ = ["DOMAIN", "REFUSALS", "TEXTS", "internal", "status_of"]

DOMAIN: Final = "intrigue"

_INVALID: Final = code_pb2.INVALID_ARGUMENT
_STATE: Final = code_pb2.FAILED_PRECONDITION

# How the core's refusals travel, by kind.
REFUSALS: Final[Mapping[str, int]] = {
    "illegal": _STATE,
    "not_to_act": _STATE,
    "over": _STATE,
    "stale": code_pb2.ABORTED,
    "unknown_action": _INVALID,
    "unknown_game": code_pb2.NOT_FOUND,
    "unknown_policy": _INVALID,
    "bad_option": _INVALID,
    "bad_script": _INVALID,
    "bad_seed": _INVALID,
    "bad_record": _INVALID,
    "bad_view": _INVALID,
    "bad_simulation": _INVALID,
    "bad_batch": _INVALID,
    "stopped": code_pb2.CANCELLED,
}


def status_of(error: BaseException) -> grpc.Status | None:
    """The status in which an error is told; None if it is not one that callers are told."""
    if isinstance(error, ServiceError):
        return _of_service_error(error)
    if isinstance(error, Refused):
        return _of_refusal(error)
    if isinstance(error, Panicked):
        return _of_service_error(ServiceError(ErrorCode.CORE_FAULT))
    if isinstance(error, DamagedData):
        return _of_service_error(ServiceError(ErrorCode.LOG_DAMAGED))
    if isinstance(error, StoreError):
        return _of_service_error(ServiceError(ErrorCode.STORE_FAILED))
    return None


def internal(error_id: str) -> grpc.Status:
    """What is told of an unexpected error: nothing but where the log has it."""
    return _of_service_error(ServiceError(ErrorCode.INTERNAL, error_id=error_id))


def _of_service_error(error: ServiceError) -> grpc.Status:
    entry = TEXTS[error.code]
    en, fr = entry.en.format(**error.details), entry.fr.format(**error.details)
    metadata = {**error.details, "clause": "", "en": en, "fr": fr}
    retry_after = error.details.get("retry_after_ms")
    more = () if retry_after is None else (_retry(int(retry_after)),)
    return _status(entry.status, error.code.name, DOMAIN, metadata, more)


def _of_refusal(refused: Refused) -> grpc.Status:
    metadata = {"clause": refused.clause, "en": refused.en, "fr": refused.fr}
    if refused.kind == "stale":
        metadata["revision"] = str(refused.revision)
    return _status(REFUSALS[refused.kind], refused.code, refused.domain, metadata)


def _retry(milliseconds: int) -> Message:
    """The standard way to say when to come back, which some clients follow by themselves."""
    retry = error_details_pb2.RetryInfo()
    retry.retry_delay.FromMilliseconds(milliseconds)
    return retry  # type: ignore[no-any-return]


def _status(
    code: int, reason: str, domain: str, metadata: Mapping[str, str], more: Sequence[Message] = ()
) -> grpc.Status:
    first = error_details_pb2.ErrorInfo(reason=reason, domain=domain, metadata=metadata)
    details = []
    for message in (first, *more):
        detail = any_pb2.Any()
        detail.Pack(message)
        details.append(detail)
    status: grpc.Status = rpc_status.to_status(
        status_pb2.Status(code=code, message=metadata["en"], details=details)
    )
    return status
