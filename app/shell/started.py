"""Reports that the window is up, to a caller that started the program and asked for it."""

import os
from pathlib import Path

from PySide6.QtCore import QTimer

from core.storage.output_writer import write_whole

STARTED_VARIABLE = "TORSION_STARTED_FILE"
"""Names a file that appears once the window is shown and its event loop runs."""


def tell_when_up() -> None:
    """Write the file that the environment names, once the window is shown."""
    wanted = os.environ.get(STARTED_VARIABLE)
    if wanted:
        QTimer.singleShot(0, lambda: write_whole(Path(wanted), b"The window is up.\n"))
