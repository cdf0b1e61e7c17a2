"""*More options*: a part of a page that can be shown and hidden."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.widgets.layouts import bare_column
from app.widgets.text import Button


class FoldOut(QWidget):
    """A button, and the content that it shows or hides."""

    toggled = Signal(bool)

    def __init__(self, content: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._button = Button(role="quiet")
        self._button.setCheckable(True)
        self._button.toggled.connect(self._show)
        bare_column(self._button, content, of=self)
        self._button.setSizePolicy(
            self._button.sizePolicy().Policy.Maximum, self._button.sizePolicy().verticalPolicy()
        )
        self._show(False)  # noqa: FBT003  # Qt's own slot

    def set_open(self, state: bool) -> None:  # noqa: FBT001  # as QAbstractButton.setChecked
        """Show or hide the content."""
        self._button.setChecked(state)

    def _show(self, state: bool) -> None:  # noqa: FBT001  # slot of QAbstractButton.toggled
        self._content.setVisible(state)
        self._button.set_text(self.tr("Fewer options") if state else self.tr("More options"))
        self.toggled.emit(state)
