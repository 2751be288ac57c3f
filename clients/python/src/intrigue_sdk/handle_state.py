"""The newest state that a handle has received from the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue_proto.v1.match_pb2 import Clock, Receipt


class HandleState:
    """The newest revision, the last receipt and the last clock of one viewer."""

    __slots__ = ("clock", "receipt", "revision")

    def __init__(self, receipt: Receipt | None = None) -> None:
        self.revision = 0
        self.receipt = receipt
        self.clock: Clock | None = None

    def update_revision(self, revision: int) -> None:
        """Keeps the revision if it is newer."""
        self.revision = max(self.revision, revision)

    def update_receipt(self, receipt: Receipt) -> None:
        """Keeps the receipt unless it is empty."""
        if receipt.head:
            self.receipt = receipt
