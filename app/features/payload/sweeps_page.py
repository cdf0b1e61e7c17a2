"""Measure with the payload on: the sweeps of the reference again, and what hangs there follows from them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.found import PayloadFound
from app.features.payload.measure_words import found_words, reference_sentence
from app.features.payload.motions_page import PayloadMotionsPage
from app.guide.procedure_page import PageWords
from app.guide.record_words import recorded_words
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.visit.payload_runs import PayloadRun
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import SweepKey

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure


class PayloadSweepsPage(PayloadMotionsPage):
    """Look at the sweeps, hold, follow them; the result is the next step."""

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        self._only: tuple[int, ...] = ()
        super().__init__(
            link,
            visit,
            bus,
            PageWords(self.tr("Measure with the payload on"), "", (self.tr("Sweeps"),)),
            load=PayloadRun.LOADED,
            parent=parent,
        )
        self.lay_out_in_turn(self.below_motion())
        self.tabs.hide()
        visit.opened.connect(self._forget_only)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to sweep with the payload")

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
        self.forget_look()
        if self.isVisible():
            self.look_again()

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
        super().entered()

    def make_procedure(self) -> "Procedure | None":
        """The sweeps of the reference, as far as it has any."""
        summary = self._visit.summary
        reference = summary.payload_reference if summary is not None else None
        return self.form.procedure(reference, only=self._only)

    def analysing_words(self) -> str:
        """The sweeps are compared."""
        return self.tr("Working out the payload")

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What hangs there, or what is on the disk all the same."""
        self.ended(outcome)
        self.flange.show_state()
        sweeps = outcome.found if isinstance(outcome.found, PayloadFound) else None
        self.show_coverage(None if sweeps is None else sweeps.coverage)
        if outcome.is_complete:
            self._only = ()
        elif outcome.recordings:
            self._only = () if sweeps is None else sweeps.missing_sweeps  # going on does not begin all over
        found = None if sweeps is None else sweeps.result
        if found is None:
            glyph, words, line = recorded_words(outcome)
            return glyph, words, self._missing_words() or line
        return VERDICT_GLYPHS[found.judgement.verdict], found_words(found), self._next_words(found)

    def _next_words(self, _found: PayloadResult) -> str:
        return self.tr("The next step says what that rests on.")

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
    def flange_changed(self) -> None:
        """What hangs there is known now: the form says so."""
        mass = self.flange.hung_mass
        if mass:
            self.form.payload.show_text(self.flange.mass.edit.text())
        super().flange_changed()

    @Slot()
    def _forget_only(self) -> None:
        self._only = ()
