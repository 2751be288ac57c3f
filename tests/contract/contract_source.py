"""The contract as its source has it: names, options and comments."""

from __future__ import annotations

import functools
import importlib.util
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from google.protobuf import descriptor_pb2
from tests.contract.goldens import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_SERVICES = descriptor_pb2.FileDescriptorProto.SERVICE_FIELD_NUMBER
_METHODS = descriptor_pb2.ServiceDescriptorProto.METHOD_FIELD_NUMBER


@functools.cache
def generator() -> Any:
    """The module `proto/gen.py`."""
    spec = importlib.util.spec_from_file_location("gen", ROOT / "proto" / "gen.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def files() -> tuple[descriptor_pb2.FileDescriptorProto, ...]:
    """The files of the contract, compiled with their comments."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(generator().compile_contract(Path(folder) / "contract.binpb"))


def reasons(enum: str, package: str = "intrigue.v1") -> dict[str, str]:
    """The reasons of an enum without their prefix, and their comments."""
    found = [generator().enum_comments(file, enum) for file in files() if file.package == package]
    return {reason: comment for part in found for reason, comment in part.items()}


def methods() -> Iterator[tuple[str, descriptor_pb2.MethodDescriptorProto, str]]:
    """Each method: the name of its service, the method, and its comment in one line."""
    for file in files():
        comments = _comments(file)
        for place, service in enumerate(file.service):
            for row, method in enumerate(service.method):
                comment = comments.get((_SERVICES, place, _METHODS, row), "")
                yield service.name, method, comment


def service_comments() -> dict[str, str]:
    """The services by name, each with its comment in one line."""
    return {
        service.name: _comments(file).get((_SERVICES, place), "")
        for file in files()
        for place, service in enumerate(file.service)
    }


def fields() -> Iterator[tuple[str, descriptor_pb2.FieldDescriptorProto]]:
    """Each field of each message outside maps: the name of its message, and the field."""
    waiting = [message for file in files() for message in file.message_type]
    while waiting:
        message = waiting.pop()
        waiting += [nested for nested in message.nested_type if not nested.options.map_entry]
        for field in message.field:
            yield message.name, field


def _comments(file: descriptor_pb2.FileDescriptorProto) -> dict[tuple[int, ...], str]:
    return {
        tuple(location.path): " ".join(location.leading_comments.split())
        for location in file.source_code_info.location
    }
