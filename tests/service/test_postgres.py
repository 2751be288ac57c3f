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


def test_without_postgresql_the_tests_say_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(postgres, "_INSTALLED", tmp_path)
    with pytest.raises(RuntimeError, match="apt install postgresql"):
        postgres.Postgres()
