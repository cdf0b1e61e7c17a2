"""The first trial of a real arm as a guided checklist: each step is held to start, seen, and confirmed."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.arm.trial_stage import TrialStage, stage_of
from app.features.connection.words import (
    button_words,
    failed_words,
    instruction,
    network_line,
    question,
    readiness_rows,
    shortcoming_words,
    stage_words,
    step_word,
)
from app.guide.procedure_answers import Answers
from app.guide.procedure_run import ProcedureRun
from app.jobs.messages import MessageBus, Severity
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.visit.settings import PassedTrial, SettingsStore
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, Flow, SignedText, bare_column, bare_row
from app.widgets.motion_card import LINES
from app.widgets.readiness_list import ReadinessList
from app.widgets.text import Button, emphasis, paragraph
from core.quality import Verdict
from devices.families import family_of
from devices.safety.first_trial import MOVES, TrialStep, shortcoming, steps_of
from devices.safety.readiness import ReadinessLine, ReadinessState

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from devices.safety.network_quality import NetworkQuality

PAYLOAD, NETWORK = "trial-payload", "network"
"""Names of work: of the last step, and of what is measured before motion is allowed."""
_BEFORE_MOTION = frozenset(
    {TrialStage.TO_BEGIN, TrialStage.TO_ALLOW, TrialStage.UNDER_WAY, TrialStage.ALLOWED}
)
_MOVABLE = frozenset({Verdict.GOOD, Verdict.USABLE})
LOOK_MS = 500
"""Interval at which the newest state of the controller is looked at; the stream tells it anyway."""


class ConditionsView(QWidget):
    """The missing conditions of the connected arm; empty without any."""

    changed = Signal()
    """Emitted when a condition was met or is missing."""

    def __init__(self, link: RobotLink) -> None:
        super().__init__()
        self._link = link
        self._title = emphasis(self.tr("Before the arm can be moved"))
        self.list = ReadinessList()
        bare_column(self._title, self.list, of=self, spacing=GRID)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the controller while this is seen."""
        super().showEvent(event)
        self.look()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look no more."""
        self._timer.stop()
        super().hideEvent(event)

    @Slot()
    def look(self) -> None:
        """Show what is missing now."""
        session = self._link.session
        missing = () if session is None or not self._link.is_connected else session.missing
        before = self.list.rows
        self.list.show_rows(
            readiness_rows([ReadinessLine(code, ReadinessState.NOT_READY, facts) for code, facts in missing])
        )
        self._title.setVisible(bool(missing))
        if self.list.rows != before:
            self.changed.emit()


class TrialView(QWidget):
    """Stage of the connected arm, and the checklist while its first trial is under way."""

    changed = Signal()
    """Emitted when the stage or a step has changed."""
    name_asked = Signal(str)
    """Carries the name by which the arm shall be connected again: to be moved, or only read."""

    def __init__(self, link: RobotLink, visit: OpenVisit, settings: SettingsStore, bus: MessageBus) -> None:
        super().__init__()
        self._link, self._settings, self._bus = link, settings, bus
        self._serial = ""
        self.done: tuple[TrialStep, ...] = ()
        """Steps that the connected arm has passed in this trial."""
        self.conditions = ConditionsView(link)
        self.conditions.changed.connect(link.ask_readiness)
        answers = Answers(
            procedure=self._procedure,
            ended=self._ended,
            is_wanted=lambda: self.stage is TrialStage.UNDER_WAY and self._moves and not self.asks,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, lines=LINES)
        self.motion = self.run.card
        self.run.changed.connect(self.changed)
        self.go_button = Button(button_words(TrialStage.TO_BEGIN))
        self.go_button.clicked.connect(self._go)
        self.yes_button = Button(self.tr("Yes, it did"), role="primary")
        self.yes_button.clicked.connect(self._confirm)
        self.no_button = Button(self.tr("No"))
        self.no_button.clicked.connect(self._fail)
        self.payload_button = Button(self.tr("Write it and read it back"), role="primary")
        self.payload_button.clicked.connect(self._try_payload)
        self.leave_button = Button(self.tr("Leave the trial"))
        self.leave_button.clicked.connect(self._leave)
        self._lay_out()
        link.answered.connect(self._take_answer)
        link.failed.connect(self._take_failure)
        link.busy_changed.connect(self._show_steps)

    @property
    def stage(self) -> TrialStage:
        """Stage of the connected arm; NONE without one."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None:
            return TrialStage.NONE
        return stage_of(
            session.uri,
            serial=identity.serial,
            capabilities=session.capabilities,
            settings=self._settings.current,
        )

    @property
    def steps(self) -> tuple[TrialStep, ...]:
        """Steps of the connected arm; none without one."""
        session = self._link.session
        return () if session is None else steps_of(session.capabilities)

    @property
    def step(self) -> TrialStep | None:
        """The step that comes next; None after the last."""
        return next((step for step in self.steps if step not in self.done), None)

    @property
    def asks(self) -> bool:
        """True while a person is asked what the arm did."""
        return not self._asking.isHidden()

    def show_arm(self) -> None:
        """Show the stage of the arm that was connected; another arm begins with the first step."""
        identity = self._link.identity
        serial = identity.serial if identity is not None else ""
        if serial != self._serial:
            self._serial, self.done = serial, ()
            self._asking.hide()
            self._network.hide()
        self._show_stage()

    def _show_stage(self) -> None:
        stage = self.stage
        words = stage_words(stage)
        self.setVisible(bool(words))
        self._words.show_text(Glyph.CHECK if stage is TrialStage.ALLOWED else Glyph.NOTE, words)
        self.go_button.set_text(button_words(stage))
        self.go_button.setVisible(bool(button_words(stage)))
        self.conditions.setVisible(stage in _BEFORE_MOTION)
        self._checklist.setVisible(stage is TrialStage.UNDER_WAY)
        self._show_steps()
        self.changed.emit()
        if stage is TrialStage.UNDER_WAY and self._moves:
            self.run.entered()

    @property
    def _moves(self) -> bool:
        return self.step is not None and MOVES[self.step]

    @Slot()
    def _show_steps(self) -> None:
        step = self.step
        self.go_button.setEnabled(not self._link.is_working)
        for name, sign in self._signs.items():
            sign.setVisible(name in self.steps)
        for number, name in enumerate(self.steps, start=1):
            glyph = Glyph.CURRENT if name is step else Glyph.CHECK if name in self.done else Glyph.EMPTY
            self._signs[name].show_text(glyph, f"{number}. {step_word(name)}")
        if step is None:
            return
        self._instruction.setText(instruction(step))
        self._instruction.setVisible(not self.asks)
        self.motion.setVisible(MOVES[step])
        self.payload_button.setVisible(step is TrialStep.PAYLOAD)
        self.payload_button.setEnabled(not self._link.is_working)

    def _procedure(self) -> "Procedure | None":
        from app.arm.first_trial import TrialMotion

        return TrialMotion(self.step, self._link.pulse) if self.step is not None and self._moves else None

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Ask what the person saw, or say why the step does not count."""
        from app.arm.first_trial import seen_in

        step = self.step
        assert step is not None
        code = shortcoming(step, seen_in(outcome))
        if code:
            return Glyph.WARNING, shortcoming_words(code), self.tr("The step can be done again.")
        self._question.setText(question(step))
        self._asking.show()
        self._instruction.hide()
        return Glyph.CHECK, self.tr("The motion went as it should."), ""

    @Slot()
    def _confirm(self) -> None:
        """Count the step, because a person has seen it too."""
        step = self.step
        if step is None:
            return
        self._asking.hide()
        self.done = (*self.done, step)
        self.run.start_over()
        if self.step is None:
            self._pass()
        else:
            self._show_stage()
            self.run.look_where_seen()

    def _pass(self) -> None:
        """Store that the arm has passed."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None:
            return
        current = self._settings.current
        trial = PassedTrial(
            family_of(session.uri).scheme,
            identity.serial,
            datetime.now(UTC).isoformat(timespec="seconds"),
            current.operator,
        )
        self._settings.update(current.with_trial(trial))
        self._bus.show(self.tr("The first trial is passed. Motion is allowed."), severity=Severity.GOOD)
        self._show_stage()
        self._link.ask_readiness()

    @Slot()
    def _fail(self) -> None:
        """End the trial: the arm did not do what it should, and is only read from now on."""
        self._bus.show(failed_words())
        self._leave()

    @Slot()
    def _leave(self) -> None:
        """End the trial and connect for reading only."""
        session = self._link.session
        self.done = ()
        self._asking.hide()
        if session is not None:
            self.name_asked.emit(family_of(session.uri).without_consent(session.uri))

    @Slot()
    def _go(self) -> None:
        """Measure the network; where it is good enough the arm is connected again, to be moved."""
        from app.arm.first_trial import measure_network

        self.setFocus()  # the button is disabled meanwhile: Qt would hand its focus on to *Disconnect*
        self._network.show_text(Glyph.CURRENT, self.tr("Measuring the network for some seconds …"))
        self._network.show()
        self._link.ask(NETWORK, measure_network)

    def _take_network(self, found: "NetworkQuality") -> None:
        self._network.show_text(*network_line(found))
        if found.judgement.verdict in _MOVABLE:
            self._allow()

    def _allow(self) -> None:
        """Connect again, by a name that allows motion of this very arm."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None:
            return
        family = family_of(session.uri)
        settings = replace(family.parse(session.uri), serial=identity.serial)
        self.name_asked.emit(family.with_consent(settings.uri))

    @Slot()
    def _try_payload(self) -> None:
        from devices.safety.payload_setting import write_payload_again

        self._link.ask(PAYLOAD, lambda session, _monitor: write_payload_again(session.controller))

    @Slot(str, object)
    def _take_answer(self, work: str, found: object) -> None:
        if work == NETWORK:
            self._take_network(found)  # type: ignore[arg-type]  # what was asked for
        if work == PAYLOAD and self.step is TrialStep.PAYLOAD:
            self._confirm()

    @Slot(str, object)
    def _take_failure(self, work: str, error: BaseException) -> None:
        if work in {PAYLOAD, NETWORK}:
            self._bus.show_error(error)
        if work == NETWORK:
            self._network.hide()

    def _lay_out(self) -> None:
        self._words, self._network = SignedText(wrap=True), SignedText(wrap=True)
        self._network.hide()
        self._signs = {step: SignedText() for step in TrialStep}
        signs = QWidget()
        row = Flow(spacing=3 * GRID, parent=signs)
        for sign in self._signs.values():
            row.addWidget(sign)
        self._instruction, self._question = paragraph(), paragraph()
        self._asking = QWidget()
        bare_row((self._question, 1), self.no_button, self.yes_button, of=self._asking)
        self._asking.hide()
        self._checklist = QWidget()
        bare_column(
            signs,
            self._instruction,
            self._asking,
            self.motion,
            bare_row(self.payload_button, None, self.leave_button),
            of=self._checklist,
            spacing=GRID + 4,
        )
        card = Card()
        card.column.addLayout(bare_row((self._words, 1), self.go_button))
        card.column.addWidget(self._network)
        card.column.addWidget(self.conditions)
        card.column.addWidget(self._checklist)
        bare_column(card, of=self)
