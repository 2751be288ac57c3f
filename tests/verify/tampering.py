"""Every way in which one place of a message can be changed, found by its descriptor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from intrigue.verify import verify

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from intrigue_proto.v1 import record_pb2

# A field that no message of the contract has, with the number 1.
UNKNOWN_FIELD: Final = b"\xf8\xff\x7f\x01"

Path: TypeAlias = tuple[tuple[str, int | None], ...]


@dataclass
class Tally:
    """What became of changed records."""

    rejected: int = 0
    unreadable: int = 0
    identical: int = 0
    believed: int = 0

    def judge(self, read: Callable[[], record_pb2.MatchRecord], original: bytes) -> bool:
        """Whether a changed record is rejected; one that reads the same is not changed."""
        try:
            record = read()
        except (DecodeError, json_format.ParseError):
            self.unreadable += 1
            return True
        if record.SerializeToString(deterministic=True) == original:
            self.identical += 1
            return True
        if verify(record).holds:
            self.believed += 1
            return False
        self.rejected += 1
        return True


def changes(message: Message, path: Path = ()) -> Iterator[tuple[str, Callable[[Message], None]]]:
    """Each change by name, as a function of a copy of the whole message."""

    def at(change: Callable[[Any], object]) -> Callable[[Message], None]:
        def apply(root: Message) -> None:
            change(_walk(root, path))

        return apply

    place = "/".join(name if index is None else f"{name}[{index}]" for name, index in path)
    yield f"{place} + unknown field", at(lambda here: here.MergeFromString(UNKNOWN_FIELD))
    for field in message.DESCRIPTOR.fields:
        name = f"{place}/{field.name}"
        for what, change in _changes_of_field(message, field):
            yield f"{name} {what}", at(change)
        if field.message_type is None or _is_map(field):
            continue
        if field.is_repeated:
            for index, part in enumerate(getattr(message, field.name)):
                yield from changes(part, (*path, (field.name, index)))
        elif message.HasField(field.name):
            yield from changes(getattr(message, field.name), (*path, (field.name, None)))


def leaves(message: Message) -> Iterator[str]:
    """The full names of all fields that a message of this kind may have, at any depth."""
    seen = set()
    waiting = [message.DESCRIPTOR]
    while waiting:
        descriptor = waiting.pop()
        if descriptor.full_name in seen:
            continue
        seen.add(descriptor.full_name)
        for field in descriptor.fields:
            yield field.full_name
            if field.message_type is not None and not _is_map(field):
                waiting.append(field.message_type)


def flip(content: bytes, position: int, rng: random.Random) -> bytes:
    """The same with one bit changed."""
    changed = bytearray(content)
    changed[position] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _walk(message: Any, path: Path) -> Any:
    for name, index in path:
        message = getattr(message, name)
        if index is not None:
            message = message[index]
    return message


def _is_map(field: FieldDescriptor) -> bool:
    kind = field.message_type
    return kind is not None and kind.GetOptions().map_entry


def _changes_of_field(
    message: Message, field: FieldDescriptor
) -> Iterator[tuple[str, Callable[[Any], object]]]:
    name = field.name
    value = getattr(message, name)
    if _is_map(field):
        for key in value:
            yield f"-{key}", partial(_drop, name=name, key=key)
            yield f"~{key}", partial(_put, name=name, key=key, value=value[key] + "x")
        yield "+key", partial(_put, name=name, key="another", value="1")
    elif field.is_repeated:
        yield from _changes_of_list(field, value)
    elif field.message_type is not None:
        if message.HasField(name):
            yield "removed", lambda here: here.ClearField(name)
        else:
            yield "added", lambda here: getattr(here, name).SetInParent()
    else:
        if value or (field.has_presence and message.HasField(name)):
            yield "removed", lambda here: here.ClearField(name)
        elif field.has_presence:
            yield "added", lambda here: setattr(here, name, value)
        for number, other in enumerate(_others(field, value)):
            yield f"changed {number}", partial(_set, name=name, value=other)


def _changes_of_list(
    field: FieldDescriptor, value: Any
) -> Iterator[tuple[str, Callable[[Any], object]]]:
    name = field.name

    def become(order: list[int]) -> Callable[[Any], None]:
        def change(here: Any) -> None:
            parts = list(getattr(here, name))
            if field.message_type is not None:
                parts = [type(part).FromString(part.SerializeToString()) for part in parts]
            here.ClearField(name)
            getattr(here, name).extend(parts[index] for index in order)

        return change

    places = list(range(len(value)))
    for place in places:
        yield f"[{place}] dropped", become(places[:place] + places[place + 1 :])
        yield f"[{place}] doubled", become(places[: place + 1] + places[place:])
        if place + 1 < len(places):
            swapped = [*places[:place], place + 1, place, *places[place + 2 :]]
            yield f"[{place}] swapped", become(swapped)
        if field.message_type is None:
            for number, other in enumerate(_others(field, value[place])):
                change = partial(_set_item, name=name, place=place, value=other)
                yield f"[{place}] changed {number}", change
    if field.message_type is None:
        blank: Any = "" if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else 0
        yield "added", lambda here: getattr(here, name).append(_others(field, blank)[0])
    else:
        yield "added", lambda here: getattr(here, name).add()


def _others(field: FieldDescriptor, value: Any) -> list[Any]:
    """Other values of a field."""
    kind = field.cpp_type
    if field.type == FieldDescriptor.TYPE_BYTES:
        flipped = [bytes([value[0] ^ 1]) + value[1:], value[:-1]] if value else []
        return [*flipped, value + b"\0"]
    if kind == FieldDescriptor.CPPTYPE_STRING:
        return [value + "x", value.swapcase() + " ", value[:-1]] if value else ["x"]
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return [not value]
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        numbers = [one.number for one in field.enum_type.values if one.number != value]
        return [*numbers, 99]
    others = [value + 1, 200]
    if value > 0:
        others.append(value - 1)
    return others


def _set(here: Any, name: str, value: Any) -> None:
    setattr(here, name, value)


def _set_item(here: Any, name: str, place: int, value: Any) -> None:
    getattr(here, name)[place] = value


def _put(here: Any, name: str, key: str, value: str) -> None:
    getattr(here, name)[key] = value


def _drop(here: Any, name: str, key: str) -> None:
    del getattr(here, name)[key]
