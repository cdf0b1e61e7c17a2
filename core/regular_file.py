"""Safe opening of files that others may have replaced: no link is followed, no pipe or device opened."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from core.errors import BadFile


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises
    ------
    BadFile
        ``not-a-plain-file`` for a link, a pipe, a socket or a device.
    OSError
        When the system refuses; ``IsADirectoryError`` for a folder.
    """
    return open(path, "rb", opener=lambda _path, flags: open_descriptor(path, flags))


def open_descriptor(path: Path, flags: int, mode: int = 0o666) -> int:
    """Open a descriptor of a file that is a plain file; raises as ``open_regular``."""
    # the file may be replaced between check and opening; O_NOFOLLOW and fstat check what was opened
    check_regular(path)
    safe = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | safe, mode)
    found = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(found):
        os.close(descriptor)
        _refuse(path, found)
    return descriptor


def check_regular(path: Path) -> None:
    """Raise an error if the path exists and is not a plain file."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found):
        _refuse(path, found)


def _refuse(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, os.strerror(21), str(path))
    raise BadFile("not-a-plain-file", file=str(path), kind=_kind(mode))


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISLNK, "link"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    return next((name for is_kind, name in kinds if is_kind(mode)), "device")
