"""``torsion`` without a command: opens the window, or says why it cannot."""

import logging
import os
import sys
from collections.abc import Sequence

from app.health.memory import collect_nothing_yet
from app.terminal.command import ExitCode, complain
from core.storage.file_lock import name_this_process

_LOG = logging.getLogger(__name__)
_VISIT_ENDING = ".h5"
_WITHOUT_WINDOW = "Run `torsion demo` to see it work without a window."


def is_meant(arguments: Sequence[str]) -> bool:
    """True for arguments that open the window: none, or one visit."""
    return not arguments or (len(arguments) == 1 and arguments[0].endswith(_VISIT_ENDING))


def open_window(arguments: Sequence[str]) -> int:
    """Open the window and return its exit code when it closes."""
    if not has_display():
        complain(f"There is no display to open a window on. {_WITHOUT_WINDOW}")
        return ExitCode.WRONG_USE
    collect_nothing_yet()
    name_this_process("torsion window")
    try:
        from app.shell.opening import open_application  # Qt is loaded for the window alone

        application, opening = open_application(arguments)
        from app.shell.gui import run_window  # takes a second or two, behind the picture
    except ImportError as error:
        _LOG.exception("the window could not be loaded")
        complain(f"The window could not be loaded: {error}. {_WITHOUT_WINDOW}")
        return ExitCode.WRONG_USE
    return run_window(list(arguments), application=application, opening=opening)


def has_display() -> bool:
    """True with a display; without one Qt would abort the process."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
