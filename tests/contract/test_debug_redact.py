"""Secrets are marked in the contract, and so is what methods do to the service."""

from __future__ import annotations

from google.protobuf import descriptor_pb2
from tests.contract import contract_source

# Fields that hold a secret, whatever message they are in.
SECRETS = {
    "token",
    "host_token",
    "spectator_token",
    "invitation_code",
    "lease",
    "seed",
    "entropy",
}
# With the same id comes the same token.
REQUEST_IDS = {"CreateMatchRequest", "JoinMatchRequest", "RotateTokenRequest"}
# A finished record reveals its seed to everyone.
REVEALED = {("MatchRecord", "seed")}

LEVELS = descriptor_pb2.MethodOptions
# In the comment of a service: what goes for all its methods.
REPEATABLE = "all may be repeated"
# Methods that may always be repeated, and why they are not free of side effects all the same.
WITH_SIDE_EFFECTS = {
    "AbortMatch": "ends a match; a second call changes nothing",
    "Rematch": "creates a match; a second call returns it",
    "Watch": "a stream goes on, so that no cache could answer it",
    "Simulate": "takes threads of the server, and draws a seed if it is given none",
    "Analyze": "takes threads of the server, and draws a seed if it is given none",
    "SampleWorlds": "takes threads of the server, and draws a seed if it is given none",
}
# Methods that are idempotent although their comment does not say "always".
IDEMPOTENT_WITH_NUMBER = {"StepLease": "the last step may be repeated with its number"}


def is_secret(message: str, field: str) -> bool:
    if field == "request_id":
        return message in REQUEST_IDS
    return field in SECRETS and (message, field) not in REVEALED


def test_every_secret_is_redacted():
    unmarked = [
        (message, field.name)
        for message, field in contract_source.fields()
        if is_secret(message, field.name) and not field.options.debug_redact
    ]
    assert not unmarked


def test_nothing_else_is_redacted():
    """What is no secret stays readable in logs."""
    marked = [
        (message, field.name)
        for message, field in contract_source.fields()
        if field.options.debug_redact and not is_secret(message, field.name)
    ]
    assert not marked


def test_the_names_of_secrets_are_those_of_fields():
    names = {field.name for _, field in contract_source.fields()}
    assert names >= SECRETS
    assert {message for message, _ in contract_source.fields()} >= REQUEST_IDS


def repeatable() -> set[str]:
    """The methods that may always be repeated, by their comments or by that of their service."""
    services = contract_source.service_comments()
    return {
        method.name
        for service, method, comment in contract_source.methods()
        if "Repeat: always" in comment or REPEATABLE in services[service]
    }


def at_level(level: int) -> set[str]:
    return {
        method.name
        for _, method, _ in contract_source.methods()
        if method.options.idempotency_level == level
    }


def test_what_changes_nothing_is_marked_so():
    assert at_level(LEVELS.NO_SIDE_EFFECTS) == repeatable() - set(WITH_SIDE_EFFECTS)


def test_what_may_be_repeated_all_the_same_is_idempotent():
    assert set(WITH_SIDE_EFFECTS) <= repeatable()
    assert at_level(LEVELS.IDEMPOTENT) == {*WITH_SIDE_EFFECTS, *IDEMPOTENT_WITH_NUMBER}


def test_every_other_method_says_how_it_may_be_repeated():
    for _, method, comment in contract_source.methods():
        assert "Repeat:" in comment or method.name in repeatable(), method.name
