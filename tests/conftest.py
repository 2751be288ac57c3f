"""What all tests share."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import pytest
from tests import postgres, processes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def pytest_configure(config: pytest.Config) -> None:
    """Has a process of pytest-xdist end with the one that started it, even if that is killed."""
    if hasattr(config, "workerinput"):
        threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


@pytest.fixture(scope="session", autouse=True)
def no_process_left() -> Iterator[None]:
    """Fails the session if a test has left a child process behind, and ends it."""
    yield
    children = processes.left()
    for child in children:
        child.end()
    assert not children, [child.command for child in children]


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> postgres.Databases:
    """A PostgreSQL server on which tests have databases of their own."""
    folder = tmp_path_factory.getbasetemp()
    # With pytest-xdist each process has a folder in that of the session.
    return postgres.shared(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)


@pytest.fixture
def postgres_database(databases: postgres.Databases) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    url = databases.new_database()
    yield url
    databases.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind: the path of a file, or an address."""
    if request.param == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return str(folder / "matches.db")
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture
def cluster() -> Iterator[postgres.Postgres]:
    """A PostgreSQL server of the test's own, to be stopped and killed."""
    with postgres.Postgres() as cluster:
        yield cluster
