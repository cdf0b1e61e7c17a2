"""State of this arm: a word, a number and one thing to do for each subject; landing page of a visit."""

from collections.abc import Callable, Container
from itertools import product
from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.shell.arm_state import ArmState, read_arm_state
from app.shell.state_words import (
    beside_words,
    care_sentences,
    number_words,
    subject_word,
    to_do_words,
)
from app.speech.dates import day_word
from app.speech.units import whole
from app.speech.words import WORD_GLYPHS, Glyph, verdict_word
from app.visit.open_visit import OpenVisit
from app.visit.steps import Step
from app.widgets.arm_view import ArmView
from app.widgets.layouts import SignedText, fill, in_card, in_column, in_row, keep_size
from app.widgets.text import BOLD, Button, ElidedText, Text, emphasis, muted
from core.catalogue.arm_state import Subject, SubjectState
from core.drawing.arm_scene import ArmBody
from core.quality import Word
from core.recording import FloatArray, Mark
from core.robot.model import RobotModel
from core.workflow import COMMISSIONING

_PICTURE_WIDTH = 312
_PICTURE_FROM = 1000
"""Width of the page from which it has room for the picture, px at a scale of 100 %."""
_STEPS = {
    Subject.ENCODERS: Step.CHECK,
    Subject.FRICTION: Step.FRICTION,
    Subject.GEARS: Step.TWIST,
    Subject.MODEL: Step.RESULTS,
    Subject.VERIFICATION: Step.VERIFY,
    Subject.PAYLOAD: Step.PAYLOAD,
    Subject.STIFFNESS: Step.STIFFNESS,
    Subject.REPORT: Step.REPORT,
}
"""The step whose page has the result of a subject."""
_OF_GEARS = (Subject.GEARS, Subject.STIFFNESS)
_BENT = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
"""Angles of the second and third joint among which the picture takes those that stand highest, rad."""


def _standing(robot: RobotModel) -> FloatArray:
    """A bent pose (n,) with its lowest point as high as can be, inside the limits of the joints."""
    body, still = ArmBody(robot), np.zeros(robot.joint_count)
    poses = []
    for second, third in product(_BENT, _BENT):
        pose = still.copy()
        pose[1:3] = (second, third)[: max(robot.joint_count - 1, 0)]
        poses.append(np.clip(np.where(robot.is_prismatic, 0.0, pose), robot.lower, robot.upper))
    return max(poses, key=lambda pose: _reach_up(body.at(pose).line))


def _reach_up(line: FloatArray) -> float:
    """How well a pose with its joints on this line (k, 3) stands: the flange away from the base, not low."""
    middle = line[1:-1, 2] if len(line) > 2 else line[:, 2]  # base and flange
    away = float(np.hypot(*(line[-1, :2] - line[0, :2])))
    return (
        float(middle.max()) + min(away, float(np.ptp(line[:, 2]))) + min(0.0, 10.0 * float(line[1:, 2].min()))
    )


def show_worst(view: ArmView, robot: RobotModel | None, joints: Container[str]) -> None:
    """Show an arm that stands, with these joints tinted."""
    view.set_robot(robot)
    if robot is not None:
        tint = np.array([1.0 if name in joints else np.nan for name in robot.joint_names])
        view.show_pose(_standing(robot), deflection=tint, full_scale=1.0)


class SubjectRow:
    """The widgets of a subject in a row of the grid."""

    def __init__(self, subject: Subject, grid: QGridLayout, row: int) -> None:
        self.subject = subject
        self.name = Text(subject_word(subject), weight=BOLD)
        self.word = SignedText()
        self.number, self.beside = ElidedText(weight=BOLD), ElidedText(role="muted")
        self.date = muted()
        self.button = Button(subject_word(subject))
        self._rule = QFrame()
        self._rule.setProperty("role", "rule")
        self._rule.setFixedHeight(1)
        both = QWidget()
        in_column(self.number, self.beside, of=both, spacing=0)
        self._parts = (self.name, self.word, both, self.date, self.button)
        grid.addWidget(self._rule, 2 * row - 1, 0, 1, len(self._parts))
        for column, part in enumerate(self._parts):
            grid.addWidget(part, 2 * row, column)
        self._grid, self._row = grid, 2 * row

    def show_state(self, state: SubjectState) -> None:
        """Show the state of the subject."""
        is_saved = self.subject is Subject.REPORT and state.word is Word.GOOD
        word = self.button.tr("Saved") if is_saved else verdict_word(state.word)
        self.word.show_text(WORD_GLYPHS[state.word], word)
        self.number.setText(number_words(state))
        self.beside.setText(beside_words(state))
        for line in (self.number, self.beside):
            line.setVisible(bool(line.text()))
        self.date.setText(day_word(state.date) or self.button.tr("never"))
        words = to_do_words(state) or self.button.tr("Show it")
        self.button.set_text(words)
        self.button.setAccessibleName(f"{subject_word(self.subject)}: {words}")
        self.button.take_role("" if to_do_words(state) else "quiet")

    def show(self, *, shown: bool) -> None:
        """Show or hide the row."""
        for part in (self._rule, *self._parts):
            part.setVisible(shown)
        self._grid.setRowStretch(self._row, int(shown))


class StatePage(Page):
    """The state of the arm of the open visit."""

    shows_rail = False
    subject_wanted = Signal(object)
    """Emitted with the ``Step`` of a subject."""
    home_wanted = Signal()
    name_wanted = Signal()
    """Emitted to name the visit."""

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        catalogue: Path,
        may_open: Callable[[Step], bool],
    ) -> None:
        super().__init__(self.tr("State of this arm"), "")
        self._visit, self._runner, self._bus, self._catalogue = visit, runner, bus, catalogue
        self._may_open = may_open
        self.state: ArmState | None = None
        self.name_button = Button(self.tr("Name, customer …"), role="quiet")
        self.name_button.clicked.connect(self.name_wanted)
        self.head.addWidget(self.name_button)
        self.arm = ArmView(shows_values=False)
        self._model, self._serial = emphasis(), Text(role="muted", wrap=True)
        self._whole = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._care = Text(wrap=True)
        self._one_encoder = Text(
            self.tr("This arm has one encoder per joint: gears cannot be seen."), role="muted", wrap=True
        )
        self._lay_out()
        self._show(None)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marks of the visits."""
        return () if self.state is None else self.state.marks

    @property
    def primary_text(self) -> str:
        """The first thing to do."""
        if self._visit.summary is None:
            return self.tr("Choose a job")
        first = self._first
        if first is None:
            return self.tr("Go on with this visit")
        if first.word is Word.NOT_MEASURED and self._is_new:
            seconds = COMMISSIONING.seconds_of(self._visit.progress, sees_twist=self._sees_gears)
            return self.tr("Commission it, about {minutes} min").format(minutes=whole(round(seconds / 60.0)))
        words = to_do_words(first)
        if first.word in {Word.NOT_MEASURED, Word.MEASURE_AGAIN}:
            return self.tr("{what}: {subject}").format(what=words, subject=subject_word(first.subject))
        return words

    @property
    def primary_enabled(self) -> bool:
        """True: while the state is being read the main button goes on with the visit."""
        return True

    def primary(self) -> None:
        """Open the page of the first thing to do."""
        first = self._first
        if self._visit.summary is None:
            self.home_wanted.emit()
        elif first is None or (first.word is Word.NOT_MEASURED and self._is_new):
            self.subject_wanted.emit(None)
        else:
            self._open(first.subject)

    def go_back(self) -> bool:
        """Leave the visit: this is its first page."""
        self.home_wanted.emit()
        return True

    def entered(self) -> None:
        """Read the state again."""
        if self._visit.summary is None:
            self._show(None)
            return
        if self.state is None or self._visit.path not in self.state.visits[:1]:
            self._show(None)  # never the state of another visit
        job = self._runner.start(Task(read_arm_state, path=self._visit.path, catalogue=self._catalogue))
        job.succeeded.connect(self._show)
        job.failed.connect(self._bus.show_error)

    @property
    def _sentence_of_state(self) -> str:
        """What to do first where there is nothing to be seen yet."""
        if self._visit.summary is None:
            return self.tr("No visit is open. Choose a job first, or open a visit.")
        if self.state is None:
            return self.tr("Reading what was measured …")
        return self.tr("Nothing was measured on this arm yet. Commission it first.") if self._is_new else ""

    @property
    def _is_new(self) -> bool:
        return self.state is not None and self.state.whole is Word.NOT_MEASURED

    @property
    def _first(self) -> SubjectState | None:
        """The subject with the worst word that has something to do; None where all is well."""
        order = (Word.NEEDS_CARE, Word.MEASURE_AGAIN, Word.NOT_MEASURED)
        shown = [] if self.state is None else [one for one in self.state.subjects if self._is_shown(one)]
        return next((one for word in order for one in shown if one.word is word), None)

    def _is_shown(self, one: SubjectState) -> bool:
        return one.subject not in _OF_GEARS or one.word is not Word.NOT_MEASURED or self._sees_gears

    @property
    def _sees_gears(self) -> bool:
        if self.state is None or self.state.robot_model is None:
            return True
        measured = any(one.subject is Subject.GEARS and one.date for one in self.state.subjects)
        measured = measured or self.state.has_link_encoders
        return measured or any(joint.link_encoder is not None for joint in self.state.robot_model.joints)

    @Slot(object)
    def _show(self, state: ArmState | None) -> None:
        self.state = state
        self.say(self._sentence_of_state)
        self._right.setVisible(state is not None)
        self.name_button.setVisible(self._visit.summary is not None)
        self._show_picture(self.width())
        for row in self.rows.values():
            row.show(shown=False)
        self._one_encoder.setVisible(state is not None and not self._sees_gears)
        if state is not None:
            for one in state.subjects:
                row = self.rows[one.subject]
                row.show(shown=self._is_shown(one))
                if self._is_shown(one):
                    row.show_state(one)
            self._show_arm(state)
        self.state_changed.emit()

    def _show_arm(self, state: ArmState) -> None:
        robot = state.robot_model
        self._model.setText(state.robot if robot is None else robot.title or robot.name)
        serial = self.tr("Serial {serial}").format(serial=state.serial) if state.serial else ""
        self._serial.setText(" · ".join(filter(None, (serial or self.tr("no serial"), state.customer))))
        show_worst(self.arm, robot, {one.of for one in state.subjects if one.word is Word.NEEDS_CARE})
        care = sum(one.word is Word.NEEDS_CARE for one in state.subjects)
        if care:
            words = self.tr("1 thing needs care") if care == 1 else self.tr("{count} things need care")
            self._whole.show_text(Glyph.WARNING, words.format(count=care))
        else:
            self._whole.show_text(WORD_GLYPHS[state.whole], verdict_word(state.whole))
        self._care.setText(care_sentences(state))
        self._care.setVisible(bool(self._care.text()))

    def _open(self, subject: Subject) -> None:
        step = _STEPS[subject]
        state = self.state
        is_missing = state is not None and any(
            one.subject is subject and one.word is Word.NOT_MEASURED and not one.date
            for one in state.subjects
        )
        if subject is Subject.MODEL and is_missing:
            step = Step.IDENTIFY if self._may_open(Step.IDENTIFY) else Step.EXCITE
        if subject is Subject.PAYLOAD and is_missing:
            step = Step.PAYLOAD_SWEEPS
        self.subject_wanted.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the picture out where the words need its room."""
        super().resizeEvent(event)
        self._show_picture(event.size().width())

    def _show_picture(self, width: int) -> None:
        self._left.setVisible(self.state is not None and width >= current_theme().scaled(_PICTURE_FROM))

    def _lay_out(self) -> None:
        self._left = left = in_card(
            self._model, self._serial, (self.arm, 1), self._whole, self._care, margin=2 * GRID
        )
        keep_size(left, width=_PICTURE_WIDTH)
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(GRID, 0, GRID, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(2)
        heads = (
            self.tr("Subject"), self.tr("Verdict"), self.tr("Key number"), self.tr("Date"),
            self.tr("What to do"),
        )  # fmt: skip
        for column, words in enumerate(heads):
            head = muted(words)
            head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            grid.addWidget(head, 0, column)
        grid.setColumnStretch(2, 1)
        self.rows = {
            subject: SubjectRow(subject, grid, number) for number, subject in enumerate(Subject, start=1)
        }
        for subject, row in self.rows.items():
            row.button.clicked.connect(lambda _checked=False, subject=subject: self._open(subject))
        self._right = in_card((table, 1), self._one_encoder)
        fill(self.column, (in_row(left, (self._right, 1), spacing=2 * GRID), 1))
