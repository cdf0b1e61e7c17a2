"""Keeps collections of garbage short, and memory that was large once from staying with the program."""

import ctypes
import gc
import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3
"""Number of the setting in GNU's ``malloc.h``."""
_LARGE_BYTES = 4 << 20


def collect_nothing_yet() -> None:
    """Collect no garbage while modules are loaded and the window is built: a sixth of the start.

    ``set_aside_what_stays`` ends it.
    """
    gc.disable()


def set_aside_what_stays() -> None:
    """Take all that modules and windows hold now out of every later collection, and collect from now on.

    A collection looks at every object there is, which takes up to half a second, and nothing
    else happens meanwhile: no frame, no heartbeat.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


def give_large_arrays_back() -> None:
    """Have the memory of a large array returned to the system as soon as the array is let go.

    The usual allocator of Linux keeps what was once large in pools of every thread, for arrays that
    may never come: each connection that was lost and found again left the samples of the one before.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):  # another allocator than GNU's has no such switch
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
