"""The token that a caller sends."""

from __future__ import annotations

from typing import Any, Final

from intrigue.matches import ErrorCode, ServiceError

_BEARER: Final = "Bearer "


def token_of(context: Any) -> str | None:
    """The caller's token; None if it sends none."""
    token = None
    for key, value in context.invocation_metadata():
        if key == "authorization":
            scheme = value[: len(_BEARER)]
            if token is not None or (scheme != _BEARER and scheme.lower() != _BEARER.lower()):
                raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
            token = value[len(_BEARER) :]
    return token
