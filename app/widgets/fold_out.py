"""*More options*: a part of a page that folds out and remembers."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.widgets.text import Button


class FoldOut(QWidget):
    """A button and what it shows."""

    toggled = Signal(bool)

    def __init__(self, content: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._button = Button(role="quiet")
        self._button.setCheckable(True)
        self._button.toggled.connect(self._show)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._button)
        column.addWidget(content)
        self._button.setSizePolicy(
            self._button.sizePolicy().Policy.Maximum, self._button.sizePolicy().verticalPolicy()
        )
        self._show(False)  # noqa: FBT003  # Qt's own slot

    def set_open(self, state: bool) -> None:  # noqa: FBT001  # as QAbstractButton.setChecked
        """Fold out or in."""
        self._button.setChecked(state)

    def _show(self, state: bool) -> None:  # noqa: FBT001  # slot of QAbstractButton.toggled
        self._content.setVisible(state)
        self._button.set_text(self.tr("Fewer options") if state else self.tr("More options"))
        self.toggled.emit(state)
