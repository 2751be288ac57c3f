"""What makes a deal fair and a log trustworthy: commitments, mixed seeds, hash chains.

Pure functions of bytes. The service computes with them while a match is played, and anybody can
compute the same from a finished record; docs/fairness.md has the formulas.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SECRET_BYTES: Final = 32
SCHEME: Final = "intrigue-hmac-sha256-1"
"""Names these formulas in records."""

_DEAL: Final = b"intrigue deal"
_LOG: Final = b"intrigue log"
_LENGTH: Final = struct.Struct(">I")
# Number, kind, seat or -1, revision, time on the service's clock, time by the calendar.
_ENTRY: Final = struct.Struct(">QBbQQQ")


def commitment(nonce: bytes, seed: bytes) -> bytes:
    """What is told of a seed before the deal. The nonce keeps it from being guessed."""
    return hashlib.sha256(nonce + seed).digest()


def deal_seed(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """The seed that chance is drawn from: the server's, mixed with what each seat gave.

    If no seat gave anything it is the server's own.
    """
    if not any(entropy):
        return seed
    mixed = hashlib.sha256(_DEAL + seed)
    for part in entropy:
        mixed.update(_LENGTH.pack(len(part)) + part)
    return mixed.digest()


def chain_key(nonce: bytes) -> bytes:
    """The key of a match's chain.

    Without a key the chain would give away what it hides: an entry has few possible contents,
    and anybody who knows the links before and after it could try them all.
    """
    return hmac.digest(nonce, _LOG, "sha256")


def terms(fields: Mapping[str, object]) -> str:
    """The terms of a match, as one text that depends on nothing but them."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def first_link(key: bytes, terms_text: str) -> bytes:
    """The link before the first entry."""
    return hmac.digest(key, terms_text.encode(), "sha256")


def request_hash(request_id: str) -> bytes:
    """What the chain has of a request's id."""
    return hashlib.sha256(request_id.encode()).digest() if request_id else b""


def next_link(  # noqa: PLR0917 - called for every action, and keywords cost time
    key: bytes,
    head: bytes,
    number: int,
    kind: int,
    seat: int | None,
    request: bytes,
    revision: int,
    time: int,
    wall_time: int,
    clock: bytes,
    body: bytes,
) -> bytes:
    """The link of an entry, from the one before it. `request` is a `request_hash`."""
    pack = _LENGTH.pack
    message = b"".join(
        (
            head,
            _ENTRY.pack(number, kind, -1 if seat is None else seat, revision, time, wall_time),
            pack(len(request)),
            request,
            pack(len(clock)),
            clock,
            pack(len(body)),
            body,
        )
    )
    return hmac.digest(key, message, "sha256")
