"""Measure with the payload on: the sweeps of the reference again, and what hangs there follows from them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.form import PayloadForm
from app.features.payload.found import PayloadFound
from app.features.payload.measure_words import found_words, reference_sentence
from app.features.payload.sweeping import Sweeping
from app.guide.answers import Answers
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words
from app.guide.views import form_beside_motion
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.payload.result import ReferenceKind
from core.payload.settings import SweepKey

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure


class PayloadSweepsPage(Page):
    """Look at the sweeps, hold, follow them; the result is the next step."""

    run: ProcedureRun

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Measure with the payload on"), "", parent=parent)
        self._visit = visit
        self._only: tuple[int, ...] = ()
        self.form = PayloadForm(PayloadRun.LOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            answers=Answers(
                procedure=self._procedure,
                ended=self._ended,
                start_words=lambda: self.tr("Hold to sweep with the payload"),
            ),
            analysing=lambda: self.tr("Working out the payload"),
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        self.sweeping.flange.changed.connect(self._flange_changed)
        self.column.addLayout(form_beside_motion(self.run))
        self.column.addWidget(self.sweeping.below_motion, 1)
        visit.opened.connect(self._forget_only)

    @property
    def primary_text(self) -> str:
        """On to the result."""
        return self.tr("Show the payload")

    @property
    def primary_enabled(self) -> bool:
        """Once there is one, however old."""
        return super().primary_enabled and self._visit.payload is not None

    @property
    def only(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are repeated; empty for all."""
        return self._only

    def repeat(self, sweeps: tuple[int, ...]) -> None:
        """Measure these sweeps of the plan again, by their numbers; all without any."""
        self._only = tuple(sweeps)
        self.run.forget_look()
        if self.isVisible():
            self.run.look_again()

    def repeat_keys(self, keys: tuple[SweepKey, ...]) -> None:
        """The same by the names that a result has for them: both ways of each."""
        plan = self._visit.payload_plan
        wanted = {(key.joint, key.orientation) for key in keys}
        sweeps = plan.sweeps if plan is not None else ()
        self.repeat(tuple(each.number for each in sweeps if (each.joint, each.orientation) in wanted))

    def entered(self) -> None:
        """What it is compared with, and what would happen."""
        summary = self._visit.summary
        reference = summary.payload_reference if summary is not None else None
        has_plan = reference is not None and reference.kind is ReferenceKind.THIS_VISIT
        self.form.show_plan(self._visit.payload_plan if has_plan else None)
        self.say(reference_sentence(reference))
        self.sweeping.flange.show_state()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.payload.edit

    def _procedure(self) -> "Procedure | None":
        """The sweeps of the reference, as far as it has any."""
        summary = self._visit.summary
        reference = summary.payload_reference if summary is not None else None
        return self.form.procedure(reference, only=self._only)

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What hangs there, or what is on the disk all the same."""
        self.sweeping.flange.show_state()
        sweeps = outcome.found if isinstance(outcome.found, PayloadFound) else None
        self.sweeping.show_coverage(None if sweeps is None else sweeps.coverage)
        if outcome.is_complete:
            self._only = ()
        elif outcome.recordings:
            self._only = () if sweeps is None else sweeps.missing_sweeps  # going on does not begin all over
        found = None if sweeps is None else sweeps.result
        if found is None:
            glyph, words, line = recorded_words(outcome)
            return glyph, words, self._missing_words() or line
        next_words = self.tr("The next step says what that rests on.")
        return VERDICT_GLYPHS[found.judgement.verdict], found_words(found), next_words

    def _missing_words(self) -> str:
        if not self._only:
            return ""
        count = len(self._only)
        return (
            self.tr("One sweep is missing; only that one is measured next.")
            if count == 1
            else self.tr("{count} sweeps are missing; only those are measured next.").format(count=count)
        )

    @Slot()
    def _flange_changed(self) -> None:
        """What hangs there is known now: the form says so, and what was looked at is void."""
        flange = self.sweeping.flange
        if flange.hung_mass:
            self.form.payload.show_text(flange.mass.edit.text())
        self.run.look_where_seen()

    @Slot()
    def _forget_only(self) -> None:
        self._only = ()
