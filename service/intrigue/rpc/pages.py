"""Pages of lists that are short enough to be held in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from intrigue.matches import ErrorCode, ServiceError, validation

if TYPE_CHECKING:
    from collections.abc import Sequence

Item = TypeVar("Item")


def cut(
    items: Sequence[Item],
    page_size: int,
    page_token: str,
    default: int = validation.DEFAULT_PAGE,
    most: int = validation.MAX_PAGE,
) -> tuple[Sequence[Item], str]:
    """One page and the token of the next, which is empty on the last page."""
    start = place_of(page_token, len(items))
    end = start + validation.page_size(page_size, default, most)
    return items[start:end], str(end) if end < len(items) else ""


def place_of(page_token: str, length: int) -> int:
    """Where a page begins."""
    if not page_token:
        return 0
    # Only as many digits as a place can have: others need not be counted with.
    is_number = page_token.isascii() and page_token.isdecimal()
    place = int(page_token) if is_number and len(page_token) <= len(str(length)) else 0
    if not 0 < place < length:
        raise ServiceError(ErrorCode.INVALID_PAGE_TOKEN, field="page_token")
    return place
