"""The guides on a robot: their pages, the link behind them, and what they put into the visit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.live_feed import LiveFeed
from app.arm.reconnecting import Return
from app.arm.search_words import return_words
from app.arm.thread_work import Place
from app.errors.text import error_text
from app.features.connection.controller_choice import ControllerChoice
from app.features.connection.page import ConnectPage
from app.features.encoders.page import CheckPage
from app.features.excitation.page import ExcitePage
from app.features.excitation.plan_page import PlanPage
from app.features.excitation.planning import Planning
from app.features.friction.page import FrictionPage
from app.features.live.page import LivePage
from app.features.payload.page import PayloadPage
from app.features.payload.reference_page import PayloadReferencePage
from app.features.payload.sweeps_page import PayloadSweepsPage
from app.features.recording.page import RecordPage
from app.features.tool_correction.page import CompensatePage
from app.features.twist.load_steps_page import LoadStepsPage
from app.features.verification.page import VerifyPage
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
    from app.jobs.runner import JobRunner
    from core.payload.settings import SweepKey
    from devices.capabilities import Identity


class OnRobot(QObject):
    """Brings visit, link and pages together."""

    visit_asked = Signal(str, object)
    """A visit to this robot is needed first: a name, a description or a visit; and the step to go on at."""
    continue_asked = Signal(object)
    """Step at which the visit was left; the robot is there now."""
    step_asked = Signal(object)
    """Step that a page leads back to."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        settings: SettingsStore,
        runner: "JobRunner",
        bus: MessageBus,
    ) -> None:
        super().__init__()
        self._link, self._visit, self._settings, self._bus = link, visit, settings, bus
        self._waiting_uri = ""
        """What to connect to once the visit is there."""
        self._continue_at: Step | None = None
        self.uri = ""
        """The controller of this visit."""
        self.choice = ControllerChoice(settings)
        self.feed = LiveFeed(link, self)
        self.connect_page = ConnectPage(link, visit, self.choice, settings, runner, bus)
        self.check_page = CheckPage(link, visit, bus)
        self.friction_page = FrictionPage(link, visit, runner, bus)
        self.load_steps_page = LoadStepsPage(link, visit, bus)
        self.planning = Planning(visit, bus)
        self.plan_page = PlanPage(link, visit, self.planning, settings, bus)
        self.excite_page = ExcitePage(link, visit, self.planning, bus)
        self.record_page = RecordPage(link, visit, self.feed, runner, bus)
        self.verify_page = VerifyPage(link, visit, runner, bus)
        self.compensate_page = CompensatePage(link, visit, bus)
        self.live_page = LivePage(link, visit, runner, bus)
        self.payload_reference_page = PayloadReferencePage(link, visit, bus)
        self.payload_sweeps_page = PayloadSweepsPage(link, visit, bus)
        self.payload_page = PayloadPage(link, visit, runner, bus)
        self.pages: dict[Step, Page] = {
            Step.CONNECT: self.connect_page,
            Step.CHECK: self.check_page,
            Step.FRICTION: self.friction_page,
            Step.LOAD_STEPS: self.load_steps_page,
            Step.PLAN: self.plan_page,
            Step.EXCITE: self.excite_page,
            Step.RECORD: self.record_page,
            Step.VERIFY: self.verify_page,
            Step.COMPENSATE: self.compensate_page,
            Step.LIVE: self.live_page,
            Step.PAYLOAD_REFERENCE: self.payload_reference_page,
            Step.PAYLOAD_SWEEPS: self.payload_sweeps_page,
            Step.PAYLOAD: self.payload_page,
        }
        self.runs = tuple(page.run for page in self.pages.values() if page.run is not None)
        """The procedures of the pages that move the arm."""
        self.connect_page.connect_asked.connect(self._connect_to)
        self.plan_page.visit_wanted.connect(self._make_visit_to_plan)
        visit.opened.connect(self._visit_opened)
        link.connected.connect(self._connected)
        link.closed.connect(self._start_over)
        link.failed.connect(self._failed)
        link.lost.connect(bus.show_error)
        link.came_back.connect(self._came_back)
        link.state_changed.connect(self._state_changed)
        for run in self.runs:
            run.outcome_arrived.connect(visit.reload)
        link.hung.connect(self._flange_changed)
        self.payload_page.repeat_asked.connect(self._repeat_sweeps)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What stands behind the controller where it is no real arm."""
        return self._link.marks

    def offer_robots(self, robots: Sequence[RobotChoice]) -> None:
        """Offer the arms that can be simulated."""
        self.choice.offer_robots(robots)

    def offer_controller(self, uri: str) -> None:
        """Choose a controller on the page; nothing named leaves the choice as it is."""
        self._continue_at = None
        self.uri = uri
        self.choice.show_uri(uri)

    @property
    def situation(self) -> Situation:
        """What is connected now, in the terms of the workflow."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None or not self._link.is_connected:
            return Situation()
        capabilities = {Capability.CONTROLLER}
        if session.capabilities.can_move:
            capabilities.add(Capability.MOTION)
        if MotionKind.TRAJECTORY in session.capabilities.motions:
            capabilities.add(Capability.TRAJECTORY)
        if session.capabilities.has_link_encoders:
            capabilities.add(Capability.LINK_ENCODERS)
        return Situation(frozenset(capabilities), {Outside.POWER_ON: identity.power_on})

    def continue_at(self, step: Step) -> None:
        """Go on at this step as soon as the robot is connected."""
        self._continue_at = None if step is Step.CONNECT else step

    def motion_stopped(self) -> None:
        """STOP was pressed: what was looked at is void."""
        for run in self.runs:
            run.motion_stopped()

    @Slot()
    def _flange_changed(self) -> None:
        """The arm is another one now: whatever was looked at before is void."""
        for run in self.runs:
            if not run.is_seen:
                run.forget_look()

    @Slot(object)
    def _repeat_sweeps(self, keys: "Sequence[SweepKey]") -> None:
        """Measure some sweeps with the payload again."""
        self.payload_sweeps_page.repeat_keys(tuple(keys))
        self.step_asked.emit(Step.PAYLOAD_SWEEPS)

    @Slot(str, str)
    def _connect_to(self, uri: str, robot: str) -> None:
        self.uri = uri
        self._settings.update(replace(self._settings.current, last_controller=uri))
        if self._visit.summary is None:
            self._waiting_uri = uri
            self.visit_asked.emit(robot, Step.CONNECT)
        else:
            self._link.connect_to(Place(uri, self._visit.path))

    @Slot()
    def _make_visit_to_plan(self) -> None:
        """Somebody plans without a visit: make one to the arm that is chosen."""
        if self._visit.is_busy:
            return
        if self.choice.is_understood and self.choice.robot:
            self.visit_asked.emit(self.choice.robot, Step.PLAN)
        else:
            self._bus.tell(
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
            self._link.connect_to(Place(uri, self._visit.path))

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
        self._bus.tell(title, meaning, severity=Severity.GOOD)

    @Slot(object)
    def _state_changed(self, state: LinkState) -> None:
        error = self._link.stream_error
        if state is LinkState.ENDED and error is not None:
            self._bus.post(error_text(error), severity=Severity.NOTE)
