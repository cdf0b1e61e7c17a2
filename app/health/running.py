"""Whether the program ended as it should: a mark that is there as long as it runs. No Qt.

Each running program has a mark of its own, ``running-PID.json``, that says since when it runs and
where somebody is. It is written anew at every step, before anything else happens at that step, and
removed at the end; a small thread sees to it that it survives a power cut too. A mark whose
program is gone was left by one that crashed, was killed, or lost its power. The operating system
tells which programs still run: each holds a lock on its mark.
"""

import json
import logging
import os
import queue
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.stamp import software_name, time_stamp
from core.storage.file_lock import FileLock
from core.storage.replacement import sync_folder

log = logging.getLogger(__name__)

LAST_ENDED = "ended-unexpectedly.json"
"""The mark of the program that ended unexpectedly last, kept for a problem report."""
_PATTERN = "running-*.json"
_SYNC_DEADLINE_S = 2.0


@dataclass(frozen=True)
class RunPlace:
    """Where somebody is: a step of a guide in a visit, and the controller."""

    visit: str
    robot: str
    guide: str
    step: str
    controller: str = ""


@dataclass(frozen=True)
class Run:
    """One run of the program."""

    pid: int
    began: str
    """ISO date and time, as is ``moment``."""
    moment: str
    """When the mark was last written: when the step was opened."""
    software: str
    place: RunPlace | None = None
    """None on the start screen, and where the mark cannot be read."""


class RunningMark:
    """The mark of this program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / f"running-{os.getpid()}.json"
        self._began = time_stamp()
        self._lock: FileLock | None = None
        self._written: queue.SimpleQueue[int] = queue.SimpleQueue()
        """1: written anew; 0: the end."""
        self._syncer: threading.Thread | None = None

    def begin(self) -> Run | None:
        """Set the mark; the run that ended unexpectedly before, the last of them where there are more.

        A computer on which no mark can be written still runs, without.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock.take(self._path)
            ended = [run for run in self._ended_runs() if run is not None]
            self._write(None)
        except OSError:
            log.exception("The mark of the running program could not be set.")
            return None
        self._written.put(1)
        self._syncer = threading.Thread(target=self._serve, name="running-mark", daemon=True)
        self._syncer.start()
        return max(ended, key=lambda run: run.moment, default=None)

    def at(self, place: RunPlace | None) -> None:
        """Somebody is here now; from here on a killed program leaves this place behind."""
        if self._syncer is None:
            return
        try:
            self._write(place)
        except OSError:  # a full disk; the next place may be written again
            log.warning("The mark of the running program could not be written.", exc_info=True)
        self._written.put(1)

    def end(self) -> None:
        """The program ends as it should; idempotent."""
        syncer, self._syncer = self._syncer, None
        if syncer is not None:
            self._written.put(0)
            syncer.join(_SYNC_DEADLINE_S)
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            lock.release()

    def _serve(self) -> None:
        """Force what was written to the disk, which may take its time and must hold up nobody."""
        while self._written.get():
            if sys.platform == "win32":
                continue  # done already
            with suppress(OSError):
                with self._path.open("r+b") as file:
                    os.fsync(file.fileno())
                sync_folder(self.folder)

    def _write(self, place: RunPlace | None) -> None:
        """Replace the mark in one step."""
        run = Run(os.getpid(), self._began, time_stamp(), software_name(), place)
        fresh = self._path.with_suffix(".part")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                json.dump(asdict(run), file, indent=2)
                if sys.platform == "win32":  # a file that another thread has open cannot be replaced there
                    file.flush()
                    os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise

    def _ended_runs(self) -> "Iterator[Run | None]":
        """Every run whose mark outlived it; the marks are put aside."""
        for path in sorted(self.folder.glob(_PATTERN), key=lambda path: path.stat().st_mtime):
            if path == self._path:  # the same number was given again: its former owner is gone
                yield _taken(path)
                continue
            lock = FileLock.take(path)
            if lock is None:  # that program runs
                continue
            try:
                yield _taken(path)
            finally:
                lock.release()


def last_ended(folder: Path) -> Run | None:
    """The run that ended unexpectedly last, also after it was told; None where none did."""
    return _read(folder / LAST_ENDED)


def _taken(path: Path) -> Run | None:
    run = _read(path)
    with suppress(OSError):
        path.replace(path.with_name(LAST_ENDED))
    return run


def _read(path: Path) -> Run | None:
    """The run of a mark; None where there is none, a run without a place where it cannot be understood."""
    try:
        text, changed = path.read_text(encoding="utf-8"), path.stat().st_mtime
    except OSError:
        return None
    try:
        return _parse(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        log.warning("The mark %s could not be read.", path.name, exc_info=True)
        moment = time_stamp(lambda: datetime.fromtimestamp(changed, UTC))
        return Run(0, "", moment, "")


def _parse(stored: Mapping[str, Any]) -> Run:
    place = stored["place"]
    return Run(
        int(stored["pid"]),
        str(stored["began"]),
        str(stored["moment"]),
        str(stored["software"]),
        None if place is None else RunPlace(**{name: str(text) for name, text in place.items()}),
    )
