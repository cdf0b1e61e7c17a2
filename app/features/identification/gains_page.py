"""The page of the drive gains: runs without and with a weighed mass, and the gain of each joint."""

from dataclasses import replace

from PySide6.QtCore import Slot

from app.features.identification.gains_presentation import gains_can_be_used
from app.features.identification.gains_tasks import find_gains, gains_of_visit
from app.features.identification.gains_view import GainsForm, GainsResult
from app.guide.calculation import Calculation
from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.guide.turn import Stage, Turn
from app.guide.visit_look import VisitLook
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import Glyph
from core.identification.gains.result import DriveGains
from core.identification.settings import GainSource
from core.workflow import Product


class GainsPage(Page):
    """A mass, runs without and with it, and what torque each drive makes of an ampere."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Find the drive gains"), "")
        self._visit, self._bus = visit, bus
        self._stored = VisitLook(visit, self._take_stored, parent=self)
        self.form = GainsForm()
        self.setup = PairedRuns(self._advice, self.form, work=self.tr("Progress of the drive gains"))
        self.result = GainsResult()
        self.calculation = Calculation(self, visit, bus, setup=self.setup, result=self.result)
        self.form.changed.connect(self.setup.advise)
        self.result.use_button.clicked.connect(self._use)
        self.setup.changed.connect(self._show_state)
        self.calculation.changed.connect(self._show_state)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._forget)
        self._show_visit()

    @property
    def primary_text(self) -> str:
        """Words of the button: find the gains, or go on."""
        return self.tr("Find the gains") if self._has_work else self.tr("Next")

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True while the button finds the gains, and once they are found."""
        return self._has_work or not is_undone

    @property
    def primary_enabled(self) -> bool:
        """True while nothing runs, and with pairs of runs and a mass where there is work."""
        return not self._visit.is_busy and (self._is_ready or not self._has_work)

    def primary(self) -> None:
        """Find the gains with the ticked runs, or go on."""
        if not self._has_work:
            self.next_asked.emit()
            return
        pairs = tuple(zip(self.setup.unloaded, self.setup.loaded, strict=True))
        task = Task(find_gains, visit=self._visit.path, pairs=pairs, settings=self.form.settings)
        self.calculation.begin(task, self.tr("Finding the drive gains"), self._take_new)

    @property
    def by_itself(self) -> Turn:
        """A guide that goes on by itself leaves this page out."""
        return Turn(Stage.PASS)

    def entered(self) -> None:
        """Show the newest gains of the visit."""
        summary = self._visit.summary
        if summary is not None and (key := summary.key(Product.GAINS)):
            self._stored.ask(gains_of_visit, key=key)

    def show_gains(self, found: DriveGains) -> None:
        """Show drive gains."""
        self.result.show_gains(found)
        self.calculation.show_result()

    @property
    def _has_work(self) -> bool:
        return self.setup.has_runs and not self.calculation.shows_result

    @property
    def _is_ready(self) -> bool:
        setup = self.setup
        return self._has_mass and setup.is_pair and len(setup.unloaded) == len(setup.loaded)

    @property
    def _has_mass(self) -> bool:
        """True with a mass in the field, or one in every run with the mass."""
        if not self.form.is_understood:
            return False
        runs = [one for one in self._visit.recordings if one.label in self.setup.loaded]
        return self.form.settings.payload_mass is not None or all(one.payload_mass for one in runs)

    def _take_new(self, found: DriveGains) -> None:
        summary = self._visit.summary
        assert summary is not None
        self._stored.asked = (self._visit.path, summary.key(Product.GAINS))
        self.show_gains(found)

    def _take_stored(self, found: object) -> None:
        if isinstance(found, DriveGains) and not self.calculation.is_running:
            self.show_gains(found)

    @Slot()
    def _use(self) -> None:
        """Let the next model use these gains; it can be undone like every choice."""
        found = self.result.found
        if found is None or not gains_can_be_used(found):
            return
        choice = self._visit.choice
        settings = replace(
            choice.settings, drive_gain=found.drive_gain, drive_gain_source=GainSource.IDENTIFIED
        )
        self._visit.choose(replace(choice, settings=settings))

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
        """Show the sentence below the title, and whether the gains are in use."""
        self.result.show_use(self._visit.choice.settings)
        self.say(
            ""
            if self.calculation.shows_result
            else self.tr(
                "A drive reports amperes; its gain makes newton metres of them. Runs without and with a "
                "weighed mass say what each gain is on this very arm."
            )
        )
        self.state_changed.emit()

    def _advice(self) -> tuple[Glyph, str]:
        """Sign and sentence on the mass and the present ticks."""
        setup = self.setup
        if not setup.has_runs:
            words = self.tr(
                "The visit has no two runs of a rich motion. Run the planned motion without the mass and "
                "with it, or import such recordings."
            )
            return Glyph.NOTE, words
        if not setup.unloaded:
            return Glyph.FAIR, self.tr("Tick at least one run under Without.")
        if not setup.loaded:
            return Glyph.FAIR, self.tr("Tick at least one run under With.")
        if len(setup.unloaded) != len(setup.loaded):
            words = self.tr(
                "The runs make no pairs: {without} without and {loaded} with the mass. Tick as many of each."
            )
            return Glyph.FAIR, words.format(without=len(setup.unloaded), loaded=len(setup.loaded))
        if not self._has_mass:
            words = self.tr("Enter the mass that was weighed, above zero: it gives the gains their scale.")
            return Glyph.FAIR, words
        if len(setup.loaded) == 1:
            words = self.tr("Ready. One pair of runs is usable at best; two different motions tell more.")
            return Glyph.CHECK, words
        return Glyph.CHECK, self.tr("Ready. The runs make pairs in the order of this list.")
