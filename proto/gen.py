"""Generates code and the page of all errors from the contract in `proto/intrigue`.

Python stubs, with types, go to the SDK (`clients/python/src/intrigue_proto`); Rust messages go to
`core_rs/crates/intrigue_wire/src/gen`, one file per proto package. The digest of the contract goes
to the SDK and to the server, which compares the two. `docs/errors.md` lists the reasons of errors,
with the comments of their enums. All of it is checked in, so that neither a build nor an install
ever needs a proto compiler.

Proto packages have the same names in every language. Only in Python do they live under another
import path, `intrigue_proto.v1` instead of `intrigue.v1`, because `intrigue` is the server's own
package.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

import grpc_tools
from google.protobuf import descriptor_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
CONTRACT = ROOT / "proto"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"

# The first part of every proto package, and what it is called in Python.
PROTO_ROOT = "intrigue"
PYTHON_ROOT = "intrigue_proto"

# Where each part of the output lives. The folders of the Python package hold nothing else.
PYTHON_OUTPUT = Path("clients/python/src") / PYTHON_ROOT
RUST_OUTPUT = Path("core_rs/crates/intrigue_wire/src/gen")
DIGEST_OUTPUTS = {
    PYTHON_OUTPUT / "__init__.py": "The contract, with encodings of seeds and options.",
    Path("service/intrigue/contract_digest.py"): (
        "The contract that the server was built with. `make gen` writes this file."
    ),
}
ERRORS_OUTPUT = Path("docs/errors.md")
ERRORS_HEAD = """# Errors

Every error carries a `google.rpc.ErrorInfo`. Its `reason` and `domain` are listed here; the values
are in its `metadata` ([protocol.md](protocol.md#errors)). `make gen` writes this page from the
comments in `proto/`.

| domain | reasons |
| --- | --- |
"""

# The enums that list reasons: of the service, and of the rules of each game.
SERVICE_REASONS = "ErrorReason"
GAME_REASONS = "RefusalReason"


class GenerationError(Exception):
    """Something in the contract or in a generator stands in the way."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Generates the code, or with `--check` says what is stale; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="gen.py",
        description="Generate the Python and Rust code of the contract in proto/intrigue.",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; fail and name each file that is stale, missing or left over",
    )
    check = parser.parse_args(arguments).check

    try:
        with tempfile.TemporaryDirectory(prefix="intrigue-gen-") as folder:
            staging = Path(folder)
            generate(staging)
            differences = dict(compare(staging))
            if check:
                return report(differences)
            install(staging, differences)
    except GenerationError as error:
        print(f"gen.py: {error}", file=sys.stderr)
        return 1
    return 0


def generate(staging: Path) -> None:
    """Writes all generated files under `staging`, laid out as in the repository."""
    compiled = staging / "contract.binpb"
    ours = compile_contract(compiled)
    generate_digest(contract_digest(ours), staging)
    generate_python(ours, staging)
    generate_errors_page(ours, staging)
    generate_rust(compiled, packages_of(ours), staging / RUST_OUTPUT)
    compiled.unlink()


def compile_contract(output: Path) -> list[descriptor_pb2.FileDescriptorProto]:
    """Writes the descriptors of the contract and its imports; returns those of the contract."""
    sources = sorted((CONTRACT / PROTO_ROOT).rglob("*.proto"))
    if not sources:
        raise GenerationError("there are no .proto files in proto/intrigue")
    names = [source.relative_to(CONTRACT).as_posix() for source in sources]
    protoc("--include_imports", "--include_source_info", f"--descriptor_set_out={output}", *names)
    contract = descriptor_pb2.FileDescriptorSet.FromString(output.read_bytes())
    return [file for file in contract.file if file.name in names]


def packages_of(files: Sequence[descriptor_pb2.FileDescriptorProto]) -> list[str]:
    """The proto packages of the contract, sorted."""
    return sorted({file.package for file in files})


def generate_digest(digest: str, staging: Path) -> None:
    """Writes the digest of the contract into the SDK and into the server."""
    for output, summary in DIGEST_OUTPUTS.items():
        target = staging / output
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            f'"""{summary}"""\n\n'
            f'CONTRACT_DIGEST = "{digest}"\n'
            '"""SHA-256 of the file descriptors of the contract."""\n',
            encoding="utf-8",
        )


def contract_digest(files: Sequence[descriptor_pb2.FileDescriptorProto]) -> str:
    """SHA-256 of the file descriptors, without comments."""
    bare = descriptor_pb2.FileDescriptorSet(file=sorted(files, key=lambda file: file.name))
    for file in bare.file:
        file.ClearField("source_code_info")
    return hashlib.sha256(bare.SerializeToString(deterministic=True)).hexdigest()


def generate_python(files: Sequence[descriptor_pb2.FileDescriptorProto], staging: Path) -> None:
    """Writes the Python messages, services and their types, under their Python import path."""
    raw = staging / "raw"
    raw.mkdir()
    protoc(
        f"--plugin=protoc-gen-mypy={installed('protoc-gen-mypy')}",
        f"--python_out={raw}",
        f"--mypy_out=quiet:{raw}",
        *(file.name for file in files),
    )
    services = [file.name for file in files if file.service]
    if services:
        protoc(
            f"--plugin=protoc-gen-mypy_grpc={installed('protoc-gen-mypy_grpc')}",
            f"--grpc_python_out={raw}",
            f"--mypy_grpc_out=quiet:{raw}",
            *services,
        )

    output = staging / PYTHON_OUTPUT
    folders = {package: output.joinpath(*package.split(".")[1:]) for package in packages_of(files)}
    for package, folder in folders.items():
        folder.mkdir(parents=True, exist_ok=True)
        summary = f'"""Messages and services of the proto package `{package}`."""\n'
        (folder / "__init__.py").write_text(summary, encoding="utf-8")
        if folder.parent != output:
            versions = f'"""The versions of the proto package `{package.rpartition(".")[0]}`."""\n'
            (folder.parent / "__init__.py").write_text(versions, encoding="utf-8")
        for source in sorted(raw.joinpath(*package.split(".")).glob("*_pb2*")):
            text = move_imports(source.read_text(encoding="utf-8"), folders)
            require_moved(source.name, text)
            (folder / source.name).write_text(text, encoding="utf-8")
    (output / "py.typed").touch()
    shutil.rmtree(raw)
    verify_python(files, output.parent)


def move_imports(text: str, packages: Iterable[str]) -> str:
    """Renames the module paths of proto packages in Python code, and nowhere else.

    Works on tokens, so that strings and comments keep the proto's own names: descriptors,
    method paths and documentation stay as the contract has them. The one string that is a
    module path, which tells the runtime where the classes live, is renamed with the code.
    """
    second_parts = {package.split(".")[1] for package in packages}
    module_string = re.compile(rf"'{PROTO_ROOT}\.([\w.]+_pb2)'")

    lines = text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    edits: list[tuple[tokenize.TokenInfo, str]] = []
    for index, token in enumerate(tokens):
        path = [follower.string for follower in tokens[index : index + 3]]
        first, dot, second = path if len(path) == 3 else ("", "", "")  # noqa: PLR2004 - its parts
        starts_path = index == 0 or tokens[index - 1].string != "."
        if (first, dot) == (PROTO_ROOT, ".") and second in second_parts and starts_path:
            edits.append((token, PYTHON_ROOT))
        elif token.type == tokenize.STRING and (match := module_string.fullmatch(token.string)):
            edits.append((token, f"'{PYTHON_ROOT}.{match[1]}'"))
    for token, replacement in reversed(edits):
        (row, start), (_, end) = token.start, token.end
        line = lines[row - 1]
        lines[row - 1] = line[:start] + replacement + line[end:]
    return "".join(lines)


def require_moved(name: str, text: str) -> None:
    """Fails if the code still imports from the server's package."""
    for node in ast.walk(ast.parse(text)):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        for module in modules:
            if module.partition(".")[0] == PROTO_ROOT:
                raise GenerationError(f"{name} still imports {module}; see move_imports")


def verify_python(files: Sequence[descriptor_pb2.FileDescriptorProto], path: Path) -> None:
    """Imports the generated modules: proto names must be the contract's, classes must be ours."""
    sys.path.insert(0, str(path))
    sys.dont_write_bytecode = True
    try:
        for file in files:
            path_in_root = Path(file.name).relative_to(PROTO_ROOT).with_suffix("").parts
            module_name = f"{PYTHON_ROOT}.{'.'.join(path_in_root)}_pb2"
            module = importlib.import_module(module_name)
            if file.service:
                importlib.import_module(f"{module_name}_grpc")
            descriptor = module.DESCRIPTOR
            if (descriptor.name, descriptor.package) != (file.name, file.package):
                raise GenerationError(f"{module_name} calls itself {descriptor.name}")
            for message in file.message_type:
                home = getattr(module, message.name).__module__
                if home != module_name:
                    raise GenerationError(f"{message.name} of {module_name} claims to be in {home}")
    finally:
        sys.path.remove(str(path))


def generate_errors_page(
    files: Sequence[descriptor_pb2.FileDescriptorProto], staging: Path
) -> None:
    """Writes the page that lists the reasons of errors."""
    target = staging / ERRORS_OUTPUT
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(errors_page(files), encoding="utf-8")


def errors_page(files: Sequence[descriptor_pb2.FileDescriptorProto]) -> str:
    """All reasons of errors, one table per domain."""
    parts = [ERRORS_HEAD]
    tables = []
    for file in sorted(files, key=lambda file: (file.package != "intrigue.v1", file.package)):
        if reasons := enum_comments(file, SERVICE_REASONS):
            domain = PROTO_ROOT
            columns: tuple[str, ...] = ("reason", "status", "meaning")
            rows: list[tuple[str, ...]] = [
                (f"`{reason}`", *split_comment(comment)) for reason, comment in reasons.items()
            ]
        elif reasons := enum_comments(file, GAME_REASONS):
            domain = file.package.removesuffix(".v1")
            columns = ("reason", "status", "clause", "meaning")
            rows = [
                (f"`{reason}`", "FAILED_PRECONDITION", *split_comment(comment))
                for reason, comment in reasons.items()
            ]
        else:
            continue
        parts.append(f"| [`{domain}`](#{domain.replace('.', '')}) | {len(rows)} |\n")
        lines = [columns, ("---",) * len(columns), *rows]
        table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
        tables.append(f"\n## {domain}\n\n{table}")
    return "".join([*parts, *tables])


def enum_comments(file: descriptor_pb2.FileDescriptorProto, name: str) -> dict[str, str]:
    """The values of an enum without their prefix, and their comments; none if the file has no such
    enum. The first value, which stands for no value, is left out.
    """
    comments = {
        tuple(location.path): " ".join(location.leading_comments.split())
        for location in file.source_code_info.location
    }
    prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper() + "_"
    enum_number = descriptor_pb2.FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER
    value_number = descriptor_pb2.EnumDescriptorProto.VALUE_FIELD_NUMBER
    return {
        value.name.removeprefix(prefix): comments.get((enum_number, place, value_number, row), "")
        for place, enum in enumerate(file.enum_type)
        if enum.name == name
        for row, value in enumerate(enum.value)
        if value.number
    }


def split_comment(comment: str) -> tuple[str, str]:
    """The status or clause with which the comment of a reason begins, and the rest of it."""
    first, stop, meaning = comment.partition(". ")
    if not stop:
        raise GenerationError(f"a reason has no status or clause before its meaning: {comment!r}")
    return first, meaning.replace("|", "\\|")


def generate_rust(compiled: Path, packages: Sequence[str], output: Path) -> None:
    """Writes the Rust messages with the workspace's own prost, and formats them."""
    output.mkdir(parents=True)
    workspace = ROOT / "core_rs"
    run(
        *(
            "cargo",
            "run",
            "--quiet",
            "--profile",
            "gen",
            "--manifest-path",
            str(workspace / "Cargo.toml"),
        ),
        *("--package", "intrigue_wire_gen", "--", str(compiled), str(output), *packages),
    )
    written = [str(output / f"{package}.rs") for package in packages]
    run("rustfmt", "--edition", "2024", "--config-path", str(workspace), *written)


def protoc(*arguments: str) -> None:
    """Runs the pinned proto compiler over the contract."""
    paths = (f"--proto_path={CONTRACT}", f"--proto_path={WELL_KNOWN}")
    run(sys.executable, "-m", "grpc_tools.protoc", *paths, *arguments)


def run(*command: str) -> None:
    """Runs a tool from the repository's root; what it prints on failure is shown."""
    try:
        subprocess.run(command, cwd=ROOT, check=True)
    except FileNotFoundError:
        raise GenerationError(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        tool = "protoc" if "grpc_tools.protoc" in command else Path(command[0]).name
        raise GenerationError(f"{tool} failed with status {error.returncode}") from None


def installed(tool: str) -> str:
    """The path of a tool that came with this Python environment."""
    path = shutil.which(tool, path=str(Path(sys.executable).parent))
    if path is None:
        raise GenerationError(f"{tool} is not installed next to {sys.executable}; run `make setup`")
    return path


def compare(staging: Path) -> Iterator[tuple[Path, str]]:
    """Each file that differs from a fresh generation, with what is wrong with it."""
    fresh = {file.relative_to(staging) for file in staging.rglob("*") if file.is_file()}
    for name in sorted(fresh):
        current = ROOT / name
        if not current.exists():
            yield name, "missing"
        elif current.read_bytes() != (staging / name).read_bytes():
            yield name, "stale"
    generated = [*(ROOT / PYTHON_OUTPUT).rglob("*_pb2*.py*"), *(ROOT / RUST_OUTPUT).glob("*.rs")]
    for file in sorted(generated):
        name = file.relative_to(ROOT)
        if name not in fresh and "__pycache__" not in name.parts:
            yield name, "left over"


def report(differences: dict[Path, str]) -> int:
    """Prints what is not fresh; returns the exit status."""
    if not differences:
        return 0
    for name, fault in differences.items():
        print(f"{fault}: {name.as_posix()}", file=sys.stderr)
    print("The generated code does not match proto/: run `make gen` and commit.", file=sys.stderr)
    return 1


def install(staging: Path, differences: dict[Path, str]) -> None:
    """Brings the repository up to date; unchanged files keep their time, so nothing rebuilds."""
    for name, fault in differences.items():
        target = ROOT / name
        if fault == "left over":
            target.unlink()
            print(f"removed {name.as_posix()}")
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(staging / name, target)
            print(f"wrote {name.as_posix()}")
    if not differences:
        print("generated code is up to date")


if __name__ == "__main__":
    sys.exit(main())
