"""A disk that refuses, or a program that is killed, at a chosen write below a folder.

Everything through which the program changes files is counted while ``FaultyDisk`` is entered:
what HDF5 writes through the draft's file, the journal, syncs, renames, copies, and every other
file that is opened for writing. At the chosen operation half of a write still happens.
"""

import builtins
import errno
import io
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Any, Self
from unittest import mock

from core.storage import draft_file


class Fault(StrEnum):
    """What happens at the chosen operation."""

    FULL = "full"
    """The disk is full from then on; what is removed gives no room."""
    FULL_ONCE = "full-once"
    """One write is refused; later ones succeed, as when the removed draft gives room."""
    QUOTA = "quota"
    LIMIT = "limit"
    KILL = "kill"
    """kill -9."""


NUMBERS = {
    Fault.FULL: errno.ENOSPC,
    Fault.FULL_ONCE: errno.ENOSPC,
    Fault.QUOTA: errno.EDQUOT,
    Fault.LIMIT: errno.EFBIG,
}


class FaultyDisk:
    """While entered, operation number ``at`` (from 1) below ``folder`` meets the fault; 0 only counts."""

    def __init__(self, folder: Path, *, at: int = 0, fault: Fault = Fault.FULL) -> None:
        self._folder = str(folder.resolve())
        self._at, self._fault = at, fault
        self._stack = ExitStack()
        self.operations: list[str] = []
        self.on_strike: Callable[[str], object] = lambda name: None
        """Told the operation just before it meets the fault."""

    @property
    def has_struck(self) -> bool:
        """Whether the chosen operation was reached."""
        return 0 < self._at <= len(self.operations)

    def __enter__(self) -> Self:
        patches: dict[tuple[Any, str], object] = {
            (os, "write"): self._on_descriptor("write", os.write, halves=True),
            (os, "fsync"): self._on_descriptor("sync", os.fsync),
            (os, "replace"): self._on_path("rename", os.replace),
            (os, "rename"): self._on_path("rename", os.rename),
            (os, "unlink"): self._on_path("remove", os.unlink, may_fill=False),
            (os, "open"): self._making(os.open),
            (io, "open"): self._opening(io.open),
            (builtins, "open"): self._opening(builtins.open),
            (os, "fdopen"): self._opening(os.fdopen),
            (draft_file.io, "FileIO"): self._file_class(io.FileIO),
        }
        if hasattr(os, "sendfile"):
            patches[os, "sendfile"] = self._sending(os.sendfile)
        for (owner, name), replacement in patches.items():
            self._stack.enter_context(mock.patch.object(owner, name, replacement))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def meet(self, name: str, *, half: Callable[[], object] | None = None, may_fill: bool = True) -> None:
        """Count one operation, and let it meet the fault when it is its turn."""
        self.operations.append(name)
        number = len(self.operations)
        is_due = number == self._at
        if is_due:
            self.on_strike(name)
        if self._fault is Fault.KILL:
            if is_due:
                if half is not None:
                    half()
                os.kill(os.getpid(), signal.SIGKILL)
            return
        lasts = self._fault is not Fault.FULL_ONCE and 0 < self._at < number
        if not may_fill or not (is_due or lasts):
            return
        if is_due and half is not None:
            half()
        code = NUMBERS[self._fault]
        raise OSError(code, os.strerror(code))

    def _is_below(self, where: object) -> bool:
        if isinstance(where, int):
            if where <= 2:
                return False
            try:
                where = Path(f"/proc/self/fd/{where}").readlink()
            except OSError:
                return False
        try:
            return str(Path(os.fsdecode(where)).absolute()).startswith(self._folder)  # type: ignore[arg-type]
        except TypeError:
            return False

    def _on_descriptor(
        self, name: str, genuine: Callable[..., Any], *, halves: bool = False
    ) -> Callable[..., Any]:
        def call(descriptor: int, *more: Any) -> Any:
            if self._is_below(descriptor):
                half = (lambda: genuine(descriptor, more[0][: len(more[0]) // 2])) if halves else None
                self.meet(name, half=half)
            return genuine(descriptor, *more)

        return call

    def _on_path(
        self, name: str, genuine: Callable[..., Any], *, may_fill: bool = True
    ) -> Callable[..., Any]:
        def call(path: Any, *more: Any, **options: Any) -> Any:
            if self._is_below(path):
                self.meet(name, may_fill=may_fill)
            return genuine(path, *more, **options)

        return call

    def _making(self, genuine: Callable[..., int]) -> Callable[..., int]:
        def call(path: Any, flags: int, *more: Any, **options: Any) -> int:
            if flags & os.O_CREAT and self._is_below(path) and not Path(path).exists():
                self.meet("make")
            return genuine(path, flags, *more, **options)

        return call

    def _sending(self, genuine: Callable[..., int]) -> Callable[..., int]:
        def call(target: int, source: int, offset: int, count: int) -> int:
            if self._is_below(target) and offset < os.fstat(source).st_size:
                self.meet("copy", half=lambda: genuine(target, source, offset, count // 2))
            return genuine(target, source, offset, count)

        return call

    def _opening(self, genuine: Callable[..., Any]) -> Callable[..., Any]:
        def call(file: Any, mode: str = "r", *more: Any, **options: Any) -> Any:
            writes = any(letter in mode for letter in "wax")
            if not (writes and self._is_below(file)):
                return genuine(file, mode, *more, **options)
            if not isinstance(file, int) and not Path(file).exists():
                self.meet("make")
            return _Written(genuine(file, mode, *more, **options), self)

        return call

    def _file_class(self, genuine: type[io.FileIO]) -> type[io.FileIO]:
        disk = self

        class File(genuine):  # type: ignore[misc, valid-type]
            def write(self, content: Any, /) -> int:
                content = memoryview(content)
                write = super().write
                disk.meet("draft", half=lambda: write(content[: len(content) // 2]))
                return int(write(content) or 0)

            def truncate(self, size: int | None = None, /) -> int:
                if size is not None and size > os.fstat(self.fileno()).st_size:
                    disk.meet("draft length")
                return int(super().truncate(size))

        return File


class _Written:
    """A file of Python's own whose writes are counted."""

    def __init__(self, file: Any, disk: FaultyDisk) -> None:
        self._file, self._disk = file, disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, content: Any) -> int:
        """Write, or meet the fault with half of it written."""

        def half() -> None:
            self._file.write(content[: len(content) // 2])
            self._file.flush()

        self._disk.meet("file", half=half)
        return int(self._file.write(content))
