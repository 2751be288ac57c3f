"""How errors travel: a status, a reason with its values, and the caller's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

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
    from collections.abc import Mapping

    import grpc
    from google.protobuf.message import Message

__all__ = ["DOMAIN", "REFUSALS", "TEXTS", "RpcStatus", "internal", "status_of"]

DOMAIN: Final = "intrigue"
# Of one text, in bytes: an error has at most 4 KiB, and a handful of texts.
_LONGEST: Final = 256
# What passes by itself, and when it is worth another try where nothing else is known.
_RETRIED: Final = frozenset(
    {ErrorCode.SERVER_STOPPING, ErrorCode.STORE_FAILED, ErrorCode.CONTENDED, ErrorCode.TOO_SLOW}
)
_RETRY_MILLISECONDS: Final = "500"


class RpcStatus(NamedTuple):
    """How a call ends; what grpc calls a Status."""

    code: grpc.StatusCode
    details: str
    trailing_metadata: tuple[tuple[str, str | bytes], ...]


_INVALID: Final = code_pb2.INVALID_ARGUMENT
_STATE: Final = code_pb2.FAILED_PRECONDITION

# How the core's refusals travel, by kind.
REFUSALS: Final[Mapping[str, int]] = {
    "illegal": _STATE,
    "not_to_act": _STATE,
    "over": _STATE,
    "stale": code_pb2.ABORTED,
    "ahead": code_pb2.OUT_OF_RANGE,
    "unknown_action": _INVALID,
    "unknown_game": _INVALID,
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


def status_of(error: BaseException, language: str = "en") -> RpcStatus | None:
    """The status with which an error is answered; None if callers may not see it."""
    if isinstance(error, ServiceError):
        return _of_service_error(error, language)
    if isinstance(error, Refused):
        return _of_refusal(error, language)
    if isinstance(error, Panicked):
        return _of_service_error(ServiceError(ErrorCode.CORE_FAULT), language)
    if isinstance(error, DamagedData):
        return _of_service_error(ServiceError(ErrorCode.LOG_DAMAGED), language)
    if isinstance(error, StoreError):
        return _of_service_error(ServiceError(ErrorCode.STORE_FAILED), language)
    return None


def internal(error_id: str, language: str = "en") -> RpcStatus:
    """What is answered to an unexpected error: nothing but where the log has it."""
    return _of_service_error(ServiceError(ErrorCode.INTERNAL, error_id=error_id), language)


def _of_service_error(error: ServiceError, language: str) -> RpcStatus:
    entry = TEXTS[error.code]
    code = entry.status
    if code == code_pb2.PERMISSION_DENIED and not error.authenticated:
        code = code_pb2.UNAUTHENTICATED
    texts = {
        name: text.format(**error.details) for name, text in (("en", entry.en), ("fr", entry.fr))
    }
    retry_after = error.details.get("retry_after_ms")
    if retry_after is None and error.code in _RETRIED:
        retry_after = _RETRY_MILLISECONDS
    return _status(
        code, error.code.name, DOMAIN, error.details, texts, language, retry_after=retry_after
    )


def _of_refusal(refused: Refused, language: str) -> RpcStatus:
    metadata = dict(refused.values)
    if refused.clause:
        metadata["clause"] = refused.clause
    if refused.field:
        metadata["field"] = refused.field
    domain = DOMAIN if refused.domain == DOMAIN else f"{DOMAIN}.{refused.domain}"
    texts = {"en": refused.en, "fr": refused.fr}
    return _status(REFUSALS[refused.kind], refused.code, domain, metadata, texts, language)


def _status(  # noqa: PLR0917 - the parts of a status
    code: int,
    reason: str,
    domain: str,
    metadata: Mapping[str, str],
    texts: Mapping[str, str],
    language: str,
    *,
    retry_after: str | None = None,
) -> RpcStatus:
    """A status of at most 4 KiB: values that would make it longer are cut."""
    values = {name: _cut(value) for name, value in metadata.items()}
    message, localized = _cut(texts["en"]), _cut(texts[language])
    details: list[Message] = [
        error_details_pb2.ErrorInfo(reason=reason, domain=domain, metadata=values),
        error_details_pb2.LocalizedMessage(locale=language, message=localized),
    ]
    if field := metadata.get("field"):
        bad_request = error_details_pb2.BadRequest()
        bad_request.field_violations.add(
            field=_cut(field), description=message, reason=reason
        ).localized_message.CopyFrom(details[1])
        details.append(bad_request)
    trailers: tuple[tuple[str, str], ...] = ()
    if retry_after is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(retry_after))
        details.append(retry)
        # What clients with a retry policy of their own follow without knowing RetryInfo.
        trailers = (("grpc-retry-pushback-ms", str(retry_after)),)
    packed = []
    for part in details:
        detail = any_pb2.Any()
        detail.Pack(part)
        packed.append(detail)
    status = rpc_status.to_status(status_pb2.Status(code=code, message=message, details=packed))
    return RpcStatus(status.code, status.details, (*status.trailing_metadata, *trailers))


def _cut(text: str) -> str:
    """A text that is short enough: an error has at most 4 KiB."""
    encoded = text.encode()
    if len(encoded) <= _LONGEST:
        return text
    return encoded[: _LONGEST - 3].decode(errors="ignore") + "…"
