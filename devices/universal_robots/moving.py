"""The moving arm: readiness, the program of one run, its supervision, its end, and STOP.

The thread of the link calls ``on_state`` and ``on_lost``; ``stop`` may be called from any thread,
takes no lock and waits for nothing.
"""

import math
import threading
import time
from dataclasses import replace

import numpy as np

from core.robot.model import RobotModel
from devices.controller import ControllerStatus, PayloadSetting, StopLevel
from devices.driving.pulse import Pulse
from devices.driving.under_way import MotionReport, Request, UnderWay
from devices.errors import DeviceError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots import script
from devices.universal_robots.dashboard import stop_by_dashboard
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.heartbeat import Claim, Heartbeat
from devices.universal_robots.link import Link
from devices.universal_robots.payload import PayloadWriter
from devices.universal_robots.plans import program_of
from devices.universal_robots.programs import ProgramPort
from devices.universal_robots.readiness import Condition, conditions, fault_of, status_of
from devices.universal_robots.remote import RemoteWatch
from devices.universal_robots.script import Phase
from devices.universal_robots.settings import DASHBOARD_BELOW, UrSettings
from devices.universal_robots.state import UrState
from devices.universal_robots.stopping import LEAST_S, Stopping

STILL_RAD_S = 0.01
"""A joint below this speed counts as standing; elastic gears swing on below it."""
STANDS_S = 0.1
"""The arm is at rest once program and joints have stood for this long."""
BEGIN_TIMEOUT_S = 3.0
"""A program that has not told its phase by then was not started."""
CONFIRMED_S = 1.0
"""A program that has not begun this long after a stop is not going to."""
LEAVE_TIMEOUT_S = 1.5
STOPPED_TIMEOUT_S = 6.0
"""Longest wait before the arm is armed again after a stop."""
_LOOK_S = 0.02
_ERRAND_DEADLINE_S = 3.0


class Moving:
    """Everything about motion in one connection; ``claim`` is the answer for the heartbeat's register."""

    def __init__(
        self,
        settings: UrSettings,
        version: ControllerVersion,
        link: Link,
        *,
        claim: Claim,
        dialect: Dialect,
        remote: RemoteWatch,
        robot: RobotModel,
        pulse: Pulse,
    ) -> None:
        self._settings, self._dialect, self._link = settings, dialect, link
        self._claim, self._robot = claim, robot
        self._cycle = dialect.set_point_s(version)
        self._permit: object | None = None
        self._under_way: UnderWay | None = None
        self._number, self._duration = 0, 0.0
        self._began_at = math.nan
        self._moved_at = math.inf
        self._level = StopLevel.CONTROLLED
        self._has_moved = False
        self._slot = threading.Lock()  # guards the motion's slot; never held while waiting
        self._errand: threading.Thread | None = None
        self.remote = remote
        self._port = ProgramPort(settings, dialect)
        self._heartbeat = Heartbeat(link.transport, claim, pulse=pulse)
        ways = {"program": self._stop_by_program}
        if self.remote.has_dashboard:
            ways["dashboard"] = self._stop_by_dashboard
        apart_s = {"program": dialect.programs_apart_s}
        self._stopping = Stopping(ways, stands=lambda: self._stands, apart_s=apart_s)
        self._payload = PayloadWriter(
            dialect.payload(version),
            takes_inertia=dialect.takes_inertia(version),
            send=self._port.send,
            state=self._state,
        )
        link.listener = self

    # What is known

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What a motion needs, and what of it is missing; empty before the first package."""
        state = self._link.intake.state
        return () if state is None else self._conditions(state)

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link = self._link
        if link.error is not None:
            return link.status
        return status_of(
            link.intake.state,
            heard_at=link.heard_at,
            remote=self.remote.is_remote is not False and bool(self._claim.recipe),
            is_armed=self._permit is not None,
            is_moving=self._is_under_way,
        )

    @property
    def _is_under_way(self) -> bool:
        return self._under_way is not None and not self._under_way.motion.is_over

    @property
    def _stands(self) -> bool:
        state = self._link.intake.state
        return state is not None and state.timestamp - self._moved_at >= STANDS_S

    def _conditions(self, state: UrState) -> tuple[Condition, ...]:
        found = conditions(
            state,
            claim=self._claim,
            is_remote=self.remote.is_remote,
            is_dashboard_off=self.remote.is_dashboard_off,
            is_ours=self._is_under_way,
        )
        return tuple(replace(each, code=self._dialect.own(each.code)) for each in found)

    # Arming and moving

    def arm(self) -> None:
        """Check every condition and let the heartbeat begin; raise the error of the first that is missing.

        Raises
        ------
        RobotStateError
            The code of the condition.
        TransportError
            ``ur-programs-off``, or that of the dialect, if the port for programs is closed.
        """
        # a stop that is late would end the next motion
        if not self._stopping.wait_until_done(STOPPED_TIMEOUT_S):
            raise RobotStateError("not-at-rest")
        stopped_at = self._stopping.asked_at
        self.remote.look()
        missing = self._missing(self._state())
        if missing is not None:
            raise missing
        self._port.expect()
        if self._stopping.asked_at != stopped_at:
            raise MotionRejected("stopped")
        self._heartbeat.begin()
        self._permit = object()

    def disarm(self) -> None:
        """Let no motion begin, and end the heartbeat."""
        self._permit = None
        self._heartbeat.fall_silent()

    def start(self, plan: MotionPlan) -> Motion:
        """Send the program of a motion; a thread of its own does that.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, ``ur-program-too-long``.
        """
        permit, state = self._permit, self._state()
        if permit is None:
            raise MotionRejected("not-armed")
        missing = self._missing(state)
        if missing is not None:
            self.disarm()
            raise missing
        motion = Motion(plan, stop=self.stop)
        before = script.run_of(state.phase or 0)[0]
        with self._slot:
            if self._is_under_way:
                raise MotionRejected("already-moving")
            number, at = before % script.LARGEST_RUN + 1, np.asarray(state.position)
            text, duration = program_of(
                plan, self._robot, number=number, at=at, dialect=self._dialect, cycle=self._cycle
            )
            self._number, self._duration = number, duration
            self._began_at = math.nan
            self._level = StopLevel.CONTROLLED
            self._has_moved = True
            under_way = self._under_way = UnderWay(motion, permit=permit, before=before)
        self._errand = threading.Thread(
            target=self._carry_out, args=(under_way, text), name="ur-motion", daemon=True
        )
        self._errand.start()
        return motion

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""
        self.disarm()
        if level is StopLevel.ABORT:
            self._level = level
        # a program that is not ours is left alone, unless the arm moves after a stop of ours
        if self._is_under_way or (level is StopLevel.ABORT and self._has_moved):
            self._stopping.stop()

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload of a standing arm; return what the controller tells afterwards.

        Raises
        ------
        RobotStateError
            ``not-at-rest`` during a motion; what of the conditions is missing.
        """
        if self._is_under_way:
            raise RobotStateError("not-at-rest")
        self.remote.look()
        missing = self._missing(self._state())
        if missing is not None:
            raise missing
        return self._payload.write(setting)

    def take_leave(self) -> None:
        """Stop a motion and wait for its end within a deadline."""
        under_way = self._under_way
        if under_way is not None and not under_way.motion.is_over:
            self.stop()
            under_way.motion.wait(LEAVE_TIMEOUT_S)
        self.disarm()

    def close(self) -> None:
        """End every thread, each with a deadline."""
        self.disarm()
        self._heartbeat.close()
        self._stopping.close()
        self.remote.close()
        if self._errand is not None:
            self._errand.join(_ERRAND_DEADLINE_S)
        if self._under_way is not None:
            closed = TransportError("link-lost", errno=0, reason="closed by this program")
            self._under_way.motion.end(MotionEnd.FAILED, closed)

    def _state(self) -> UrState:
        if self._link.error is not None:
            raise self._link.error
        state = self._link.intake.state
        if state is None:
            raise TransportError("not-connected", uri=self._settings.uri)
        return state

    def _missing(self, state: UrState) -> RobotStateError | None:
        return next(
            (RobotStateError(each.code, **each.facts) for each in self._conditions(state) if not each.is_met),
            None,
        )

    def _carry_out(self, under_way: UnderWay, text: str) -> None:
        """Send the program and wait until it tells its phase; the states do the rest."""
        request = under_way.request = Request()
        try:
            if self._permit is not under_way.permit:
                under_way.give_up(None)
                return
            request.was_sent = True
            self._port.send(text)
            self._wait_for_begin(under_way, request)
        except DeviceError as error:
            self.stop()  # it may have been received or not
            under_way.give_up(error)

    def _wait_for_begin(self, under_way: UnderWay, request: Request) -> None:
        """Wait until the program tells its phase; a stop that it does not outlive ends the wait."""
        deadline = time.monotonic() + BEGIN_TIMEOUT_S
        while not (request.is_accepted.wait(_LOOK_S) or under_way.motion.is_over):
            if self._permit is not under_way.permit and self._stopping.seconds > LEAST_S:
                under_way.give_up(None)
                return
            if time.monotonic() > deadline:
                raise RobotStateError(self._dialect.own("ur-program-not-started"), seconds=BEGIN_TIMEOUT_S)

    # Supervision: called by the thread of the link

    def on_state(self, state: UrState) -> None:
        """Follow the motion, and disarm an arm that is not ready any more."""
        is_still = state.speed is not None and state.speed <= STILL_RAD_S
        # a time of later belongs to a clock that began again
        if state.is_program_under_way or not is_still or self._moved_at > state.timestamp:
            self._moved_at = state.timestamp
        missing, under_way = self._missing(state), self._under_way
        if under_way is None or not self._is_under_way:
            if missing is not None and self._permit is not None:
                self.disarm()
            return
        if missing is not None and under_way.failure is None:
            under_way.failure = missing
            self.stop()
        self._expect_ours(state, under_way)
        under_way.on_report(self._report(state), stop_is_confirmed=self._is_stop_confirmed)
        if under_way.motion.outcome in {MotionEnd.STOPPED, MotionEnd.FAILED}:
            self.disarm()

    def on_lost(self, error: DeviceError) -> None:
        """Stop what may still move, and end the motion: the state of the arm is unknown from now on."""
        self.stop()
        if self._under_way is not None:
            self._under_way.motion.end(MotionEnd.FAILED, error)

    @property
    def _is_stop_confirmed(self) -> bool:
        return self._permit is None and self._stopping.seconds > CONFIRMED_S and self._stands

    def _expect_ours(self, state: UrState, under_way: UnderWay) -> None:
        """End the motion if a program of another client has taken its place; it is left alone."""
        if script.run_of(state.phase or 0)[0] > self._number:
            self.disarm()
            under_way.motion.end(MotionEnd.FAILED, RobotStateError("ur-other-program"))

    def _report(self, state: UrState) -> MotionReport:
        number, phase = script.run_of(state.phase or 0)
        if number == self._number and math.isnan(self._began_at):
            self._began_at = state.timestamp
        passed = 0.0 if math.isnan(self._began_at) else state.timestamp - self._began_at
        progress = min(passed / self._duration, 1.0) if self._duration > 0.0 else 0.0
        if number != self._number or not self._stands:
            return MotionReport(number, progress, is_at_rest=self._stands)
        if phase is Phase.DONE:
            return MotionReport(number, 1.0, is_at_rest=True, end=MotionEnd.FINISHED)
        was_stopped = self._permit is None and not self._heartbeat.is_missed
        if was_stopped and phase is Phase.MOVING:
            return MotionReport(number, progress, is_at_rest=True, end=MotionEnd.STOPPED)
        error = self._why_ended(state, phase)
        return MotionReport(number, progress, is_at_rest=True, end=MotionEnd.FAILED, error=error)

    def _why_ended(self, state: UrState, phase: Phase | None) -> DeviceError:
        if phase is Phase.ELSEWHERE:
            return MotionRejected("ur-start-pose")
        fault, facts = fault_of(state)
        if fault:
            return RobotStateError(fault, **facts)
        if self._heartbeat.is_missed or self._heartbeat.was_late:
            return RobotStateError("host-silent")
        return RobotStateError("ur-program-ended")

    # The ways to stop, each called by a thread of its own

    def _stop_by_program(self) -> None:
        is_abort = self._level is StopLevel.ABORT
        deceleration = script.ABORT_RAD_S2 if is_abort else script.STOP_RAD_S2
        self._port.send_stop(script.stop_program(deceleration))

    def _stop_by_dashboard(self) -> None:
        stop_by_dashboard(self._settings.host, self._settings.port - DASHBOARD_BELOW)
