"""Paths of wrong fields, as the caller sees its request."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from intrigue.engine import Refused
from intrigue.matches import ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def within_field(name: str) -> Iterator[None]:
    """Errors name fields of a message that is itself a field of the request."""
    try:
        yield
    except ServiceError as error:
        if field := error.details.get("field"):
            error.details["field"] = f"{name}.{field}"
        raise
    except Refused as refusal:
        if refusal.field:
            refusal.field = f"{name}.{refusal.field}"
        raise
