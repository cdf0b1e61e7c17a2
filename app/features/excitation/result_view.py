"""View of a run: verdict, numbers in cards, and a table of the joints."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import reason_text
from app.features.excitation.run_presentation import SHOWN, numbers, run_headline, table
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.arranged import in_card, in_column
from app.widgets.card import SignedText
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.presentation_view import show_table
from app.widgets.rows_table import RowsTable
from core.excitation.runs.excitation_run import ExcitationRun

_WIDTHS = (0, 196, 210, 178, 132, 148)
_ROW_HEIGHT = 34
"""Height of rows that cannot be chosen, px."""
_ROOM_FOR_CARDS = 380
"""Height, px, from which there is room for cards; a line has the same numbers below it."""


class ExciteResult(QWidget):
    """Verdict, cards and table of the newest run; a sentence before the first."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.run: ExcitationRun | None = None
        self._verdict = SignedText(wrap=True)
        self.facts = Facts(("",) * 4)
        self.table = RowsTable(self.tr("The run, joint by joint"), (), widths=())
        self.model = self.table.rows_model
        self.table.set_row_height(_ROW_HEIGHT)
        self._lay_out()
        self.show_run(None)

    @property
    def words(self) -> str:
        """The verdict, for tests and screen readers."""
        return self._verdict.accessibleName()

    def show_run(self, run: ExcitationRun | None) -> None:
        """Show a run; None without one."""
        self.run = run
        for part in (self.facts, self._table_card):
            part.setVisible(run is not None)
        summary = self._visit.summary
        if run is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The motion has not been run to its end yet."))
            return
        self._show_verdict(run)
        self.facts.show_rows(numbers(run, slides=summary.prismatic).rows)
        found = table(run, joints=summary.joint_names, slides=summary.prismatic).only(*SHOWN)
        show_table(self.table, found, widths=_WIDTHS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show cards where there is room for them."""
        super().resizeEvent(event)
        self.facts.show_roomy(roomy=self.height() >= _ROOM_FOR_CARDS)

    def _show_verdict(self, run: ExcitationRun) -> None:
        verdict = run.judgement.verdict
        words = [run_headline(verdict), *(reason_text(reason) for reason in run.judgement.reasons)]
        self._verdict.show_text(VERDICT_GLYPHS[verdict], " ".join(words[:2]))
        self._verdict.setToolTip("\n".join(words[1:]))

    def _lay_out(self) -> None:
        self._table_card = in_card(self.table)
        in_column(self._verdict, self.facts, (self._table_card, 1), 0, of=self, spacing=GRID)
