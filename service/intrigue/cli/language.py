"""The languages of the command line."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue_proto.v1.text_pb2 import Text


class Lang(StrEnum):
    """A language in which the service uses_stdout."""

    EN = "en"
    FR = "fr"

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] | None = None) -> Lang:
        """The language of the terminal, by the same variables that other programs heed."""
        variables = os.environ if environment is None else environment
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            if value := variables.get(name):
                return cls.FR if value.lower().startswith("fr") else cls.EN
        return cls.EN

    def of(self, text: Text) -> str:
        """The wording in this language."""
        return text.fr if self is Lang.FR and text.fr else text.en
