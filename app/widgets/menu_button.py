"""A button that opens a menu below it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Slot

from app.widgets.popups import Entry, open_menu
from app.widgets.text import Button


class MenuButton(Button):
    """Opens a menu of ``entries``, which are asked for at each press; not while an arm is armed or moving."""

    def __init__(self, text: str, entries: Callable[[], Sequence[Entry]]) -> None:
        super().__init__(text, role="quiet")
        self._entries = entries
        self.clicked.connect(self._open)

    @Slot()
    def _open(self) -> None:
        open_menu(self, self._entries(), self.mapToGlobal(QPoint(0, self.height())))
