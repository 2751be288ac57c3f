"""A request to change a lobby, by which a repeated one is recognized."""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from intrigue.matches import validation


class LobbyRequest(NamedTuple):
    """Who asks, by which id, and for what."""

    seat: int | None
    """The seat that asks; None: the host."""
    id: str
    digest: str
    """Of what it asks for."""


NO_REQUEST: Final = LobbyRequest(None, "", "")


def lobby_request(
    seat: int | None, request_id: str, method: str, *content: object
) -> LobbyRequest | None:
    """The request of a caller; None if it has no id."""
    if not validation.request_id(request_id):
        return None
    digest = hashlib.sha256(repr((method, content)).encode()).hexdigest()[:16]
    return LobbyRequest(seat, request_id, digest)
