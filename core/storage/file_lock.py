"""A lock on a file that the operating system holds for as long as the process lives.

The lock is taken on a file of its own beside the one it guards, so that the guarded file
may be read, renamed and removed meanwhile. A killed process leaves no lock behind; the
empty lock file it leaves is taken over and removed by the next owner.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from core.regular_file import open_descriptor

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """The right to change one file, until ``release``."""

    def __init__(self, lock_path: Path, descriptor: int) -> None:
        self._lock_path = lock_path
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path) -> "FileLock | None":
        """Lock ``path``; None when another process, or another owner in this one, has it.

        Raises
        ------
        BadFile
            ``not-a-plain-file`` when a link, a pipe or a device is in the lock file's place.
        """
        lock_path = path.with_name(f".{path.name}.lock")
        while True:
            descriptor = open_descriptor(lock_path, os.O_RDWR | os.O_CREAT)
            if not _lock(descriptor):
                os.close(descriptor)
                return None
            if sys.platform == "win32" or _is_file(lock_path, descriptor):
                return cls(lock_path, descriptor)
            os.close(descriptor)  # its former owner removed it between our two steps

    def release(self) -> None:
        """Give the right back; idempotent."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(descriptor)
            with suppress(OSError):  # the next owner may have opened it already
                self._lock_path.unlink()
        else:
            self._lock_path.unlink(missing_ok=True)
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
