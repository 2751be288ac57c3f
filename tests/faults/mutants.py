"""Messages that nobody should send: random bytes, random fields, broken and giant ones."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from grpc_health.v1 import health_pb2  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2  # type: ignore[import-untyped]

import intrigue_proto.v1 as contract
from intrigue.rpc import reflection

if TYPE_CHECKING:
    import random

    from google.protobuf.message import Message

STRINGS = (
    "",
    "\0",
    "a\0b",
    "\u202egnirts",
    "\u2066\u2069\u200f",
    "\ufeff",
    "\U0010ffff",
    "é" * 40,
    "a" * 64,
    "a" * 65,
    "a" * 100_000,
    "%s%n{0}{}",
    "'; DROP TABLE matches; --",
    "../../etc/passwd",
    "-1",
    "1e309",
    "nan",
    "random",
    "playouts:sims=20",
    "playouts:sims=99999999999",
    "playouts:sims=-1",
    "ismcts:sims=20",
    "ismcts:ms=10",
    "greedy",
    "\r\nauthorization: x",
)
INTEGERS = (0, 1, 2, 3, 7, 8, 255, 256, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63)
LARGEST = 2**64 - 1
DEEPEST = 4
LIMIT = 256 * 1024


@dataclass(frozen=True)
class Method:
    """One method of a service."""

    path: str
    request: Descriptor


def methods() -> list[Method]:
    """Every method that the server has, by the descriptors of all its services."""
    files = [
        importlib.import_module(f"intrigue_proto.v1.{module.name}").DESCRIPTOR
        for module in pkgutil.iter_modules(contract.__path__)
        if module.name.endswith("_pb2")
    ]
    files += [health_pb2.DESCRIPTOR, reflection_pb2.DESCRIPTOR, reflection.V1]
    return [
        Method(f"/{service.full_name}/{method.name}", method.input_type)
        for file in files
        for service in file.services_by_name.values()
        for method in service.methods
    ]


class PayloadGenerator:
    """Makes payloads. `words` are strings that mean something here, such as ids and names."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.words: list[str] = []
        self.samples: dict[str, list[bytes]] = {}
        """Requests that are right, by the full names of their messages."""

    def payload(self, descriptor: Descriptor) -> tuple[str, bytes]:
        """How it was made, and the bytes."""
        rng = self.random
        ways: dict[str, Any] = {
            "random fields": lambda: self.message(descriptor).SerializeToString(),
            "mutated": lambda: self.mutated(self.message(descriptor).SerializeToString()),
            "random bytes": lambda: rng.randbytes(rng.choice((0, 1, 5, 30, 300))),
            "nested": self.nested,
            "giant": self.giant,
            "unknown fields": lambda: self.message(descriptor).SerializeToString() + self.junk(),
            "near a real one": lambda: self.mutated(self._sample(descriptor)),
        }
        weights = (40, 30, 12, 8, 2, 8, 60 if descriptor.full_name in self.samples else 2)
        way = rng.choices(list(ways), weights)[0]
        return way, ways[way]()

    def _sample(self, descriptor: Descriptor) -> bytes:
        """A request that is right, or an empty one."""
        return self.random.choice(self.samples.get(descriptor.full_name, [b""]))

    def message(self, descriptor: Descriptor, depth: int = 0) -> Message:
        """A message of the right type with random fields."""
        message: Any = message_factory.GetMessageClass(descriptor)()
        for field in descriptor.fields:
            if self.random.random() < 0.25:
                continue
            try:
                self._fill(message, field, depth)
            except (ValueError, TypeError):
                # A value that the library itself refuses to hold.
                continue
        return message  # type: ignore[no-any-return]

    def _fill(self, message: Any, field: FieldDescriptor, depth: int) -> None:
        name = field.name
        nested = field.message_type
        if nested is not None and nested.GetOptions().map_entry:
            for _ in range(self.random.choice((0, 1, 2, 30))):
                getattr(message, name)[self.text()] = self.text()
        elif field.is_repeated:
            for _ in range(self.random.choice((0, 1, 2, 3, 8, 40))):
                if nested is None:
                    getattr(message, name).append(self.value(field))
                elif depth < DEEPEST:
                    getattr(message, name).append(self.message(nested, depth + 1))
        elif nested is None:
            setattr(message, name, self.value(field))
        elif depth < DEEPEST:
            getattr(message, name).CopyFrom(self.message(nested, depth + 1))

    def value(self, field: FieldDescriptor) -> Any:
        kind, rng = field.cpp_type, self.random
        if kind == FieldDescriptor.CPPTYPE_STRING:
            if field.type == FieldDescriptor.TYPE_BYTES:
                return rng.randbytes(rng.choice((0, 1, 31, 32, 33, 1000)))
            return self.text()
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return rng.random() < 0.5
        if kind == FieldDescriptor.CPPTYPE_ENUM:
            return rng.choice((0, 1, 2, 3, 4, 99, -1, 2**31 - 1))
        if kind in {FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE}:
            return rng.choice((0.0, -1.0, float("inf"), float("nan"), 1e308))
        return rng.choice((*INTEGERS, LARGEST, -1, -(2**31), -(2**63), rng.randrange(30)))

    def text(self) -> str:
        if self.words and self.random.random() < 0.6:
            return self.random.choice(self.words)
        if self.random.random() < 0.2:
            return "".join(chr(self.random.randrange(1, 0x3000)) for _ in range(12))
        return self.random.choice(STRINGS)

    def mutated(self, raw: bytes) -> bytes:
        """Bits flipped, bytes put in, taken out, doubled, cut off."""
        rng, content = self.random, bytearray(raw)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(content) + 1)
            way = rng.randrange(5)
            if way == 0 and place < len(content):
                content[place] ^= 1 << rng.randrange(8)
            elif way == 1:
                content[place:place] = rng.randbytes(rng.randint(1, 6))
            elif way == 2:
                del content[place : place + rng.randint(1, 6)]
            elif way == 3:
                content += content[: min(place, 5000)]
            else:
                del content[place:]
        return bytes(content)

    def nested(self) -> bytes:
        """Fields in fields, far deeper than any message is; with lengths, or with groups."""
        rng = self.random
        depth = rng.choice((50, 99, 100, 101, 200, 5000))
        number = rng.randint(1, 20)
        if rng.random() < 0.5:
            return bytes([number << 3 & 0x7F | 3]) * depth + (
                bytes([number << 3 & 0x7F | 4]) * depth if rng.random() < 0.5 else b""
            )
        raw = b""
        for _ in range(min(depth, 300)):
            raw = bytes([(number & 15) << 3 | 2]) + varint(len(raw)) + raw
        return raw

    def giant(self) -> bytes:
        """About as large as is allowed, or far larger."""
        size = self.random.choice((LIMIT - 100, LIMIT, LIMIT + 1, 3 * LIMIT, 5 * LIMIT))
        number = self.random.randint(1, 8)
        return bytes([number << 3 | 2]) + varint(size) + b"a" * size

    def junk(self) -> bytes:
        """Well-formed fields that no message has."""
        rng = self.random
        return b"".join(
            varint(rng.randint(500, 2**29 - 1) << 3) + varint(rng.choice(INTEGERS))
            for _ in range(rng.randint(1, 50))
        )


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
