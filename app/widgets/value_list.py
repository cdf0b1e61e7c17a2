"""A card with values one below the other: caption, number with its ±, remark."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import Row, in_parts
from app.widgets.card import Card
from app.widgets.layouts import bare_row
from app.widgets.text import BOLD, Text, muted

_ROW_MARGIN = 6
_USUAL_ROWS = 8
"""Rows that are made in advance, because making a row takes longer than showing all of them."""


class ValueRow(QWidget):
    """A value with caption and remark above it; one sentence for screen readers."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=2 * GRID, parent=parent)
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
