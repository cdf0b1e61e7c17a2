"""Page that identifies the model: plan, progress of the three loops, and their residuals."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.features.identification.identifying import identify
from app.features.identification.sentences import loop_shares, loop_word, loops_sentence
from app.guide.page import Page
from app.guide.primary_action import Stage, Turn
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.speech.model_words import estimator_word, friction_word
from app.speech.words import residual_word
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText, fill, in_row
from app.widgets.legend import Curve, JointLegend
from app.widgets.plot import Plot
from app.widgets.text import Button, muted, paragraph
from app.widgets.work_card import WorkCard
from core.identification.result import IdentificationResult, LoopRecord


class IdentifyPage(Page):
    """The plan, progress with *Cancel*, and a chart of the loops."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Identify the model"),
            self.tr(
                "Friction, dynamics and what is left are found in turns until nothing more is gained. "
                "You can stop; the best result so far is kept."
            ),
        )
        self._visit, self._bus = visit, bus
        self._running = False
        self._plan = paragraph()
        self._settings_line = muted()
        self._settings_line.setWordWrap(True)
        self._state = SignedText()
        self.work = WorkCard(self.tr("Progress of the identification"))
        self.progress, self.cancel_button = self.work.progress, self.work.cancel_button
        self.work.cancel_asked.connect(visit.cancel)
        self.go_on_button = Button(self.tr("Go on where it stopped"))
        self.go_on_button.clicked.connect(self._go_on)
        self.loops = LoopChart(self.tr("What each loop leaves of the torque"))
        self._joints = JointLegend()
        self._loops_sentence = paragraph()
        self._lay_out()
        visit.changed.connect(self._show_visit)
        visit.progressed.connect(self._show_progress)
        visit.identified.connect(self.next_asked)
        self._show_running()

    @property
    def primary_text(self) -> str:
        """Name of the main button: identify, or go on to the results."""
        if self._visit.result_is_current:
            return self.tr("See the results")
        return self.tr("Identify")

    @property
    def primary_enabled(self) -> bool:
        """True with a run to fit, while no work is under way."""
        return bool(self._visit.choice.fit) and not self._visit.is_busy

    def primary(self) -> None:
        """Identify, or go on to the results."""
        if self._visit.result_is_current:
            self.next_asked.emit()
            return
        self._go_on()

    @property
    def by_itself(self) -> Turn:
        """Turn of the page: it identifies with the present choice; a part result is not enough."""
        if self._running or self._visit.is_busy:
            return Turn(Stage.WORKING)
        if self._visit.result_is_current:
            partial = self._visit.result_is_partial
            return Turn(Stage.AGAIN, self._state.accessibleName()) if partial else Turn(Stage.DONE)
        return Turn(Stage.READY)

    def begin_by_itself(self) -> None:
        """Identify, or go on with a part result."""
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Start, or go on with a part result of the same choice."""
        self._running = True
        job = identify(self._visit, self._bus)
        job.kept.connect(self._show_loops)
        job.ended.connect(self._ended)
        self.work.begin(self.tr("Starting"))
        self._show_running()
        self.cancel_button.setFocus()

    @Slot()
    def _ended(self) -> None:
        self._running = False
        self._show_running()

    @Slot(float, str)
    def _show_progress(self, fraction: float, text: str) -> None:
        if self._running:
            self.work.show_progress(fraction, text)

    @Slot(object)
    def _show_loops(self, result: object) -> None:
        loops = result.loops if isinstance(result, IdentificationResult) else ()
        self._loops_card.setVisible(bool(loops))
        self._below.setVisible(not loops)
        if loops:
            self.loops.show_loops(loops)
            self._joints.show_joints(range(loops[0].residual.shape[0]))
            self._loops_sentence.setText(loops_sentence(loops))

    @Slot()
    def _show_visit(self) -> None:
        if not self._running:
            self._show_loops(self._visit.result)
        choice, settings = self._visit.choice, self._visit.choice.settings
        fit = ", ".join(choice.fit) or self.tr("nothing yet")
        judge = ", ".join(choice.validate) or self.tr("none")
        self._plan.setText(
            self.tr("Fitted on: {fit}.\nKept back to judge: {judge}.").format(fit=fit, judge=judge)
        )
        by_data = self.tr("chosen by data")
        self._settings_line.setText(
            self.tr(
                "Friction: {friction}. Estimator: {estimator}. Learner: {learner}. Low-pass filter: {cutoff}."
            ).format(
                friction=by_data if settings.auto_friction else friction_word(settings.friction),
                estimator=estimator_word(settings.estimator),
                learner=residual_word(settings.residual),
                cutoff=by_data if settings.auto_filter else f"{settings.filter_hz:g} Hz",
            )
        )
        if self._visit.result_is_partial:
            self._state.show_text(Glyph.WARNING, self.tr("Stopped early: the model is a part result."))
        elif self._visit.result is None:
            self._state.show_text(Glyph.EMPTY, self.tr("Not identified yet."))
        elif self._visit.result_is_current:
            self._state.show_text(Glyph.CHECK, self.tr("Done. The model was made with this choice."))
        else:
            self._state.show_text(
                Glyph.WARNING, self.tr("Out of date: the runs or options were changed since the last model.")
            )
        self._show_running()

    def _show_running(self) -> None:
        self.work.setVisible(self._running)
        self._state.setVisible(not self._running)
        self.go_on_button.setVisible(not self._running and self._visit.can_go_on)
        self.state_changed.emit()

    def _lay_out(self) -> None:
        plan = Card()
        fill(plan.column, self._plan, self._settings_line)
        state = in_row((self._state, 1), self.go_on_button)
        self._loops_card, self._below = Card(margin=GRID), QWidget()
        heading = in_row((self._loops_sentence, 1), self._joints, margins=(GRID, 0, GRID, 0))
        fill(self._loops_card.column, heading, (self.loops, 1))
        fill(self.column, plan, state, self.work, (self._loops_card, 1), (self._below, 1))


_LEAST_HEIGHT = 180
_ROOM = 0.08


class LoopChart(Plot):
    """Residual of each joint over the loops, in percent of that of the first fit."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self.label_axes("", "", self.tr("Left of the torque"), "%")
        self.x_label = self.tr("Loop"), ""
        self.setMinimumHeight(_LEAST_HEIGHT)

    def show_loops(self, loops: Sequence[LoopRecord]) -> None:
        """Show the residuals of the loops so far."""
        shares = 100.0 * loop_shares(loops) if loops else np.empty((0, 0))
        places = np.arange(len(loops), dtype=np.float64)
        curves = tuple(
            Curve(
                self.tr("joint {number}").format(number=joint + 1),
                "%",
                places,
                np.ascontiguousarray(shares[:, joint]),
                f"joint {joint + 1}",
            )
            for joint in range(shares.shape[1])
        )
        self.show_curves(curves, summary=loops_sentence(loops))
        ticks = [(float(place), loop_word(record)) for place, record in enumerate(loops)]
        self.axis("bottom").setTicks([ticks])
        self.setXRange(0.0, max(len(loops) - 1.0, 1.0), padding=_ROOM)
        finite = shares[np.isfinite(shares)]
        self.setYRange(0.0, max(float(finite.max()), 100.0) if finite.size else 100.0, padding=_ROOM)

    def _set_limits(self) -> None:
        """Do nothing: ``show_loops`` sets the ranges."""
