"""The results of a page of payload methods: one payload from a pair of runs, and all side by side."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.features.payload.diagram_view import payload_cards
from app.features.payload.methods_presentation import PICTURE, present_methods
from app.features.payload.presentation import DETAIL_SECTIONS, present, values
from app.look.tokens import GRID
from app.presentation import REASONS
from app.widgets.arranged import fill, in_card, in_column, in_row
from app.widgets.card import SignedText
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.interval_chart import IntervalChart
from app.widgets.presentation_view import SectionsView
from app.widgets.scaled import keep_least
from app.widgets.segmented import Segmented
from app.widgets.text import muted
from app.widgets.value_cards import ValueCards
from app.widgets.view_stack import ViewStack
from core.payload.methods import MethodsCompared
from core.payload.result import PayloadResult

FOUND, COMPARED = range(2)
_TABLE_HEIGHT = 180
"""With room for a heading and some lines, at a scale of 100 %, px."""


class MethodsResult(QWidget):
    """Two views: one payload with all that it rests on, and the methods side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.found: PayloadResult | None = None
        self.compared: MethodsCompared | None = None
        self.cards = ValueCards(payload_cards())
        self.details = SectionsView(self.tr("What the numbers rest on"))
        self.chart = IntervalChart(self.tr("Payload by several methods"))
        self.table = SectionsView(self.tr("Method by method"))
        self._said, self._agreement = SignedText(wrap=True), SignedText(wrap=True)
        self._no_payload = muted(self.tr("No payload was worked out yet."))
        self._no_methods = muted(self.tr("The methods were not compared yet."))
        self.tabs = Segmented(self.tr("View"), (self.tr("Payload"), self.tr("Side by side")))
        self.tabs.chosen.connect(self.show_view)
        self._views = ViewStack()
        keep_least(self.table, height=_TABLE_HEIGHT)
        self._lay_out()
        self.forget()

    @property
    def words(self) -> str:
        """The sentence of the view in front, for tests and screen readers."""
        shown = self._agreement if self._views.currentIndex() == COMPARED else self._said
        return shown.accessibleName()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring a view to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)

    def forget(self) -> None:
        """Show nothing of the visit that was open before."""
        self.found, self.compared = None, None
        self._show()

    def show_payload(self, found: PayloadResult | None) -> None:
        """Show a payload."""
        self.found = found
        self._show()
        if found is not None:
            self.show_view(FOUND)

    def show_methods(self, compared: MethodsCompared, *, robot: str) -> None:
        """Show the methods side by side."""
        self.compared = compared
        shown = present_methods(compared, robot=robot)
        self._agreement.show_text(shown.sign or VERDICT_GLYPHS[shown.verdict], shown.headline)
        picture = shown.figures(PICTURE)
        self.chart.show_figures(picture.figures if picture is not None and compared.results else ())
        self.table.show_sections([one for one in shown.sections if one.name != PICTURE])
        self._show()
        self.show_view(COMPARED)

    def _show(self) -> None:
        found = self.found
        self._no_payload.setVisible(found is None)
        self._no_methods.setVisible(self.compared is None)
        for part in (self._said, self.cards, self.details):
            part.setVisible(found is not None)
        for one in (self._agreement, self._picture, self.table):
            one.setVisible(self.compared is not None)
        if found is None:
            return
        shown = present(found)
        sections = {one.name: one for one in shown.sections}
        self._said.show_text(VERDICT_GLYPHS[shown.verdict], shown.headline)
        self.cards.show_rows(values(found))
        self.details.show_sections(
            [sections[name] for name in (*DETAIL_SECTIONS, REASONS) if name in sections]
        )

    def _lay_out(self) -> None:
        payload, methods = QWidget(), QWidget()
        found = (self._no_payload, self._said, self.cards, (self.details, 1))
        in_column(*found, of=payload, spacing=2 * GRID)
        legend = muted(self.tr("Each point is one method's value, its line the 95 % interval."))
        self._picture = in_card(legend, self.chart)
        compared = (self._no_methods, self._agreement, self._picture, (self.table, 1))
        in_column(*compared, of=methods, spacing=2 * GRID)
        for view in (payload, methods):
            self._views.addWidget(view)
        fill(in_column(of=self, spacing=2 * GRID), in_row(self.tabs, 1), (self._views, 1))
