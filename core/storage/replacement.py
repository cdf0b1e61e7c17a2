"""Changing a file so that a crash at any moment leaves the old or the new content, never half of it.

The change is made in a copy beside the file, forced to the disk, and renamed over
the old file in one step. A lock (``core.storage.file_lock``) keeps two processes from
changing one file at the same time.
"""

import logging
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import BadFile
from core.storage.disk_room import disk_full, held_bytes
from core.storage.file_lock import FileLock, LockHolder, holder_of, lock_path

PATIENCE_S = 3.0
"""Longest wait for another change of the visit, s."""
HELD_S = 2.0
"""Time for which the rename is repeated while another program has the older file open, s."""
_LOOK_S = 0.05

logger = logging.getLogger(__name__)


def draft_path(path: Path) -> Path:
    """Path of the draft: beside the file, so that the rename stays on one disk."""
    return path.with_name(f".{path.name}.draft")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock for changing ``path``.

    Raises
    ------
    BadFile
        ``visit-locked`` when another process, or another visit of this one, holds it for
        longer than ``PATIENCE_S``; the facts name the holder.
    DiskFull
        When there is no room even for the lock.
    """
    lock = _patiently(path)
    if lock is None:
        raise visit_locked(path)
    try:
        yield
    finally:
        lock.release()


def visit_locked(path: Path) -> BadFile:
    """The error with the holder of a visit's lock; dashes where unknown."""
    holder = holder_of(path) or LockHolder(0, "", "–")
    return BadFile(
        "visit-locked",
        file=str(path),
        program=holder.program or "–",
        process=holder.process or "–",
        since=holder.since,
    )


def _patiently(path: Path) -> FileLock | None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            lock = FileLock.take(path)
        except OSError as error:
            full = disk_full(error, path, needed=held_bytes(path))
            if full is None:
                raise
            raise full from error
        if lock is not None or time.monotonic() >= deadline:
            return lock
        time.sleep(_LOOK_S)


@contextmanager
def scratch_of(path: Path) -> Iterator[Path]:
    """The path of the draft, which is removed if the change fails."""
    scratch = draft_path(path)
    scratch.unlink(missing_ok=True)  # a link at this path would redirect the copy
    try:
        yield scratch
    finally:
        scratch.unlink(missing_ok=True)


@contextmanager
def told_when_full(path: Path, scratch: Path) -> Iterator[None]:
    """Convert the write error of a full disk into ``DiskFull``, while the draft still exists."""
    try:
        yield
    except OSError as error:
        needed, held = max(_size(path), _size(scratch)), held_bytes(scratch)
        full = disk_full(error, path, needed=needed, held=held)
        if full is None:
            raise
        raise full from error


def replace(path: Path, draft: Path) -> None:
    """Force ``draft`` to the disk and rename it to ``path`` in one step.

    Raises
    ------
    BadFile
        ``visit-held`` when another program has the file open on Windows.
    """
    with draft.open("r+b") as file:
        os.fsync(file.fileno())
    try:
        take_place(draft, path)
    except PermissionError as error:
        if _is_refused_while_open():
            raise BadFile("visit-held", file=str(path)) from error
        raise
    try:
        sync_folder(path.parent)
    except OSError:  # the change has already taken effect
        logger.warning("The folder of %s could not be forced to the disk.", path, exc_info=True)


def take_place(fresh: Path, path: Path) -> None:
    """Rename ``fresh`` to ``path`` in one step, over the older file.

    Windows refuses that while any program has the older file open. A virus scanner or an indexer has it open
    for a moment after each change, so there the rename is tried again for ``HELD_S``.

    Raises
    ------
    PermissionError
        When another program has the older file open for longer, or the folder is closed to us.
    OSError
        When the system refuses for another reason.
    """
    deadline = time.monotonic() + HELD_S
    while True:
        try:
            fresh.replace(path)
        except PermissionError:
            if not _is_refused_while_open() or time.monotonic() >= deadline:
                raise
            time.sleep(_LOOK_S)
        else:
            return


def _is_refused_while_open() -> bool:
    """True on Windows, which does not rename over an open file."""
    return sys.platform == "win32"


def sync_folder(folder: Path) -> None:
    """Force the entries of a folder to the disk, after a file was created, renamed or removed."""
    if sys.platform == "win32":  # folders cannot be opened there; names are written with the file
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def clear_leftovers(path: Path) -> None:
    """Remove the draft and the lock files that killed programs left beside ``path``.

    Locked files are kept, and so are files that cannot be removed: they do no harm.
    """
    with suppress(OSError):
        guarded = [path] if lock_path(path).exists() or draft_path(path).exists() else []
        parts = re.compile(rf"\.({re.escape(path.name)}\.recording-\d+\.part)\.lock")
        names = (parts.fullmatch(beside.name) for beside in path.parent.iterdir())
        guarded += [path.with_name(match[1]) for match in names if match]
        for one in guarded:
            lock = FileLock.take(one)
            if lock is None:
                continue
            try:
                draft_path(one).unlink(missing_ok=True)
            finally:
                lock.release()


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
