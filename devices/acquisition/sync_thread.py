"""Forces a file to the disk beside the thread that writes it.

A busy disk may take seconds for one sync. What is written meanwhile is safe from a killed
program as soon as it is written, so the writing must not wait for the disk.
"""

import threading
from collections.abc import Callable


class SyncThread:
    """Calls ``sync`` once for each time it is asked, and for several askings in a row at least once."""

    def __init__(self, sync: Callable[[], None], *, name: str) -> None:
        self._sync = sync
        self._asked = threading.Event()
        self._ending = False
        self._error: OSError | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Have it synced soon.

        Raises
        ------
        OSError
            What the disk said to an earlier asking.
        """
        if self._error is not None:
            raise self._error
        self._asked.set()

    def close(self, timeout: float) -> bool:
        """End the thread once a sync under way is done, after at most ``timeout`` s; whether it ended."""
        self._ending = True
        self._asked.set()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            self._asked.wait()
            self._asked.clear()
            if self._ending:
                return
            try:
                self._sync()
            except OSError as error:
                self._error = error
                return
