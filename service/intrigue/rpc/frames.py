"""Protobuf by hand, for messages whose one part the core has already encoded.

A message field is its tag, its length and its bytes: putting these before what the core hands
out makes the response without parsing anything.
"""

from __future__ import annotations

_LENGTH_DELIMITED = 2
_SINGLE_BYTE = 0x80
_TWO_BYTES = 1 << 14
_ONE_BYTE_TAGS = 16


def varint(number: int) -> bytes:
    """A number in protobuf's variable length, low bits first."""
    if number < _SINGLE_BYTE:
        return bytes((number,))
    encoded = bytearray()
    while number >= _SINGLE_BYTE:
        encoded.append(number & 0x7F | _SINGLE_BYTE)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def message(field: int, body: bytes) -> bytes:
    """A field that is a message."""
    length = len(body)
    if field < _ONE_BYTE_TAGS and _SINGLE_BYTE <= length < _TWO_BYTES:
        # Almost every message: one byte of tag and two of length.
        return (
            bytes((field << 3 | _LENGTH_DELIMITED, length & 0x7F | _SINGLE_BYTE, length >> 7))
            + body
        )
    return varint(field << 3 | _LENGTH_DELIMITED) + varint(length) + body


def number(field: int, value: int) -> bytes:
    """A field that is an unsigned number; nothing for 0, as protobuf has it."""
    return varint(field << 3) + varint(value) if value else b""
