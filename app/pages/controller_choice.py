"""What to connect to: a virtual robot or the replay of a visit, with the rest under *More options*."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.settings import SettingsStore
from app.tokens import GRID
from app.units import parse_count
from app.views.choice import Choice
from app.views.fields import CheckedField
from app.views.file_choice import ask_for_files
from app.views.fold_out import FoldOut
from app.views.segmented import Segmented
from app.views.text import Button, Text, muted
from app.words import kind_word
from app.work.summaries import RobotChoice
from devices.capabilities import ControllerKind
from devices.replay.settings import SCHEME as REPLAY
from devices.virtual.settings import SCHEME as VIRTUAL
from devices.virtual.settings import Pace, VirtualSettings, parse_virtual

_VIRTUAL_PLACE, _REPLAY_PLACE = 0, 1
_FIELD_WIDTH = 400


class ControllerChoice(QWidget):
    """Gives the name of a controller, such as ``virtual:ec66?kind=closed&seed=3``."""

    changed = Signal()

    def __init__(self, settings: SettingsStore, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._replayed: Path | None = None
        self.pace = Pace.REAL
        """Device time against real time; only tests and pictures change it."""
        self._wanted_robot = ""
        self.family = Segmented(
            self.tr("What to connect to"), (self.tr("Virtual robot"), self.tr("Replay of a visit"))
        )
        self._stack = QStackedWidget()
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.family.chosen.connect(self._show_family)
        self.robot_choice = Choice(self.tr("Robot"))
        self.robot_choice.setFixedWidth(_FIELD_WIDTH)
        self.robot_choice.picked.connect(self.changed)
        self.kind = Choice(self.tr("Controller"))
        self.kind.setMinimumWidth(_FIELD_WIDTH)
        self.kind.offer([(kind, kind_word(kind)) for kind in ControllerKind])
        self.kind.picked.connect(self.changed)
        self.seed = CheckedField(self.tr("Which arm of this type"), parse_count, accepts="0")
        self.seed.show_text("0")
        self.seed.changed.connect(self.changed)
        self._file = Text(self.tr("No visit chosen yet."))
        self.file_button = Button(self.tr("Choose a visit …"))
        self.file_button.clicked.connect(self._ask_for_visit)
        self._lay_out()

    @property
    def is_understood(self) -> bool:
        """Whether it names a controller."""
        if self.family.index == _REPLAY_PLACE:
            return self._replayed is not None
        return self.robot_choice.value is not None and self.seed.is_understood

    @property
    def uri(self) -> str:
        """How the chosen controller is named."""
        if self.family.index == _REPLAY_PLACE:
            pace = "" if self.pace is Pace.REAL else f"?pace={self.pace.value}"
            return f"{REPLAY}:{self._replayed}{pace}"
        return VirtualSettings(
            robot=str(self.robot_choice.value),
            kind=ControllerKind(str(self.kind.value)),
            seed=int(str(self.seed.value)),
            pace=self.pace,
        ).uri

    @property
    def robot(self) -> str:
        """The robot behind it: a name, a description, or the visit that is played."""
        return str(self._replayed if self.family.index == _REPLAY_PLACE else self.robot_choice.value)

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer the arms that can be simulated."""
        self.robot_choice.offer([(robot.name, f"{robot.title} ({robot.name})") for robot in robots])
        self.robot_choice.choose(self._wanted_robot)
        self.changed.emit()

    def show_uri(self, uri: str) -> None:
        """Choose what ``uri`` names; anything else leaves the choice as it is."""
        scheme, _, rest = uri.partition(":")
        if scheme == VIRTUAL and rest:
            self._show_virtual(parse_virtual(uri))
        elif scheme == REPLAY and rest:
            self.replay(Path(rest.partition("?")[0]))

    def replay(self, path: Path) -> None:
        """Choose the replay of a visit."""
        self._replayed = path
        self._file.setText(str(path))
        self.family.choose(_REPLAY_PLACE)
        self._show_family(_REPLAY_PLACE)

    def _show_virtual(self, settings: VirtualSettings) -> None:
        self._wanted_robot = settings.robot
        self.robot_choice.choose(settings.robot)
        self.kind.choose(settings.kind)
        self.seed.show_text(str(settings.seed))
        self.family.choose(_VIRTUAL_PLACE)
        self._show_family(_VIRTUAL_PLACE)

    def _show_family(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        self._fold_out.setVisible(index == _VIRTUAL_PLACE)
        self.changed.emit()

    def _ask_for_visit(self) -> None:
        ask_for_files(
            self,
            self.tr("Which visit is to be played?"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            lambda paths: self.replay(paths[0]),
            folder=str(Path(self._settings.current.last_folder))
            if self._settings.current.last_folder
            else "",
        )

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        family = QHBoxLayout()
        family.addWidget(self.family)
        family.addStretch(1)
        self._stack.addWidget(_row(_captioned(self.tr("Robot"), self.robot_choice)))
        self._stack.addWidget(_row(self.file_button, self._file))
        more = _row(
            _captioned(self.tr("Controller"), self.kind),
            _captioned(self.tr("Which arm of this type (a number)"), self.seed),
        )
        self._fold_out = FoldOut(more)
        self._fold_out.set_open(self._settings.current.more_options_open)
        self._fold_out.toggled.connect(self._remember)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addLayout(family)
        column.addWidget(self._stack)
        column.addWidget(self._fold_out)


def _captioned(caption: str, widget: QWidget) -> QWidget:
    cell = QWidget()
    column = QVBoxLayout(cell)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addWidget(muted(caption))
    column.addWidget(widget)
    column.addStretch(1)
    return cell


def _row(*widgets: QWidget) -> QWidget:
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(2 * GRID)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return line
