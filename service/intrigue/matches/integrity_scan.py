"""The scan at the start: reads all that is stored once, and finds what is damaged."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from intrigue.matches import entry_chain
from intrigue.matches.errors import ServiceError
from intrigue.store import DamagedData, DamagedToken, StoreError

if TYPE_CHECKING:
    from intrigue.store import Store

log = structlog.get_logger(__name__)

# The share of the time that the scan takes for itself, so that matches go on beside it.
_SHARE = 0.3


class IntegrityScan:
    """Goes on in the background.

    First the rows, quickly: whether a token or a match is missing. Until that is known, nobody is
    told that something does not exist. Then the logs, link by link.
    """

    def __init__(self, store: Store, *, logs: bool) -> None:
        self._store = store
        self._logs = logs
        self._rows_read = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.missing = 0
        """Rows of matches that are damaged or gone."""
        self.missing_tokens = 0
        """Rows of tokens that are damaged."""
        self.damaged = 0
        """Matches whose logs are damaged."""
        self.read = 0
        """Matches whose logs are read."""

    def start(self) -> None:
        """Begins."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends, finished or not."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def intact(self) -> bool:
        """Whether every match that should be there is; waits until that is known."""
        await self._rows_read.wait()
        return self.missing == 0

    async def tokens_intact(self) -> bool:
        """Whether every token that should be there is; waits until that is known.

        What comes and goes with matches is lost with them.
        """
        await self._rows_read.wait()
        return self.missing == self.missing_tokens == 0

    async def _run(self) -> None:
        ids: list[str] = []
        try:
            async for found in self._store.scan():
                if isinstance(found, DamagedData):
                    is_token = isinstance(found, DamagedToken)
                    self.missing_tokens += is_token
                    self.missing += not is_token
                    log.warning("row_damaged", reason=str(found))
                else:
                    ids.append(found)
        except DamagedData as damage:
            self.missing += 1
            log.warning("database_damaged", reason=str(damage))
        except StoreError as error:
            log.warning("scan_failed", reason=str(error))
        finally:
            self._rows_read.set()
        if self._logs:
            for match_id in ids:
                await self._check(match_id)
        log.info(
            "scanned",
            matches=len(ids),
            missing=self.missing,
            missing_tokens=self.missing_tokens,
            damaged=self.damaged,
        )

    async def _check(self, match_id: str) -> None:
        start = time.monotonic()
        try:
            stored = await self._store.match(match_id)
            if stored is not None:
                await asyncio.to_thread(entry_chain.check, stored)
        except (ServiceError, DamagedData):
            self.damaged += 1
            log.warning("log_damaged", match=match_id)
        except StoreError as error:
            log.warning("scan_failed", match=match_id, reason=str(error))
        self.read += 1
        await asyncio.sleep((time.monotonic() - start) * (1 - _SHARE) / _SHARE)
