"""Finds the program that has a port open, from the locks and open files that Linux shows."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

_PROCESSES = Path("/proc")
_SHOWS_HOLDERS = sys.platform == "linux"


def holder_of(path: str) -> str:
    """Return name and process id of the program that has the device open, such as ``minicom (4711)``.

    Empty if unknown: not on Linux, or the program belongs to another user.
    """
    if not _SHOWS_HOLDERS:
        return ""
    for number in (*_lockers(path), *_openers(path)):
        if name := _program_name(number):
            return f"{name} ({number})"
    return ""


def _lockers(path: str) -> list[int]:
    """Processes that hold a lock on the device, found by its inode; those of all users are listed."""
    try:
        status = Path(path).stat()
        locks = (_PROCESSES / "locks").read_text().splitlines()
    except OSError:
        return []
    device = status.st_dev
    inode = f"{os.major(device):02x}:{os.minor(device):02x}:{status.st_ino}"
    # 1: FLOCK  ADVISORY  WRITE 4711 00:1a:3 0 EOF; a process that waits for it is marked by an arrow
    fields = [line.split() for line in locks]
    return [int(field[4]) for field in fields if len(field) > 5 and field[5] == inode and field[4].isdigit()]


def _openers(path: str) -> Iterator[int]:
    """Processes that have the device open, among those this user may inspect."""
    device = os.path.realpath(path)
    for process in _PROCESSES.iterdir():
        if process.name.isdigit() and device in _open_files(process):
            yield int(process.name)


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):  # process of another user, or just ended
        for descriptor in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(descriptor.readlink())


def _program_name(number: int) -> str:
    try:
        return (_PROCESSES / str(number) / "comm").read_text().strip()
    except OSError:
        return ""
