"""Policies as messages of the contract, and as the texts that the core takes."""

from __future__ import annotations

from functools import lru_cache

from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue_proto.v1 import policy_pb2

# They would make another policy of a text.
_SEPARATORS = frozenset(":,=")


def policy_text(message: policy_pb2.Policy, field: str) -> str:
    """The policy of a message, such as `ismcts:sims=500`; empty if the message is."""
    parameters = sorted(message.parameters.items())
    if not message.name and parameters:
        raise ServiceError(ErrorCode.FIELD_REQUIRED, field=f"{field}.name")
    for text in (message.name, *(part for pair in parameters for part in pair)):
        validation.text(field, text)
        if _SEPARATORS.intersection(text):
            raise ServiceError(ErrorCode.INVALID_TEXT, field=field)
    if not parameters:
        return message.name
    return f"{message.name}:{','.join(f'{name}={value}' for name, value in parameters)}"


@lru_cache(1024)
def policy_message(text: str) -> policy_pb2.Policy:
    """The message of a policy such as `ismcts:sims=500`. It is shared: nobody may change it."""
    name, _, parameters = text.partition(":")
    pairs = (part.partition("=") for part in parameters.split(",") if part)
    return policy_pb2.Policy(name=name, parameters={key: value for key, _, value in pairs})
