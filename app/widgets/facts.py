"""Facts as captions with their numbers: side by side as cards or on a line, or line by line."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.presentation import Row, in_parts
from app.widgets.card import ValueCard
from app.widgets.flow import Flow
from app.widgets.text import Text, muted

Fact = tuple[str, str, str]
"""A value, its unit, and a line below; each may be empty."""
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


class Facts(QWidget):
    """Values under captions, as cards or on a line."""

    def __init__(self, captions: Sequence[str], *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._captions = tuple(captions)
        self.cards = tuple(ValueCard(caption) for caption in captions)
        self._line = Text(wrap=True)
        self._row = QWidget()
        row = Flow(fills=True, parent=self._row)
        for card in self.cards:
            row.addWidget(card)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._row)
        column.addWidget(self._line)
        self.show_roomy(roomy=True)

    @property
    def words(self) -> str:
        """All values on one line."""
        return self._line.text()

    def show_facts(self, facts: Sequence[Fact], *, hints: Sequence[str] = ()) -> None:
        """Show a fact under each caption; ``hints`` are tooltips."""
        texts = []
        for card, caption, (value, unit, line) in zip(self.cards, self._captions, facts, strict=True):
            card.show_value(value, unit, line, caption=caption)
            texts.append(f"{caption}: {' '.join(filter(None, (value, unit)))} ({line})")
        for card, hint in zip(self.cards, hints, strict=False):
            card.setToolTip(hint)
        self._line.setText(" · ".join(texts))

    def show_rows(self, rows: Sequence[Row], *, hints: Sequence[str] = ()) -> None:
        """Show rows of a presentation, with their labels as captions."""
        self._captions = tuple(row.label for row in rows)
        parts = [in_parts(row.value) for row in rows]
        facts = [(part.number, part.unit, row.remark) for part, row in zip(parts, rows, strict=True)]
        self.show_facts(facts, hints=hints)

    def show_roomy(self, *, roomy: bool) -> None:
        """Show the cards if ``roomy``, else the line."""
        self._row.setVisible(roomy)
        self._line.setVisible(not roomy)
