"""The moving arm: readiness, the program of one run, its phases, and the ways to stop it."""

import contextlib
import math
import threading
import time
from dataclasses import replace
from functools import partial

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.controller import ControllerStatus, PayloadSetting, StopLevel
from devices.driving.followed import FollowedMoving
from devices.driving.motion_in_progress import MotionReport, Request, UnderWay
from devices.driving.moving import Condition
from devices.driving.pulse import Heartbeat, Pulse
from devices.errors import DeviceError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan, RunTrajectory
from devices.protocol_rtde.setup import ControllerVersion
from devices.safety.planned_path import planned_path
from devices.transport.dialing import dial
from devices.transport.transport import Transport
from devices.universal_robots import script
from devices.universal_robots.cubic_pieces import pieces_of
from devices.universal_robots.dashboard import stop_by_dashboard
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.heartbeat import Claim, RegisterBeat
from devices.universal_robots.link import Link
from devices.universal_robots.payload import PayloadWriter
from devices.universal_robots.readiness import conditions, fault_of, status_of
from devices.universal_robots.remote_mode import RemoteWatch
from devices.universal_robots.script import Follow, Phase, PointMove, run_program
from devices.universal_robots.settings import DASHBOARD_BELOW, UrSettings
from devices.universal_robots.state import UrState


class Moving(FollowedMoving[UrState]):
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
        by_dashboard = {"dashboard": self._stop_by_dashboard} if remote.has_dashboard else {}
        super().__init__(
            link,
            uri=settings.uri,
            ways={"program": self._stop_by_program, **by_dashboard},
            apart_s={"program": dialect.programs_apart_s},
        )
        self._settings, self._dialect, self._link = settings, dialect, link
        self._claim, self._robot = claim, robot
        self._cycle = dialect.set_point_s(version)
        self._duration = 0.0
        self._began_at = math.nan
        self._level = StopLevel.CONTROLLED
        self.remote = remote
        self._port = ProgramPort(settings, dialect)
        beat = RegisterBeat(link.transport, claim)
        self._heartbeat = Heartbeat(beat, pulse=pulse, name="ur-heartbeat")
        self._payload = PayloadWriter(
            dialect.payload(version),
            takes_inertia=dialect.takes_inertia(version),
            send=self._port.send,
            state=self._state,
        )
        link.listener = self

    # What is known

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
            is_moving=self.is_under_way,
        )

    def _conditions(self, state: UrState) -> tuple[Condition, ...]:
        found = conditions(
            state,
            claim=self._claim,
            is_remote=self.remote.is_remote,
            is_dashboard_off=self.remote.is_dashboard_off,
            is_ours=self.is_under_way,
        )
        return tuple(replace(each, code=self._dialect.own(each.code)) for each in found)

    # Arming and moving

    def _make_ready(self) -> None:
        """Look at the conditions and the port for programs.

        Raises
        ------
        RobotStateError
            The code of the condition.
        TransportError
            ``ur-programs-off``, or that of the dialect, if the port for programs is closed.
        """
        self.remote.look()
        self._expect_ready()
        self._port.expect()

    def _before_armed(self) -> None:
        self._heartbeat.begin()

    def disarm(self) -> None:
        """Let no motion begin, and end the heartbeat."""
        super().disarm()
        self._heartbeat.fall_silent()

    def start(self, plan: MotionPlan) -> Motion:
        """Send the program of a motion; a thread of its own does that.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, ``ur-program-too-long``.
        """
        state = self._state()
        permit = self._expect_armed()
        missing = self._missing(state)
        if missing is not None:
            self.disarm()
            raise missing
        motion = Motion(plan, stop=self.stop)
        before = script.run_of(state.phase or 0)[0]
        with self._slot:
            self._expect_none_under_way()
            number, at = before % script.LARGEST_RUN + 1, np.asarray(state.position)
            text, duration = program_of(
                plan, self._robot, number=number, at=at, dialect=self._dialect, cycle=self._cycle
            )
            self._number, self._duration = number, duration
            self._began_at = math.nan
            self._level = StopLevel.CONTROLLED
            under_way = self._take_up(motion, permit=permit, before=before)
        self._send_on_errand(partial(self._carry_out, under_way, text), name="ur-motion")
        return motion

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""
        if level is StopLevel.ABORT:
            self._level = level
        super().stop(level)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload of a standing arm; return what the controller tells afterwards.

        Raises
        ------
        RobotStateError
            ``not-at-rest`` during a motion; what of the conditions is missing.
        """
        if self.is_under_way:
            raise RobotStateError("not-at-rest")
        self.remote.look()
        self._expect_ready()
        return self._payload.write(setting)

    def close(self) -> None:
        """End every thread, each with a deadline."""
        self._heartbeat.close()
        super().close()
        self.remote.close()

    def _carry_out(self, under_way: UnderWay, text: str) -> None:
        """Send the program and wait until it tells its phase; the states do the rest."""
        request = under_way.request = Request()
        try:
            if self._permit is not under_way.permit:
                under_way.give_up(None)
                return
            request.was_sent = True
            self._port.send(text)
            self._wait_for_begin(under_way, request, code=self._dialect.own("ur-program-not-started"))
        except DeviceError as error:
            self.stop()  # it may have been received or not
            under_way.give_up(error)

    # Supervision: called by the thread of the link

    def _watch_motion(self, state: UrState, under_way: UnderWay) -> None:
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
        if self._heartbeat.has_failed:
            return RobotStateError("host-silent")
        return RobotStateError("ur-program-ended")

    # The ways to stop, each called by a thread of its own

    def _stop_by_program(self) -> None:
        is_abort = self._level is StopLevel.ABORT
        deceleration = script.ABORT_RAD_S2 if is_abort else script.STOP_RAD_S2
        self._port.send_stop(script.stop_program(deceleration))

    def _stop_by_dashboard(self) -> None:
        stop_by_dashboard(self._settings.host, self._settings.port - DASHBOARD_BELOW)


def program_of(
    plan: MotionPlan, robot: RobotModel, *, number: int, at: FloatArray, dialect: Dialect, cycle: float
) -> tuple[str, float]:
    """Text and planned duration, s, of the program of a motion.

    Parameters
    ----------
    plan
        The motion.
    robot
        The arm's description.
    number
        Number of the run.
    at
        Present positions (6,) as the controller counts them, rad.
    dialect
        Of the controller.
    cycle
        Time between two set-points of a trajectory, s.

    Raises
    ------
    MotionRejected
        ``ur-program-too-long``, and as ``planned_path`` for a plan that is not valid.
    """
    if isinstance(plan, RunTrajectory):
        trajectory = plan.trajectory
        follow = Follow(pieces_of(trajectory, robot, cycle=cycle), cycle)
        start = robot.position_as_reported(trajectory.start)
        return run_program(number, start=start, motion=follow, language=dialect.language), trajectory.duration
    path = planned_path(robot, plan, start=robot.position_from_reported(at))
    move = PointMove(
        robot.position_as_reported(path.position[-1]),
        # of the joint that moves most: the others move less by the same share
        speed=float(path.bounds.velocity.max()),
        acceleration=float(path.bounds.acceleration.max()),
    )
    motion = move if move.speed > 0.0 else None
    return run_program(number, start=at, motion=motion, language=dialect.language), path.duration


DIAL_TIMEOUT_S, WRITE_TIMEOUT_S = 2.0, 5.0
LINGER_S = 0.2
"""Time for which what the controller sends is read before the connection is closed: closing a socket
with unread bytes resets it, and the controller may then lose the end of the program."""


class ProgramPort:
    """The port of one controller that takes programs; each goes over a connection of its own."""

    def __init__(self, settings: UrSettings, dialect: Dialect) -> None:
        self._host, self._port = settings.host, settings.port - dialect.programs_below
        self._dialect = dialect
        self._turn = threading.Lock()  # held while a program waits for its turn
        self._dialled_at = -float("inf")

    def send(self, text: str) -> None:
        """Send a program, after the maker's pause between two connections.

        Raises
        ------
        TransportError
            ``ur-programs-off`` or that of the dialect if the port is closed; as ``dial``; ``no-answer``
            if nothing is accepted.
        """
        with self._turn:
            time.sleep(max(self._dialled_at + self._dialect.programs_apart_s - time.monotonic(), 0.0))
            transport = self._dial()
        self._write(transport, text)

    def send_stop(self, text: str) -> None:
        """Send what stops the arm, without any pause; raises like :meth:`send`."""
        self._write(self._dial(), text)

    def expect(self) -> None:
        """Raise an error, as :meth:`send`, if no program could be sent."""
        self._dial().close()

    def _dial(self) -> Transport:
        self._dialled_at = time.monotonic()
        try:
            return dial(self._host, self._port, timeout=DIAL_TIMEOUT_S)
        except TransportError as error:
            if error.code == "connection-refused":
                code = self._dialect.own("ur-programs-off")
                raise TransportError(code, address=self._host, port=self._port) from error
            raise

    @staticmethod
    def _write(transport: Transport, text: str) -> None:
        try:
            content, deadline = text.encode("ascii"), time.monotonic() + WRITE_TIMEOUT_S
            while content:
                content = content[transport.write(content, LINGER_S) :]
                if content and time.monotonic() > deadline:
                    raise TransportError("no-answer", request="program", waited_s=WRITE_TIMEOUT_S)
            deadline = time.monotonic() + LINGER_S
            with contextlib.suppress(TransportError):  # the program has been sent
                while (left := deadline - time.monotonic()) > 0.0:
                    transport.read(left)
        finally:
            transport.close()
