"""Detects that the program did not end normally, by a mark file that exists while it runs. No Qt.

Each running program has its own mark, ``running-PID.json``, with its start time and the present step. It
is written at every step, in a thread of its own because the disk may be busy, forced to the disk, and
removed at the end. A mark whose program no longer runs is from one that crashed, was
killed or lost its power. Running programs are known by the lock that each holds on its mark.
"""

import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.stamp import software_name, time_stamp
from core.storage.background_file import BackgroundFile
from core.storage.file_lock import FileLock

log = logging.getLogger(__name__)

LAST_ENDED = "ended-unexpectedly.json"
"""The newest mark of a program that ended unexpectedly, kept for a problem report."""
_PATTERN = "running-*.json"


@dataclass(frozen=True)
class RunPlace:
    """The place in the program: a step of a guide in a visit, and the controller."""

    visit: str
    robot: str
    guide: str
    step: str
    controller: str = ""


@dataclass(frozen=True)
class Run:
    """One run of the program, as stored in its mark."""

    pid: int
    began: str
    """Start as ISO date and time, like ``moment``."""
    moment: str
    """Time when the mark was last written, at the opening of a step."""
    software: str
    place: RunPlace | None = None
    """None on the start screen, and if the mark cannot be read."""


class RunningMark:
    """The mark of this running program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / f"running-{os.getpid()}.json"
        self._file = BackgroundFile(self._path, synced=True)
        self._began = time_stamp()
        self._lock: FileLock | None = None

    def begin(self) -> Run | None:
        """Create the mark; return the newest run that ended unexpectedly before, else None.

        If no mark can be written the program runs without one.
        """
        # the marks of other runs are read before this run's mark is written: the number may be the same
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock.take(self._path)
            ended = [run for run in self._ended_runs() if run is not None]
        except OSError:
            log.exception("The mark of the running program could not be set.")
            return None
        self.at(None)
        return max(ended, key=lambda run: run.moment, default=None)

    def at(self, place: RunPlace | None) -> None:
        """Write the present place; a program that is killed afterwards leaves it in its mark."""
        if self._lock is not None:
            run = Run(os.getpid(), self._began, time_stamp(), software_name(), place)
            self._file.put(json.dumps(asdict(run), indent=2))

    def end(self) -> None:
        """Remove the mark at a normal end of the program; may be called again."""
        lock, self._lock = self._lock, None
        if lock is not None:
            self._file.remove()
            self._file.finish()
            lock.release()

    def _ended_runs(self) -> "Iterator[Run | None]":
        """Yield the runs whose marks were left behind; the marks are moved away."""
        for path in sorted(self.folder.glob(_PATTERN), key=lambda path: path.stat().st_mtime):
            if path == self._path:  # the process number was used again: the former process has ended
                yield _taken(path)
                continue
            # the operating system frees the lock of a process that has ended, however it ended
            lock = FileLock.take(path)
            if lock is None:  # that program is running
                continue
            try:
                yield _taken(path)
            finally:
                lock.release()


def last_ended(folder: Path) -> Run | None:
    """The newest run that ended unexpectedly, even after it was shown; None if there is none."""
    return _read(folder / LAST_ENDED)


def _taken(path: Path) -> Run | None:
    run = _read(path)
    with suppress(OSError):
        path.replace(path.with_name(LAST_ENDED))
    return run


def _read(path: Path) -> Run | None:
    """Read the run of a mark; None without a mark, a run without place if it is not readable."""
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
