"""The page of the drive gains: runs without and with a weighed mass, and the gain of each joint."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.features.identification.gains_presentation import gains_can_be_used, present_gains
from app.features.identification.tasks import find_gains, gains_of_visit
from app.guide.calculation import Calculation
from app.guide.page import Page, VisitLook
from app.guide.paired_runs import PairedRuns
from app.guide.primary_action import Primary, Stage, Turn, helping
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, SignedText, fill, in_column, in_row
from app.widgets.presentation_view import SectionsView
from app.widgets.setting_fields import SettingFields
from app.widgets.text import Button, muted
from core.identification.gains.result import DriveGains, GainSettings
from core.identification.settings import GainSource, IdentificationSettings
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
        self.column.addWidget(self.calculation.stack, 1)
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

    @property
    def help_now(self) -> Primary | None:
        """The tick or the field that is missing."""
        missing = self.setup.help_now or super().help_now
        if missing is None and self._has_work and not self._has_mass:
            return helping(self.tr("Enter the mass that was weighed"), self.form.mass.edit.setFocus)
        return missing

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
                "The drive gain turns current into torque. Runs without and with a "
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


class GainsForm(Card):
    """The mass that was weighed; empty for that which the runs state."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._fields = SettingFields(GainSettings())
        self.mass = self._fields.field("payload_mass", placeholder=self.tr("as the runs say"))
        self._fields.changed.connect(self.changed)
        said = muted(self.tr("Where its centre lies is found with the gains."))
        said.setWordWrap(True)
        row = in_row((self._fields.captioned("payload_mass"), 1), (said, 2), spacing=2 * GRID)
        fill(self.column, row)

    @property
    def is_understood(self) -> bool:
        """True if the field can be read."""
        return self._fields.is_understood

    @property
    def settings(self) -> GainSettings:
        """Settings with the mass of the field."""
        return self._fields.settings


class GainsResult(QWidget):
    """Drive gains joint by joint, and the button that lets the model use them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: DriveGains | None = None
        self._said, self._use = SignedText(wrap=True), SignedText(wrap=True)
        self.use_button = Button(self.tr("Use them for the model"))
        self.details = SectionsView(self.tr("Drive gains"))
        use = in_row((self._use, 1), self.use_button, spacing=2 * GRID)
        in_column(self._said, use, (self.details, 1), of=self, spacing=2 * GRID)

    @property
    def words(self) -> str:
        """The sentences above the table, for tests and screen readers."""
        return f"{self._said.accessibleName()} {self._use.accessibleName()}"

    def forget(self) -> None:
        """Forget the gains of the visit that was open before."""
        self.found = None

    def show_gains(self, found: DriveGains) -> None:
        """Show drive gains."""
        self.found = found
        shown = present_gains(found)
        self._said.show_text(VERDICT_GLYPHS[shown.verdict], shown.headline)
        self.details.show_sections(shown.sections)

    def show_use(self, settings: IdentificationSettings) -> None:
        """Show whether the settings of the next model have these gains."""
        if self.found is None:
            return
        can_be_used = gains_can_be_used(self.found)
        given = settings.drive_gain
        is_used = given is not None and np.array_equal(given, self.found.drive_gain)
        self.use_button.setVisible(can_be_used and not is_used)
        if not can_be_used:
            words = self.tr("They are not good enough to be used: repeat the runs as the reasons say.")
            self._use.show_text(Glyph.WARNING, words)
        elif is_used:
            words = self.tr("The next model uses them, and so does every payload of this visit.")
            self._use.show_text(Glyph.CHECK, words)
        else:
            words = self.tr("Every payload of this visit uses them. The model does not use them yet.")
            self._use.show_text(Glyph.NOTE, words)
