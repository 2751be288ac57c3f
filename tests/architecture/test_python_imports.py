"""Who may import whom in the service; the table decides."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVICE = ROOT / "service" / "intrigue"

# Each room and the rooms below it:
# server -> rpc -> {matches, simulation, verify} -> {engine, store}.
MAY_IMPORT = {
    "config": set(),
    "contract": {"contract_digest"},
    "contract_digest": set(),
    "proof": set(),
    "engine": {"_core"},
    "metrics": set(),
    "operator": set(),
    "priority": set(),
    "tls": set(),
    "exposition": {"metrics"},
    "pages": {"exposition", "metrics"},
    "store": {"store", "metrics"},
    "matches": {"matches", "engine", "store", "proof", "metrics", "priority"},
    # Slices of simulations on threads, for the server and for callers in process.
    "simulation": {"simulation", "engine", "priority"},
    "rpc": {
        "rpc",
        "matches",
        "simulation",
        "verify",
        "engine",
        "store",
        "proof",
        "metrics",
        "operator",
    },
    "listener": {"config", "metrics", "rpc", "tls"},
    "server": {
        "config",
        "contract",
        "engine",
        "listener",
        "matches",
        "metrics",
        "operator",
        "pages",
        "rpc",
        "simulation",
        "store",
        "tls",
    },
    # Checks finished records, and needs no server for it.
    "verify": {"verify", "proof", "engine", "store"},
    # Games without a server, and the faces that other libraries know.
    "inprocess": {"inprocess", "engine", "simulation"},
    "adapters": {"adapters", "inprocess", "engine"},
    "cli": {
        "cli",
        "server",
        "config",
        "contract",
        "engine",
        "store",
        "verify",
        "inprocess",
        "simulation",
    },
}
# Libraries that only some rooms know.
WIRE = {"grpc", "google", "grpc_status", "grpc_health", "grpc_reflection", "intrigue_proto"}
KNOWS_THE_WIRE = {
    # Only rpc knows protobuf; the server is allowed to start gRPC, the command line to be a
    # client, and records, views and tallies are messages.
    "rpc": WIRE,
    "server": {"grpc"},
    "contract": {"intrigue_proto"},
    "verify": {"intrigue_proto"},
    "simulation": {"intrigue_proto"},
    "inprocess": {"intrigue_proto"},
    "adapters": {"intrigue_proto"},
    "listener": {"grpc"},
    "tls": {"grpc"},
    "cli": {*WIRE, "intrigue_sdk"},
}
OWNED = {
    "sqlite3": {"store"},
    "asyncpg": {"store"},
    "uvloop": {"server", "cli"},
    "pydantic_settings": {"config"},
    "prometheus_client": {"exposition"},
    "opentelemetry": {"rpc"},
    # The server starts without it.
    "numpy": {"inprocess", "adapters", "engine"},
    # Extras, each in one room.
    "gymnasium": {"adapters"},
    "matplotlib": {"cli"},
    "pettingzoo": {"adapters"},
    "pyspiel": {"adapters"},
    "ray": {"simulation"},
}


def room_of(path: Path) -> str:
    return path.relative_to(SERVICE).parts[0].removesuffix(".py")


def modules() -> list[Path]:
    return [path for path in sorted(SERVICE.rglob("*.py")) if room_of(path) != "__init__"]


def imports_of(path: Path) -> set[str]:
    """Full names of all that a module imports, also within functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            if module == "intrigue":
                names.update(f"intrigue.{alias.name}" for alias in node.names)
            else:
                names.add(module)
    return names


def test_every_room_is_known():
    assert {room_of(path) for path in modules()} <= set(MAY_IMPORT)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SERVICE)))
def test_rooms_import_only_what_lies_below_them(path):
    room = room_of(path)
    for name in imports_of(path):
        top, _, rest = name.partition(".")
        if top == "intrigue":
            assert rest.partition(".")[0] in MAY_IMPORT[room], f"{room} imports {name}"
        if top in WIRE | {"intrigue_sdk"}:
            assert top in KNOWS_THE_WIRE.get(room, set()), f"{room} imports {name}"
        if top in OWNED:
            assert room in OWNED[top], f"{room} imports {name}"
        assert top not in {"tests", "loadtest", "bench", "tools"}, f"{room} imports {name}"


def test_only_the_engine_imports_the_core():
    importers = {room_of(path) for path in modules() if "intrigue._core" in imports_of(path)}
    importers |= {
        room_of(path)
        for path in modules()
        if any(name.startswith("intrigue._core") for name in imports_of(path))
    }
    assert importers == {"engine"}


def test_clients_know_the_contract_alone():
    for path in sorted((ROOT / "clients" / "python" / "src").rglob("*.py")):
        for name in imports_of(path):
            assert name.partition(".")[0] not in {"intrigue", "tests"}, f"{path} imports {name}"


def test_files_are_short_enough_to_read():
    for path in [*modules(), *(ROOT / "tests" / "architecture").glob("*.py")]:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 550, f"{path.relative_to(ROOT)} has {lines} lines"


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "manager", "data", "info"])
def test_no_file_is_named_for_nothing(word):
    named = [
        path.relative_to(ROOT)
        for folder in (SERVICE, ROOT / "clients" / "python" / "src", ROOT / "core_rs" / "crates")
        for path in folder.rglob("*")
        if path.suffix in {".py", ".rs"} and word in path.stem.split("_")
    ]
    assert not named
