"""What the payload is compared with: the empty arm now, an earlier visit of it, or its model."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.form import PayloadForm
from app.features.payload.found import PayloadFound
from app.features.payload.reference_views import EarlierVisitView, ModelView
from app.features.payload.sweeping import Sweeping
from app.guide.answers import Answers
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words
from app.guide.views import Views, lay_out_in_turn
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.visit.payload_reference import ReferenceChoice
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import Glyph
from core.payload.result import ReferenceKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome

MEASURE, EARLIER, MODEL = range(3)
_KINDS = {
    MEASURE: ReferenceKind.THIS_VISIT,
    EARLIER: ReferenceKind.EARLIER_VISIT,
    MODEL: ReferenceKind.MODEL,
}


class PayloadReferencePage(Page):
    """Sweep the empty arm now, or say what stands for it."""

    run: ProcedureRun

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Compared with what?"), "", parent=parent)
        self._visit = visit
        self.form = PayloadForm(PayloadRun.UNLOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            answers=Answers(
                procedure=self.form.procedure,
                ended=self._ended,
                start_words=lambda: self.tr("Hold to sweep the empty arm"),
            ),
            analysing=lambda: self.tr("Looking at the sweeps"),
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        self.sweeping.flange.changed.connect(self.run.look_where_seen)
        names = (self.tr("Measure now"), self.tr("Earlier visit"), self.tr("Model"))
        self.views = Views(self.run, names)
        self.views.shown.connect(self._view_shown)
        self.earlier = EarlierVisitView(link, visit)
        self.model_view = ModelView(visit)
        others = (self.earlier, self.model_view)
        lay_out_in_turn(self, self.run, self.views, self.sweeping.below_motion, *others)
        self.earlier.changed.connect(self.state_changed)
        visit.opened.connect(self._forget_result)
        visit.changed.connect(self._show_sentence)
        self._show_sentence()

    @property
    def primary_text(self) -> str:
        """Use what is in front, or go on where it is used already."""
        if self._is_in_use:
            return self.tr("Next")
        return {
            MEASURE: self.tr("Next"),
            EARLIER: self.tr("Use this visit"),
            MODEL: self.tr("Use the model"),
        }[self.views.index]

    @property
    def primary_enabled(self) -> bool:
        """With something to compare with."""
        return super().primary_enabled and (self._is_in_use or self._offered() is not None)

    def primary(self) -> None:
        """Keep what was chosen, and go on."""
        offered = self._offered()
        if self._is_in_use or offered is None:
            self.next_asked.emit()
        else:
            self._visit.payloads.use_reference(offered, self.next_asked.emit)

    def entered(self) -> None:
        """The reference in use comes to the front."""
        reference = self._reference
        if reference is not None and not self.run.is_running:
            self.views.show(next(view for view, kind in _KINDS.items() if kind is reference.kind))
        self.earlier.show_reference(reference)
        self._show_sentence()
        self.sweeping.flange.show_state()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.payload.edit

    @Slot(int)
    def _view_shown(self, _index: int) -> None:
        self._show_sentence()
        self.state_changed.emit()

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What is on the disk."""
        self.sweeping.flange.show_state()
        self.sweeping.show_coverage(
            outcome.found.coverage if isinstance(outcome.found, PayloadFound) else None
        )
        glyph, words, line = recorded_words(outcome)
        if not outcome.is_complete:
            return glyph, words, line
        return glyph, words, self.tr("Now put the payload on. The next step repeats these sweeps.")

    @Slot()
    def _forget_result(self) -> None:
        """Another visit."""
        self.views.show(MEASURE)
        self.earlier.forget()

    @property
    def _reference(self) -> ReferenceChoice | None:
        summary = self._visit.summary
        return summary.payload_reference if summary is not None else None

    @property
    def _is_in_use(self) -> bool:
        """Whether what is in front is what is compared with already."""
        reference = self._reference
        if reference is None or reference.kind is not _KINDS[self.views.index]:
            return False
        return self.views.index != EARLIER or self.earlier.path in {"", reference.visit}

    def _offered(self) -> ReferenceChoice | None:
        """What the view in front offers."""
        if self.views.index == EARLIER:
            return self.earlier.choice
        if self.views.index == MODEL:
            return self.model_view.choice
        measured = self._measured()
        return ReferenceChoice(ReferenceKind.THIS_VISIT, measured) if measured else None

    def _measured(self) -> tuple[str, ...]:
        from app.visit.payload_reference import measured_in

        summary = self._visit.summary
        return measured_in(summary.payload_runs).labels if summary is not None else ()

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
