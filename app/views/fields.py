"""A text field that is checked while it is typed and shows, in words, what it accepts."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.units import NotUnderstood
from app.views.text import muted


class CheckedField(QWidget):
    """A line edit with a parser; ``value`` is what was understood."""

    changed = Signal()

    def __init__(
        self, name: str, parse: Callable[[str], object], *, accepts: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._parse, self._accepts = parse, accepts
        self.edit = QLineEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(accepts)
        self._note = muted()
        self._note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.edit)
        column.addWidget(self._note)
        self.edit.textChanged.connect(self._check)

    @property
    def is_understood(self) -> bool:
        """Whether the text can be read."""
        try:
            self._parse(self.edit.text())
        except NotUnderstood:
            return False
        return True

    @property
    def value(self) -> object:
        """What was typed, as a value."""
        return self._parse(self.edit.text())

    def show_text(self, text: str) -> None:
        """Put a text into the field."""
        self.edit.setText(text)

    def _check(self) -> None:
        wrong = not self.is_understood
        self.edit.setProperty("wrong", "true" if wrong else "false")
        self.edit.style().unpolish(self.edit)
        self.edit.style().polish(self.edit)
        self._note.setText(self.tr("Type {example}.").format(example=self._accepts) if wrong else "")
        self._note.setVisible(wrong)
        self.changed.emit()
