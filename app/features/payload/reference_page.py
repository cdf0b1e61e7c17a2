"""What the payload is compared with: the empty arm now, an earlier visit of it, or its model."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.found import PayloadFound
from app.features.payload.motions_page import PayloadMotionsPage
from app.features.payload.reference_views import EarlierVisitView, ModelView
from app.guide.procedure_page import PageWords
from app.guide.record_words import recorded_words
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.visit.payload_reference import ReferenceChoice
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import Glyph
from core.payload.result import ReferenceKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure

MEASURE, EARLIER, MODEL = range(3)
_KINDS = {
    MEASURE: ReferenceKind.THIS_VISIT,
    EARLIER: ReferenceKind.EARLIER_VISIT,
    MODEL: ReferenceKind.MODEL,
}


class PayloadReferencePage(PayloadMotionsPage):
    """Sweep the empty arm now, or say what stands for it."""

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        words = PageWords(
            self.tr("Compared with what?"),
            "",
            (self.tr("Measure now"), self.tr("Earlier visit"), self.tr("Model")),
        )
        super().__init__(link, visit, bus, words, load=PayloadRun.UNLOADED, parent=parent)
        self.earlier = EarlierVisitView(link, visit)
        self.model_view = ModelView(visit)
        self.lay_out_in_turn(self.below_motion(), self.earlier, self.model_view)
        self.earlier.changed.connect(self.state_changed)
        visit.changed.connect(self._show_sentence)
        self._show_sentence()

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to sweep the empty arm")

    @property
    def primary_text(self) -> str:
        """Use what is in front, or go on where it is used already."""
        if self._is_in_use:
            return self.tr("Next")
        return {
            MEASURE: self.tr("Next"),
            EARLIER: self.tr("Use this visit"),
            MODEL: self.tr("Use the model"),
        }[self.shown_view]

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
        if reference is not None and not self.is_running:
            self.show_view(next(view for view, kind in _KINDS.items() if kind is reference.kind))
        self.earlier.show_reference(reference)
        self._show_sentence()
        super().entered()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring one of the three to the front."""
        super().show_view(index)
        self._show_sentence()
        self.state_changed.emit()

    def make_procedure(self) -> "Procedure | None":
        """New sweeps of the empty arm."""
        return self.form.procedure()

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What is on the disk."""
        self.ended(outcome)
        self.flange.show_state()
        self.show_coverage(outcome.found.coverage if isinstance(outcome.found, PayloadFound) else None)
        glyph, words, line = recorded_words(outcome)
        if not outcome.is_complete:
            return glyph, words, line
        return glyph, words, self.tr("Now put the payload on. The next step repeats these sweeps.")

    def forget_result(self) -> None:
        """Another visit."""
        self.show_view(MEASURE)
        self.earlier.forget()

    @property
    def _reference(self) -> ReferenceChoice | None:
        summary = self._visit.summary
        return summary.payload_reference if summary is not None else None

    @property
    def _is_in_use(self) -> bool:
        """Whether what is in front is what is compared with already."""
        reference = self._reference
        if reference is None or reference.kind is not _KINDS[self.shown_view]:
            return False
        return self.shown_view != EARLIER or self.earlier.path in {"", reference.visit}

    def _offered(self) -> ReferenceChoice | None:
        """What the view in front offers."""
        if self.shown_view == EARLIER:
            return self.earlier.choice
        if self.shown_view == MODEL:
            return self.model_view.choice
        measured = self._measured()
        return ReferenceChoice(ReferenceKind.THIS_VISIT, measured) if measured else None

    def _measured(self) -> tuple[str, ...]:
        from app.visit.payload_reference import measured_in

        summary = self._visit.summary
        return measured_in(summary.payload_runs).labels if summary is not None else ()

    @Slot()
    def _show_sentence(self) -> None:
        if self.shown_view == MEASURE and self.plan is not None:
            self.say_plan()
            return
        self.say(
            {
                MEASURE: self.tr(
                    "The empty arm goes through slow sweeps first. Nothing must hang on the flange."
                ),
                EARLIER: self.tr("Sweeps of this very arm, made with nothing on the flange."),
                MODEL: self.tr("The model says what the empty arm takes; its own error comes on top."),
            }[self.shown_view]
        )
