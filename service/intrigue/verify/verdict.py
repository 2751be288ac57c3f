"""What comes of checking a record: points that hold, and flaws in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Point(StrEnum):
    """What is checked."""

    FORM = "form"
    """The message has nothing that the contract does not know, and everything has its size."""
    PROOF = "proof"
    """There is a proof."""
    COMMITMENT = "commitment"
    """Nonce and server seed are those of the commitment."""
    TERMS = "terms"
    """The terms are those of the record."""
    LOBBY = "lobby"
    """Seats and stages of the log are possible."""
    SEED = "seed"
    """The deal's seed is the server's, mixed with what the seats gave."""
    PLAY = "play"
    """Deal, chance and outcome follow from the seed and the actions."""
    LOG = "log"
    """The log's entries are the record's steps."""
    REVISIONS = "revisions"
    """Each step brought its seat to the revision that the log says."""
    TIMES = "times"
    """Time never goes back, and is measured only where there is a clock."""
    CHAIN = "chain"
    """The chain of the log ends in its head."""
    NOTED_COMMITMENT = "noted_commitment"
    """The commitment is the one that was told before the deal."""
    RECEIPT = "receipt"
    """A receipt names a link of the chain."""


@dataclass(frozen=True, slots=True)
class Check:
    """One point, and how it came out."""

    point: Point
    passed: bool | None
    """None: it could not be checked, because something that it stands on failed."""
    en: str = ""
    fr: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that was checked of a record."""

    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether every point holds."""
        return all(check.passed for check in self.checks)

    @property
    def en(self) -> str:
        """What it means, in a sentence."""
        if not self.holds:
            return "The record is not what it says."
        if self.against_notes:
            return "The record is what was noted while it was played."
        return "The record agrees with itself. Nothing that was noted before was compared with it."

    @property
    def fr(self) -> str:
        """The same in French."""
        if not self.holds:
            return "L'enregistrement n'est pas ce qu'il prétend être."
        if self.against_notes:
            return "L'enregistrement est conforme à ce qui a été noté pendant la partie."
        return "L'enregistrement est cohérent. Rien de ce qui avait été noté ne lui a été comparé."

    @property
    def against_notes(self) -> bool:
        """Whether the record was held against anything that its reader noted beforehand.

        Otherwise it only agrees with itself, and its maker could have made another.
        """
        return any(check.point in {Point.NOTED_COMMITMENT, Point.RECEIPT} for check in self.checks)


@dataclass(frozen=True, slots=True)
class Noted:
    """A receipt that a caller has kept."""

    seat: int | None
    """Whose receipt it is; None: a caller's without a seat."""
    revision: int
    head: bytes


class Flaw(Exception):
    """Why a point does not hold."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.en = en
        self.fr = fr
