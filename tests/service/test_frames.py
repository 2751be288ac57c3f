"""Encoded fields are the bytes that protobuf writes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from intrigue.rpc import frames
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


@given(st.integers(0, 2**32 - 1), st.text(max_size=300))
def test_frames_are_what_protobuf_writes(revision, notation):
    update = match_pb2.Update(revision=revision)
    update.prompt.actions.add(notation=notation)
    body = update.SerializeToString()
    assert frames.message(1, body) == pb.WatchResponse(update=update).SerializeToString()
    page = frames.message(1, body) + frames.number(2, revision)
    expected = pb.ListUpdatesResponse(updates=[update], revision=revision)
    assert page == expected.SerializeToString()
