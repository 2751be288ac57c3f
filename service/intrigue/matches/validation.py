"""What may come in: every text and number is checked here before anything else sees it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from intrigue.matches.errors import ErrorCode, ServiceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from intrigue.store import ClockRow

MAX_ID = 64
MAX_NAME = 64
MAX_TEXT = 256
# A whole document as an option's value, in bytes.
MAX_DOCUMENT = 64 * 1024
MAX_OPTIONS = 64
MAX_LABELS = 8
MAX_SEATS = 64
MAX_SCRIPT = 1024
MIN_SECRET_REQUEST_ID = 16
MAX_REQUEST_ID = 64
MAX_NUMBER = 2**63 - 1
SEED_BYTES = 32
MAX_ENTROPY = 64
# Thirty days, in milliseconds.
MAX_TIME = 30 * 24 * 3600 * 1000
DEFAULT_PAGE = 50
MAX_PAGE = 200

# Control characters, line and paragraph separators, and the marks that turn text around: they
# let a name lie on a screen or in a log, and one database refuses what another takes.
_UNWELCOME_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_PLAIN = re.compile(r"[ -~]*")
_LABEL_KEY = re.compile(r"[a-z0-9_.-]{1,32}")
# What parts the lines and the columns of a document.
_LAYOUT = str.maketrans("", "", "\n\r\t")


def text(field: str, value: str, longest: int = MAX_TEXT) -> str:
    """A text that may be shown and stored."""
    if len(value) > longest:
        raise ServiceError(ErrorCode.TEXT_TOO_LONG, field=field, longest=longest)
    if not is_plain(value):
        raise ServiceError(ErrorCode.INVALID_TEXT, field=field)
    return value


def is_plain(value: str) -> bool:
    """Whether a text has only characters that can be shown."""
    if _PLAIN.fullmatch(value):
        return True
    return not any(
        character in _TURNING_MARKS or unicodedata.category(character) in _UNWELCOME_CATEGORIES
        for character in value
    )


def match_id(value: str) -> str:
    """An id that may be that of a match."""
    if not value or len(value) > MAX_ID or not is_plain(value):
        raise ServiceError(ErrorCode.INVALID_MATCH_ID, field="match_id")
    return value


def request_id(value: str, shortest: int = 1) -> str:
    """A request id, or none."""
    if value and (not shortest <= len(value) <= MAX_REQUEST_ID or not is_plain(value)):
        raise ServiceError(
            ErrorCode.INVALID_REQUEST_ID,
            shortest=shortest,
            longest=MAX_REQUEST_ID,
            field="request_id",
        )
    return value


def secret_request_id(value: str) -> str:
    """A request id from which tokens are made, or none: it must be hard to guess."""
    return request_id(value, MIN_SECRET_REQUEST_ID)


def number(field: str, value: int) -> int:
    """A number that every database can hold."""
    if value > MAX_NUMBER:
        raise ServiceError(ErrorCode.NUMBER_TOO_LARGE, field=field, largest=MAX_NUMBER)
    return value


def items(field: str, count: int, most: int) -> None:
    """A list that is not too long."""
    if count > most:
        raise ServiceError(ErrorCode.TOO_MANY_ITEMS, field=field, most=most)


def options(values: Mapping[str, str], documents: Mapping[str, str]) -> None:
    """Options and documents, before the game looks at them."""
    for place, given in (("options", values), ("documents", documents)):
        items(place, len(given), MAX_OPTIONS)
        for name in given:
            text(place, name)
    for name, value in values.items():
        text(f"options.{name}", value)
    for name, value in documents.items():
        document(f"documents.{name}", value)


def labels(given: Mapping[str, str]) -> Mapping[str, str]:
    """What a creator notes about a match."""
    sound = len(given) <= MAX_LABELS and all(
        _LABEL_KEY.fullmatch(key) and len(value) <= MAX_NAME and is_plain(value)
        for key, value in given.items()
    )
    if not sound:
        raise ServiceError(ErrorCode.INVALID_LABEL, most=MAX_LABELS, field="labels")
    return given


def document(field: str, value: str) -> str:
    """A whole document, of lines that may be shown and stored."""
    if len(value.encode()) > MAX_DOCUMENT:
        raise ServiceError(ErrorCode.TEXT_TOO_LONG, field=field, longest=MAX_DOCUMENT)
    if not is_document(value):
        raise ServiceError(ErrorCode.INVALID_TEXT, field=field)
    return value


def is_document(value: str) -> bool:
    """Whether a text is not too long for a document, and can be shown line by line."""
    return len(value.encode()) <= MAX_DOCUMENT and is_plain(value.translate(_LAYOUT))


def as_document(value: str) -> str:
    """A file's text as options take it: what has one line is told from a name by its end."""
    return value if _may_be_document(value) else value + "\n"


def _may_be_document(value: str) -> bool:
    return "\n" in value or value.startswith("{")


def script(lines: Sequence[str]) -> tuple[str, ...]:
    """Scripted chance, before the game looks at it."""
    items("script", len(lines), MAX_SCRIPT)
    return tuple(text(f"script[{place}]", line) for place, line in enumerate(lines))


def seed(value: bytes) -> bytes:
    """A seed, or none."""
    if value and len(value) != SEED_BYTES:
        raise ServiceError(ErrorCode.WRONG_SEED_LENGTH, length=SEED_BYTES, field="seed")
    return value


def entropy(value: bytes, field: str = "entropy") -> bytes:
    """What a seat gives to be mixed into the deal."""
    if len(value) > MAX_ENTROPY:
        raise ServiceError(ErrorCode.ENTROPY_TOO_LONG, longest=MAX_ENTROPY, field=field)
    return value


def clock(limits: ClockRow | None) -> None:
    """How much time seats have."""
    if limits is None:
        return
    times = (limits.bank, limits.increment, limits.decision)
    sound = all(0 <= time <= MAX_TIME for time in times) and (limits.bank or limits.decision)
    if not sound or (limits.increment and not limits.bank):
        raise ServiceError(ErrorCode.INVALID_CLOCK, longest=MAX_TIME // 1000, field="clock")


def page_size(value: int, default: int = DEFAULT_PAGE, most: int = MAX_PAGE) -> int:
    """How many items a page has at most; too many are reduced."""
    return min(value, most) or default
