"""The log file: where the full traceback of an unexpected error goes.

Beside it lie ``faults.log``, into which Python itself writes where everything was when a process
broke down, and the marks of programs that run (``app.health.running``).
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
"""Held open: the file must be there when everything else is broken."""


def log_folder() -> Path:
    """Where this user's logs are."""
    return Path(user_log_dir("torsion", appauthor=False))


def log_path() -> Path:
    """Where this user's log is."""
    return log_folder() / "torsion.log"


def faults_path() -> Path:
    """Where it is written what a process did when it broke down."""
    return log_folder() / "faults.log"


def start_log() -> None:
    """Send errors and warnings of this process, those of libraries too, to the log file.

    A computer on which the log cannot be written still runs: the log is then left out.
    """
    logging.captureWarnings(capture=True)  # what libraries say to programmers is nothing for the screen
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
    """Leaves a line out when the disk refuses it; logging would print a traceback on the terminal."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing where the disk is full or gone; a mistake of ours is shown as ever."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def note_faults(what: str) -> None:
    """Have Python write into ``faults.log`` where every thread is when this process breaks down.

    ``what`` this process is stands above it, with its number and the moment it began.
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
