"""Which texts are accepted as names."""

from __future__ import annotations

import pytest

from intrigue.matches import ErrorCode, ServiceError, validation


@pytest.mark.parametrize("text", ["", "Ana", "Zoé", "東京", "👩‍👩‍👧", "a b"])
def test_plain_text(text):
    assert validation.text("name", text) == text


@pytest.mark.parametrize("text", ["\x00", "\n", "\x1b[2J", "\x7f", "\u2028", "\u202e", "\u2066"])
def test_text_that_is_not_plain(text):
    with pytest.raises(ServiceError) as caught:
        validation.text("name", f"a{text}b")
    assert caught.value.code is ErrorCode.INVALID_TEXT
