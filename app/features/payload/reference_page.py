"""The page of the payload's reference: the empty arm swept now, an earlier visit, or the arm's model."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.arm.link import RobotLink
from app.errors.text import error_text
from app.features.payload.form import PayloadForm
from app.features.payload.measure_words import age_words, warmth_words
from app.features.payload.sweeps_page import Sweeping
from app.guide.page import Page, lay_out_in_turn
from app.guide.procedure_run import ProcedureRun
from app.guide.recordings_button import RecordingsButton
from app.guide.run_words import recorded_words
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.speech.dates import moment_word
from app.speech.language import listed
from app.speech.units import CELSIUS
from app.speech.words import verdict_word
from app.visit.open_visit import OpenVisit
from app.visit.payload import (
    OfferedReference,
    PayloadRun,
    ReferenceChoice,
    keep_reference,
    look_at_earlier_visit,
    measured_in,
)
from app.widgets.choice import ask_for_files
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, SignedText, ValueCard
from app.widgets.text import Button, emphasis, paragraph
from core.payload.result import ReferenceKind
from core.quality import Verdict
from core.recording import Quantity

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.features.payload.sweep_run import PayloadFound


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
        super().__init__(self.tr("Choose the empty arm"), "")
        self._visit = visit
        self.form = PayloadForm(PayloadRun.UNLOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            procedure=lambda: self.form.procedure(only=self.sweeping.only),
            ended=self._ended,
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        names = (self.tr("Measure now"), self.tr("Earlier visit"), self.tr("Model"))
        self.earlier = EarlierVisitView(link, visit)
        self.model_view = ModelView(visit)
        below, others = self.sweeping.below_motion, (self.earlier, self.model_view)
        self.views = lay_out_in_turn(self, self.run, names, below, *others, kept=self.sweeping.flange)
        self.views.shown.connect(self._view_shown)
        RecordingsButton(
            self,
            visit,
            purpose=self.tr("Empty arm for the payload"),
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
            EARLIER: self.tr("Choose a visit …") if self._wants_visit else self.tr("Use this visit"),
            MODEL: self.tr("Use the model"),
        }[self.views.index]

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True where the button takes an earlier visit or the model, and once there is a reference."""
        return self.primary_text != self.tr("Next") or not is_undone

    @property
    def primary_enabled(self) -> bool:
        """True where the view in front has a reference that can be used."""
        has_one = self._is_in_use or self._wants_visit or self._offered() is not None
        return super().primary_enabled and has_one

    @property
    def _wants_visit(self) -> bool:
        """True where the earlier visit is still to be chosen."""
        return self.views.index == EARLIER and not self._is_in_use and self._offered() is None

    def primary(self) -> None:
        """Store the chosen reference in the visit, and go on."""
        offered = self._offered()
        if self._wants_visit:
            self.earlier.button.click()
        elif self._is_in_use or offered is None:
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
            return glyph, words, self.sweeping.missing_words or line
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
        words = self.tr("The empty arm is now {labels}.").format(labels=listed(outcome.recordings))
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


_NOW_S = 1.0
"""Length of the newest samples over which the temperature is averaged."""
_OLD_S = 30.0 * 86400.0
_WARM_K = 5.0
"""Age and change of temperature beyond which friction and gains may have changed."""


class EarlierVisitView(Card):
    """An earlier visit as reference: its arm, age, temperature, and whether it can be used."""

    changed = Signal()

    def __init__(self, link: RobotLink, visit: OpenVisit) -> None:
        super().__init__()
        self._link, self._visit = link, visit
        self.path = ""
        """Path of the chosen file, even where it cannot be used; empty without one."""
        self.offered: OfferedReference | None = None
        self.button = Button(self.tr("Choose a visit …"))
        self.button.clicked.connect(self._ask)
        self.state = SignedText(wrap=True)
        self.facts = Facts(
            (self.tr("Visit"), self.tr("Serial number"), self.tr("Age"), self.tr("Warmth of the joints"))
        )
        head = QHBoxLayout()
        head.addWidget(self.button)
        head.addWidget(self.state, 1)
        self.column.addLayout(head)
        self.column.addWidget(self.facts)
        self.column.addStretch(1)
        self.forget()

    @property
    def choice(self) -> ReferenceChoice | None:
        """The chosen visit as reference; None where it cannot be used."""
        found = self.offered
        if found is None:
            return None
        return ReferenceChoice(ReferenceKind.EARLIER_VISIT, found.recordings, visit=found.visit)

    def forget(self) -> None:
        """Return to the state in which no visit is chosen."""
        self.path, self.offered = "", None
        self.facts.hide()
        self.state.show_text(Glyph.NOTE, self.tr("Choose a visit in which this arm swept with nothing on."))
        self.changed.emit()

    def show_reference(self, reference: ReferenceChoice | None) -> None:
        """Show the reference in use, where it is an earlier visit and no file is chosen."""
        if reference is not None and reference.kind is ReferenceKind.EARLIER_VISIT and not self.path:
            self.look_at(Path(reference.visit))

    def look_at(self, path: Path) -> None:
        """Read whether a visit file can be the reference."""
        identity, summary = self._link.identity, self._visit.summary
        if summary is None:
            return
        self.path, self.offered = str(path), None
        self.state.show_text(Glyph.NOTE, self.tr("Looking into {visit} …").format(visit=path.stem))
        self.facts.hide()
        job = self._visit.look_beside(
            Task(
                look_at_earlier_visit,
                path=path,
                serial=identity.serial if identity is not None else summary.serial,
                joint_count=len(summary.joint_names),
            ),
            shows_failure=False,
        )
        job.succeeded.connect(lambda found: self._take(str(path), found))
        job.failed.connect(lambda error: self._refuse(str(path), error))
        self.changed.emit()

    def _ask(self) -> None:
        folder = self._visit.path.parent if self._visit.summary is not None else Path()
        ask_for_files(
            self,
            self.tr("Choose an earlier visit"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            lambda paths: self.look_at(paths[0]),
            folder=str(folder),
        )

    def _take(self, path: str, found: OfferedReference) -> None:
        if path != self.path:
            return
        self.offered = found
        now = _temperature_now(self._link)
        then, change = warmth_words(found, now)
        unit = CELSIUS.symbol if np.isfinite(found.temperature) else ""
        count = len(found.recordings)
        words = self.tr("1 recording") if count == 1 else self.tr("{count} recordings")
        recordings = words.format(count=count)
        self.facts.show_facts(
            (
                (Path(found.visit).stem, "", recordings),
                (found.serial or "–", "", self.tr("the same arm") if found.serial else self.tr("not known")),
                (age_words(found.age_s), "", moment_word(found.recorded_at) or "–"),
                (then, unit, change),
            )
        )
        self.facts.show()
        self.state.show_text(*self._judged(found, now))
        self.changed.emit()

    def _judged(self, found: OfferedReference, now: float) -> tuple[Glyph, str]:
        if found.missing:
            words = self.tr("{count} of its sweeps were never finished; those with the payload count less.")
            return Glyph.WARNING, words.format(count=len(found.missing))
        if abs(now - found.temperature) > _WARM_K:
            words = self.tr("The joints are not as warm as they were. Measure now for the best result.")
            return Glyph.WARNING, words
        if found.age_s > _OLD_S:
            return Glyph.WARNING, self.tr("It is old. Gears change: measure now for the best result.")
        return Glyph.CHECK, self.tr("It can be used.")

    def _refuse(self, path: str, error: BaseException) -> None:
        if path == self.path:
            self.state.show_text(Glyph.CROSS, error_text(error).one_line)
            self.changed.emit()


class ModelView(Card):
    """The model of this visit as reference, with its verdict."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.made = ValueCard(self.tr("Identified"))
        self.verdict = SignedText(wrap=True)
        self.column.addWidget(emphasis(self.tr("The newest model of this visit")))
        self.column.addWidget(self.made)
        self.column.addWidget(self.verdict)
        self.column.addWidget(
            paragraph(
                self.tr(
                    "The sweeps with the payload are planned again. A model made of fast motions knows "
                    "slow friction less well, so that the centre of mass is less sure."
                )
            )
        )
        self.column.addStretch(1)
        visit.changed.connect(self.show_model)
        self.show_model()

    @property
    def choice(self) -> ReferenceChoice | None:
        """The model as reference, where there is one that is complete and good enough."""
        result = self._visit.result
        if result is None or self._visit.result_is_partial:
            return None
        is_usable = result.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
        return ReferenceChoice(ReferenceKind.MODEL) if is_usable else None

    @Slot()
    def show_model(self) -> None:
        """Show the date, the recordings and the verdict of the visit's model."""
        result = self._visit.result
        self.made.setVisible(result is not None)
        if result is None:
            words = self.tr("This visit has no model. Measure now, or identify one from recordings first.")
            self.verdict.show_text(Glyph.NOTE, words)
            return
        fitted = listed(result.provenance.recordings)
        self.made.show_value(moment_word(result.provenance.created_at) or "–", "", fitted)
        verdict = result.judgement.verdict
        if self.choice is None:
            words = self.tr("{verdict}: it says too little of the empty arm. Measure now.")
            self.verdict.show_text(VERDICT_GLYPHS[verdict], words.format(verdict=verdict_word(verdict)))
        else:
            self.verdict.show_verdict(verdict)


def _temperature_now(link: RobotLink) -> float:
    """Mean temperature of all joints, K; NaN where the controller reports none."""
    acquisition = link.acquisition
    newest = acquisition.ring.newest(_NOW_S)[1] if acquisition is not None else {}
    reported = newest.get(Quantity.TEMPERATURE, np.empty(0))
    finite = reported[np.isfinite(reported)]
    return float(finite.mean()) if finite.size else float("nan")
