"""The page of a payload from excitation runs, and of all methods side by side."""

from PySide6.QtCore import Slot

from app.features.payload.methods_tasks import analyse_dynamic_payload, compare_payload_methods
from app.features.payload.methods_view import MethodsResult
from app.guide.calculation import Calculation
from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.guide.turn import Stage, Turn
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import Glyph
from app.widgets.text import Button
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
