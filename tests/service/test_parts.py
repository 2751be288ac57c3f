"""The small parts: frames, tokens, checks, settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.config import Settings
from intrigue.matches import ErrorCode, ServiceError, tokens, validation
from intrigue.rpc import frames
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


@given(st.integers(0, 2**64 - 1), st.text(max_size=300))
def test_frames_are_what_protobuf_writes(revision, notation):
    update = match_pb2.Update(revision=revision)
    update.prompt.actions.add(notation=notation)
    body = update.SerializeToString()
    assert frames.message(1, body) == pb.WatchResponse(update=update).SerializeToString()
    acted = frames.number(1, revision) + frames.message(2, body)
    assert acted == pb.ActResponse(revision=revision, update=update).SerializeToString()


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


@pytest.mark.parametrize("text", ["", "Ana", "Zoé", "東京", "👩‍👩‍👧", "a b"])
def test_plain_text(text):
    assert validation.text("name", text) == text


@pytest.mark.parametrize("text", ["\x00", "\n", "\x1b[2J", "\x7f", "\u2028", "\u202e", "\u2066"])
def test_text_that_is_not_plain(text):
    with pytest.raises(ServiceError) as caught:
        validation.text("name", f"a{text}b")
    assert caught.value.code is ErrorCode.INVALID_TEXT


def test_settings_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("INTRIGUE_PORT", "1234")
    monkeypatch.setenv("INTRIGUE_DATABASE", "other.db")
    settings = Settings()
    assert (settings.host, settings.port, settings.database) == ("127.0.0.1", 1234, "other.db")
    with pytest.raises(ValueError, match="port"):
        Settings(port=70_000)
