"""Threads that let others go first."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

_LOWEST: Final = 19


def be_humble() -> None:
    """Has this thread wait for all others; where threads have no priority of their own, not."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
