"""The device's black box: a log of events, each line on disk when it happens."""

import json
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from core.errors import Fact
from core.storage.output import check_output


class Notebook(Protocol):
    """Records events of the device with their facts."""

    def note(self, event: str, *, device: float, **facts: Fact) -> None:
        """Record an event at the device's time ``device`` s with its facts."""


class BlackBox:
    """JSON lines ``{"wall": s, "device": s, "event": name, …}``, each flushed; without a path nothing.

    ``wall`` is this computer's monotonic clock. Thread-safe: the receiving thread and the thread that
    moves the arm both write.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            check_output(path)
        self._file = None if path is None else path.open("a", encoding="utf-8")
        self._lock = threading.Lock()

    def note(self, event: str, *, device: float, **facts: Fact) -> None:
        """Write one line with the present wall time, or with ``wall`` from ``facts``."""
        if self._file is None:
            return
        line = json.dumps({"wall": time.monotonic(), "device": round(device, 6), "event": event, **facts})
        with self._lock:
            # flushed line by line: the process may be killed at any moment
            self._file.write(line + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file; may be called again."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
