"""The moving arm: set-points in every round, supervision of the drives, and STOP.

The thread of the bus calls ``commands``, ``on_answers`` and ``on_lost``. ``stop`` may be called from any
thread, takes no lock and waits for nothing; the next round acts on it.
"""

import math
import threading
import time
from collections.abc import Sequence
from enum import Enum

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.controller import ControllerStatus, Lifecycle, StopLevel
from devices.driving.moving import MovingArm
from devices.driving.paths import Path, deceleration_of, path_of
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, MotionRejected, RobotStateError
from devices.moteus.drives import DriveFacts
from devices.moteus.link import Commands, Link
from devices.moteus.rounds import Answer
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.protocol_moteus.frames import Write, encode
from devices.protocol_moteus.registers import Kind, Mode, Register

LONGEST_STEP_S = 0.05
"""After a halt of this program the path goes on from where it was, no farther than this."""


class Following:
    """Walks along a path; ``slow_down`` ends it early, and an abort ends a slowing one harder."""

    def __init__(self, path: Path, *, deceleration: FloatArray) -> None:
        self._path, self._deceleration = path, deceleration
        self._time, self._pace = 0.0, 1.0
        self._level: StopLevel | None = None
        self.position, self.velocity = path.at(0.0)
        self.is_over = False

    @property
    def progress(self) -> float:
        """Completed fraction of the path."""
        return min(self._time / self._path.duration, 1.0) if self._path.duration > 0.0 else 1.0

    def slow_down(self, level: StopLevel) -> None:
        """Begin to come to rest; a controlled stop after an abort changes nothing."""
        if self._level is not StopLevel.ABORT:
            self._level = level

    def step(self, seconds: float) -> None:
        """Advance by the time that has passed; braking takes all of it: a halt makes no stop longer."""
        if self.is_over:
            return
        way_s = min(seconds, LONGEST_STEP_S)
        if self._level is StopLevel.ABORT:
            self._brake(seconds, way_s)
            return
        before = self._pace
        if self._level is StopLevel.CONTROLLED:
            self._pace = max(before - self._slowing() * seconds, 0.0)
        self._time += 0.5 * (before + self._pace) * way_s
        self.position, velocity = self._path.at(min(self._time, self._path.duration))
        self.velocity = velocity * self._pace
        if self._time >= self._path.duration or self._pace == 0.0:
            self.velocity, self.is_over = np.zeros_like(velocity), True

    def _slowing(self) -> float:
        """Fall of the pace per second at which the first joint reaches its deceleration."""
        speed = np.abs(self._path.at(min(self._time, self._path.duration))[1])
        fastest = float(np.max(speed / self._deceleration))
        return 1.0 / fastest if fastest > 0.0 else math.inf

    def _brake(self, seconds: float, way_s: float) -> None:
        before = self.velocity
        slower = np.maximum(np.abs(before) - self._deceleration * seconds, 0.0)
        self.velocity = np.copysign(slower, before)
        self.position = self.position + 0.5 * (before + self.velocity) * way_s
        self.is_over = not slower.any()


TURN = 2.0 * math.pi
STILL_RAD_S = 0.02
"""A joint below this speed counts as standing; elastic gears swing on below it."""
SETTLE_S, LONGEST_SETTLE_S = 0.1, 2.0
BEGIN_TIMEOUT_S = 1.0
"""Drives that are not in position mode by then do not follow."""
LEAVE_TIMEOUT_S = 2.0
_STOPPED = encode([Write(Register.MODE, Kind.INT8, (float(Mode.STOPPED),))])
_POSITION = encode([Write(Register.MODE, Kind.INT8, (float(Mode.POSITION),))])
_LOOK_S = 0.01
_HELD_ROUNDS = 3
"""An answer to a request that was given up counts as that of a later one; three in a row do not."""


class _Course(Enum):
    """Kind of command that the drives get."""

    SILENT = "silent"
    """Nothing: they are only read."""
    HOLDING = "holding"
    MOVING = "moving"


class Moving(MovingArm):
    """Everything about motion in one connection."""

    def __init__(self, link: Link, drives: Sequence[DriveFacts], *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(leave_s=LEAVE_TIMEOUT_S)
        self._link, self._drives, self._robot, self._pulse = link, drives, robot, pulse
        self._deceleration = deceleration_of(robot)
        self._course = _Course.SILENT
        self._set_point = np.zeros(len(drives))
        """Position at which the drives hold, in the model's convention."""
        self._following: Following | None = None
        self._failure: DeviceError | None = None
        self._over_at = self._still_since = math.nan
        self._stepped_at = math.nan
        self._held_since = math.nan
        """The drives are in position mode since then at the latest, or a while later, s."""
        self._frees = False
        """True for the one round in which drives are stopped before they hold again."""
        self._freed_at = -math.inf
        """Begin of that round, s: answers to what was asked before it are not about the hold."""
        self._held_rounds = 0
        """Number of rounds, one after the other, in which all drives told that they hold."""
        self._stop_level: StopLevel | None = None
        self._stops = 0
        """Number of stops that were asked for."""
        self._left: dict[int, bool] = {}
        """Drives that left position mode, by place; True until one that others stopped is stopped again."""
        self._fault: tuple[str, dict[str, int | str]] = ("", {})
        self._starting = threading.Lock()
        link.commander = self

    # What is known

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link = self._link
        if link.error is not None:
            return ControllerStatus.lost(link.error, heard_at=link.heard_at)
        code, facts = self._fault if self._fault[0] else fault_of(link.answers, self._drives)
        calm = Lifecycle.without_fault(is_armed=self._permit is not None, is_moving=self.is_under_way)
        return ControllerStatus(
            Lifecycle.FAULT if code and calm is not Lifecycle.MOVING else calm,
            link.heard_at,
            fault_code=code,
            fault_facts=dict(facts),
            brakes_released=self._course is not _Course.SILENT,
        )

    def _measured(self) -> FloatArray:
        """Positions (n,) in the model's convention."""
        turns = [_value(answer, Register.POSITION) for answer in self._link.answers]
        return self._robot.position_from_reported(TURN * np.array(turns))

    # Arming and moving

    def arm(self) -> None:
        """Let the drives hold the present position; see ``Controller``.

        Raises
        ------
        RobotStateError
            A fault of a drive; ``moteus-not-holding`` if one does not enter position mode.
        MotionRejected
            ``already-moving``; ``stopped`` by a STOP meanwhile.
        TransportError
            The error that ended the connection.
        """
        link, motion, stops = self._link, self._motion, self._stops
        if motion is not None and self._stop_level is not None:
            motion.wait(LEAVE_TIMEOUT_S)
        self._expect_none_under_way()
        if link.error is not None:
            raise link.error
        code, facts = self._fault if self._fault[0] else fault_of(link.answers, self._drives)
        if code:
            raise RobotStateError(code, **facts)
        if self._course is _Course.SILENT:
            self._set_point = self._measured()
            self._left = {}
            # a drive whose watchdog has ended position mode leaves that mode by a stop only
            self._frees = True
            self._held_rounds = 0
            self._held_since = time.monotonic()
            self._course = _Course.HOLDING
        deadline = time.monotonic() + BEGIN_TIMEOUT_S
        while self._held_rounds < _HELD_ROUNDS:
            if time.monotonic() > deadline:
                self._course = _Course.SILENT
                missing = self._not_holding() or self._drives[0]
                raise RobotStateError("moteus-not-holding", drive=missing.drive)
            time.sleep(_LOOK_S)
        self._held_since = -math.inf
        self._stop_level = None
        self._permit = object()
        if self._stops != stops:  # it came while this waited
            self.stop()
            raise MotionRejected("stopped")

    def _not_holding(self) -> DriveFacts | None:
        """The first drive that has not told, since it was to hold, that it does; None if all have."""
        if self._frees:
            return self._drives[0]
        for drive, answer in zip(self._drives, self._link.answers, strict=True):
            if answer is None or answer.asked_at < self._freed_at or _mode(answer) is not Mode.POSITION:
                return drive
        return None

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return; see ``Controller``.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, and as ``planned_path``.
        """
        with self._starting:
            self._expect_armed()
            self._expect_none_under_way()
            path = path_of(plan, self._robot, start=self._set_point)
            motion = Motion(plan, stop=self.stop)
            self._failure = None
            self._over_at = self._still_since = self._stepped_at = math.nan
            self._following = Following(path, deceleration=self._deceleration)
            self._motion = motion
            self._course = _Course.MOVING
        return motion

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""
        self._stops += 1
        self._permit = None
        if self._stop_level is not StopLevel.ABORT:
            self._stop_level = level

    def clear_fault(self) -> None:
        """Forget a fault whose cause is gone, and stop drives that tell one; raise the one that stays.

        Raises
        ------
        RobotStateError
            The fault of a drive.
        """
        self._fault = ("", {})
        if fault_of(self._link.answers, self._drives)[0]:
            self._frees, self._course = True, _Course.SILENT
            deadline = time.monotonic() + BEGIN_TIMEOUT_S
            while fault_of(self._link.answers, self._drives)[0] and time.monotonic() < deadline:
                time.sleep(_LOOK_S)
        code, facts = fault_of(self._link.answers, self._drives)
        if code:
            raise RobotStateError(code, **facts)

    # Called by the thread of the bus

    def commands(self, now: float) -> Commands | None:
        """Commands of the drives in this round; see ``Commander``."""
        frees = self._frees
        if self._course is _Course.SILENT:
            self._frees = False
            return [[_STOPPED]] * len(self._drives) if frees else None
        # no one could press STOP: send nothing, so that the drives' own watchdogs end the motion
        if not self._pulse.is_alive():
            return None
        if frees:
            self._freed_at = now
        self._frees = False
        velocity = self._step(now)
        reported = self._robot.position_as_reported(self._set_point) / TURN
        speed = self._robot.reported_sign * velocity / TURN
        told = [
            _POSITION + encode([Write(Register.COMMAND_POSITION, Kind.FLOAT, (position, rate))])
            for position, rate in zip(reported.tolist(), speed.tolist(), strict=True)
        ]
        orders = [[_STOPPED, each] if frees else [each] for each in told]
        for place, is_stopped in self._left.items():
            # set-points would bring it back: the one of this round did, before its answer came
            orders[place] = [_STOPPED] if is_stopped else []
            self._left[place] = False
        return orders

    def _step(self, now: float) -> FloatArray:
        """Advance the set-point; return its velocity (n,)."""
        following = self._following
        if self._course is not _Course.MOVING or following is None:
            return np.zeros(len(self._drives))
        if self._stop_level is not None:
            following.slow_down(self._stop_level)
        if not math.isnan(self._stepped_at):
            following.step(now - self._stepped_at)
        self._stepped_at = now
        self._set_point = following.position
        return following.velocity

    def on_answers(self, answers: Sequence[Answer | None], now: float) -> None:
        """Follow the motion and the drives; see ``Commander``."""
        if self._course is _Course.SILENT:
            return
        self._held_rounds = self._held_rounds + 1 if self._not_holding() is None else 0
        trouble = self._trouble(answers, now)
        if trouble is not None:
            self._on_trouble(trouble)
        motion, following = self._motion, self._following
        if motion is None or motion.is_over or following is None:
            return
        motion.advance(following.progress)
        is_gone = trouble is not None and trouble.code in _LOST_HOLD
        if following.is_over or is_gone:
            self._settle(answers, motion, now)

    def _settle(self, answers: Sequence[Answer | None], motion: Motion, now: float) -> None:
        """End the motion once the joints stand, or after a while."""
        if math.isnan(self._over_at):
            self._over_at = now
        fastest = max(abs(_value(each, Register.VELOCITY)) for each in answers) * TURN
        if not fastest < STILL_RAD_S:
            self._still_since = math.nan
        elif math.isnan(self._still_since):
            self._still_since = now
        stands = now - self._still_since >= SETTLE_S
        if not (stands or now - self._over_at > LONGEST_SETTLE_S):
            return
        was_stopped = self._stop_level is not None
        self._course = _Course.SILENT if self._fault[0] in _LOST_HOLD else _Course.HOLDING
        if self._failure is not None:
            motion.end(MotionEnd.FAILED, self._failure)
        else:
            motion.end(MotionEnd.STOPPED if was_stopped else MotionEnd.FINISHED)
        if was_stopped:
            self._permit = None

    def _trouble(self, answers: Sequence[Answer | None], now: float) -> RobotStateError | None:
        """Error that ends a motion: a fault of a drive, its watchdog, or another program's order to it."""
        code, facts = fault_of(answers, self._drives)
        left = [] if now - self._held_since <= BEGIN_TIMEOUT_S else self._leaving(answers)
        if code:
            return RobotStateError(code, **facts)
        for mode, facts_of_drive in left:
            if mode is Mode.TIMED_OUT:
                was_silent = not self._pulse.is_alive(facts_of_drive.timeout_s)
                code = "host-silent" if was_silent else "moteus-timed-out"
            else:
                code = "moteus-stopped" if mode is Mode.STOPPED else "moteus-taken"
            return RobotStateError(code, drive=facts_of_drive.drive)
        return None

    def _leaving(self, answers: Sequence[Answer | None]) -> list[tuple[Mode | None, DriveFacts]]:
        """The drives that are not in position mode, and their modes; they get no set-points any more."""
        modes = [_mode(answer) for answer in answers]
        left = [place for place, mode in enumerate(modes) if mode is not Mode.POSITION]
        for place in left:
            self._left.setdefault(place, modes[place] is Mode.STOPPED)
        return [(modes[place], self._drives[place]) for place in left]

    def _on_trouble(self, trouble: RobotStateError) -> None:
        self._permit = None
        if not self._fault[0]:
            self._fault = (trouble.code, dict(trouble.facts))  # type: ignore[arg-type]
        if self.is_under_way:
            if self._failure is None:
                self._failure = trouble
            self.stop(StopLevel.ABORT)
        elif trouble.code in _LOST_HOLD:
            self._course = _Course.SILENT


_LOST_HOLD = {"host-silent", "moteus-timed-out", "moteus-stopped", "moteus-taken"}
"""After these the drives do not follow set-points any more."""


def fault_of(
    answers: Sequence[Answer | None], drives: Sequence[DriveFacts]
) -> tuple[str, dict[str, int | str]]:
    """Code and facts of the first drive that tells a fault; empty if none does."""
    for answer, drive in zip(answers, drives, strict=True):
        if _mode(answer) is Mode.FAULT:
            number = int(_value(answer, Register.FAULT))
            return "moteus-fault", {"drive": drive.drive, "fault": number}
    return "", {}


def _value(answer: Answer | None, register: Register) -> float:
    return math.nan if answer is None else answer.values.get(register, math.nan)


def _mode(answer: Answer | None) -> Mode | None:
    found = _value(answer, Register.MODE)
    return Mode(int(found)) if found in set(Mode) else None
