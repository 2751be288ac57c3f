"""What a handle has learned of its match so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue_proto.v1.match_pb2 import Clock, Receipt


class Memory:
    """One viewer's: the newest revision, the last receipts, the last clock."""

    __slots__ = ("clock", "lobby_receipt", "receipt", "revision")

    def __init__(self, lobby_receipt: Receipt | None = None) -> None:
        self.revision = 0
        self.clock: Clock | None = None
        self.receipt: Receipt | None = None
        self.lobby_receipt = lobby_receipt

    def saw(self, revision: int) -> None:
        """Notes a revision; older ones change nothing."""
        self.revision = max(self.revision, revision)

    def did(self, receipt: Receipt) -> None:
        """Keeps the receipt for a deed of the seat, unless a later one is kept."""
        if receipt.head and (self.receipt is None or receipt.revision >= self.receipt.revision):
            self.receipt = receipt

    def changed(self, receipt: Receipt) -> None:
        """Keeps the receipt for a change of seats or status."""
        if receipt.head:
            self.lobby_receipt = receipt
