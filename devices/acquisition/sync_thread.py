"""Forces a file to the disk in a thread of its own.

One fsync may take seconds on a busy disk. Rows that are written are already safe from a killed
program, so the writer must not wait for the fsync.
"""

import threading
from collections.abc import Callable


class SyncThread:
    """Calls ``sync`` after each request; requests during a call are served by one further call."""

    def __init__(self, sync: Callable[[], None], *, name: str) -> None:
        self._sync = sync
        self._asked = threading.Event()
        self._ending = False
        self._error: OSError | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Request a sync and return without waiting.

        Raises
        ------
        OSError
            The error of an earlier sync.
        """
        if self._error is not None:
            raise self._error
        self._asked.set()

    def close(self, timeout: float) -> bool:
        """End the thread after a running sync, at most ``timeout`` s; return True if it ended."""
        self._ending = True
        self._asked.set()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            self._asked.wait()
            # cleared before the sync: a request during it leads to one more
            self._asked.clear()
            if self._ending:
                return
            try:
                self._sync()
            except OSError as error:
                self._error = error
                return
