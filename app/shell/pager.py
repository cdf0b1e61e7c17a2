"""Words and buttons for a list that is shown in parts."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.shell.fleet_words import range_words
from app.widgets.layouts import in_row
from app.widgets.text import Button, Text


class Pager(QWidget):
    """Which lines are shown, and buttons to those before and after; hidden where all are shown."""

    asked = Signal(int)
    """Emitted with the first line of another part."""

    def __init__(self) -> None:
        super().__init__()
        self._first = self._page = self._count = 0
        self._range = Text(role="muted")
        self.before_button, self.after_button = Button(self.tr("Before")), Button(self.tr("After"))
        self.before_button.clicked.connect(lambda: self.asked.emit(max(self._first - self._page, 0)))
        self.after_button.clicked.connect(lambda: self.asked.emit(self._first + self._page))
        in_row(1, self._range, self.before_button, self.after_button, of=self, spacing=GRID)
        self.hide()

    @property
    def words(self) -> str:
        """Which lines are shown."""
        return self._range.text()

    def show_part(self, first: int, shown: int, count: int, *, page: int) -> None:
        """Show the place of a part: its first line from 0, its lines, and those of the whole list."""
        self._first, self._page, self._count = first, page, count
        self._range.setText(range_words(first, shown, count))
        self.before_button.setEnabled(first > 0)
        self.after_button.setEnabled(first + shown < count)
        self.setVisible(count > page)
