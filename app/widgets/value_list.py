"""A card with a few values below each other: what each is, the number with its ±, and a remark."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import Row, in_parts
from app.widgets.card import Card
from app.widgets.text import BOLD, Text, muted

_ROW_MARGIN = 6
_USUAL_ROWS = 8
"""Made beforehand: a new row costs more than showing all of them."""


class ValueRow(QWidget):
    """Caption and remark above, value and unit below; read out as one sentence."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption, self._remark = muted(), muted()
        self._value, self._unit = Text(size=TextSize.EMPHASIS, weight=BOLD), muted()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, _ROW_MARGIN, 0, _ROW_MARGIN)
        column.setSpacing(0)
        for left, right in ((self._caption, self._remark), (self._value, self._unit)):
            row = QHBoxLayout()
            row.setSpacing(GRID)
            row.addWidget(left)
            if left is self._caption:
                row.addStretch(1)
            row.addWidget(right)
            if left is self._value:
                row.addStretch(1)
            column.addLayout(row)

    def show_row(self, row: Row) -> None:
        """Show another row."""
        shown = in_parts(row.value)
        self._caption.setText(row.label)
        self._remark.setText(row.remark)
        self._value.setText(shown.number)
        self._unit.setText(shown.unit)
        value = f"{shown.number} {shown.unit}".strip()
        self.setAccessibleName(f"{row.label}: {', '.join(filter(None, (value, row.remark)))}.")


class ValueList(Card):
    """Rows are made once and used again."""

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
        """All values, for tests and screen readers."""
        return " ".join(row.accessibleName() for _, row in self._rows if not row.isHidden())

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows, one below the other."""
        self.column.setEnabled(False)  # else every row that comes or goes lays the page out
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
