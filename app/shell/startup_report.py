"""Reports that the window is up, to a caller that started the program and asked for it."""

import os
from pathlib import Path

from PySide6.QtCore import QTimer

from app.shell.deferred_building import InTurns
from core.storage.output_writer import write_whole

STARTED_VARIABLE = "TORSION_STARTED_FILE"
"""Names a file that appears once the window is shown and its event loop runs."""
UP = b"The window is up"
"""Its content at first, and how it begins from then on."""
WHOLE = UP + b", and all of its pages are built"
"""Its content once the pages behind the start screen are there."""


def tell_when_up(rest: InTurns) -> None:
    """Write the file that the environment names, once the window is shown and again when it is whole."""
    wanted = os.environ.get(STARTED_VARIABLE)
    if wanted:
        path = Path(wanted)
        QTimer.singleShot(0, lambda: write_whole(path, UP))
        rest.done.connect(lambda: QTimer.singleShot(0, lambda: write_whole(path, WHOLE)))
