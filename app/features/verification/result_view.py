"""The view of a verification: a sentence, pass or fail, and every joint."""

from PySide6.QtWidgets import QWidget

from app.features.verification.presentation import (
    JOINTS,
    MOTIONS,
    model_sentence,
    passed_sentence,
    present,
)
from app.look.theme import TextSize
from app.presentation import REASONS, reason_line
from app.visit.open_visit import OpenVisit
from app.widgets.card import SignedText
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import bare_column
from app.widgets.presentation_view import SectionsView
from app.widgets.text import paragraph
from core.identification.verification_result import Verification


class VerifyResult(QWidget):
    """Verdict and tables of a verification; one sentence before the first one."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.found: Verification | None = None
        self._verdict = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._sentence = paragraph()
        self.sections = SectionsView(self.tr("The verification, joint by joint"))
        column = bare_column(self._verdict, self._sentence, (self.sections, 1), of=self)
        column.addStretch(0)
        self.show_verification(None)

    @property
    def words(self) -> str:
        """Words above the tables, for tests and screen readers."""
        return f"{self._verdict.accessibleName()} {self._sentence.text()}".strip()

    def show_verification(self, found: Verification | None) -> None:
        """Show a verification; None where there is none yet."""
        self.found = found
        summary = self._visit.summary
        is_shown = found is not None and summary is not None
        self.sections.setVisible(is_shown)
        self._sentence.setVisible(is_shown)
        if found is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The model has not been verified yet."))
            return
        shown = present(found, slides=summary.prismatic)
        self._verdict.show_text(sign_of(found), passed_sentence(found))
        self._sentence.setText(model_sentence(found))
        self.setToolTip("\n".join(reason_line(row) for row in shown.reasons))
        offered = {one.name: one for one in shown.sections}
        names = (JOINTS, *([REASONS] if shown.reasons else []), MOTIONS)
        self.sections.show_sections([offered[name] for name in names])


def sign_of(found: Verification) -> Glyph:
    """Sign beside the sentence of pass or fail."""
    return Glyph.CHECK if found.passed else VERDICT_GLYPHS[found.judgement.verdict]
