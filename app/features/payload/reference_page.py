"""The page of the payload's reference: the empty arm swept now, an earlier visit, or the arm's model."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.form import PayloadForm
from app.features.payload.reference_views import EarlierVisitView, ModelView
from app.features.payload.sweeping import Sweeping
from app.guide.from_recordings import FromRecordings
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words
from app.guide.views import Views, lay_out_in_turn
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.speech.language import listed
from app.visit.open_visit import OpenVisit
from app.visit.payload_reference import ReferenceChoice, keep_reference, measured_in
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import Glyph
from core.payload.result import ReferenceKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.features.payload.found import PayloadFound

MEASURE, EARLIER, MODEL = range(3)
_KINDS = {
    MEASURE: ReferenceKind.THIS_VISIT,
    EARLIER: ReferenceKind.EARLIER_VISIT,
    MODEL: ReferenceKind.MODEL,
}


class PayloadReferencePage(Page):
    """Sweeps the empty arm now, or takes another reference in its place."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Choose the reference"), "")
        self._visit = visit
        self.form = PayloadForm(PayloadRun.UNLOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            procedure=self.form.procedure,
            ended=self._ended,
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        names = (self.tr("Measure now"), self.tr("Earlier visit"), self.tr("Model"))
        self.views = Views(self.run, names)
        self.views.shown.connect(self._view_shown)
        self.earlier = EarlierVisitView(link, visit)
        self.model_view = ModelView(visit)
        others = (self.earlier, self.model_view)
        lay_out_in_turn(self, self.run, self.views, self.sweeping.below_motion, *others)
        FromRecordings(
            self,
            visit,
            purpose=self.tr("Reference of the payload"),
            find=self._find,
            show=self._take_recorded,
            suits=lambda one: not one.payload_mass,
        )
        self.earlier.changed.connect(self.state_changed)
        visit.opened.connect(self._forget_result)
        visit.changed.connect(self._show_sentence)
        self._show_sentence()

    @property
    def primary_text(self) -> str:
        """Words that use the reference in front, or go on where it is in use."""
        if self._is_in_use:
            return self.tr("Next")
        return {
            MEASURE: self.tr("Next"),
            EARLIER: self.tr("Use this visit"),
            MODEL: self.tr("Use the model"),
        }[self.views.index]

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True where the button takes an earlier visit or the model, and once there is a reference."""
        return self.primary_text != self.tr("Next") or not is_undone

    @property
    def primary_enabled(self) -> bool:
        """True where the view in front has a reference that can be used."""
        return super().primary_enabled and (self._is_in_use or self._offered() is not None)

    def primary(self) -> None:
        """Store the chosen reference in the visit, and go on."""
        offered = self._offered()
        if self._is_in_use or offered is None:
            self.next_asked.emit()
        else:
            self._visit.payloads.use_reference(offered, self.next_asked.emit)

    def entered(self) -> None:
        """Bring the reference in use to the front."""
        reference = self._reference
        if reference is not None and not self.run.is_running:
            self.views.show(next(view for view, kind in _KINDS.items() if kind is reference.kind))
        self.earlier.show_reference(reference)
        self._show_sentence()
        self.sweeping.flange.show_state()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """The payload's field: it is changed most often, and the start button takes a pointer."""
        return self.form.payload.edit

    @Slot(int)
    def _view_shown(self, _index: int) -> None:
        self._show_sentence()
        self.state_changed.emit()

    def _ended(self, outcome: "Outcome", _found: "PayloadFound | None") -> tuple[Glyph, str, str]:
        """The state of the recording in words; after a complete one the next thing to do."""
        glyph, words, line = recorded_words(outcome)
        if not outcome.is_complete:
            return glyph, words, line
        return glyph, words, self.tr("Now put the payload on. The next step repeats these sweeps.")

    def _find(self, labels: Sequence[str]) -> Task[ReferenceChoice]:
        """Task that stores recordings of the empty arm as the reference."""
        choice = ReferenceChoice(ReferenceKind.THIS_VISIT, tuple(labels))
        return Task(keep_reference, path=self._visit.path, choice=choice)

    def _take_recorded(self, outcome: "Outcome") -> None:
        """Show the recordings that are the reference now."""
        found: object = outcome.found
        assert isinstance(found, ReferenceChoice)
        self._visit.payloads.take_reference(found)
        words = self.tr("The reference is now {labels}.").format(labels=listed(outcome.recordings))
        again = self.tr("Measure it again")
        line = self.tr("Now put the payload on, or go on to its recordings.")
        self.run.forget_look()
        self.motion.show_result(Glyph.CHECK, words, line, again=again)
        self.state_changed.emit()

    @Slot()
    def _forget_result(self) -> None:
        """Forget the reference of the visit that was open before."""
        self.views.show(MEASURE)
        self.earlier.forget()

    @property
    def _reference(self) -> ReferenceChoice | None:
        summary = self._visit.summary
        return summary.payload_reference if summary is not None else None

    @property
    def _is_in_use(self) -> bool:
        """True if the view in front shows the reference in use."""
        reference = self._reference
        if reference is None or reference.kind is not _KINDS[self.views.index]:
            return False
        return self.views.index != EARLIER or self.earlier.path in {"", reference.visit}

    def _offered(self) -> ReferenceChoice | None:
        """Reference that the view in front offers; None where it has none."""
        if self.views.index == EARLIER:
            return self.earlier.choice
        if self.views.index == MODEL:
            return self.model_view.choice
        summary = self._visit.summary
        measured = measured_in(summary.payload_runs).labels if summary is not None else ()
        return ReferenceChoice(ReferenceKind.THIS_VISIT, measured) if measured else None

    @Slot()
    def _show_sentence(self) -> None:
        if self.views.index == MEASURE and self.sweeping.plan is not None:
            self.sweeping.say_plan()
            return
        self.say(
            {
                MEASURE: self.tr(
                    "The empty arm goes through slow sweeps first. Nothing must hang on the flange."
                ),
                EARLIER: self.tr("Sweeps of this very arm, made with nothing on the flange."),
                MODEL: self.tr("The model says what the empty arm takes; its own error comes on top."),
            }[self.views.index]
        )
