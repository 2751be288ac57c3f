"""What a handle has learned of its match so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue_proto.v1.match_pb2 import Clock, Receipt


class Memory:
    """One viewer's: the newest revision, the last receipt, the last clock."""

    __slots__ = ("clock", "receipt", "revision")

    def __init__(self, receipt: Receipt | None = None) -> None:
        self.revision = 0
        self.receipt = receipt
        self.clock: Clock | None = None

    def saw(self, revision: int) -> None:
        """Notes a revision; older ones change nothing."""
        self.revision = max(self.revision, revision)

    def got(self, receipt: Receipt) -> None:
        """Keeps a receipt, if it is one."""
        if receipt.head:
            self.receipt = receipt
