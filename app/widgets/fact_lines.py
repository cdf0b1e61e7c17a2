"""Facts line by line: a caption, and its value beside it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.look.tokens import GRID
from app.widgets.text import Text, muted

_TOP = Qt.AlignmentFlag.AlignTop


class FactLines(QWidget):
    """Captions at the left, values that wrap at the right; lines are reused."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID + GRID // 2)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._lines: list[tuple[Text, Text]] = []

    @property
    def words(self) -> str:
        """All lines, for tests and screen readers."""
        return self.accessibleName()

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show captions with their values, one below the other."""
        while len(self._lines) < len(facts):
            line = muted(), Text(wrap=True)
            for column, text in enumerate(line):
                self._grid.addWidget(text, len(self._lines), column, _TOP)
            self._lines.append(line)
        for place, line in enumerate(self._lines):
            for text, words in zip(line, facts[place] if place < len(facts) else ("", ""), strict=True):
                text.setText(words)
                text.setVisible(place < len(facts))
        self.setAccessibleName(". ".join(f"{caption}: {value}" for caption, value in facts))
        self.setVisible(bool(facts))
