"""One setting: name and explanation at the left, control at the right."""

from PySide6.QtWidgets import QFrame, QWidget

from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.layouts import bare_column, bare_row
from app.widgets.text import Text, emphasis, paragraph

_SHARES = (3, 2)
"""Shares of the width: words and control."""


class SettingRow(QWidget):
    """A row of a card of settings; ``note`` shows a problem with a choice, or its effect."""

    def __init__(
        self, heading: str, explanation: str, *controls: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.note = Text(role="muted", wrap=True)
        self.note.hide()
        words = bare_column(emphasis(heading), paragraph(explanation), None, spacing=2)
        right = bare_column(*controls, self.note, None)
        for control in controls:
            if not control.accessibleDescription():
                control.setAccessibleDescription(explanation)
        bare_row((words, _SHARES[0]), (right, _SHARES[1]), of=self, spacing=3 * GRID)

    def say(self, note: str) -> None:
        """Show a note below the control; none if it is empty."""
        self.note.setText(note)
        self.note.setVisible(bool(note))


def setting_card(name: str, *rows: QWidget) -> Card:
    """A card of rows with lines between them."""
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
