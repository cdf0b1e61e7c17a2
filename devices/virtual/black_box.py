"""What happened to the device, line by line on disk the moment it happened."""

import json
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from core.errors import Fact
from core.storage.output import check_output


class Notebook(Protocol):
    """Takes notes of what happens."""

    def note(self, event: str, *, device: float, **facts: Fact) -> None:
        """Note an event with the device's time in s and its facts."""


class BlackBox:
    """JSON lines ``{"wall": s, "device": s, "event": name, …}``, flushed one by one; without a file, nothing.

    ``wall`` is this computer's monotonic clock. Thread-safe: the thread that receives and the one
    that moves the arm both write.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            check_output(path)
        self._file = None if path is None else path.open("a", encoding="utf-8")
        self._lock = threading.Lock()

    def note(self, event: str, *, device: float, **facts: Fact) -> None:
        """Write one line with the present wall time, or with the one in ``facts``."""
        if self._file is None:
            return
        line = json.dumps({"wall": time.monotonic(), "device": round(device, 6), "event": event, **facts})
        with self._lock:
            self._file.write(line + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file; idempotent."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
