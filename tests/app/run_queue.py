"""How long this thread was ready to run while the machine ran something else (Linux; else never)."""

import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self


class RunQueueWait:
    """What the kernel counts of the thread that enters it, while it is entered.

    Sleeping, and waiting for a lock or for Python's own, is not ready to run: it is not counted.
    """

    def __init__(self) -> None:
        self._file: int | None = None

    def __enter__(self) -> Self:
        path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = os.open(path, os.O_RDONLY) if path.exists() else None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def seconds(self) -> float:
        """Since the thread began; 0 where nobody counts."""
        if self._file is None:
            return 0.0
        _ran_ns, waited_ns, *_ = os.pread(self._file, 100, 0).split()
        return int(waited_ns) / 1e9
