"""The page of the story: the arm as it moves, the picture of a stage, and buttons to hold and repeat it."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QHideEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from app.arm.link import RobotLink
from app.guide.page import Page
from app.look.tokens import GRID
from app.presentation import Column, Figure, Presentation, Row, Rows, Series
from app.rehearsal.story import Reported, Stage
from app.rehearsal.story_words import PICTURE, VALUES, intentions, present, titles, tr
from app.speech.signs import Glyph
from app.speech.units import DEGREE, SECOND
from app.widgets.arm_view import ArmView
from app.widgets.arranged import in_card, in_column, in_row
from app.widgets.scaled import keep_size
from app.widgets.segmented import Segmented
from app.widgets.stage_view import StageView
from app.widgets.text import Button, ElidedText
from core.quality import Verdict
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_FRAME_MS = 50
_CURVES_EVERY = 4
"""Frames of the arm for each picture of the running curves."""
_WINDOW_S = 20.0
_CURVE_POINTS = 250
_ARM_WIDTH = 220
_FULL_SCALE_RAD = 1.0


class StoryPage(Page):
    """Shows the stages; who tells the story is asked by the signals."""

    shows_rail = False
    hold_asked = Signal()
    repeat_asked = Signal(int)
    """Carries the number of the stage in front."""
    taken_over = Signal()

    def __init__(self, link: RobotLink) -> None:
        super().__init__(
            self.tr("Try it now"),
            self.tr("A virtual arm of six joints goes through a visit by itself. Nothing can break."),
            primary_text=self.tr("Take over"),
        )
        self._link = link
        self._shown: dict[int, Presentation] = {}
        self._files: tuple[str, ...] = ()
        self.current = 0
        """Number of the stage that runs, or ran last."""
        self.chips = Segmented(self.tr("Stages of the story"), _numbered(titles()))
        self.chips.chosen.connect(self._look_at)
        self.arm, self.view = ArmView(), StageView()
        keep_size(self.arm, least_width=_ARM_WIDTH)
        self.bar, self._doing = QProgressBar(), ElidedText(role="muted")
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the stage"))
        self.hold_button = Button(self.tr("Pause"))
        self.repeat_button = Button(self.tr("Repeat this stage"))
        self.open_button = Button(self.tr("Open the report"))
        self.hold_button.clicked.connect(self.hold_asked)
        self.repeat_button.clicked.connect(lambda: self.repeat_asked.emit(self.chips.index))
        self.open_button.clicked.connect(self._open_report)
        left = in_card((self.arm, 1))
        work = in_column(1, self._doing, self.bar, 1, spacing=0)
        foot = in_row((work, 1), self.open_button, self.hold_button, self.repeat_button, spacing=GRID)
        body = in_row((left, 2), (self.view, 3), spacing=2 * GRID)
        self.column.addLayout(in_column(self.chips, (body, 1), foot, spacing=GRID), 1)
        self._frames = 0
        self._robot: RobotModel | None = None
        self._timer = QTimer(self, interval=_FRAME_MS)
        self._timer.timeout.connect(self._show_frame)
        self.start_over()

    @property
    def doing(self) -> str:
        """Words beside the buttons."""
        return self._doing.text()

    @property
    def is_live(self) -> bool:
        """True while the stage in front has no result, so that the running curves are shown."""
        return self.chips.index == self.current and self.current not in self._shown

    def start_over(self) -> None:
        """Forget the stages of an earlier story."""
        self._shown, self._files, self.current = {}, (), 0
        self.arm.set_robot(None)
        self._robot = None
        self.begin_stage(0)

    def begin_stage(self, number: int) -> None:
        """Bring a stage to the front that begins now."""
        self.current = number
        self._shown.pop(number, None)
        self.chips.choose(number)
        self.show_progress(0.0)
        self._show()

    def show_stage(self, stage: Stage) -> None:
        """Show the result of the present stage so far."""
        self._shown[self.current] = present(stage)
        if isinstance(stage, Reported):
            self._files = tuple(str(file) for file in stage.files)
        if self.chips.index == self.current:
            self._show()

    def show_progress(self, fraction: float) -> None:
        """Show how much of the stage is done, from the work itself."""
        self.bar.setValue(round(100.0 * fraction))

    _can_repeat = False

    def show_state(self, words: str, *, can_hold: bool, is_held: bool, can_repeat: bool) -> None:
        """Show what is going on, and which buttons can be pressed."""
        self._doing.setText(words)
        self._doing.setVisible(bool(words))
        self.hold_button.set_text(self.tr("Go on") if is_held else self.tr("Pause"))
        self.hold_button.setEnabled(can_hold)
        self._can_repeat = can_repeat
        self._show_buttons()

    def primary(self) -> None:
        """Hand the arm and the visit over to the ordinary window."""
        self.taken_over.emit()

    def go_back(self) -> bool:
        """Leave as by *Take over*: a visit is open, and its arm connected."""
        self.taken_over.emit()
        return True

    def initial_focus(self) -> QWidget | None:
        """The button that pauses."""
        return self.hold_button

    def showEvent(self, event: QShowEvent) -> None:
        """Show the arm from now on."""
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Show the arm no longer."""
        super().hideEvent(event)
        self._timer.stop()

    @Slot(int)
    def _look_at(self, _number: int) -> None:
        self._show()

    def _show(self) -> None:
        number = self.chips.index
        self.view.show_stage(self._shown.get(number) or _waiting(number, None))
        self._show_buttons()

    def _show_buttons(self) -> None:
        number = self.chips.index
        self.repeat_button.setEnabled(self._can_repeat and number <= max(self._shown, default=self.current))
        self.open_button.setVisible(bool(self._files) and number == len(titles()) - 1)

    @Slot()
    def _open_report(self) -> None:
        if self._files:
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._files[0]))

    @Slot()
    def _show_frame(self) -> None:
        """Show the arm as it stands now, and now and then its running curves."""
        session, acquisition = self._link.session, self._link.acquisition
        if session is None or acquisition is None:
            return
        time, columns = acquisition.ring.newest(_WINDOW_S if self.is_live else 0.05)
        position = columns.get(Quantity.POSITION)
        if position is None or not time.size:
            return
        if self._robot is not session.robot:
            self._robot = session.robot
            self.arm.set_robot(session.robot)
        self.arm.show_pose(position[-1], deflection=None, full_scale=_FULL_SCALE_RAD)
        self._frames += 1
        if self.is_live and self._frames % _CURVES_EVERY == 0:
            self.view.show_stage(_waiting(self.current, _running(time, position)))


def _numbered(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{number} · {word}" for number, word in enumerate(words, 1))


def _waiting(number: int, picture: Figure | None) -> Presentation:
    """A stage without a result: what it does, and the running curves."""
    sections = (Rows(name=VALUES, title="", rows=()), *(() if picture is None else (picture,)))
    words = intentions()[number]
    return Presentation(titles()[number], words, Verdict.NOT_MEASURABLE, sections, sign=Glyph.CURRENT)


def _running(time: FloatArray, position: FloatArray) -> Figure:
    rows = np.unique(np.linspace(0, time.size - 1, _CURVE_POINTS).astype(int))
    seconds, moved = time[rows] - time[-1], position[rows] - position[0]
    series = tuple(
        Series(f"J{joint + 1}", "measured", seconds, moved[:, joint]) for joint in range(position.shape[1])
    )
    return Figure(
        name=PICTURE,
        title=tr("The joints now"),
        x=Column("time", tr("time"), SECOND),
        y=Column("moved", tr("moved"), DEGREE),
        series=series,
        summary=Row("", "", tr("The joints now")),
    )
