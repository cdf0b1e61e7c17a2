"""The draft of a visit as the file object that HDF5 writes through; its write errors never reach HDF5.

HDF5 cannot close a file whose last writes fail: it keeps the file open and aborts the whole process at
its end. A refused write is therefore kept in memory, with everything written after it, and HDF5
continues as if it had succeeded. The code that changes the visit calls ``check`` and discards the
draft.
"""

import io
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import h5py

from core.given_file import check_regular
from core.hdf5_file import open_draft
from core.storage.disk_room import check_room, disk_full, held_bytes

Buffer = Any
"""Data from HDF5: an object with the buffer protocol."""


class DraftFile:
    """A file on the disk for h5py's ``fileobj`` driver; used by one thread at a time."""

    def __init__(self, path: Path, *, visit: Path, create: bool = False) -> None:
        self._path, self._visit = path, visit
        self.failure: OSError | None = None
        """The first error reported by the disk."""
        self._file = io.FileIO(path, "w+" if create else "r+")
        self._place = 0
        self._size = os.fstat(self._file.fileno()).st_size
        self._needed = self._size
        self._unwritten: list[tuple[int, bytes]] = []

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Set the current position in the file."""
        begin = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self._size}[whence]
        self._place = begin + offset
        return self._place

    def tell(self) -> int:
        """Return the current position in the file."""
        return self._place

    def readinto(self, target: Buffer) -> int:
        """Read from the current position; data that the disk refused comes from memory."""
        view = memoryview(target).cast("B")
        begin, self._place = self._place, self._place + len(view)
        self._file.seek(begin)
        count = self._file.readinto(view) or 0
        if self.failure is None:
            return count
        view[count:] = bytes(len(view) - count)
        for first, content in self._unwritten:  # in their order: a later write covers an earlier one
            low, high = max(first, begin), min(first + len(content), begin + len(view))
            if low < high:
                view[low - begin : high - begin] = content[low - first : high - first]
        return len(view)

    def read(self, count: int = -1) -> bytes:
        """Read ``count`` bytes from the current place."""
        content = bytearray(self._size - self._place if count < 0 else count)
        return bytes(content[: self.readinto(content)])

    def write(self, content: Buffer) -> int:
        """Write at the current position, or into memory after the disk refused a write."""
        view = memoryview(content).cast("B")
        begin, self._place = self._place, self._place + len(view)
        self._size = max(self._size, self._place)
        self._needed = max(self._needed, self._place)
        if self.failure is None:
            try:
                self._store(begin, view)
            except OSError as error:
                self.failure = error
        if self.failure is not None:
            self._unwritten.append((begin, bytes(view)))
        return len(view)

    def truncate(self, size: int | None = None) -> int:
        """Cut the file off or make it longer; by default at the current place."""
        self._size = self._place if size is None else size
        if self.failure is None:
            try:
                self._file.truncate(self._size)
            except OSError as error:
                self.failure = error
        return self._size

    def flush(self) -> None:
        """Do nothing: there is no buffer, and ``core.storage.replacement`` forces the file to the disk."""

    def close(self) -> None:
        """Close the file; further calls have no effect."""
        self._file.close()

    def expect(self, more: int) -> None:
        """Raise an error at once if the disk has no space for ``more`` bytes.

        Raises
        ------
        DiskFull
            ``disk-full``.
        """
        self._needed = self._size + more
        check_room(self._visit, needed=self._needed, held=self._size)

    def check(self) -> None:
        """Raise the first error reported by the disk.

        Raises
        ------
        DiskFull
            When there was no room.
        OSError
            For another reason.
        """
        if self.failure is None:
            return
        held = held_bytes(self._path)
        full = disk_full(self.failure, self._visit, needed=self._needed, held=held)
        if full is None:
            raise self.failure
        raise full from self.failure

    def _store(self, begin: int, content: memoryview) -> None:
        self._file.seek(begin)
        while content:
            content = content[self._file.write(content) or 0 :]


# Ctrl-C waits while HDF5 writes through Python code of ours.
#
# An exception that a signal raises inside a callback would look to HDF5 like a disk that
# fails, and HDF5 may not survive that when it closes the file.


@contextmanager
def _uninterrupted() -> Iterator[None]:
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


@contextmanager
def opened_draft(path: Path, *, visit: Path, create: bool = False) -> Iterator[tuple[h5py.File, DraftFile]]:
    """Open or create a visit's draft with HDF5; the disk accepted everything if the block ends normally.

    Raises
    ------
    DiskFull, OSError
        When the disk refused a write, also one that followed from closing the file.
    """
    check_regular(path)
    draft = DraftFile(path, visit=visit, create=create)
    try:
        with _uninterrupted(), open_draft(draft, new=create) as file:
            yield file, draft
        draft.check()
    except Exception:
        draft.check()  # after a refused write every other error is its consequence
        raise
    finally:
        draft.close()
