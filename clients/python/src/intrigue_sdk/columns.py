"""The columns of a StepBatchResponse, parsed without copying them.

Parsing an answer of 5.5 MB (1,024 lanes) into arrays takes 0.08 ms here and 0.45 ms with the
generated class, while an answer of 10 kB takes 0.013 ms here and 0.008 ms with the generated class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_sdk.errors import ErrorDetails, ProtocolViolation

if TYPE_CHECKING:
    from collections.abc import Iterator

_REWARD_BYTES: Final = 4
_COLUMNS: Final = pb.StepBatchResponse.COLUMNS_FIELD_NUMBER
_NAMES: Final = {
    pb.BatchColumns.SEATS_FIELD_NUMBER: "seats",
    pb.BatchColumns.MASKS_FIELD_NUMBER: "masks",
    pb.BatchColumns.FEATURES_FIELD_NUMBER: "features",
    pb.BatchColumns.REWARDS_FIELD_NUMBER: "rewards",
    pb.BatchColumns.ENDS_FIELD_NUMBER: "ends",
}
# How fields are written, and how long those are that don't say it.
_VARINT: Final = 0
_DELIMITED: Final = 2
_FIXED: Final = {1: 8, 5: 4}
_MORE: Final = 0x80
_NOTHING: Final = memoryview(b"")


@dataclass(frozen=True, slots=True)
class Columns:
    """BatchColumns, little-endian, lane after lane: parts of the message that brought them."""

    seats: memoryview = _NOTHING
    """One byte per lane: the seat that is to act."""
    masks: memoryview = _NOTHING
    """The legal actions of that seat: bit i % 8 of byte i / 8 is action i."""
    features: memoryview = _NOTHING
    """Its feature tensor, signed bytes; empty if it is left out."""
    rewards: memoryview = _NOTHING
    """What the seats got in this step, one 32-bit float per seat."""
    ends: memoryview = _NOTHING
    """One byte per lane: 1 if a match has just ended."""

    @classmethod
    def read(cls, answer: bytes, layout: pb.BatchLayout) -> Columns | None:
        """The columns in a serialized StepBatchResponse; None if it has none."""
        for number, content in _fields(memoryview(answer)):
            if number == _COLUMNS:
                found = {
                    _NAMES[column]: values
                    for column, values in _fields(content)
                    if column in _NAMES
                }
                columns = cls(**found)
                columns._check(layout)
                return columns
        return None

    def _check(self, layout: pb.BatchLayout) -> None:
        lengths = {
            "seats": 1,
            "masks": (layout.action_count + 7) // 8,
            "features": layout.feature_count,
            "rewards": layout.seat_count * _REWARD_BYTES,
            "ends": 1,
        }
        for name, length in lengths.items():
            found, due = len(getattr(self, name)), layout.lane_count * length
            if found != due:
                raise ProtocolViolation(
                    ErrorDetails(
                        "WRONG_COLUMN_LENGTH",
                        f"the column {name} has {found} bytes where {due} were due",
                    )
                )


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a message that have a length, by number; a newer service may have others."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            _, place = _varint(message, place)
            continue
        if kind == _DELIMITED:
            length, place = _varint(message, place)
        elif kind in _FIXED:
            length = _FIXED[kind]
        else:
            raise _malformed()
        start, place = place, place + length
        if place > len(message):
            raise _malformed()
        if kind == _DELIMITED:
            yield number, message[start:place]


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    """A number of variable length, and the place after it."""
    value = shift = 0
    while place < len(message):
        byte = message[place]
        place += 1
        value |= (byte & ~_MORE) << shift
        if not byte & _MORE:
            return value, place
        shift += 7
    raise _malformed()


def _malformed() -> ProtocolViolation:
    return ProtocolViolation(
        ErrorDetails("MALFORMED_ANSWER", "the answer is no message of the contract")
    )
