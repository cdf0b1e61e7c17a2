"""The log file, which contains the full traceback of each unexpected error.

Beside it are ``faults.log``, into which Python writes the stacks of all threads when a process crashes,
and the marks of running programs (``app.health.running``).
"""

import faulthandler
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from platformdirs import user_log_dir

from core.stamp import software_name, time_stamp

_LARGEST_FILE_BYTES = 1_000_000
_OLD_FILES = 3
_LARGEST_FAULTS_BYTES = 200_000
_open_faults: list[TextIO] = []
"""Kept open, because it must be available when everything else has failed."""


def log_folder() -> Path:
    """Folder of this user's logs."""
    return Path(user_log_dir("torsion", appauthor=False))


def log_path() -> Path:
    """Path of this user's log file."""
    return log_folder() / "torsion.log"


def faults_path() -> Path:
    """Path of the file with the stacks of crashed processes."""
    return log_folder() / "faults.log"


def start_log() -> None:
    """Send errors and warnings of this process, including those of libraries, to the log file.

    If the log cannot be written, the program runs without a log.
    """
    logging.captureWarnings(capture=True)  # warnings of libraries belong into the log, not on the screen
    root = logging.getLogger()
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(
            log_path(),
            maxBytes=_LARGEST_FILE_BYTES,
            backupCount=_OLD_FILES,
            encoding="utf-8",
            delay=True,
        )
    except OSError:
        root.addHandler(logging.NullHandler())
        return
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)


class _LogFile(RotatingFileHandler):
    """Drops a line that the disk refuses, where logging would print a traceback on the terminal."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore a full or missing disk; report programming errors as usual."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def note_faults(what: str) -> None:
    """Make Python write the stacks of all threads to ``faults.log`` when this process crashes.

    A line above them contains ``what`` this process is, its number and the time.
    """
    path = faults_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _LARGEST_FAULTS_BYTES:
            path.replace(path.with_suffix(".log.1"))
        file = path.open("a", encoding="utf-8")
        _open_faults.append(file)
        os.write(file.fileno(), f"{time_stamp()} {os.getpid()} {what} {software_name()}\n".encode())
    except OSError:
        logging.getLogger(__name__).warning("No faults can be noted.", exc_info=True)
        return
    faulthandler.enable(file)
