"""Long work steps back: the worker process runs below the window, so that STOP always comes first."""

import os
import sys

NICE_STEP = 10
"""Added to the process's nice value on Unix."""
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def lower_priority() -> None:
    """Let this process run behind the others from now on."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE_STEP)
