"""The robot of a controller that does not say what it drives: a shipped one, or a description from a file."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.visit.summaries import RobotChoice
from app.widgets.choice import Choice, ask_for_files
from app.widgets.layouts import bare_row, keep_size
from app.widgets.text import BOLD, Button, Text

_LEAST_WIDTH = 200
_MOST_WIDTH = 272


class RobotField(QWidget):
    """A choice of the robot; an open visit names the robot itself."""

    changed = Signal()
    description_asked = Signal(object)
    """Path of a robot description to read; ``take_description`` gets the result."""

    def __init__(self) -> None:
        super().__init__()
        self._wanted = ""
        self._known: tuple[RobotChoice, ...] = ()
        self._only: tuple[str, ...] = ()
        self._of_visit = ""
        self.robot_choice = Choice(self.tr("Robot"))
        keep_size(self.robot_choice, least_width=_LEAST_WIDTH, most_width=_MOST_WIDTH)
        self.robot_choice.picked.connect(self._picked)
        self.robot_file = Button(self.tr("From a file …"))
        self.robot_file.clicked.connect(self._ask_for_description)
        self._words = Text(weight=BOLD)
        self._words.hide()
        bare_row(self.robot_choice, self.robot_file, self._words, of=self)

    @property
    def is_understood(self) -> bool:
        """True if a robot is chosen, or named by the visit."""
        return bool(self._of_visit) or self.robot_choice.value is not None

    @property
    def robot(self) -> str:
        """Name of the robot, or path of its description; empty without a choice."""
        return str(self.robot_choice.value or "")

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer the shipped robots, beside descriptions from files."""
        files = tuple(robot for robot in self._known if _is_file(robot.name) and robot not in robots)
        self._known = (*robots, *files)
        self._offer()

    def offer_only(self, names: Sequence[str]) -> None:
        """Offer the shipped robots of these names alone, beside descriptions from files."""
        self._only = tuple(names)
        self._offer()

    def choose_robot(self, name: str) -> None:
        """Choose a shipped robot, or the description in a file."""
        self._wanted = name
        if name and _is_file(name) and name not in {robot.name for robot in self._known}:
            self._known = (*self._known, RobotChoice(name, Path(name).stem, 0))
        self._offer()

    @Slot(object)
    def take_description(self, robot: RobotChoice) -> None:
        """Offer and choose the robot of a description that has been read."""
        self._known = (*(known for known in self._known if known.name != robot.name), robot)
        self.choose_robot(robot.name)

    def show_robot_of_visit(self, robot: str) -> None:
        """Show the robot of the open visit instead of a choice; empty without a visit."""
        self._of_visit = robot
        self._words.setText(robot)
        self._words.setVisible(bool(robot))
        for control in (self.robot_choice, self.robot_file):
            control.setVisible(not robot)
        self.changed.emit()

    def _offer(self) -> None:
        offered = [
            robot
            for robot in self._known
            if not self._only or _is_file(robot.name) or robot.name in self._only
        ]
        self.robot_choice.offer(
            [(robot.name, f"{robot.title} ({Path(robot.name).name})") for robot in offered]
        )
        self.robot_choice.choose(self._wanted)
        self.changed.emit()

    @Slot()
    def _picked(self) -> None:
        self._wanted = self.robot
        self.changed.emit()

    def _ask_for_description(self) -> None:
        ask_for_files(
            self,
            self.tr("Choose a robot description"),
            (
                self.tr("Robot descriptions (*.toml *.urdf *.xml *.mjcf *.csv *.xacro)"),
                self.tr("All files (*)"),
            ),
            lambda paths: self.description_asked.emit(paths[0]),
            folder=str(Path(self.robot).parent) if _is_file(self.robot) else "",
        )


def _is_file(name: str) -> bool:
    return bool(Path(name).suffix)
