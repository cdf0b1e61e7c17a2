"""The page of a payload from excitation runs, and of all methods side by side."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.features.payload.diagram_view import payload_cards
from app.features.payload.presentation import DETAIL_SECTIONS, PICTURE, present, present_methods, values
from app.features.payload.tasks import analyse_dynamic_payload, compare_payload_methods
from app.guide.calculation import Calculation
from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.guide.primary import Stage, Turn
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.look.tokens import GRID
from app.presentation import REASONS
from app.visit.open_visit import OpenVisit
from app.widgets.card import SignedText, in_card
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.interval_chart import IntervalChart
from app.widgets.layouts import fill, in_column, in_row, keep_least
from app.widgets.presentation_view import SectionsView, ValueCards
from app.widgets.segmented import Segmented
from app.widgets.text import Button, muted
from app.widgets.view_stack import ViewStack
from core.payload.methods import MethodsCompared
from core.payload.result import PayloadResult
from core.payload.settings import PayloadMethod


class PayloadMethodsPage(Page):
    """Runs without and with the payload are ticked; the payload is worked out from them, or compared."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Payload by other methods"), "")
        self._visit = visit
        self.setup = PairedRuns(self._advice, work=self.tr("Progress of the payload"))
        self.result = MethodsResult()
        self.calculation = Calculation(self, visit, bus, setup=self.setup, result=self.result)
        self.compare_button = Button(self.tr("Compare the methods"))
        self.compare_button.clicked.connect(self._compare)
        self.head.addWidget(self.compare_button)
        self.setup.changed.connect(self._show_state)
        self.calculation.changed.connect(self._show_state)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._forget)
        self._show_visit()

    @property
    def primary_text(self) -> str:
        """Words of the button: work the payload out, or go on."""
        return self.tr("Work out the payload") if self._has_work else self.tr("Next")

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True while the button works the payload out, and once that is done."""
        return self._has_work or not is_undone

    @property
    def primary_enabled(self) -> bool:
        """True while nothing runs, and with runs of both kinds where there is work."""
        return not self._visit.is_busy and (self.setup.is_pair or not self._has_work)

    def primary(self) -> None:
        """Work the payload out from the ticked runs, or go on."""
        if not self._has_work:
            self.next_asked.emit()
            return
        task = Task(analyse_dynamic_payload, visit=self._visit.path, **self._pair)
        self.calculation.begin(task, self.tr("Working out the payload"), self._take_payload)

    @property
    def by_itself(self) -> Turn:
        """A guide that goes on by itself leaves this page out."""
        return Turn(Stage.PASS)

    def entered(self) -> None:
        """Show the newest payload of the visit where it is one from runs."""
        found = self._visit.payload
        if found is None or found is self.result.found or found.method is not PayloadMethod.DYNAMIC:
            return
        self.result.show_payload(found)
        self.calculation.show_result()

    @property
    def _has_work(self) -> bool:
        return self.setup.has_runs and not self.calculation.shows_result

    @property
    def _pair(self) -> dict[str, tuple[str, ...]]:
        return {"unloaded": self.setup.unloaded, "loaded": self.setup.loaded}

    @property
    def _has_sweeps(self) -> bool:
        return any(one.is_payload for one in self._visit.recordings)

    @Slot()
    def _compare(self) -> None:
        task = Task(compare_payload_methods, visit=self._visit.path, **self._pair)
        self.calculation.look(task, self.tr("Comparing the methods"), self._take_methods)

    def _take_payload(self, found: PayloadResult) -> None:
        self._visit.payloads.take_found(found)
        self.result.show_payload(found)
        self.calculation.show_result()

    def _take_methods(self, compared: MethodsCompared) -> None:
        summary = self._visit.summary
        if summary is not None:
            self.result.show_methods(compared, robot=summary.robot)
            self.calculation.show_result()

    @Slot()
    def _forget(self) -> None:
        self.result.forget()
        self.calculation.forget()

    @Slot()
    def _show_visit(self) -> None:
        self.setup.show_recordings(self._visit.recordings)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        """Show the sentence below the title, and whether the methods can be compared."""
        self.compare_button.setEnabled(not self._visit.is_busy and (self.setup.is_pair or self._has_sweeps))
        self.say(
            ""
            if self.calculation.shows_result
            else self.tr(
                "Two runs of a rich motion, one without and one with the load, give its mass, its centre and "
                "its inertia. Slow sweeps give the other methods; all can be compared."
            )
        )
        self.state_changed.emit()

    def _advice(self) -> tuple[Glyph, str]:
        """Sign and sentence on the present ticks."""
        if not self.setup.has_runs:
            words = self.tr(
                "The visit has no two runs of a rich motion. Run the planned motion without the load and "
                "with it, or import such recordings."
            )
            return Glyph.NOTE, words
        if not self.setup.unloaded:
            return Glyph.FAIR, self.tr("Tick at least one run under Without.")
        if not self.setup.loaded:
            return Glyph.FAIR, self.tr("Tick at least one run under With.")
        return Glyph.CHECK, self.tr("Ready. The runs may follow the same motion or different ones.")


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
