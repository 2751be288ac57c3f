"""Policies: text such as `ismcts:sims=500` for users, a message in the contract."""

from __future__ import annotations

from intrigue_proto.v1.policy_pb2 import Policy


def parse_policy(text: str) -> Policy:
    """The message of a policy. Whether there is such a policy is for the receiver to judge.

    Raises:
        ValueError: The text is not a name, or a name with parameters.
    """
    name, colon, rest = text.partition(":")
    parameters: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        if not key or not equals or key in parameters:
            raise ValueError(f"policy: expected NAME or NAME:KEY=VALUE,KEY=VALUE, not {text!r}")
        parameters[key] = value
    return Policy(name=name, parameters=parameters)


def policy_text(policy: Policy) -> str:
    """The text of a policy, its parameters by name; empty for an empty message."""
    parameters = [f"{name}={value}" for name, value in sorted(policy.parameters.items())]
    return f"{policy.name}:{','.join(parameters)}" if parameters else policy.name
