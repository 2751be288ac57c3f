"""The PostgreSQL servers that other tests stand on."""

from __future__ import annotations

import shutil

import asyncpg
import pytest
from tests import postgres


def test_databases_are_apart(databases):
    one, other = databases.new_database(), databases.new_database()
    databases.run("CREATE TABLE here (key bigint)", one)
    assert databases.run("SELECT to_regclass('here') IS NULL", other) == [(True,)]
    databases.drop(one)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        databases.run("SELECT 1", one)
    databases.drop(other)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_cluster_keeps_what_it_has_when_it_restarts(cluster, mode):
    url = cluster.new_database()
    cluster.run("CREATE TABLE kept AS SELECT 7 AS number", url)
    cluster.restart(mode)
    assert cluster.run("SELECT number FROM kept", url) == [(7,)]
    assert cluster.run("SHOW data_checksums") == [("on",)]
    cluster.remove()
    assert not cluster.folder.exists()


def test_the_server_is_the_locked_package_by_default(monkeypatch, tmp_path):
    monkeypatch.delenv(postgres.OVERRIDE, raising=False)
    assert postgres.PACKAGE in postgres._programs().parts
    installed = tmp_path / "17" / "bin"
    installed.mkdir(parents=True)
    monkeypatch.setenv(postgres.OVERRIDE, str(installed))
    with pytest.raises(RuntimeError, match="no PostgreSQL server in this folder"):
        postgres._programs()
    for program in ("initdb", "pg_ctl", "postgres"):
        (installed / program).touch()
    assert postgres._programs() == installed
    monkeypatch.delenv(postgres.OVERRIDE)
    monkeypatch.setattr(postgres, "PACKAGE", "no_such_package")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(postgres, "_INSTALLED", tmp_path)
    assert postgres._programs() == installed


def test_without_postgresql_the_tests_say_what_to_install(monkeypatch, tmp_path):
    monkeypatch.delenv(postgres.OVERRIDE, raising=False)
    monkeypatch.setattr(postgres, "PACKAGE", "no_such_package")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(postgres, "_INSTALLED", tmp_path)
    with pytest.raises(RuntimeError, match="install PostgreSQL"):
        postgres._programs()
