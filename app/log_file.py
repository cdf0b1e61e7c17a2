"""The log file: where the full traceback of an unexpected error goes."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_log_dir

_LARGEST_FILE_BYTES = 1_000_000
_OLD_FILES = 3


def log_path() -> Path:
    """Where this user's log is."""
    return Path(user_log_dir("torsion", appauthor=False)) / "torsion.log"


def start_log() -> None:
    """Send warnings and errors of this process to the log file.

    A computer on which the log cannot be written still runs: the log is then left out.
    """
    root = logging.getLogger()
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
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
