"""The fields of a message as they came over the wire, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def fields(message: bytes) -> Iterator[tuple[int, int | bytes, bytes]]:
    """Each field in order: its number, its value, and the bytes that it took."""
    place = 0
    while place < len(message):
        start = place
        key, place = _varint(message, place)
        kind = key & 7
        value: int | bytes
        if kind == VARINT:
            value, place = _varint(message, place)
        elif kind == BYTES:
            length, place = _varint(message, place)
            value, place = message[place : place + length], place + length
        else:
            length = {FIXED64: 8, FIXED32: 4}[kind]
            value, place = message[place : place + length], place + length
        if place > len(message):
            raise ValueError("a field is longer than its message")
        yield key >> 3, value, message[start:place]


def message_in(message: bytes, number: int) -> bytes | None:
    """The bytes of a message inside another; None if it is not there."""
    found = None
    for field, value, _ in fields(message):
        if field == number:
            assert isinstance(value, bytes)
            found = value
    return found


def messages_in(message: bytes, number: int) -> list[bytes]:
    """The bytes of each message of a repeated field."""
    return [
        value for field, value, _ in fields(message) if field == number and isinstance(value, bytes)
    ]


def without(message: bytes, number: int) -> bytes:
    """The same bytes, a field left out."""
    return b"".join(taken for field, _, taken in fields(message) if field != number)


def number_in(message: bytes, number: int) -> int:
    """A number inside a message; 0 if it is not there."""
    for field, value, _ in fields(message):
        if field == number and isinstance(value, int):
            return value
    return 0


def _varint(message: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if place >= len(message):
            raise ValueError("a number is cut short")
        byte = message[place]
        value |= (byte & 0x7F) << shift
        place += 1
        shift += 7
        if byte < 0x80:
            return value, place
