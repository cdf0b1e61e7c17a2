"""The moving arm: readiness, one move from pose to pose at a time, what is seen of it, and STOP.

The controller finishes a move by itself if this computer fails: a move is short and slow, and the next
one begins only from here.
"""

import contextlib
import math
import threading
import time
from functools import partial

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.controller import ControllerStatus, PayloadSetting
from devices.driving.followed import LOOK_S, FollowedMoving
from devices.driving.motion_in_progress import MotionReport, Request, UnderWay
from devices.driving.moving import Condition
from devices.driving.stopping import LEAST_S
from devices.elite_ec.calls import Calls
from devices.elite_ec.counting import Counting
from devices.elite_ec.link import Link
from devices.elite_ec.payload import read_payload, write_payload
from devices.elite_ec.readiness import conditions, fault_of, status_of
from devices.elite_ec.settings import EcSettings
from devices.elite_ec.state import EcState
from devices.errors import DeviceError, MotionRejected, RobotStateError
from devices.motion import Motion, MotionEnd, MotionPlan, MoveTo
from devices.safety.limits import START_POSE_RAD, UNATTENDED_MOVE_S
from devices.safety.planned_path import planned_path

UNSEEN_S = 0.3
"""A move that was accepted this long ago and is at its target has ended, though it was not seen."""
SERVO_TIMEOUT_S = 5.0
CLEAR_TIMEOUT_S = 3.0
WATCH_S = 1.0
"""The speed that is set at the controller is asked for as often as this."""
LEAST_PERCENT = 0.05
PERCENT = 100.0
_WATCH_DEADLINE_S = 3.0


class Moving(FollowedMoving[EcState]):
    """Everything about motion in one connection; ``away_m`` is the distance between both flanges, m."""

    def __init__(
        self,
        settings: EcSettings,
        link: Link,
        *,
        calls: Calls,
        counting: Counting,
        robot: RobotModel,
        away_m: float,
    ) -> None:
        super().__init__(link, uri=settings.uri, ways={"stop": self._send_stop})
        self._link, self._calls = link, calls
        self._counting, self._robot, self._away_m = counting, robot, away_m
        self._begun = False
        """True once the controller was seen to carry out the newest move."""
        self._answered_at = math.inf
        """Time at which the controller accepted the newest move, s."""
        self._start = self._target = np.zeros(robot.joint_count)
        self._speed: float | None = None
        """Speed that is set at the controller, %; None if it does not tell it."""
        self.payload: PayloadSetting | None = None
        """The payload that was read or written last."""
        # a connection of its own: no other request can keep STOP waiting
        self._stop_calls = Calls(settings.host, settings.port)
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._run_watch, name="ec-watch", daemon=True)
        self._watch.start()
        link.listener = self

    # What is known

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link = self._link
        if link.error is not None:
            return ControllerStatus.lost(link.error, heard_at=link.heard_at)
        return status_of(
            link.intake.state,
            heard_at=link.heard_at,
            is_armed=self._permit is not None,
            is_moving=self.is_under_way,
            payload_mass=None if self.payload is None else self.payload.mass,
            speed_percent=self._speed,
        )

    def _conditions(self, state: EcState) -> tuple[Condition, ...]:
        return conditions(
            state,
            away_m=self._away_m,
            speed_percent=self._speed,
            others_move=self._link.intake.others_move,
            is_ours=self.is_under_way,
        )

    # Arming and moving

    def _make_ready(self) -> None:
        """Look at the conditions, and switch the servo on if that alone is missing.

        Raises
        ------
        RobotStateError
            The code of the condition; ``ec-servo-off`` if it stays off; ``ec-refused``.
        TransportError
            As :meth:`Calls.ask`.
        """
        self._ask_speed()
        self._expect_ready()
        self._stop_calls.connect()
        self._switch_on()
        self._expect_ready()

    def start(self, plan: MotionPlan) -> Motion:
        """Send a move; a thread of its own does that.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, ``motion-not-offered``, ``move-too-long``, and as
            ``planned_path``.
        """
        state = self._state()
        permit = self._expect_armed()
        self._expect_ready()
        if not isinstance(plan, MoveTo):
            raise MotionRejected("motion-not-offered", motion=str(type(plan).__name__))
        start = self._robot.position_from_reported(state.position)
        path = planned_path(self._robot, plan, start=start)
        if path.duration > UNATTENDED_MOVE_S:
            raise MotionRejected("move-too-long", duration=path.duration, longest=UNATTENDED_MOVE_S)
        target = self._robot.position_as_reported(path.position[-1])
        motion = Motion(plan, stop=self.stop)
        with self._slot:
            self._expect_none_under_way()
            self._start, self._target = state.position, target
            self._begun, self._answered_at = False, math.inf
            before, self._number = self._number, self._number + 1
            under_way = self._take_up(motion, permit=permit, before=before)
        percent = max(PERCENT * plan.speed_fraction, LEAST_PERCENT)
        told = {"targetPos": self._counting.slots(target, others=state.others), "speed": percent}
        self._send_on_errand(partial(self._carry_out, under_way, told), name="ec-motion")
        return motion

    def clear_fault(self) -> None:
        """Clear an alarm; raise the error of what only the pendant clears.

        Raises
        ------
        RobotStateError
            The fault that stays.
        """
        state = self._state()
        if fault_of(state)[0] == "ec-alarm":
            self._calls.ask("clearAlarm")
            deadline = time.monotonic() + CLEAR_TIMEOUT_S
            while fault_of(self._state())[0] and time.monotonic() < deadline:
                time.sleep(LOOK_S)
        code, facts = fault_of(self._state())
        if code:
            raise RobotStateError(code, **facts)

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set; see ``payload.read_payload``."""
        self.payload = read_payload(self._calls)
        return self.payload

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload of a standing arm; return what the controller tells afterwards.

        Raises
        ------
        RobotStateError
            ``not-at-rest`` during a motion; what of the conditions is missing.
        """
        if self.is_under_way:
            raise RobotStateError("not-at-rest")
        self._expect_ready()
        self.payload = write_payload(self._calls, setting)
        return self.payload

    def close(self) -> None:
        """End every thread, each with a deadline, and close the connections."""
        self.disarm()
        self._ended.set()
        self._calls.close()
        self._watch.join(_WATCH_DEADLINE_S)
        super().close()
        self._stop_calls.close()

    def _run_watch(self) -> None:
        """Ask for what no frame tells, so that it is shown before a motion is asked for."""
        while not self._ended.wait(WATCH_S):
            with contextlib.suppress(DeviceError):  # the next motion meets it
                self._ask_speed()

    def _ask_speed(self) -> None:
        try:
            self._speed = self._calls.number("getSpeed")
        except RobotStateError:  # its software has no such request
            self._speed = None

    def _switch_on(self) -> None:
        """Synchronise the encoders and switch the servo on, where they are not; wait until they are."""
        deadline = time.monotonic() + SERVO_TIMEOUT_S
        while not ((state := self._state()).servo and state.synchronised):
            if time.monotonic() > deadline:
                raise RobotStateError("ec-servo-off")
            if not state.synchronised:
                self._calls.ask("syncMotorStatus")
            self._calls.ask("set_servo_status", status=1)
            time.sleep(5 * LOOK_S)

    def _carry_out(self, under_way: UnderWay, told: dict[str, object]) -> None:
        """Send the move and wait until it is seen; the states do the rest."""
        request = under_way.request = Request()
        try:
            if self._permit is not under_way.permit:
                under_way.give_up(None)
                return
            request.was_sent = True
            accepted = self._calls.ask("moveByJoint", **told)
            if accepted is not True:
                raise RobotStateError("ec-refused", method="moveByJoint", said=str(accepted))
            self._answered_at = time.monotonic()
            self._wait_for_begin(under_way, request, code="ec-move-not-begun")
        except RobotStateError as error:  # refused: nothing moves
            request.was_sent = request.is_accepted.is_set()
            self.disarm()
            under_way.give_up(error)
        except DeviceError as error:
            self.stop()  # it may have been received or not
            under_way.give_up(error)

    # Supervision: called by the thread of the link

    def _missing_on_the_way(self, state: EcState) -> RobotStateError | None:
        return RobotStateError("ec-servo-off") if self._begun and not state.servo else None

    def _watch_motion(self, state: EcState, under_way: UnderWay) -> None:
        """Look whether the move has begun; one that begins after STOP is stopped again."""
        self._begun = self._begun or self._has_begun(state, under_way)
        is_stopped = self._permit is not under_way.permit
        if is_stopped and state.is_program_under_way and self._stopping.seconds > LEAST_S:
            self._stopping.stop()  # a slow controller began it after it had answered to STOP

    def _has_begun(self, state: EcState, under_way: UnderWay) -> bool:
        """True once the controller carries the move out; a short one may have ended before it was seen."""
        if not under_way.may_have_begun:
            return False
        is_late = time.monotonic() - self._answered_at > UNSEEN_S
        return state.is_program_under_way or (is_late and self._has_arrived(state.position))

    def _has_arrived(self, position: FloatArray) -> bool:
        return bool(np.abs(position - self._target).max() <= START_POSE_RAD)

    def _report(self, state: EcState) -> MotionReport:
        way = np.abs(self._target - self._start).max()
        covered = np.abs(state.position - self._start).max()
        progress = min(float(covered / way), 1.0) if way > 0.0 else 1.0
        if not self._begun:
            return MotionReport(self._number - 1, 0.0, is_at_rest=self._stands)
        if not self._stands or state.is_program_under_way:
            return MotionReport(self._number, progress, is_at_rest=False)
        code, facts = fault_of(state)
        if code:
            fault = RobotStateError(code, **facts)
            return MotionReport(self._number, progress, is_at_rest=True, end=MotionEnd.FAILED, error=fault)
        if self._permit is None:
            return MotionReport(self._number, progress, is_at_rest=True, end=MotionEnd.STOPPED)
        if self._has_arrived(state.position):
            return MotionReport(self._number, 1.0, is_at_rest=True, end=MotionEnd.FINISHED)
        error = RobotStateError("ec-move-ended")
        return MotionReport(self._number, progress, is_at_rest=True, end=MotionEnd.FAILED, error=error)

    def _send_stop(self) -> None:
        """Called by the thread of STOP, again and again until the arm stands."""
        self._stop_calls.ask("stop")
