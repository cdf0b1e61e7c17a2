"""Changing a file so that a crash at any moment leaves the old or the new content, never half of it.

The change is made in a copy beside the file, forced to the disk, and renamed over
the old file in one step. A lock file, held by the operating system for as long as
the process lives, keeps two processes from changing one file at the same time; a
killed process leaves no lock behind.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import BadFile

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def draft_path(path: Path) -> Path:
    """Where the copy is changed: beside the file, so that the rename stays on one disk."""
    return path.with_name(f".{path.name}.draft")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the right to change ``path``.

    Raises
    ------
    BadFile
        ``visit-locked`` when another process, or another visit of this one, holds it.
    """
    lock_path = path.with_name(f".{path.name}.lock")
    descriptor = _take(lock_path)
    if descriptor is None:
        raise BadFile("visit-locked", file=str(path))
    try:
        yield
    finally:
        _give_back(descriptor, lock_path)


def _take(lock_path: Path) -> int | None:
    """Open and lock the lock file; None when someone else has it."""
    while True:
        descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o666)
        if not _lock(descriptor):
            os.close(descriptor)
            return None
        if sys.platform == "win32" or _is_file(lock_path, descriptor):
            return descriptor
        os.close(descriptor)  # its former owner removed it between our two steps


def _give_back(descriptor: int, lock_path: Path) -> None:
    if sys.platform == "win32":  # an open file cannot be removed there
        os.close(descriptor)
        with suppress(OSError):  # the next owner may have opened it already
            lock_path.unlink()
    else:
        lock_path.unlink(missing_ok=True)
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def replace(path: Path, draft: Path) -> None:
    """Force ``draft`` to the disk and rename it to ``path`` in one step."""
    with draft.open("r+b") as file:
        os.fsync(file.fileno())
    draft.replace(path)
    if sys.platform != "win32":  # the rename itself is a change of the folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
