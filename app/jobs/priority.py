"""Lowers the priority of the worker process, so that window and STOP run first."""

import os
import sys

NICE_STEP = 10
"""Increment of the nice value on Unix."""
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def lower_priority() -> None:
    """Lower the priority of this process from now on."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE_STEP)
