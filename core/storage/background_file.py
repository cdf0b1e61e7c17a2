"""A small file that changes often, written in a thread of its own.

To create or rename a file takes a tenth of a second and more while the disk writes something else. The
window must answer in that time.
"""

import logging
import os
import threading
from contextlib import suppress
from pathlib import Path

from core.storage.replacement import sync_folder, take_place

logger = logging.getLogger(__name__)

END_S = 5.0
"""Longest wait for the disk at the end of the program, s."""


class BackgroundFile:
    """The file at ``path``: the newest text that was put, or an older one; never half of it.

    A text is renamed into its place, so that it survives a killed program from then on. With ``synced`` it is
    forced to the disk afterwards, so that it survives a power cut too. The thread exists only while
    there is something to write. The program does not end before it has.
    """

    def __init__(self, path: Path, *, synced: bool = False) -> None:
        self.path = path
        self.failed = False
        """True if the last change could not be made; the older file is intact."""
        self._synced = synced
        self._guard = threading.Lock()
        self._text: str | None = None
        """None when the file shall not exist."""
        self._is_changed = False
        self._thread: threading.Thread | None = None

    def put(self, text: str) -> None:
        """Write ``text`` soon, in place of one that is still waiting."""
        self._change(text)

    def remove(self) -> None:
        """Remove the file soon."""
        self._change(None)

    def finish(self, timeout_s: float = END_S) -> bool:
        """Wait until the last change has been made; return False if the disk takes longer."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
        return thread is None or not thread.is_alive()

    def _change(self, text: str | None) -> None:
        with self._guard:
            self._text, self._is_changed = text, True
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name=f"write {self.path.name}")
                self._thread.start()

    def _serve(self) -> None:
        while True:
            with self._guard:
                if not self._is_changed:
                    self._thread = None
                    return
                text, self._is_changed = self._text, False
            try:
                if text is None:
                    self.path.unlink(missing_ok=True)
                else:
                    self._write(text)
                self.failed = False
            except OSError:
                self.failed = True
                logger.warning("%s could not be written.", self.path, exc_info=True)

    def _write(self, text: str) -> None:
        fresh = self.path.with_name(self.path.name + ".part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            take_place(fresh, self.path)
        except OSError:
            with suppress(OSError):  # an incomplete file on a full disk
                fresh.unlink(missing_ok=True)
            raise
        if self._synced:
            with suppress(OSError):
                with self.path.open("r+b") as file:
                    os.fsync(file.fileno())
                sync_folder(self.path.parent)
