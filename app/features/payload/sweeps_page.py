"""The page that repeats the sweeps of the reference with the payload on the flange."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.analyse_recordings import payload_from_recordings, roles_words
from app.features.payload.form import PayloadForm
from app.features.payload.measure_words import found_words, reference_sentence
from app.features.payload.sweep_run import PayloadFound
from app.features.payload.sweeping import Sweeping
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import recorded_words
from app.guide.views import MotionFolds
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.payload.methods import PayloadOfLogs
from core.payload.result import ReferenceKind
from core.payload.settings import SweepKey

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.visit.payload_reference import ReferenceChoice


class PayloadSweepsPage(Page):
    """Runs the loaded sweeps; the next page shows their result."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Measure with the payload on"), "", primary_text=self.tr("Show the payload"))
        self._visit = visit
        self.form = PayloadForm(PayloadRun.LOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            procedure=lambda: self.form.procedure(self._reference, only=self.sweeping.only),
            ended=self._ended,
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        self.head.addStretch(1)
        sweeping = self.sweeping
        self.column.addLayout(MotionFolds(self.run, sweeping.below_motion).column(kept=sweeping.flange), 1)
        payload_from_recordings(self, visit, self.run.take_recorded)

    @property
    def primary_enabled(self) -> bool:
        """True once the visit has a payload, even an older one."""
        return super().primary_enabled and self._visit.payload is not None

    @property
    def only(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are repeated; empty for all."""
        return self.sweeping.only

    def repeat(self, sweeps: tuple[int, ...]) -> None:
        """Measure the sweeps with these numbers again; without numbers all of them."""
        self.sweeping.only = tuple(sweeps)
        self.run.forget_look()
        if self.isVisible():
            self.run.look_again()

    def repeat_keys(self, keys: tuple[SweepKey, ...]) -> None:
        """Measure the sweeps that a result names again, both ways of each."""
        plan = self._visit.payload_plan
        wanted = {(key.joint, key.orientation) for key in keys}
        sweeps = plan.sweeps if plan is not None else ()
        self.repeat(tuple(each.number for each in sweeps if (each.joint, each.orientation) in wanted))

    def entered(self) -> None:
        """Show the reference, and preview its sweeps."""
        reference = self._reference
        has_plan = reference is not None and reference.kind is ReferenceKind.THIS_VISIT
        self.form.show_plan(self._visit.payload_plan if has_plan else None)
        self.say(reference_sentence(reference))
        self.sweeping.flange.show_state()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """The payload's field: it is changed most often, and the start button takes a pointer."""
        return self.form.payload.edit

    @property
    def _reference(self) -> "ReferenceChoice | None":
        summary = self._visit.summary
        return summary.payload_reference if summary is not None else None

    def _ended(self, outcome: "Outcome", sweeps: PayloadFound | None) -> tuple[Glyph, str, str]:
        """The payload in words; without one the state of the recording, and the missing sweeps."""
        if isinstance(outcome.found, PayloadOfLogs):
            result = outcome.found.result
            return VERDICT_GLYPHS[result.overall.verdict], found_words(result), roles_words(outcome.found)
        found = None if sweeps is None else sweeps.result
        if found is None:
            glyph, words, line = recorded_words(outcome)
            return glyph, words, self.sweeping.missing_words or line
        next_words = self.tr("The next step says what that rests on.")
        return VERDICT_GLYPHS[found.overall.verdict], found_words(found), next_words
