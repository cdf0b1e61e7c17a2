"""Keeps garbage collections short and returns the memory of large arrays to the system."""

import ctypes
import gc
import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3
"""Number of the setting in GNU's ``malloc.h``."""
_LARGE_BYTES = 4 << 20


def collect_nothing_yet() -> None:
    """Disable garbage collection while modules are loaded and the window is built: a sixth of the start.

    ``set_aside_what_stays`` enables it again.
    """
    gc.disable()


def set_aside_what_stays(*, collects: bool = True) -> None:
    """Exclude all present objects from later garbage collections, and enable collection.

    A collection inspects every object, which takes up to half a second. During that time nothing else runs:
    no frame is drawn, no heartbeat is sent. Without ``collects`` this one is left out too: what is garbage
    already stays in memory.
    """
    if collects:
        gc.collect()
    gc.freeze()
    gc.enable()


def give_large_arrays_back() -> None:
    """Return the memory of a large array to the system as soon as the array is deleted.

    The default allocator of Linux keeps freed memory in pools of each thread. With every reconnection the
    samples of the connection before would stay in memory.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):  # only GNU's allocator has this option
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
