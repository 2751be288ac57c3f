"""The format of tokens and match ids, and how they are derived from a request."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from intrigue.matches import tokens


def test_tokens_have_256_bits_and_a_shape():
    token = tokens.token(tokens.draw())
    assert tokens.is_token(token)
    assert token != tokens.token(tokens.draw())
    assert len(tokens.digest(token)) == 32
    for other in ("", "x", token + "x", token[:-1], token.replace("intrigue_", ""), token + "\n"):
        assert not tokens.is_token(other)


def test_draws_depend_on_every_part_of_their_scope():
    minter = tokens.Minter(b"s" * 32)
    draws = {
        minter.for_request(*scope)(name)
        for scope in (("join", "ab", "c"), ("join", "a", "bc"), ("create", "abc"))
        for name in ("token", "other")
    }
    assert len(draws) == 6
    again = minter.for_request("join", "ab", "c")("token")
    assert again == minter.for_request("join", "ab", "c")("token")
    assert again != tokens.Minter(b"t" * 32).for_request("join", "ab", "c")("token")


def test_random_draws_are_new_for_each_request_and_stay_within_it():
    minter = tokens.Minter(b"s" * 32)
    first, second = minter.for_request("create", ""), minter.for_request("create", "")
    assert first("host") == first("host")
    assert first("host") != first("spectator")
    assert first("host") != second("host")


@given(st.binary(min_size=32, max_size=32))
def test_match_ids_have_their_shape(draw):
    assert tokens.is_match_id(tokens.match_id(draw))
