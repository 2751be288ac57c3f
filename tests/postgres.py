"""PostgreSQL for tests: private clusters that are thrown away.

A test session has one cluster, which all its processes share; it is started by the first test
that asks for a database. `INTRIGUE_TEST_POSTGRES` names a server to use instead, by the address of
a role that may create databases. Tests that stop or kill a server start a cluster of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import asyncpg

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Self

T = TypeVar("T")

MISSING = "the tests need a PostgreSQL server: apt install postgresql"
OVERRIDE = "INTRIGUE_TEST_POSTGRES"

_INSTALLED = Path("/usr/lib/postgresql")

_ROOM = 2 * 1024**3
# What differs from the defaults: little memory, many connections, and quick answers from a
# checkpoint, which every dropped database waits for.
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "300",
    "shared_buffers": "32MB",
    "max_wal_size": "512MB",
    "autovacuum_naptime": "60s",
    "log_min_messages": "warning",
}


class Databases:
    """A server on which databases can be made and dropped, whoever runs it."""

    def __init__(self, url: str) -> None:
        """Takes the address of a role that may create databases, with one that exists."""
        self.url = url

    def new_database(self) -> str:
        """Makes an empty database; its address."""
        name = f"intrigue_test_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop(self, url: str) -> None:
        """Drops a database, whoever is connected to it."""
        self.run(f"DROP DATABASE IF EXISTS {urlsplit(url).path.lstrip('/')} WITH (FORCE)")

    def run(self, sql: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """Runs one statement, here or in the database of `url`; the rows of its answer."""

        async def ask() -> list[tuple[Any, ...]]:
            connection = await asyncpg.connect(url or self.url)
            try:
                return [tuple(row) for row in await connection.fetch(sql)]
            finally:
                await connection.close()

        return _apart(ask())


class Postgres(Databases):
    """A cluster in a folder of its own, on a free port of this machine, without passwords."""

    def __init__(self, parent: str | None = None) -> None:
        """In a folder where there is room, in memory if possible; or under `parent`."""
        self.programs = _programs()
        self._user = _user()
        folder = tempfile.mkdtemp(prefix="intrigue-pg-", dir=parent or _quick_folder())
        self.folder = Path(folder)
        self.port = _free_port()
        super().__init__(f"postgresql://postgres@127.0.0.1:{self.port}/postgres")
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    @property
    def log(self) -> Path:
        """What the server has to say."""
        return self.folder / "log"

    def start(self) -> None:
        """Starts the server, the first time with a new cluster; returns when it answers."""
        cluster = self.folder / "cluster"
        if not cluster.exists():
            rights = ["--auth=trust", "--username=postgres"]
            kind = ["--data-checksums", "--encoding=UTF8", "--no-locale", "--no-sync"]
            self._do("initdb", f"--pgdata={cluster}", *rights, *kind)
        settings = {**_SETTINGS, "port": str(self.port), "unix_socket_directories": self.folder}
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._control("start", f"--log={self.log}", f"--options={options}")

    def stop(self, mode: str = "fast") -> None:
        """Stops the server: "fast" as an operator would, "immediate" as a crash would."""
        self._control("stop", f"--mode={mode}")

    def restart(self, mode: str = "fast") -> None:
        """Stops the server and starts it again, on the same port."""
        self.stop(mode)
        self.start()

    def remove(self) -> None:
        """Stops the server if it runs, and leaves nothing of it."""
        if not self.folder.exists():
            return
        with contextlib.suppress(RuntimeError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, *arguments: str) -> None:
        cluster = self.folder / "cluster"
        self._do("pg_ctl", *arguments, f"--pgdata={cluster}", "--wait", "--timeout=60")

    def _do(self, program: str, *arguments: str) -> None:
        # What is started keeps its outputs open, so they go to a file and not into a pipe.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [*_become(self._user), str(self.programs / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
                check=False,
            )
            if done.returncode != 0:
                output.seek(0)
                said = output.read().decode(errors="replace")
                if self.log.exists():
                    said += self.log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{program} failed ({done.returncode}):\n{said}")


def shared(folder: Path) -> Databases:
    """The session's server; `folder` is the same for all processes of a session.

    It is started by a process of its own, which throws it away when the session is over,
    however that ends.
    """
    given = os.environ.get(OVERRIDE)
    if given:
        return Databases(given)
    address = folder / "postgres-address"
    with (folder / "postgres-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not address.exists():
            _programs()
            _start_keeper(address)
    return Databases(address.read_text())


def _start_keeper(address: Path) -> None:
    # With pytest-xdist the session is the parent of the process that runs the tests.
    session = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    problems = address.with_name("postgres-problems")
    with problems.open("w") as output:
        keeper = subprocess.Popen(
            [sys.executable, __file__, str(session), str(address)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    while not address.exists():
        if keeper.poll() is not None:
            raise RuntimeError(f"PostgreSQL does not start:\n{problems.read_text()}")
        time.sleep(0.05)


def _keep(session: int, address: Path) -> None:
    """Has a cluster for as long as another process lives."""
    with Postgres() as cluster:
        draft = address.with_suffix(".draft")
        draft.write_text(cluster.url)
        draft.rename(address)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(session, 0)
                time.sleep(0.2)


def _programs() -> Path:
    """The folder with PostgreSQL's programs, of the newest release there is."""
    folders = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    folders += sorted(
        _INSTALLED.glob("*/bin"),
        key=lambda folder: float(folder.parent.name) if folder.parent.name.isdigit() else 0.0,
        reverse=True,
    )
    if shutil.which("pg_config"):
        said = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True)
        folders.append(Path(said.stdout.strip()))
    for folder in folders:
        if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise RuntimeError(MISSING)


def _quick_folder() -> str | None:
    """Where there is room in memory: what is thrown away need not wait for a disk."""
    memory = "/dev/shm"
    with contextlib.suppress(OSError):
        if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
            return memory
    return None


def _user() -> pwd.struct_passwd | None:
    """Whom to run it as: PostgreSQL refuses to run as root, so then it is somebody else."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is no user `postgres`")


def _become(user: pwd.struct_passwd | None) -> list[str]:
    """What to put before a command so that it runs as somebody else.

    Not left to `subprocess`: it would have to fork, which is fatal beside the threads of gRPC.
    """
    if user is None:
        return []
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]


def _free_port() -> int:
    """A port below those that outgoing connections get.

    Otherwise a client that tries again and again while the server is away may be given the
    server's own port, and connect to itself.
    """
    while True:
        port = secrets.choice(range(20_000, 30_000))
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end, also where an event loop is running already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


if __name__ == "__main__":
    _keep(int(sys.argv[1]), Path(sys.argv[2]))
