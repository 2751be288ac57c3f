"""The priority of threads."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

_LOWEST: Final = 19


def lower_priority() -> None:
    """Gives this thread the lowest priority, on systems where threads have a priority."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
