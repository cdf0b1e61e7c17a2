"""Facts as captions with their numbers: side by side as cards or on a line, or line by line."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import Row, in_parts
from app.widgets.layouts import Card, Flow, ValueCard, bare_row
from app.widgets.text import BOLD, Text, muted

Fact = tuple[str, str, str]
"""A value, its unit, and a line below; each may be empty."""
_TOP = Qt.AlignmentFlag.AlignTop

_ROW_MARGIN = 6
_USUAL_ROWS = 8
"""Rows that are made in advance, because making a row takes longer than showing all of them."""


class FactLines(QWidget):
    """Captions at the left, values that wrap at the right; lines are reused."""

    def __init__(self) -> None:
        super().__init__()
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

    def __init__(self, captions: Sequence[str]) -> None:
        super().__init__()
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


class ValueRow(QWidget):
    """A value with caption and remark above it; one sentence for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self._caption, self._remark = muted(), muted()
        self._value, self._unit = Text(size=TextSize.EMPHASIS, weight=BOLD), muted()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, _ROW_MARGIN, 0, _ROW_MARGIN)
        column.setSpacing(0)
        column.addLayout(bare_row(self._caption, None, self._remark))
        column.addLayout(bare_row(self._value, self._unit, None))

    def show_row(self, row: Row) -> None:
        """Show a row of a presentation."""
        shown = in_parts(row.value)
        self._caption.setText(row.label)
        self._remark.setText(row.remark)
        self._value.setText(shown.number)
        self._unit.setText(shown.unit)
        value = f"{shown.number} {shown.unit}".strip()
        self.setAccessibleName(f"{row.label}: {', '.join(filter(None, (value, row.remark)))}.")


class ValueList(Card):
    """A card of values; its rows are reused."""

    def __init__(self, name: str) -> None:
        super().__init__(margin=2 * GRID)
        self.setAccessibleName(name)
        self.column.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        self.column.setSpacing(0)
        self.column.addStretch(1)
        self._rows: list[tuple[QFrame | None, ValueRow]] = []
        for _ in range(_USUAL_ROWS):
            self._add_row()

    @property
    def words(self) -> str:
        """Sentences of all values, for tests and screen readers."""
        return " ".join(row.accessibleName() for _, row in self._rows if not row.isHidden())

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows, one below the other."""
        self.column.setEnabled(False)  # so that the page is laid out once, not for every row
        while len(self._rows) < len(rows):
            self._add_row()
        for place, (line, view) in enumerate(self._rows):
            is_shown = place < len(rows)
            view.setVisible(is_shown)
            if line is not None:
                line.setVisible(is_shown)
            if is_shown:
                view.show_row(rows[place])
        self.column.setEnabled(True)
        self.column.activate()

    def _add_row(self) -> None:
        line = None
        if self._rows:
            line = QFrame()
            line.setProperty("role", "rule")
            line.setFixedHeight(1)
            self.column.insertWidget(self.column.count() - 1, line)
        row = ValueRow()
        self.column.insertWidget(self.column.count() - 1, row)
        self._rows.append((line, row))
