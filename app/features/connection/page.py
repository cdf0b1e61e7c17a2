"""The page of the connection: choice of a controller, identity of the arm, readiness."""

from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.trial_stage import TrialStage
from app.features.connection.controller_choice import ControllerChoice
from app.features.connection.controller_view import ControllerView, capability_lines, unknown_abilities_line
from app.features.connection.network_choice import NetworkSearch
from app.features.connection.trial_view import TrialView
from app.features.connection.waiting_card import WAITING, WaitingCard
from app.features.connection.words import readiness_rows
from app.guide.page import Page
from app.guide.primary_action import Meaning, Primary, Stage, Turn
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import tr
from app.speech.units import number
from app.speech.words import torque_word
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import GuideName
from app.visit.summaries import RobotChoice
from app.visit.tasks import describe_controller
from app.widgets.choice import TickBox
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, Flow, SignedText, ValueCard, bare_column, bare_row, fill
from app.widgets.mounting_field import robot_words
from app.widgets.readiness_list import ReadinessList
from app.widgets.text import BOLD, Button, Text, emphasis, paragraph
from devices.capabilities import Capabilities, Identity
from devices.controller_facts import Describing


def tick_words() -> str:
    """Caption of the tick box that lets the steps go on."""
    return tr("Go through the steps by itself")


def tick_sentence() -> str:
    """Explanation below the tick box: what the program does by itself."""
    return tr(
        "Before every motion it waits: you look at the cell and hold the button. The rest needs no person. "
        "It stops where something is not as it should be."
    )


_CARD_HEIGHT = 100
_SETTLE_MS = 150
_GONE = {LinkState.LOST, LinkState.ENDED}


class ConnectPage(Page):
    """Connects to a controller, and shows the identity of the arm and the readiness list."""

    begin_asked = Signal()
    """The program goes through the following steps by itself."""
    connect_asked = Signal(str, str)
    """Name of the controller, and the robot that it drives: a name, a description or a visit."""
    recordings_asked = Signal()
    """Recordings are to be looked at without an arm."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        choice: ControllerChoice,
        settings: SettingsStore,
        runner: JobRunner,
        bus: MessageBus,
    ) -> None:
        super().__init__(
            self.tr("Connect to a robot"),
            self.tr("Connecting only reads. Nothing moves before you have looked at it and held a button."),
        )
        self._link, self._visit, self.choice = link, visit, choice
        self._settings, self._runner, self._bus = settings, runner, bus
        self._shown: Identity | None = None
        choice.changed.connect(self._choice_changed)
        choice.network.emulated_asked.connect(self._connect)
        self.search = NetworkSearch(choice.network, runner, bus, parent=self)
        choice.description_asked.connect(self._read_description)
        visit.robot_described.connect(self._take_description)
        visit.changed.connect(self._show_robot_of_visit)
        self.waiting_card = WaitingCard(link)
        self.recordings_button = Button(self.tr("Look at a recording"))
        self.recordings_button.clicked.connect(self.recordings_asked)
        self.disconnect_button = Button(self.tr("Disconnect"))
        self.disconnect_button.clicked.connect(link.disconnect_robot)
        self._model = ValueCard(self.tr("Robot"))
        self._serial = ValueCard(self.tr("Serial number"))
        self._rate = ValueCard(self.tr("Samples"))
        self._encoders = ValueCard(self.tr("Encoders"))
        self._abilities = tuple(SignedText(wrap=True) for _ in range(3))
        self._described = ""
        self._description_asked = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._describe)
        self._tells, self._moves, self._silence = (SignedText(wrap=True) for _ in range(3))
        self.controller = ControllerView()
        self.controller.serial_given.connect(self._take_serial)
        self.trial = TrialView(link, visit, settings, bus)
        self.trial.name_asked.connect(self._connect_as)
        self.trial.changed.connect(self._show_state)
        self.run = self.trial.run
        self._next_name = ""
        """Name by which the arm is connected again once it is disconnected."""
        self.readiness = ReadinessList()
        self.readiness.fix_asked.connect(self._fix)
        self._lay_out()
        self._follow_link()
        self._show_state()

    def _follow_link(self) -> None:
        link = self._link
        link.state_changed.connect(self._show_state)
        link.busy_changed.connect(self._show_state)
        link.connected.connect(self._show_identity)
        link.readiness_found.connect(self._show_readiness)
        link.closed.connect(self._connect_again)

    @property
    def is_described(self) -> bool:
        """True if the page shows the abilities of the chosen controller."""
        return bool(self._abilities[0].accessibleName())

    @property
    def primary_text(self) -> str:
        """Words that connect, reconnect, start the steps, or go on."""
        if self._link.state in _GONE:
            return self.tr("Reconnect")
        if self.begins_by_itself:
            return self.tr("Start")
        if self._searches:
            return self.tr("Look for robots")
        is_known = self._link.is_connected or self._link.state is LinkState.SEARCHING
        return self.tr("Next") if is_known else self.tr("Connect")

    @property
    def _searches(self) -> bool:
        """True where the main button looks for arms in the network: no address is known yet."""
        return not self._link.is_connected and self.choice.lacks_address

    @property
    def primary_enabled(self) -> bool:
        """True with a valid choice, while neither the link nor the visit is busy."""
        if self._link.state in WAITING or self._visit.is_busy or self._is_in_trial:
            return False
        is_known = self._link.is_connected or self._link.state in _GONE
        return is_known or self.choice.is_understood or self._searches

    @property
    def help_now(self) -> Primary | None:
        """The field that is wrong, or progress while the arms to choose from are still read."""
        is_choosing = self._link.state is LinkState.OFF and not self._is_in_trial
        reads = Primary(Meaning.BUSY, self.tr("Working it out")) if is_choosing else None
        return super().help_now or reads

    def primary_is_due(self, *, is_undone: bool) -> bool:  # noqa: ARG002
        """True except in a first trial, whose motions are held."""
        return not self._is_in_trial

    @property
    def begins_by_itself(self) -> bool:
        """True if the program goes through the steps after this one by itself."""
        return self._can_go_by_itself and self.tick.isChecked()

    @property
    def _can_go_by_itself(self) -> bool:
        session = self._link.session
        can_move = session is not None and self._link.is_connected and session.capabilities.can_move
        return can_move and self._visit.guide == GuideName.ON_ROBOT and not self._is_in_trial

    @property
    def _is_in_trial(self) -> bool:
        return self.trial.stage is TrialStage.UNDER_WAY

    @property
    def by_itself(self) -> Turn:
        """Turn of the page: the user has to connect, and to look at the readiness list."""
        return Turn(Stage.DONE) if self._link.is_connected else Turn(Stage.DECIDE, self.primary_text)

    def primary(self) -> None:
        """Connect, reconnect, start the steps, or go on."""
        if self._link.state in _GONE:
            self._link.reconnect()
        elif self.begins_by_itself:
            self.begin_asked.emit()
        elif self._link.is_connected:
            self.next_asked.emit()
        elif self._searches:
            self.choice.network.find_button.click()
        else:
            self._connect()

    @Slot()
    def _connect(self) -> None:
        if self.primary_enabled and not self._link.is_connected and not self._searches:
            self.connect_asked.emit(self.choice.uri, self.choice.robot)

    @Slot(str)
    def _take_serial(self, serial: str) -> None:
        """Connect again, with the serial number that was typed."""
        self.choice.network.serial.setText(serial)
        self._connect_as(self.choice.uri)

    @Slot(str)
    def _connect_as(self, name: str) -> None:
        """Disconnect, and connect by this name."""
        self._next_name = name
        self._link.disconnect_robot()

    @Slot()
    def _connect_again(self) -> None:
        name, self._next_name = self._next_name, ""
        if name:
            self.connect_asked.emit(name, self.choice.robot)

    def entered(self) -> None:
        """Show the state of the link, and read the readiness again."""
        self._show_state()
        self._settle.start()
        if self._link.is_connected:
            self._link.ask_readiness()

    @Slot(bool)
    def _remember(self, ticked: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, goes_by_itself=ticked))
        self.state_changed.emit()

    @Slot()
    def _choice_changed(self) -> None:
        self.state_changed.emit()
        if self.isVisible():
            self._settle.start()

    @Slot(object)
    def _read_description(self, path: Path) -> None:
        self._description_asked = True
        self._visit.describe_robot(path)

    @Slot(object)
    def _take_description(self, robot: RobotChoice) -> None:
        if self._description_asked:
            self._description_asked = False
            self.choice.take_description(robot)

    @Slot()
    def _show_robot_of_visit(self) -> None:
        summary = self._visit.summary
        self.choice.show_robot_of_visit(robot_words(summary.robot, summary.mounting) if summary else "")

    @Slot()
    def _describe(self) -> None:
        """Read the abilities of the chosen controller; nothing is connected for it."""
        if self._link.identity is not None:
            return
        if self.choice.is_real_arm:
            self._described = ""
            self._show_lines(unknown_abilities_line())
            return
        if not self.choice.is_understood:
            return
        uri = self.choice.uri
        if uri == self._described:
            return
        self._described = uri
        job = self._runner.start(Task(describe_controller, uri=uri))
        job.succeeded.connect(lambda found: self._show_abilities(uri, found))
        job.failed.connect(lambda error: self._cannot_describe(uri, error))

    def _show_abilities(self, uri: str, capabilities: Capabilities) -> None:
        if uri == self._described:
            self._show_lines(*capability_lines(capabilities))

    def _show_lines(self, *lines: tuple[Glyph, str]) -> None:
        """Show the abilities of the chosen controller."""
        for view, line in zip_longest(self._abilities, lines):
            view.setVisible(line is not None)
            if line is not None:
                view.show_text(*line)
        self._abilities_card.show()

    def _cannot_describe(self, uri: str, error: BaseException) -> None:
        if uri == self._described:
            self._abilities_card.hide()
            self._bus.show_error(error)

    @Slot()
    def _show_state(self) -> None:
        state = self._link.state
        known = self._link.identity is not None
        choosing = not known and state not in WAITING
        self._choosing.setVisible(choosing)
        self.recordings_button.setVisible(choosing and self._visit.guide == GuideName.LIVE)
        self._abilities_card.setVisible(choosing and self.is_described)
        for widget in (self._identity, self._below):
            widget.setVisible(known and state not in WAITING and not self._is_in_trial)
        self.trial.setVisible(self.trial.stage is not TrialStage.NONE)
        self._by_itself.setVisible(self._can_go_by_itself)
        self.disconnect_button.setEnabled(not self._link.is_running)
        self.state_changed.emit()

    @Slot(object)
    def _show_identity(self, identity: Identity) -> None:
        session = self._link.session
        if session is None:
            return
        capabilities = session.capabilities
        controller: object = session.controller
        facts = controller.facts if isinstance(controller, Describing) else None
        summary = self._visit.summary
        count = self.tr("{model}, {count} joints").format(
            model=identity.model or session.robot.name, count=capabilities.joint_count
        )
        self._model.show_value(summary.robot if summary else identity.model, "", count)
        self._serial.show_value(
            identity.serial or "–", "", self.tr("firmware {version}").format(version=identity.firmware or "–")
        )
        torque = torque_word(capabilities.torque_kind).lower()
        self._rate.show_value(number(capabilities.sample_rate, decimals=0), "Hz", torque)
        self._show_encoders(capabilities)
        views = (self._tells, self._moves, self._silence)
        for view, line in zip(views, capability_lines(capabilities), strict=True):
            view.show_text(*line)
        for view in (self._tells, self._moves):
            # the others showed them before connecting, and facts say it in more detail
            view.setVisible(self.choice.is_real_arm and facts is None)
        self.controller.show_facts(facts)
        self.trial.show_arm()
        self._show_state()
        self._link.ask_readiness()

    def _show_encoders(self, capabilities: Capabilities) -> None:
        if capabilities.has_link_encoders:
            self._encoders.show_value("2", self.tr("per joint"), self.tr("motor and link"))
        else:
            self._encoders.show_value("1", self.tr("per joint"), self.tr("no link encoder"))

    @Slot(str)
    def _fix(self, code: str) -> None:
        if code == "clear-fault":
            self._link.clear_fault()
        elif code == "reconnect":
            self._link.reconnect()
        elif code == "check-encoders":
            self.next_asked.emit()

    @Slot()
    def _show_readiness(self) -> None:
        self.readiness.show_rows(readiness_rows(self._link.readiness))

    def _lay_out(self) -> None:
        fill(self.head, self.recordings_button)
        choice_card = Card()
        choice_card.column.setSpacing(2 * GRID)
        choice_card.column.addWidget(self.choice)
        self._abilities_card = Card()
        self._abilities_card.column.setSpacing(GRID + 2)
        self._abilities_card.column.addWidget(emphasis(self.tr("What it can do")))
        for line in self._abilities:
            self._abilities_card.column.addWidget(line)
        self._choosing = _scrolled(choice_card, self._abilities_card, spacing=self.column.spacing())
        self.column.addWidget(self._choosing, 100)
        self.column.addWidget(self.waiting_card)
        self.column.addWidget(self._identity_row())
        self.column.addWidget(self.trial)
        self.column.addWidget(self._ready_card(), 100)
        self.column.addStretch(1)

    def _identity_row(self) -> QWidget:
        self._identity = QWidget()
        row = Flow(spacing=2 * GRID, fills=True)
        self._identity.setLayout(row)
        for card in (self._model, self._serial, self._rate, self._encoders):
            card.setMinimumHeight(_CARD_HEIGHT)
            row.addWidget(card)
        return self._identity

    def _ready_card(self) -> QWidget:
        self._below = Card()
        head = bare_row(emphasis(self.tr("Readiness")), None, self.disconnect_button)
        scroll = _scrolled(
            self._tells, self._moves, self._silence, self.readiness, self.controller, spacing=2 * GRID
        )
        self._below.column.addLayout(head)
        self._below.column.addWidget(scroll, 1)
        self._below.column.addWidget(self._tick_row())
        return self._below

    def _tick_row(self) -> QWidget:
        self.tick = TickBox()
        self.tick.setAccessibleName(tick_words())
        self.tick.setAccessibleDescription(tick_sentence())
        self.tick.setChecked(self._settings.current.goes_by_itself)
        self.tick.toggled.connect(self._remember)
        words = bare_column(Text(tick_words(), weight=BOLD), paragraph(tick_sentence()), spacing=0)
        self._by_itself = QWidget()
        row = QHBoxLayout(self._by_itself)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return self._by_itself


def _scrolled(*widgets: QWidget, spacing: int) -> QScrollArea:
    """Widgets below each other that scroll where the window is too low for them."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inside = QWidget()
    inside.setProperty("role", "page")
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, GRID, 0)
    column.setSpacing(spacing)
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    scroll.setWidget(inside)
    return scroll
