"""A picture that is painted by hand: it can be saved as what it shows, and says in words what that is."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from core.recording import FloatArray


@dataclass(frozen=True)
class SavedTable:
    """What a picture shows, as columns under headings with units."""

    header: tuple[str, ...]
    columns: tuple[FloatArray, ...]


class Picture(QWidget):
    """Right click and the menu key ask for its menu."""

    menu_asked = Signal(QPoint)
    """Where on the screen."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self.update)

    def saved_table(self) -> SavedTable:
        """What it shows, for a file."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu, at the middle where a key asks."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.menu_asked.emit(self.mapToGlobal(self.rect().center()) if is_key else event.globalPos())
        event.accept()
