"""The readiness list: for each line a sign, a state, a reason, and a button if there is a remedy."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.widgets.glyphs import Glyph
from app.widgets.layouts import SignedText, clear
from app.widgets.text import Button, Text

_WORD_WIDTH = 200


@dataclass(frozen=True)
class ReadinessRow:
    """One line: state, reason and remedy; empty ``fix_words`` for no button."""

    code: str
    glyph: Glyph
    word: str
    reason: str
    fix: str = ""
    fix_words: str = ""


class ReadinessList(QWidget):
    """The lines of the readiness list, one below the other."""

    fix_asked = Signal(str)
    """Carries the code of the remedy."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Is it ready to start?"))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(GRID + 2)
        self._grid.setColumnMinimumWidth(0, _WORD_WIDTH)
        self._grid.setColumnStretch(1, 1)
        self.rows: tuple[ReadinessRow, ...] = ()

    def show_rows(self, rows: Sequence[ReadinessRow]) -> None:
        """Show these lines."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        clear(self._grid)
        for number, row in enumerate(rows):
            self._add(number, row)

    def _add(self, number: int, row: ReadinessRow) -> None:
        sign = SignedText(size=TextSize.BODY)
        sign.show_text(row.glyph, row.word)
        reason = Text(row.reason, wrap=True)
        reason.setAccessibleName(f"{row.word}: {row.reason}")
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(sign, number, 0, top)
        self._grid.addWidget(reason, number, 1, top)
        if row.fix_words:
            button = Button(row.fix_words)
            button.clicked.connect(lambda _checked=False, fix=row.fix: self.fix_asked.emit(fix))
            self._grid.addWidget(button, number, 2, top)
