"""The choice of a controller: an arm on a serial port or in a network, a virtual one, a replay.

Options that are rarely needed are under *More options*.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.connection.network_choice import NetworkChoice
from app.features.connection.robot_field import RobotField
from app.features.connection.serial_choice import SerialChoice
from app.look.tokens import GRID
from app.speech.language import translate
from app.speech.units import parse_count
from app.speech.words import kind_word
from app.visit.settings import SettingsStore
from app.visit.summaries import RobotChoice
from app.widgets.choice import Choice, ask_for_files
from app.widgets.fields import CheckedField
from app.widgets.layouts import FoldOut, ViewStack, bare_column, bare_row, captioned, keep_size, row
from app.widgets.mounting_field import MountingField
from app.widgets.reasons_view import UnderstoodText
from app.widgets.segmented import Segmented
from app.widgets.text import Button, Text
from core.bounds import SEED
from core.errors import BadRequest
from devices.capabilities import ControllerKind
from devices.emulated.makers import SCHEME as EMULATED
from devices.families import FAMILIES, family_of
from devices.replay.settings import SCHEME as REPLAY
from devices.serial_arm.settings import SCHEME as SERIAL
from devices.serial_arm.settings import parse_serial
from devices.virtual.settings import SCHEME as VIRTUAL
from devices.virtual.settings import Pace, VirtualSettings, parse_virtual

log = logging.getLogger(__name__)

_NETWORK = "network"
"""The form of all families whose arms are reached in a network."""
_FORMS = (SERIAL, _NETWORK, VIRTUAL, REPLAY)
"""The forms, in their order: the schemes of families, and the one of several."""
_FIELD_WIDTH = 400
_LEAST_WIDTH = 360


class ControllerChoice(QWidget):
    """Choice of a controller by its name, such as ``virtual:ec66?kind=closed&seed=3``."""

    changed = Signal()
    description_asked = Signal(object)
    """Path of a robot description to read; ``take_description`` gets the result."""
    _of_visit = ""
    """Robot of the open visit, which has its mounting."""
    _described = RobotChoice("", "", 0)
    """The robot whose description was read last."""

    def __init__(self, settings: SettingsStore) -> None:
        super().__init__()
        self._settings = settings
        self._replayed: Path | None = None
        self.pace = Pace.REAL
        """Pace of the device's clock against real time; only tests and pictures change it."""
        self._wanted_robot = ""
        self._named: VirtualSettings | None = None
        """Settings of the named virtual arm; those without a field are kept while that arm is chosen."""
        titles = {family.scheme: translate("ControllerChoice", family.title) for family in FAMILIES}
        titles[_NETWORK] = self.tr("Arm in a network")
        self.family = Segmented(self.tr("What to connect to"), tuple(titles[form] for form in _FORMS))
        self.serial = SerialChoice()
        self.network = NetworkChoice()
        for form in (self.serial, self.network):
            form.changed.connect(self.changed)
            form.robot_field.description_asked.connect(self.description_asked)
        self.mounting_field = MountingField()
        self.mounting_field.changed.connect(self.changed)
        self._mounting_cell = captioned(self.tr("Mounted"), self.mounting_field)
        self.understood = UnderstoodText()
        self._stack = ViewStack()
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.family.chosen.connect(self._show_form)
        self.robot_choice = Choice(self.tr("Robot"))
        keep_size(self.robot_choice, width=_FIELD_WIDTH)
        self.robot_choice.picked.connect(self.changed)
        self.kind = Choice(self.tr("Controller"))
        keep_size(self.kind, least_width=_LEAST_WIDTH)
        self.kind.offer([(kind, kind_word(kind)) for kind in ControllerKind])
        self.kind.picked.connect(self.changed)
        self.seed = CheckedField(self.tr("Which arm of this type"), parse_count, bounds=SEED, accepts="0")
        self.seed.begin_with("0")
        self.seed.changed.connect(self.changed)
        self._file = Text(self.tr("No visit chosen yet."))
        self.file_button = Button(self.tr("Choose a visit …"))
        self.file_button.clicked.connect(self._ask_for_visit)
        self.changed.connect(self._show_asked)
        self._lay_out()
        self._show_memory()

    @property
    def is_real_arm(self) -> bool:
        """True for an arm on a port or in a network, whose abilities are unknown before it is connected."""
        return self._robot_field is not None

    @property
    def _robot_field(self) -> RobotField | None:
        """Field of the robot in the form that is shown; None for controllers that name their robot."""
        return {SERIAL: self.serial.robot_field, _NETWORK: self.network.robot_field}.get(self._form)

    @property
    def _form(self) -> str:
        return _FORMS[self.family.index]

    @property
    def is_understood(self) -> bool:
        """True if the fields name a controller."""
        if self.is_real_arm and not self.mounting_field.is_understood:
            return False
        if self._form == SERIAL:
            return self.serial.is_understood
        if self._form == _NETWORK:
            return self.network.is_understood
        if self._form == REPLAY:
            return self._replayed is not None
        return self.robot_choice.value is not None and self.seed.is_understood

    @property
    def lacks_address(self) -> bool:
        """True where an arm in the network is wanted and nothing says which: a search finds it."""
        return self._form == _NETWORK and self.network.lacks_address

    @property
    def uri(self) -> str:
        """Name of the chosen controller with its settings."""
        if self._form == SERIAL:
            return self.serial.settings.uri
        if self._form == _NETWORK:
            return self.network.uri
        if self._form == REPLAY:
            pace = "" if self.pace is Pace.REAL else f"?pace={self.pace.value}"
            return f"{REPLAY}:{self._replayed}{pace}"
        robot, seed = str(self.robot_choice.value), int(str(self.seed.value))
        named = self._named
        if named is None or (named.robot, named.seed) != (robot, seed):
            named = VirtualSettings(robot, seed=seed)
        return replace(named, kind=ControllerKind(str(self.kind.value)), pace=self.pace).uri

    @property
    def robot(self) -> str:
        """The robot of the controller: a name, a description, or the visit that is played."""
        if self._form == SERIAL:
            return self.serial.robot_field.robot
        if self._form == _NETWORK:
            return self.network.robot
        return str(self._replayed if self._form == REPLAY else self.robot_choice.value)

    @property
    def mounting(self) -> str:
        """Mounting for a new visit; empty where the controller's robot says it."""
        return self.mounting_field.mounting if self.is_real_arm else ""

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer the known robots; each can be simulated."""
        self.robot_choice.offer([(robot.name, f"{robot.title} ({robot.name})") for robot in robots])
        self.robot_choice.choose(self._wanted_robot)
        for form in (self.serial, self.network):
            form.robot_field.offer_robots(robots)
        self.changed.emit()

    def take_description(self, robot: RobotChoice) -> None:
        """Offer and choose the robot of a description that has been read."""
        field = self._robot_field
        if field is not None:
            self._described = robot
            self.mounting_field.show_mounting(robot.mounting)
            field.take_description(robot)

    def show_robot_of_visit(self, robot: str) -> None:
        """Show the robot of the open visit instead of a choice; empty without a visit."""
        for form in (self.serial, self.network):
            form.robot_field.show_robot_of_visit(robot)
        self._of_visit = robot
        self._show_asked()

    def show_uri(self, uri: str) -> None:
        """Choose what ``uri`` names; anything else leaves the choice as it is."""
        scheme, _, rest = uri.partition(":")
        try:
            if scheme == VIRTUAL and rest:
                self._show_virtual(parse_virtual(uri))
            elif scheme == SERIAL and rest:
                self.serial.show_settings(parse_serial(uri))
                self._choose_form(SERIAL)
            elif self.network.names(uri):
                self.network.show_uri(uri)
                self._choose_form(_NETWORK)
            elif scheme == REPLAY and rest:
                self.replay(Path(rest.partition("?")[0]))
        except BadRequest:  # of a version that knew other settings
            log.info("The controller %s is not understood any more.", uri, exc_info=True)

    def remember(self, uri: str, *, serial: str) -> str:
        """Remember the connected arm, so that it is found on another port; its name from now on."""
        memory = self._settings.current
        scheme = uri.partition(":")[0]
        if scheme == SERIAL:
            uri = replace(parse_serial(uri), arm=serial).uri
            robot = self.serial.robot_field.robot or memory.last_serial_robot
            memory = replace(memory, last_serial=uri, last_serial_robot=robot)
        elif scheme != EMULATED and self.network.names(uri):
            uri = family_of(uri).without_consent(uri)
            robot = self.network.robot or memory.last_network_robot
            memory = replace(memory, last_network=uri, last_network_robot=robot)
        self._settings.update(replace(memory, last_controller=uri))
        return uri

    def replay(self, path: Path) -> None:
        """Choose the replay of a visit."""
        self._replayed = path
        self._file.setText(str(path))
        self._choose_form(REPLAY)

    def _show_virtual(self, settings: VirtualSettings) -> None:
        self._wanted_robot, self._named = settings.robot, settings
        self.robot_choice.choose(settings.robot)
        self.kind.choose(settings.kind)
        self.seed.show_text(str(settings.seed))
        self._choose_form(VIRTUAL)

    def _show_memory(self) -> None:
        """Choose the controller that was connected last, and in its own form the last serial arm."""
        memory = self._settings.current
        self.serial.robot_field.choose_robot(memory.last_serial_robot)
        self.network.robot_field.choose_robot(memory.last_network_robot)
        for uri in (memory.last_serial, memory.last_network):
            self.show_uri(uri)
        self.show_uri(memory.last_controller)

    def _choose_form(self, form: str) -> None:
        index = _FORMS.index(form)
        self.family.choose(index)
        self._show_form(index)

    def _show_form(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        options = self._options_of.get(_FORMS[index])
        self._fold_out.setVisible(options is not None)
        if options is not None:
            self._options.setCurrentWidget(options)
        self.changed.emit()

    def _ask_for_visit(self) -> None:
        ask_for_files(
            self,
            self.tr("Choose a visit to replay"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            lambda paths: self.replay(paths[0]),
            folder=self._settings.current.last_folder,
        )

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        forms = {
            SERIAL: self.serial,
            _NETWORK: self.network,
            VIRTUAL: row(captioned(self.tr("Robot"), self.robot_choice)),
            REPLAY: row(self.file_button, self._file),
        }
        for form in _FORMS:
            self._stack.addWidget(forms[form])
        self._options_of = {
            SERIAL: self.serial.options,
            _NETWORK: self.network.options,
            VIRTUAL: row(
                captioned(self.tr("Controller"), self.kind),
                captioned(self.tr("Which arm of this type (a number)"), self.seed),
            ),
        }
        self._options = ViewStack()
        for options in self._options_of.values():
            self._options.addWidget(options)
        self._fold_out = FoldOut(self._options)
        self._fold_out.set_open(self._settings.current.more_options_open)
        self._fold_out.toggled.connect(self._remember)
        family = bare_row(self.family, None)
        bare_column(
            family,
            self._stack,
            self.understood,
            bare_row(self._mounting_cell, None),
            self._fold_out,
            of=self,
            spacing=2 * GRID,
        )

    @Slot()
    def _show_asked(self) -> None:
        """Ask for the mounting of a real arm before there is a visit, and show what its description says."""
        is_asked = self.is_real_arm and not self._of_visit
        self._mounting_cell.setVisible(is_asked)
        read = self._described if is_asked and self.robot == self._described.name else None
        self.understood.show_robot(read)
