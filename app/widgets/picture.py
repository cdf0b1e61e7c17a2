"""A hand-painted picture that can be saved as a table or a picture."""

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QPoint, Signal
from PySide6.QtGui import QContextMenuEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from core.recording import FloatArray

_QUALITY = 80
"""Compression of a PNG, which is lossless."""


def png_bytes(picture: QPixmap) -> bytes:
    """Encode a picture as PNG."""
    store = QBuffer()
    store.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(store, "PNG", _QUALITY)
    return bytes(store.data().data())


@dataclass(frozen=True)
class SavedTable:
    """The content of a picture as columns under headings with units."""

    header: tuple[str, ...]
    columns: tuple[FloatArray, ...]


class Picture(QWidget):
    """A painted widget; a right click and the menu key ask for its menu."""

    menu_asked = Signal(QPoint)
    """Carries the place on the screen."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self.update)

    def saved_table(self) -> SavedTable:
        """The content as a table, for a file."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu at the pointer, or in the middle for the menu key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.menu_asked.emit(self.mapToGlobal(self.rect().center()) if is_key else event.globalPos())
        event.accept()
