"""A seat kept in a file, so that its holder can come back to the table."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SeatFile:
    """All that it takes to sit down again, and to check the record later."""

    server: str
    match_id: str
    seat: int
    token: str
    commitment: str = ""
    """What was told before the deal, to hold the record against; in hexadecimal digits."""
    receipt: str = ""
    """The last one, as `intrigue verify` takes it."""

    def updated(self, *, commitment: str = "", receipt: str = "") -> SeatFile:
        """With something that was told since; of commitments the first counts."""
        return replace(
            self,
            commitment=self.commitment or commitment,
            receipt=receipt or self.receipt,
        )

    def write(self, folder: Path | None = None) -> Path:
        """Stores the seat where only this user can read it: whoever has the token is the seat."""
        folder = _folder() if folder is None else folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{self.match_id}-{self.seat}.json"
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(self), file)
        return path

    @staticmethod
    def read(path: Path) -> SeatFile:
        """Reads a stored seat; OSError, or ValueError if it is something else."""
        content = json.loads(path.read_text("utf-8"))
        match content:
            case {
                "server": str(server),
                "match_id": str(match_id),
                "seat": int(seat),
                "token": str(token),
            }:
                noted = (content.get("commitment"), content.get("receipt"))
                commitment, receipt = (one if isinstance(one, str) else "" for one in noted)
                return SeatFile(server, match_id, seat, token, commitment, receipt)
        raise ValueError(path)


def _folder() -> Path:
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "intrigue"
