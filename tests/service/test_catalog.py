"""The errors of the service are a closed list, each with its words in both languages."""

from __future__ import annotations

import string
from typing import Any

import pytest
from google.rpc import code_pb2  # type: ignore[import-untyped]

from intrigue import engine
from intrigue.matches import ErrorCode, ServiceError
from intrigue.rpc import errors


def names_in(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def test_every_code_has_an_entry_and_no_other():
    assert set(errors.TEXTS) == set(ErrorCode)


@pytest.mark.parametrize("code", ErrorCode)
def test_both_languages_say_the_same(code):
    entry = errors.TEXTS[code]
    assert entry.en
    assert entry.fr
    assert entry.en != entry.fr
    assert names_in(entry.en) == names_in(entry.fr)
    details: dict[str, Any] = dict.fromkeys(names_in(entry.en), 7)
    status = errors.status_of(ServiceError(code, **details))
    assert status is not None
    assert status.code.value[0] == entry.status
    assert status.details == entry.en.format(**details)


FAULTS = {ErrorCode.INTERNAL, ErrorCode.CORE_FAULT}


@pytest.mark.parametrize("code", [code for code in ErrorCode if code not in FAULTS])
def test_only_faults_of_the_service_are_internal(code):
    assert errors.TEXTS[code].status not in {code_pb2.INTERNAL, code_pb2.UNKNOWN}


def test_every_kind_of_refusal_has_a_status():
    assert sorted(errors.REFUSALS) == sorted(engine.refusal_kinds())


def test_what_is_not_ours_has_no_status():
    assert errors.status_of(ValueError("secret")) is None
