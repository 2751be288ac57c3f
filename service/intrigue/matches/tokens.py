"""Tokens: made, derived, hashed. Only hashes are ever stored or compared."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN_BYTES = 32
_PREFIX = "intrigue_"
_SHAPE = re.compile(_PREFIX + r"[A-Za-z0-9_-]{43}")
_ID_BYTES = 16
_CODE_LETTERS = 20
_ID_SHAPE = re.compile(r"[a-z2-7]{26}")


class Minter:
    """Makes match ids and tokens.

    With a request id they are derived from it and the server's secret, so that the same request
    gets the same ones again, and they are no easier to guess than the request id. Without one
    they are random.
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def for_request(self, *scope: str) -> Callable[[str], bytes]:
        """Draws of 32 bytes by name, for one request; the last part of the scope is its id."""
        if not scope[-1]:
            return _random_draws()
        # Each part with its length, so that no two scopes run together.
        message = b"".join(
            len(part).to_bytes(4) + part for part in (text.encode() for text in scope)
        )
        key = hmac.digest(self._secret, message, "sha256")
        return lambda name: hmac.digest(key, name.encode(), "sha256")


def match_id(draw: bytes) -> str:
    """The id of a match: 128 bits, in letters and digits that survive reading aloud."""
    return base64.b32encode(draw[:_ID_BYTES]).decode().rstrip("=").lower()


def is_match_id(text: str) -> bool:
    """Whether a text has the shape of a match's id."""
    return _ID_SHAPE.fullmatch(text) is not None


def token(draw: bytes) -> str:
    """A token: 256 bits, with a prefix by which leaked ones can be found."""
    return _PREFIX + base64.urlsafe_b64encode(draw).decode().rstrip("=")


def is_token(text: str) -> bool:
    """Whether a text has the shape of a token."""
    return _SHAPE.fullmatch(text) is not None


def code(draw: bytes) -> str:
    """An invitation: 100 bits, for people to pass on."""
    letters = base64.b32encode(draw[:13]).decode().lower()[:_CODE_LETTERS]
    return "-".join(letters[place : place + 5] for place in range(0, _CODE_LETTERS, 5))


def plain_code(text: str) -> str:
    """An invitation as it was made, however it was typed."""
    return text.replace("-", "").replace(" ", "").lower()


def digest(text: str) -> bytes:
    """What is stored of a token. It has 256 bits, so that a plain hash is enough."""
    return hashlib.sha256(text.encode()).digest()


def draw() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(TOKEN_BYTES)


def _random_draws() -> Callable[[str], bytes]:
    """Random draws that stay the same for the same name."""
    drawn: defaultdict[str, bytes] = defaultdict(draw)
    return drawn.__getitem__
