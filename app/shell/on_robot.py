"""The guides on a robot: connects their pages with the visit and with the link to the arm."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.arm.link import RobotLink, return_words
from app.arm.link_state import LinkState, Return
from app.arm.thread import Place
from app.arm.trial_stage import TrialStage, stage_of
from app.errors.text import error_text
from app.features.connection.page import ConnectPage
from app.guide.page import Page
from app.jobs.messages import MessageBus, Severity
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.visit.summaries import RobotChoice
from core.recording import Mark
from core.workflow import Capability, Outside, Situation
from devices.capabilities import MotionKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.arm.session import RobotSession
    from devices.capabilities import Identity


class OnRobot(QObject):
    """Connects a visit's robot, and hands its state to the pages that move it."""

    visit_asked = Signal(str, object)
    """Emitted when a visit to this robot (a name, a description or a visit) is needed, with the next step."""
    continue_asked = Signal(object)
    """Emitted with the step at which the visit was left, once its robot is connected."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        settings: SettingsStore,
        bus: MessageBus,
        pages: Mapping[Step, Page],
    ) -> None:
        super().__init__()
        self._link, self._visit, self._settings, self._bus = link, visit, settings, bus
        self._waiting_uri = ""
        """Address to connect to once the visit is open."""
        self._continue_at: Step | None = None
        self.uri = ""
        """Address of the controller of this visit."""
        page = pages[Step.CONNECT]
        assert isinstance(page, ConnectPage)
        self.connect_page, self.choice = page, page.choice
        self.runs = tuple(page.run for page in pages.values() if page.run is not None)
        """The procedures of the pages that move the arm."""
        self.connect_page.connect_asked.connect(self._connect_to)
        visit.opened.connect(self._visit_opened)
        link.connected.connect(self._connected)
        link.closed.connect(self._start_over)
        link.failed.connect(self._failed)
        link.lost.connect(bus.show_error)
        link.came_back.connect(self._came_back)
        link.state_changed.connect(self._state_changed)
        for run in self.runs:
            run.outcome_arrived.connect(self._outcome_arrived)
        link.hung.connect(self._flange_changed)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marks of a connected arm that is not real."""
        return self._link.marks

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer the arms that can be simulated."""
        self.choice.offer_robots(robots)

    def offer_controller(self, uri: str) -> None:
        """Choose a controller on the page; an empty address leaves the choice."""
        self._continue_at = None
        self.uri = uri
        self.choice.show_uri(uri)

    @property
    def situation(self) -> Situation:
        """Connected robot in the terms of the workflow."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None or not self._link.is_connected:
            return Situation()
        if self._is_in_trial(session):
            return Situation()  # its steps are all that moves this arm
        capabilities = {Capability.CONTROLLER}
        if session.capabilities.can_move:
            capabilities.add(Capability.MOTION)
        if MotionKind.TRAJECTORY in session.capabilities.motions:
            capabilities.add(Capability.TRAJECTORY)
        if session.capabilities.has_link_encoders:
            capabilities.add(Capability.LINK_ENCODERS)
        return Situation(frozenset(capabilities), {Outside.POWER_ON: identity.power_on})

    def _is_in_trial(self, session: "RobotSession") -> bool:
        """True while only the steps of the first trial may move the arm; any thread may ask."""
        identity = session.identity
        stage = stage_of(
            session.uri,
            serial="" if identity is None else identity.serial,
            capabilities=session.capabilities,
            settings=self._settings.current,
        )
        return stage is TrialStage.UNDER_WAY

    def continue_at(self, step: Step) -> None:
        """Go on at this step as soon as the robot is connected."""
        self._continue_at = None if step is Step.CONNECT else step

    def motion_stopped(self) -> None:
        """Forget every preview: STOP was pressed."""
        for run in self.runs:
            run.motion_stopped()

    @Slot()
    def _flange_changed(self) -> None:
        """Forget the previews out of sight: another load makes it another arm."""
        for run in self.runs:
            if not run.is_seen:
                run.forget_look()

    @Slot(object)
    def _outcome_arrived(self, outcome: "Outcome") -> None:
        self._visit.take_outcome(outcome.found)

    @Slot(str, str)
    def _connect_to(self, uri: str, robot: str) -> None:
        self.uri = uri
        self._settings.update(replace(self._settings.current, last_controller=uri))
        if self._visit.summary is None:
            self._waiting_uri = uri
            self._visit.wanted_mounting = self.choice.mounting
            self.visit_asked.emit(robot, Step.CONNECT)
        else:
            self._link.connect_to(Place(uri, self._visit.path, self._is_in_trial))

    def make_visit_to_choice(self, step: Step) -> None:
        """Make a visit to the chosen arm before anything is connected."""
        if self._visit.is_busy:
            return
        if self.choice.is_understood and self.choice.robot:
            self._visit.wanted_mounting = self.choice.mounting
            self.visit_asked.emit(self.choice.robot, step)
        else:
            self._bus.show(
                self.tr("No arm is chosen yet."),
                self.tr("Go back to the first step and choose the arm to plan for."),
            )

    @Slot()
    def _start_over(self) -> None:
        for run in self.runs:
            run.start_over()

    @Slot()
    def _visit_opened(self) -> None:
        self._start_over()
        uri, self._waiting_uri = self._waiting_uri, ""
        if uri:
            self._link.connect_to(Place(uri, self._visit.path, self._is_in_trial))

    @Slot(object)
    def _connected(self, identity: "Identity") -> None:
        if self.uri:
            self.uri = self.choice.remember(self.uri, serial=identity.serial)
        step, self._continue_at = self._continue_at, None
        if step is not None:
            self.continue_asked.emit(step)

    @Slot(str, object)
    def _failed(self, work: str, error: BaseException) -> None:
        if work in {"connect", "reconnect", "clear-fault", "close", "hang"}:
            self._bus.show_error(error)

    @Slot(object)
    def _came_back(self, back: Return) -> None:
        title, meaning = return_words(back)
        self._bus.show(title, meaning, severity=Severity.GOOD)

    @Slot(object)
    def _state_changed(self, state: LinkState) -> None:
        error = self._link.stream_error
        if state is LinkState.ENDED and error is not None:
            self._bus.post(error_text(error), severity=Severity.NOTE)
