"""Ctrl-C waits while HDF5 writes through Python code of ours.

An exception that a signal raises inside a callback would look to HDF5 like a disk that
fails, and HDF5 may not survive that when it closes the file.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` for a Ctrl-C inside the block when the block has ended.

    Another handler of the program is called at once, as long as it does not raise.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # Python handles signals in the main thread alone
        return
    former = signal.getsignal(signal.SIGINT)
    if not callable(former):  # interrupts are ignored, or handled outside Python
        yield
        return
    is_waiting = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal former, is_waiting
        if former is signal.default_int_handler:
            is_waiting = True
        elif callable(former):
            former(number, frame)
            now = signal.getsignal(signal.SIGINT)
            if now is not hear:  # the called handler installed another one
                former = now
                signal.signal(signal.SIGINT, hear)

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
    if is_waiting:
        raise KeyboardInterrupt
