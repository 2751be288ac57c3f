"""A recorded match as one viewer saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue_proto.v1 import game_view_pb2, match_pb2


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded match as one viewer saw it."""

    updates: Sequence[match_pb2.Update]
    """Every update, with the view after it."""
    setup: game_view_pb2.GameSetup | None
    """What did not change in the match; None for games that have no setup."""
