"""The columns of a batch are read where they lie, and as protobuf would read them."""

from __future__ import annotations

import random

import pytest

from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_sdk import Columns, ProtocolViolation

NAMES = ("seats", "masks", "features", "rewards", "ends")
# Fields that a newer service may send, of every kind that there is, in one and in two bytes.
UNKNOWN_FIELDS = (
    b"\x78\x05",
    b"\x78\xff\x01",
    b"\x79" + b"8" * 8,
    b"\x7a\x03abc",
    b"\x7d" + b"4" * 4,
    b"\xc2\x3e\x02hi",
)


def layout(lanes: int, features: int = 0) -> pb.BatchLayout:
    return pb.BatchLayout(lane_count=lanes, seat_count=2, action_count=11, feature_count=features)


def columns(rng: random.Random, lanes: int, features: int) -> pb.BatchColumns:
    return pb.BatchColumns(
        seats=rng.randbytes(lanes),
        masks=rng.randbytes(lanes * 2),
        features=rng.randbytes(lanes * features),
        rewards=rng.randbytes(lanes * 8),
        ends=rng.randbytes(lanes),
    )


@pytest.mark.parametrize("lanes", [1, 2, 127, 128, 20_000])
@pytest.mark.parametrize("features", [0, 3, 130])
def test_they_are_as_protobuf_reads_them(lanes, features):
    sent = columns(random.Random(lanes), lanes, features)
    answer = pb.StepBatchResponse(layout=layout(lanes, features), columns=sent)
    message = answer.SerializeToString()
    found = Columns.read(message, answer.layout)
    assert found is not None
    for name in NAMES:
        view = getattr(found, name)
        assert view == getattr(sent, name), name
        # Nothing is copied.
        assert not view or view.obj is message, name


def test_an_answer_without_columns_has_none():
    refused = pb.StepBatchResponse(refusals=[pb.LaneRefusal(lane=3)]).SerializeToString()
    assert Columns.read(refused, layout(4)) is None
    assert Columns.read(b"", layout(4)) is None


@pytest.mark.parametrize("unknown", UNKNOWN_FIELDS)
def test_what_a_newer_service_adds_is_passed_over(unknown):
    sent = columns(random.Random(1), 4, 0)
    body = unknown + sent.SerializeToString() + unknown
    answer = unknown + b"\x12" + bytes([len(body)]) + body + unknown
    assert pb.StepBatchResponse.FromString(answer).columns.masks == sent.masks
    found = Columns.read(answer, layout(4))
    assert found is not None
    assert all(getattr(found, name) == getattr(sent, name) for name in NAMES)


def test_a_truncated_message_is_reported():
    sent = columns(random.Random(2), 4, 3)
    whole = pb.StepBatchResponse(columns=sent).SerializeToString()
    for end in range(1, len(whole)):
        with pytest.raises(ProtocolViolation) as caught:
            Columns.read(whole[:end], layout(4, 3))
        assert caught.value.reason == "MALFORMED_ANSWER"


@pytest.mark.parametrize("message", [b"\x13", b"\x17\0", b"\x80", b"\x79abc", b"\x12\x02\x0a\x05"])
def test_a_malformed_message_is_reported(message):
    with pytest.raises(ProtocolViolation) as caught:
        Columns.read(message, layout(4))
    assert caught.value.reason == "MALFORMED_ANSWER"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("more", [-1, 1])
def test_a_column_of_a_wrong_length_is_named(name, more):
    sent = columns(random.Random(3), 4, 3)
    right = getattr(sent, name)
    setattr(sent, name, right[:-1] if more < 0 else right + b"x")
    with pytest.raises(ProtocolViolation) as caught:
        Columns.read(pb.StepBatchResponse(columns=sent).SerializeToString(), layout(4, 3))
    assert caught.value.reason == "WRONG_COLUMN_LENGTH"
    assert f"{name} has {len(right) + more} bytes where {len(right)}" in caught.value.message
