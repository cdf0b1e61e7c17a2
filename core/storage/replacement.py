"""Changing a file so that a crash at any moment leaves the old or the new content, never half of it.

The change is made in a copy beside the file, forced to the disk, and renamed over
the old file in one step. A lock (``core.storage.file_lock``) keeps two processes from
changing one file at the same time.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import BadFile
from core.storage.file_lock import FileLock


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
    lock = FileLock.take(path)
    if lock is None:
        raise BadFile("visit-locked", file=str(path))
    try:
        yield
    finally:
        lock.release()


def replace(path: Path, draft: Path) -> None:
    """Force ``draft`` to the disk and rename it to ``path`` in one step."""
    with draft.open("r+b") as file:
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk: creating, renaming and removing change the folder."""
    if sys.platform == "win32":  # folders cannot be opened there; names are written with the file
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
