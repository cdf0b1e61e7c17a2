"""What a verification says: a sentence, pass or fail, and every joint."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.errors.text import reason_text
from app.features.verification.words import (
    passed_glyph,
    passed_sentence,
    verification_sentence,
    verified_columns,
    verified_rows,
)
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.table import RowsModel, Table
from app.widgets.text import paragraph
from core.identification.verification_result import Verification

_ROW_HEIGHT = 34
"""Rows that only show."""


class VerifyResult(QWidget):
    """Nothing is shown before the first verification."""

    def __init__(self, visit: OpenVisit, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visit = visit
        self.found: Verification | None = None
        self._verdict = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._sentence = paragraph()
        self.model = RowsModel(verified_columns(None))
        self.table = Table(self.tr("The verification, joint by joint"))
        self.table.setModel(self.model)
        self.table.set_row_height(_ROW_HEIGHT)
        self._card = Card(margin=GRID)
        self._card.column.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._verdict)
        column.addWidget(self._sentence)
        column.addWidget(self._card, 1)
        column.addStretch(0)
        self.show_verification(None)

    @property
    def words(self) -> str:
        """What is said above the table, for tests and screen readers."""
        return f"{self._verdict.accessibleName()} {self._sentence.text()}".strip()

    def show_verification(self, found: Verification | None) -> None:
        """Show what was found, or that nothing was yet."""
        self.found = found
        summary = self._visit.summary
        shown = found is not None and summary is not None
        self._card.setVisible(shown)
        self._sentence.setVisible(shown)
        if found is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The model has not been verified yet."))
            return
        self._verdict.show_text(passed_glyph(found), passed_sentence(found))
        self._sentence.setText(verification_sentence(found))
        self.setToolTip("\n".join(reason_text(reason) for reason in found.judgement.reasons))
        columns = verified_columns(found)
        self.model.show_rows(verified_rows(found, prismatic=summary.prismatic), columns=columns)
        self.table.fit_columns(columns)
