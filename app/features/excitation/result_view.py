"""What came of running a planned motion: verdict, numbers in cards, and every joint."""

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.errors.text import reason_text
from app.features.excitation.words import angle_text, joint_columns, joint_rows, run_sentence
from app.guide.run_words import forecast_word
from app.look.tokens import GRID
from app.speech.units import number, whole
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card, SignedText
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.table import RowsModel, Table
from core.excitation.runs.excitation_run import ExcitationRun

_WIDTHS = (0, 144, 152, 144, 120, 176)
_ROW_HEIGHT = 34
"""Rows that only show."""
_ROOM_FOR_CARDS = 380
"""px from which there is room for cards; below it a line says the same."""


class ExciteResult(QWidget):
    """Nothing is shown before the first run."""

    def __init__(self, visit: OpenVisit, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visit = visit
        self.run: ExcitationRun | None = None
        self._verdict = SignedText(wrap=True)
        self.facts = Facts(
            (
                self.tr("Periods averaged"),
                self.tr("Largest following error"),
                self.tr("Limits used"),
                self.tr("Torque"),
            )
        )
        self.model = RowsModel(joint_columns())
        self.table = Table(self.tr("The run, joint by joint"))
        self.table.setModel(self.model)
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.table.set_row_height(_ROW_HEIGHT)
        self._lay_out()
        self.show_run(None)

    @property
    def words(self) -> str:
        """The verdict, for tests and screen readers."""
        return self._verdict.accessibleName()

    def show_run(self, run: ExcitationRun | None) -> None:
        """Show what a run says."""
        self.run = run
        for part in (self.facts, self._table_card):
            part.setVisible(run is not None)
        summary = self._visit.summary
        if run is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The motion has not been run to its end yet."))
            return
        self._show_verdict(run)
        self._show_facts(run, summary.prismatic)
        self.model.show_rows(joint_rows(run, summary.joint_names, prismatic=summary.prismatic))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cards where there is room for them."""
        super().resizeEvent(event)
        self.facts.show_roomy(roomy=self.height() >= _ROOM_FOR_CARDS)

    def _show_verdict(self, run: ExcitationRun) -> None:
        verdict = run.judgement.verdict
        words = [run_sentence(verdict), *(reason_text(reason) for reason in run.judgement.reasons)]
        self._verdict.show_text(VERDICT_GLYPHS[verdict], " ".join(words[:2]))
        self._verdict.setToolTip("\n".join(words[1:]))

    def _show_facts(self, run: ExcitationRun, prismatic: tuple[bool, ...]) -> None:
        left_out = self.tr("the first left out") if run.first_period_left_out else self.tr("all of them")
        joint = int(np.argmax(run.following_error))
        error, unit = angle_text(float(run.following_error[joint]), slides=prismatic[joint]).split(" ", 1)
        inside = self.tr("following error included") if run.peaks.inside else self.tr("outside")
        share, _, rest = forecast_word(run.torque_share).partition(" % ")
        self.facts.show_facts(
            (
                (whole(run.periods_used), "", left_out),
                (error, unit, self.tr("joint {joint}").format(joint=joint + 1)),
                (number(100.0 * run.peaks.worst, decimals=1), "%", inside),
                (share if rest else "–", "%" if rest else "", rest or share),
            )
        )

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        self._table_card = Card(margin=GRID)
        self._table_card.column.addWidget(self.table)
        column.addWidget(self._verdict)
        column.addWidget(self.facts)
        column.addWidget(self._table_card, 1)
        column.addStretch(0)
