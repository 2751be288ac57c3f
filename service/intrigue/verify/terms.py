"""The terms of a match, read from the text with which its chain begins."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, Self

from intrigue import proof
from intrigue_proto.v1 import record_pb2


@dataclass(frozen=True, slots=True)
class Terms:
    """What was fixed when the match was made."""

    id: str = ""
    game: str = ""
    rules_version: int = 0
    options: dict[str, str] = field(default_factory=dict)
    script: list[str] = field(default_factory=list)
    seeded: bool = False
    """Whether the creator chose the seed."""
    rated: bool = False
    private: bool = False
    ready_check: bool = False
    pace: str = "fast"
    labels: dict[str, str] = field(default_factory=dict)
    clock: list[Any] | None = None
    """Bank, increment and decision in milliseconds, and the policy of a seat out of time."""
    create_time: int = 0
    commitment: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The terms of a text, if it is one that `proof.terms` writes."""
        try:
            content = json.loads(text)
            is_sound = (
                isinstance(content, dict)
                and content.keys() == {one.name for one in fields(cls)}
                and proof.terms(content) == text
            )
        except (ValueError, RecursionError):
            return None
        if not is_sound:
            return None
        terms = cls(**content)
        return terms if terms._is_sound() else None

    @property
    def timeout(self) -> record_pb2.StepKind.ValueType | None:
        """What a seat whose time is up does; None if nobody is timed."""
        if self.clock is None:
            return None
        by_policy = bool(self.clock[-1])
        return record_pb2.STEP_KIND_ACTION if by_policy else record_pb2.STEP_KIND_TIME_FORFEIT

    def _is_sound(self) -> bool:
        """Whether everything is of its type; what JSON says may be anything."""
        if type(self.labels) is not dict:
            return False
        texts = (self.id, self.game, self.pace, self.commitment, *self.labels.values())
        flags = (self.seeded, self.rated, self.private, self.ready_check)
        clock = [0, 0, 0, ""] if self.clock is None else self.clock
        return (
            all(type(text) is str for text in texts)
            and all(type(flag) is bool for flag in flags)
            and type(self.create_time) is int
            and type(self.rules_version) is int
            and type(self.options) is dict
            and all(type(value) is str for value in self.options.values())
            and type(self.script) is list
            and all(type(token) is str for token in self.script)
            and type(clock) is list
            and [type(part) for part in clock] == [int, int, int, str]
            and all(part >= 0 for part in clock[:3])
        )
