"""One setting: what it is called and what it does at the left, its control at the right."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.text import Text, emphasis, paragraph

_SHARES = (3, 2)
"""Of the width: words and control."""


class SettingRow(QWidget):
    """A row of a card of settings; ``note`` says what stands in the way, or what became of a choice."""

    def __init__(
        self, heading: str, explanation: str, *controls: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.note = Text(role="muted", wrap=True)
        self.note.hide()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(emphasis(heading))
        words.addWidget(paragraph(explanation))
        words.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(GRID)
        for control in controls:
            right.addWidget(control)
            if not control.accessibleDescription():
                control.setAccessibleDescription(explanation)
        right.addWidget(self.note)
        right.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3 * GRID)
        row.addLayout(words, _SHARES[0])
        row.addLayout(right, _SHARES[1])

    def say(self, note: str) -> None:
        """A note below the control; none where it is empty."""
        self.note.setText(note)
        self.note.setVisible(bool(note))


def setting_card(name: str, *rows: QWidget) -> Card:
    """Rows that belong together, with lines between them."""
    card = Card()
    card.setAccessibleName(name)
    card.column.setSpacing(2 * GRID)
    for place, row in enumerate(rows):
        if place:
            card.column.addWidget(_rule())
        card.column.addWidget(row)
    return card


def _rule() -> QWidget:
    rule = QFrame()
    rule.setProperty("role", "rule")
    rule.setFixedHeight(1)
    return rule
