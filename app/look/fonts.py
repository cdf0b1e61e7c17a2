"""The fonts of the window, shipped: the window is laid out alike on every computer.

A system's own font may be wider or higher than the one a page was made with, and then rows fall below the
fold. Characters that neither font has come from the system.
"""

from PySide6.QtGui import QFont, QFontDatabase

from resources import path

LATIN, CHINESE = "Torsion Inter", "Noto Sans SC"
"""Names of the two families; that of Inter is ours, so that no installed font takes its place."""
FAMILIES = (LATIN, CHINESE)
FILES = (
    "fonts/Inter-Regular.ttf",
    "fonts/Inter-SemiBold.ttf",
    "fonts/NotoSansSC-Regular.ttf",
    "fonts/NotoSansSC-Bold.ttf",
)


def window_font() -> QFont:
    """A font of the shipped families; they are registered with Qt at the first call."""
    if LATIN not in QFontDatabase.families():
        for name in FILES:
            QFontDatabase.addApplicationFont(str(path(name)))
    return QFont(FAMILIES)
