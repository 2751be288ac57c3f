"""The contract as descriptors, and code that generators write from it."""

from __future__ import annotations

import functools
import os
import sys
import tempfile
from pathlib import Path

import grpc_tools
from google.protobuf import descriptor_pb2
from tests import processes

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "proto"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"
# What tests install, outside version control; `make clean` removes it.
INSTALLED = ROOT / ".tools"


def sources() -> list[str]:
    """The files of the contract, as its imports name them."""
    return [
        path.relative_to(CONTRACT).as_posix()
        for path in sorted((CONTRACT / "intrigue").rglob("*.proto"))
    ]


def generate(
    *options: str | Path, compiler: Path | None = None, first_on_path: Path | None = None
) -> None:
    """Runs a proto compiler over the contract: that of grpcio-tools, or another one."""
    path = os.environ["PATH"]
    if first_on_path is not None:
        path = f"{first_on_path}{os.pathsep}{path}"
    command = [sys.executable, "-m", "grpc_tools.protoc"] if compiler is None else [compiler]
    processes.run(
        [*command, f"--proto_path={CONTRACT}", f"--proto_path={WELL_KNOWN}", *options, *sources()],
        env={**os.environ, "PATH": path},
        check=True,
    )


@functools.cache
def files() -> tuple[descriptor_pb2.FileDescriptorProto, ...]:
    """The descriptors of the contract's files."""
    with tempfile.TemporaryDirectory(prefix="intrigue-descriptors-") as folder:
        output = Path(folder) / "contract.binpb"
        generate(f"--descriptor_set_out={output}")
        return tuple(descriptor_pb2.FileDescriptorSet.FromString(output.read_bytes()).file)
