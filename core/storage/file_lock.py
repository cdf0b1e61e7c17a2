"""A lock on a file that the operating system releases when the process ends.

The lock is taken on a separate file beside the one it guards, so that the guarded file may be read,
renamed and removed meanwhile. The lock file names the holder. A killed process leaves no lock; the lock
file it leaves is taken over and removed by the next owner.
"""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from core.given_file import open_descriptor
from core.stamp import time_stamp

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCKED_BYTE = 1 << 30
"""Locked byte: Windows locks bytes and forbids others to read them; the content is far before it."""
_LONGEST_CONTENT = 4096


@dataclass(frozen=True)
class LockHolder:
    """The process that holds a lock, as described by itself."""

    process: int
    program: str
    """Its command, such as ``torsion import``."""
    since: str
    """Time at which it took the lock, ISO 8601."""


@dataclass
class _Name:
    """Description of this process in its locks."""

    program: str = ""
    process: int = field(default_factory=os.getpid)


_name = _Name()


def name_this_process(program: str, *, process: int | None = None) -> None:
    """Set the program name in this process' locks, such as ``torsion import``.

    A worker names the process that the user started and may end.
    """
    _name.program = program
    _name.process = os.getpid() if process is None else process


def lock_path(path: Path) -> Path:
    """Path of the lock file of ``path``."""
    return path.with_name(f".{path.name}.lock")


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
        beside = lock_path(path)
        while True:
            descriptor = open_descriptor(beside, os.O_RDWR | os.O_CREAT)
            if not _lock(descriptor):
                os.close(descriptor)
                return None
            if sys.platform == "win32" or _is_file(beside, descriptor):
                _sign(descriptor)
                return cls(beside, descriptor)
            os.close(descriptor)  # its former owner removed it between our two steps

    def release(self) -> None:
        """Release the lock; further calls have no effect."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(descriptor)
            with suppress(OSError):  # the next owner may have opened it already
                self._lock_path.unlink()
        else:
            try:
                self._lock_path.unlink(missing_ok=True)
            finally:
                os.close(descriptor)


def holder_of(path: Path) -> LockHolder | None:
    """The holder of the lock of ``path`` from its lock file; None if there is none."""
    try:
        with lock_path(path).open("rb") as file:
            plain = json.loads(file.read(_LONGEST_CONTENT))
        return LockHolder(int(plain["process"]), str(plain["program"]), str(plain["since"]))
    except (OSError, ValueError, KeyError, TypeError):  # gone meanwhile, or not written yet
        return None


def _sign(descriptor: int) -> None:
    """Write the holder into the lock file; the lock is valid without that too."""
    holder = LockHolder(_name.process, _name.program, time_stamp())
    with suppress(OSError):  # a full disk
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps(asdict(holder)).encode())


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
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
