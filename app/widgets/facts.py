"""Numbers side by side: as cards if there is room for them, else on a line."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.presentation import Row, in_parts
from app.widgets.card import ValueCard
from app.widgets.flow import Flow
from app.widgets.text import Text

Fact = tuple[str, str, str]
"""A value, its unit, and a line below; each may be empty."""


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
