"""Line edits with a button that empties them."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look.tokens import TARGET_HEIGHT
from app.widgets.text import Button


class ClearedField(QLineEdit):
    """A line edit with a clear button as large as a gloved finger; the keyboard needs none."""

    def __init__(self, name: str, *, clear_words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.clear_button = Button("×", role="quiet", parent=self)
        self.clear_button.setAccessibleName(clear_words or self.tr("Empty the field"))
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clear_button.setProperty("pointer_only", True)  # noqa: FBT003  # Qt's own order
        self.clear_button.clicked.connect(self.clear)
        self.textChanged.connect(self._show_button)
        self._show_button()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button at the right."""
        super().resizeEvent(event)
        self.clear_button.resize(QSize(TARGET_HEIGHT, self.height()))
        self.clear_button.move(self.width() - TARGET_HEIGHT, 0)

    @Slot()
    def _show_button(self) -> None:
        has_text = bool(self.text())
        self.clear_button.setVisible(has_text)
        self.setTextMargins(0, 0, TARGET_HEIGHT if has_text else 0, 0)


class SearchField(ClearedField):
    """A line edit for the words of a search."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, clear_words=self.tr("Empty the search"), parent=parent)
