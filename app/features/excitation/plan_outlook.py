"""View before a motion is planned: its start pose, or the reasons why there is none, line by line."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from app.errors.text import error_text, problem_text
from app.features.excitation.plan_form import Surroundings
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.widgets.arranged import in_column
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.motion_view import MotionView
from app.widgets.text import BOLD, Text, paragraph
from app.widgets.view_stack import ViewStack
from core.errors import Infeasible
from core.recording import FloatArray
from core.robot.model import RobotModel

_PICTURE, _PROBLEMS = 0, 1


class PlanOutlook(Card):
    """The arm at the start pose, or the reasons why nothing can be planned."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self.view = MotionView()
        self.view.setMinimumSize(0, 0)  # it takes what the form leaves
        self._title = Text(size=TextSize.EMPHASIS, weight=BOLD, wrap=True)
        self._advice = paragraph()
        self._lines: list[SignedText] = []
        self._shown: tuple[object, ...] = ()
        self._stack = ViewStack()
        self._lay_out()

    @property
    def lines(self) -> tuple[str, ...]:
        """Reasons against a motion, for tests and screen readers."""
        return tuple(line.accessibleName() for line in self._lines)

    @property
    def words(self) -> str:
        """The sentence above the lines; empty while the arm is shown."""
        return self._title.text() if self._stack.currentIndex() == _PROBLEMS else ""

    def show_start(
        self, robot: RobotModel, pose: FloatArray, *, surroundings: Surroundings, mark: str
    ) -> None:
        """Draw the arm at ``pose`` (n,); reasons against a motion stay until ``show_picture``."""
        shown = (id(robot), pose.tobytes(), surroundings, mark)
        if shown == self._shown:
            return
        self._shown = shown
        self.view.set_robot(robot, floor_height=surroundings.floor_height, boxes=surroundings.boxes)
        self.view.set_mark(mark)
        self.view.show_motion(pose[np.newaxis], np.zeros(1))

    def show_picture(self) -> None:
        """Show the arm in place of the reasons."""
        self._stack.setCurrentIndex(_PICTURE)

    def show_error(self, error: BaseException) -> None:
        """Show why nothing was planned: problems line by line, and the advice."""
        message = error_text(error)
        if isinstance(error, Infeasible) and error.problems:
            self.show_problems(message.title, [problem_text(problem) for problem in error.problems])
            self._advice.setText(message.action)
        else:
            self.show_problems(message.title, [message.meaning] if message.meaning else [])
            self._advice.setText(f"{message.action} ({message.code})" if message.code else message.action)

    def show_problems(self, title: str, lines: Sequence[str]) -> None:
        """Show a sentence with lines below it."""
        self._title.setText(title)
        self._advice.setText("")
        while self._lines:
            line = self._lines.pop()
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        for place, words in enumerate(lines, 1):
            line = SignedText(wrap=True)
            line.show_text(Glyph.CROSS, words[:1].upper() + words[1:])
            self._lines.append(line)
            self._column.insertWidget(place, line)
        self._stack.setCurrentIndex(_PROBLEMS)

    def _lay_out(self) -> None:
        problems = QWidget()
        margins = (GRID, GRID, GRID, GRID)
        self._column = in_column(self._title, self._advice, 1, of=problems, spacing=GRID + 4, margins=margins)
        for view in (self.view, problems):
            self._stack.addWidget(view)
        self.column.addWidget(self._stack, 1)
