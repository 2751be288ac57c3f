"""Settings: each is described, no secret is shown, and impossible values are refused."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from tests.e2e.terminal import call

from intrigue.config import GROUPS, Settings
from intrigue.listener import options
from intrigue.operator import Operator

SECRET = "a-secret-of-the-operator-with-32-characters"


def test_every_setting_has_its_group_and_its_words():
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(Settings.model_fields)
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name


def test_help_shows_each_setting_in_its_group_with_its_variable(monkeypatch):
    monkeypatch.setenv("INTRIGUE_OPERATOR_TOKEN", SECRET)
    shown = call("serve", "--help").stdout
    for name in Settings.model_fields:
        assert f"--{name.replace('_', '-')}" in shown
    words = "".join(shown.split())
    for name in Settings.model_fields:
        assert f"[INTRIGUE_{name.upper()}" in words
    for group in GROUPS:
        assert f"\n{group}:\n" in shown
    assert SECRET not in shown


def test_the_operator_is_known_by_the_token_alone():
    operator = Operator(SecretStr(SECRET))
    assert operator.is_operator(SECRET)
    for wrong in (None, "", SECRET[:-1], SECRET + "x", SECRET.upper(), "é", "\udcff"):
        assert not operator.is_operator(wrong)


@pytest.mark.parametrize("token", [None, "", "None", SECRET])
def test_without_a_token_nobody_is_the_operator(token):
    assert not Operator(None).is_operator(token)


def test_the_operators_token_is_never_shown(monkeypatch):
    monkeypatch.setenv("INTRIGUE_OPERATOR_TOKEN", SECRET)
    settings = Settings()
    assert Operator(settings.operator_token).is_operator(SECRET)
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert SECRET not in shown


def test_nor_one_that_is_too_short(monkeypatch):
    monkeypatch.setenv("INTRIGUE_OPERATOR_TOKEN", SECRET[:31])
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert "operator_token" in str(caught.value)
    assert SECRET[:31] not in str(caught.value)


@pytest.mark.parametrize(
    "files",
    [
        {"tls_key": "key.pem"},
        {"tls_certificate": "certificate.pem"},
        {"tls_client_ca": "ca.pem"},
    ],
    ids=["key", "certificate", "authority"],
)
def test_certificates_take_their_keys(files):
    with pytest.raises(ValidationError, match="tls_"):
        Settings(**files)


def test_settings_become_options_of_grpc():
    channel_options = dict(
        options(
            Settings(
                max_message_bytes=1024,
                max_concurrent_streams=7,
                handshake_seconds=1.5,
                keepalive_timeout_seconds=2,
                max_connection_idle_seconds=60,
                max_connection_age_seconds=600,
                max_connection_age_grace_seconds=5,
            )
        )
    )
    assert channel_options["grpc.max_receive_message_length"] == 4096
    assert channel_options["grpc.max_concurrent_streams"] == 7
    assert channel_options["grpc.server_handshake_timeout_ms"] == 1500
    assert channel_options["grpc.keepalive_timeout_ms"] == 2000
    assert channel_options["grpc.max_connection_idle_ms"] == 60_000
    assert channel_options["grpc.max_connection_age_ms"] == 600_000
    assert channel_options["grpc.max_connection_age_grace_ms"] == 5000
    assert "grpc.max_connection_age_ms" not in dict(options(Settings()))


def test_grpc_knows_the_options():
    """It says nothing of an option that it does not know, as one with a wrong name is."""
    channel_options = options(Settings(max_connection_idle_seconds=1, max_connection_age_seconds=1))
    library = Path(import_module("grpc._cython.cygrpc").__file__ or "").read_bytes()
    assert not [name for name, _ in channel_options if name.encode() not in library]


def test_settings_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("INTRIGUE_PORT", "1234")
    monkeypatch.setenv("INTRIGUE_DATABASE", "other.db")
    settings = Settings()
    assert (settings.host, settings.port, settings.database) == ("127.0.0.1", 1234, "other.db")
    with pytest.raises(ValueError, match="port"):
        Settings(port=70_000)
