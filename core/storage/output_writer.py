"""The one writer of files for the user: whole or not at all, and several of them together.

A file is written under a temporary name in its own folder, forced to the disk, and renamed into
place in one step; then the folder is forced to the disk. A crash or a full disk at any moment
leaves the older file as it was.
"""

import errno
import math
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

from core.errors import Fact, NotWritten
from core.storage.output import DISK_FULL, check_place
from core.storage.replacement import sync_folder, take_place

Content = bytes | Callable[[BinaryIO], None]
"""What is in a file; a function writes one that is too large for the memory piece by piece."""


def write_whole(path: Path, content: Content, *, size: int = 0) -> None:
    """Write a file completely or not at all; within ``written_together`` it appears with the others.

    ``size`` is about how many bytes a function will write, for the error of a full disk.

    Raises
    ------
    BadRequest
        As ``core.storage.output.check_place``; nothing was changed.
    NotWritten
        ``output-disk-full``, ``output-too-large``, ``output-held``, ``output-not-written``; the older
        file is as it was.
    """
    check_place(path)
    together = _TOGETHER.get()
    if together is not None:
        together.add(path, content, size=size)
        return
    alone = Together()
    alone.add(path, content, size=size)
    alone.commit()


class Together:
    """Files written under temporary names that are renamed at ``commit``."""

    def __init__(self) -> None:
        self._waiting: dict[Path, tuple[Path, int]] = {}

    def holds(self, path: Path) -> bool:
        """True if a file waits to be renamed to this path."""
        return path in self._waiting

    def add(self, path: Path, content: Content, *, size: int = 0) -> None:
        """Write ``content`` beside ``path`` and force it to the disk; ``size`` as of ``write_whole``.

        Replaces an earlier one for that path.
        """
        fresh = path.with_name(f".torsion-{secrets.token_hex(8)}.tmp")
        size = len(content) if isinstance(content, bytes) else size
        try:
            _look_for_room(path, len(content) if isinstance(content, bytes) else 0)
            size = _write_forced(fresh, content, like=path)
        except BaseException as error:
            fresh.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise _not_written(path, size, error) from error
            raise
        former = self._waiting.pop(path, None)
        if former is not None:
            former[0].unlink(missing_ok=True)
        self._waiting[path] = (fresh, size)

    def commit(self) -> None:
        """Rename all files to their paths.

        Raises
        ------
        NotWritten
            With the first file that could not take its place; the rest of them are dropped too.
        """
        try:
            for path, (fresh, size) in list(self._waiting.items()):
                try:
                    take_place(fresh, path)
                except OSError as error:
                    raise _not_written(path, size, error) from error
                del self._waiting[path]
                with suppress(OSError):  # the rename succeeded; some file systems cannot sync a folder
                    sync_folder(path.parent)
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Remove the waiting files; the paths keep their old content."""
        for fresh, _size in self._waiting.values():
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        self._waiting.clear()


_TOGETHER: ContextVar[Together | None] = ContextVar("files written together", default=None)


@contextmanager
def written_together() -> Iterator[Together]:
    """Files written in the block take their places at its end, or not one of them when it fails.

    Of nested blocks the outermost one renames; it may also ``commit`` early.
    """
    outer = _TOGETHER.get()
    if outer is not None:
        yield outer
        return
    together = Together()
    token = _TOGETHER.set(together)
    try:
        yield together
        together.commit()
    finally:
        _TOGETHER.reset(token)
        together.abandon()


@contextmanager
def written_at_once() -> Iterator[None]:
    """Files written in the block take their places at once, also within ``written_together``.

    For files that the program itself reads again before the work around them ends.
    """
    token = _TOGETHER.set(None)
    try:
        yield
    finally:
        _TOGETHER.reset(token)


def _look_for_room(path: Path, needed: int) -> None:
    """Raise an error for a disk that is already full; success is no guarantee of space later."""
    if _free(path) < needed:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _free(path: Path) -> float:
    """Free bytes beside ``path``; infinite if the system does not report them, as for some network drives."""
    try:
        usage = shutil.disk_usage(path.parent)
    except OSError:
        return math.inf
    return usage.free if usage.total > 0 else math.inf


def _write_forced(fresh: Path, content: Content, *, like: Path) -> int:
    """Write a new file, with the permissions of the one that it will replace; its size, bytes."""
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(descriptor, "wb") as stream:
        if isinstance(content, bytes):
            stream.write(content)
        else:
            content(stream)
        stream.flush()
        size = stream.tell()
        os.fsync(stream.fileno())
    with suppress(OSError):
        fresh.chmod(stat.S_IMODE(like.stat().st_mode))
    return size


def _not_written(path: Path, needed: int, error: OSError) -> NotWritten:
    facts: dict[str, Fact] = {"file": str(path), "needed": needed, "text": error.strerror or str(error)}
    if error.errno in DISK_FULL:
        return NotWritten("output-disk-full", **facts, missing=_missing(path, needed))
    if error.errno == errno.EFBIG:
        return NotWritten("output-too-large", **facts)
    held = sys.platform == "win32" and isinstance(error, PermissionError)
    return NotWritten("output-held" if held else "output-not-written", **facts)


def _missing(path: Path, needed: int) -> int:
    """Bytes that must be freed at least; all that are needed where a quota hides the free space."""
    free = _free(path)
    return needed - int(free) if free < needed else needed
