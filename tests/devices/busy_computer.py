"""Simulates a busy computer: no thread of this process runs for a while."""

import ctypes


def halt(seconds: float) -> None:
    """Hold the interpreter, so that no thread of this process runs; below one second."""
    ctypes.PyDLL(None).usleep(round(1e6 * seconds))
