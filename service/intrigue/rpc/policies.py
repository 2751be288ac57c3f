"""Policies of requests as the texts that the core takes, and of answers as messages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue_proto import policy

if TYPE_CHECKING:
    from intrigue_proto.v1 import policy_pb2

# They would make another policy of a text.
_SEPARATORS: Final = frozenset(":,=")


def policy_text(message: policy_pb2.Policy, field: str) -> str:
    """The policy of a message, such as `ismcts:sims=500`; empty if the message is."""
    if not message.name and message.parameters:
        raise ServiceError(ErrorCode.FIELD_REQUIRED, field=f"{field}.name")
    for text in (message.name, *message.parameters, *message.parameters.values()):
        validation.text(field, text)
        if _SEPARATORS.intersection(text):
            raise ServiceError(ErrorCode.INVALID_TEXT, field=field)
    return policy.policy_text(message)


@lru_cache(1024)
def policy_message(text: str) -> policy_pb2.Policy:
    """The message of a policy. It is shared: nobody may change it."""
    return policy.parse_policy(text)
