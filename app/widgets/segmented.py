"""A row of buttons of which exactly one is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.widgets.flow import Flow
from app.widgets.text import Button


class ButtonRow(QWidget):
    """Buttons of which exactly one is chosen; subclasses add the buttons to ``_group``."""

    chosen = Signal(int)
    """Carries the number of the button that a person chose."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self.chosen.emit)

    @property
    def index(self) -> int:
        """Number of the chosen button; -1 without one."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Choose a button without emitting ``chosen``."""
        button = self._group.button(index)
        if button is not None:
            button.setChecked(True)

    def press(self, index: int) -> None:
        """Choose a button as a person does, emitting ``chosen``."""
        button = self._group.button(index)
        if button is not None:
            button.click()


class Segmented(ButtonRow):
    """Choice of one of a few words; arrow keys move between them."""

    def __init__(self, name: str, words: Sequence[str] = (), *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self._row = Flow(parent=self)
        self._words: tuple[str, ...] = ()
        self.show_words(words)

    @property
    def count(self) -> int:
        """Number of buttons."""
        return len(self._words)

    def show_words(self, words: Sequence[str]) -> None:
        """Set the captions; the number of the choice is kept if it still exists."""
        if tuple(words) == self._words:
            return
        same_count = len(words) == len(self._words)
        kept = max(self.index, 0)
        self._words = tuple(words)
        if same_count:  # making new widgets takes about a frame
            self._rename(words)
        else:
            self._rebuild(words, chosen=min(kept, len(words) - 1))

    def _rename(self, words: Sequence[str]) -> None:
        for number, word in enumerate(words):
            button = self._group.button(number)
            assert isinstance(button, Button)
            button.set_text(word)

    def _rebuild(self, words: Sequence[str], *, chosen: int) -> None:
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()  # now, because it is deleted later
            button.deleteLater()
        for number, word in enumerate(words):
            button = Button(word, role="segment")
            button.setCheckable(True)
            self._group.addButton(button, number)
            self._row.addWidget(button)
        self.choose(chosen)
