"""The built-in policies and their parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue import engine
from intrigue_proto.policy import policy_text
from intrigue_proto.v1.simulation_service_pb2 import ListPoliciesResponse

if TYPE_CHECKING:
    from intrigue_proto.v1 import policy_pb2


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a policy."""

    name: str
    default: str
    """The value if it is not given; empty if it then has no effect."""
    values: tuple[str, ...]
    """Every value that is accepted; empty for a number."""
    least: int
    """A number's bounds, both included."""
    most: int
    summary: str
    summary_fr: str

    @classmethod
    def of(cls, parameter: policy_pb2.PolicyParameter) -> Parameter:
        """A parameter of the contract."""
        return cls(
            name=parameter.name,
            default=parameter.default_value,
            values=tuple(parameter.values),
            least=parameter.minimum,
            most=parameter.maximum,
            summary=parameter.summary.en,
            summary_fr=parameter.summary.fr,
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """A built-in policy. `str` gives its name with all parameters."""

    name: str
    example: str
    """The name with all parameters at their defaults."""
    parameters: tuple[Parameter, ...]
    summary: str
    summary_fr: str

    def __str__(self) -> str:
        return self.example


def policies() -> tuple[Policy, ...]:
    """Every built-in policy of this installation."""
    listed = ListPoliciesResponse.FromString(engine.list_policies())
    return tuple(
        Policy(
            name=policy.name,
            example=policy_in_full(policy.example),
            parameters=tuple(Parameter.of(parameter) for parameter in policy.parameters),
            summary=policy.summary.en,
            summary_fr=policy.summary.fr,
        )
        for policy in listed.policies
    )


def policy_in_full(policy: policy_pb2.Policy) -> str:
    """A policy of the contract as text, with its parameters in the order of the core."""
    text = policy_text(policy)
    try:
        return engine.check_policy(text)
    except engine.Refused:
        # A server may have policies that this installation does not have.
        return text
