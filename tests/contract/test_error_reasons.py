"""The contract lists exactly the reasons that callers can be given, with their statuses."""

from __future__ import annotations

import re

import pytest
from google.rpc import code_pb2  # type: ignore[import-untyped]
from tests.contract import contract_source
from tests.contract.goldens import GAMES, ROOT, describe

from intrigue.engine import refusal_kinds
from intrigue.matches import ErrorCode
from intrigue.rpc.error_texts import TEXTS
from intrigue.rpc.errors import REFUSALS

CRATES = ROOT / "core_rs" / "crates"
# The crates that refuse for reasons of their own, outside the rules of a game.
CORE = ("intrigue_core", "intrigue_search", "intrigue_games", "intrigue_py")
REASON = re.compile(r'"([A-Z][A-Z_]{3,})"')
# How the core writes a refusal: its kind before its reason, or a function that knows the kind.
REFUSAL = re.compile(r'(?:RefusalKind::(\w+),|\b(bad_batch|unproven)\()\s*"([A-Z][A-Z_]+)"')
KIND_OF_FUNCTION = {"bad_batch": "BadBatch", "unproven": "BadRecord"}
# Never leaves the service.
INNER = {ErrorCode.TIME_NOT_UP}
# Reasons that only callers in the same process can get, and why.
IN_PROCESS = {
    "BAD_SEED": "the service judges the length of a seed first",
    "NO_THREADS": "the service chooses the number of threads",
    "STOPPED": "only a call that its caller has given up is stopped",
}
# The methods that refuse an unknown game with another status than all others.
EXCEPTIONS = {"UNKNOWN_GAME": {"NOT_FOUND"}}
# In comments of methods: what is written like a reason and is none.
NO_REASONS = {*code_pb2.Code.keys()}


def core_reasons() -> dict[str, set[str]]:
    """The reasons in the core's source, each with the kinds of its refusals."""
    found: dict[str, set[str]] = {}
    for crate in CORE:
        for path in sorted((CRATES / crate / "src").rglob("*.rs")):
            code = _code(path.read_text(encoding="utf-8"))
            for kind, function, reason in REFUSAL.findall(code):
                name = kind or KIND_OF_FUNCTION[function]
                kind_name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
                found.setdefault(reason, set()).add(kind_name)
    return found


def _code(text: str) -> str:
    """A Rust file without comments and without its tests, which come last."""
    code = text.partition("#[cfg(test)]")[0]
    return "\n".join(line.partition("//")[0] for line in code.splitlines())


def listed() -> dict[str, str]:
    return contract_source.reasons("ErrorReason")


def statuses(comment: str) -> list[str]:
    """The statuses that the beginning of a comment names."""
    first, _ = contract_source.generator().split_comment(comment)
    return re.findall(r"[A-Z][A-Z_]+[A-Z]", first)


def test_the_core_has_no_reason_that_the_pattern_misses():
    literals = set()
    for crate in CORE:
        for path in (CRATES / crate / "src").rglob("*.rs"):
            literals |= set(REASON.findall(_code(path.read_text(encoding="utf-8"))))
    assert literals == set(core_reasons())
    assert len(literals) > 10


def test_the_contract_lists_what_can_be_answered_and_nothing_else():
    service = {code.name for code in ErrorCode if code not in INNER}
    core = set(core_reasons())
    assert set(IN_PROCESS) <= core - service
    assert set(listed()) == service | core - set(IN_PROCESS)


def test_every_comment_begins_with_the_status():
    service = {code.name: TEXTS[code].status for code in ErrorCode if code not in INNER}
    core = core_reasons()
    assert {kind for kinds in core.values() for kind in kinds} <= set(refusal_kinds())
    for reason, comment in listed().items():
        expected = {code_pb2.Code.Name(REFUSALS[kind]) for kind in core.get(reason, ())}
        if reason in service:
            expected.add(code_pb2.Code.Name(service[reason]))
        expected |= EXCEPTIONS.get(reason, set())
        if "PERMISSION_DENIED" in expected and "without a token" in comment:
            # What a caller may not do without a token, it may try with one.
            expected.add("UNAUTHENTICATED")
        assert set(statuses(comment)) == expected, reason
        assert comment.startswith(statuses(comment)[0]), reason


def test_a_right_that_takes_a_token_says_so():
    """Without a token the status is UNAUTHENTICATED, whichever right is missing."""
    for reason, comment in listed().items():
        if "PERMISSION_DENIED" in statuses(comment):
            alone = reason == "TOKEN_OF_ANOTHER_MATCH"
            assert ("UNAUTHENTICATED" in statuses(comment)) != alone, reason


def test_every_kind_of_refusal_has_a_status():
    assert set(REFUSALS) == set(refusal_kinds())


def test_methods_name_reasons_that_exist():
    known = set(listed())
    for service, method, comment in contract_source.methods():
        _, found, tail = comment.partition("Reasons:")
        assert found, f"{service}.{method.name} lists no reasons"
        tail = tail.partition("Limits:")[0]
        named = set(re.findall(r"\b[A-Z][A-Z_]+[A-Z]\b", tail)) - NO_REASONS
        assert named <= known, f"{service}.{method.name}: {named - known}"
    for comment in contract_source.service_comments().values():
        named = set(re.findall(r"\b[A-Z]+_[A-Z_]+[A-Z]\b", comment)) - NO_REASONS
        assert named <= known, named - known


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_its_refusals(game: str):
    """The reasons of the contract, with their clauses, are those that GetGame lists."""
    split = contract_source.generator().split_comment
    found = contract_source.reasons("RefusalReason", f"intrigue.{game}.v1")
    refusals = [refusal for refusal in describe(game).refusals if refusal.clause]
    assert {reason: split(comment)[0] for reason, comment in found.items()} == {
        refusal.reason: refusal.clause for refusal in refusals
    }
    assert len(found) == len(refusals) == len(describe(game).refusals)


def test_the_page_of_errors_is_up_to_date():
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert page == contract_source.generator().errors_page(contract_source.files())
    for reason in listed():
        assert f"| `{reason}` |" in page
    for place in ("README.md", "docs/protocol.md"):
        assert "errors.md)" in (ROOT / place).read_text(encoding="utf-8")
