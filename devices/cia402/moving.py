"""The moving arm: switching the drives on, the motion under way, its supervision, and STOP.

The thread of the cycle calls ``on_cycle`` and ``on_lost``; ``stop`` may be called from any thread and
waits for nothing.

Drives that miss the master's heartbeat stop by themselves.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from core.errors import Fact
from core.robot.model import RobotModel
from devices.cia402.bus import DriveBus
from devices.cia402.drive_map import (
    CONNECTION_LOST,
    ERROR_CODE,
    HEARD_HEARTBEAT,
    MODE,
    PERIOD,
    PERIOD_UNIT,
    PROFILE_ACCELERATION,
    PROFILE_DECELERATION,
    PROFILE_SPEED,
    TARGET,
    DriveMap,
)
from devices.cia402.intake import Cycle
from devices.cia402.link import Link
from devices.cia402.pdo import FOLLOWED, TAKEN, order, set_up_taking
from devices.cia402.plans import Profile, SetPoints, converted
from devices.cia402.states import (
    BIT_12,
    REACHED,
    Control,
    DriveMode,
    DriveState,
    expect_homed,
    word_towards_enabled,
)
from devices.controller import ControllerStatus, Lifecycle, StopLevel
from devices.driving.moving import MovingArm
from devices.driving.pulse import Heartbeat, Pulse
from devices.errors import DeviceError, MotionRejected, ProtocolError, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan

MASTER = 127
LIMIT_MS = 250
"""A drive that hears no heartbeat for this long stops."""
QUICK_STOP = 3
"""Option code for a lost connection: quick stop."""
_IDENTIFIER, _OPERATIONAL = 0x700 + MASTER, b"\x05"


AGAIN_S = 0.02
LONGEST_S = 3.0
_END_TIMEOUT_S = 1.0
log = logging.getLogger(__name__)


def watch_heartbeat(bus: DriveBus, node: int) -> None:
    """Let a drive stop by itself when the heartbeat ends, and read back that it will.

    Raises
    ------
    MotionRejected
        ``cia402-no-watchdog`` if the drive cannot.
    TransportError
        As ``Bus.read``.
    """
    wanted = ((HEARD_HEARTBEAT, MASTER << 16 | LIMIT_MS), (CONNECTION_LOST, QUICK_STOP))
    for at, value in wanted:
        try:
            bus.write(node, at, value)
            found = bus.read(node, at)
        except ProtocolError as error:
            raise MotionRejected("cia402-no-watchdog", node=node, object=at.name) from error
        if found != value:
            raise MotionRejected("cia402-no-watchdog", node=node, object=at.name)


def beat(bus: DriveBus) -> None:
    """Send one heartbeat of the master; raises ``TransportError`` as ``DriveBus.send``."""
    bus.send(_IDENTIFIER, _OPERATIONAL)


STILL_RAD_S = 0.02
"""A joint below this speed counts as standing."""
ENABLE_TIMEOUT_S = 2.0
RESET_TIMEOUT_S = 1.0
LEAVE_TIMEOUT_S = 1.5
STILL_CYCLES = 5
_LOOK_S = 0.02
_NEW = Control.ENABLE | Control.NEW_TARGET | Control.AT_ONCE


def status_of(link: Link, *, is_armed: bool = False, is_moving: bool = False) -> ControllerStatus:
    """The status of drives; without ``is_armed`` and ``is_moving`` those of an arm that is only read."""
    error, cycle = link.error, link.intake.cycle
    if error is not None:
        return ControllerStatus.lost(error, heard_at=link.heard_at)
    if cycle is None:
        return ControllerStatus(Lifecycle.CONNECTED, heard_at=link.heard_at)
    code, facts = fault_of(cycle)
    calm = Lifecycle.without_fault(is_armed=is_armed, is_moving=is_moving)
    return ControllerStatus(
        Lifecycle.FAULT if code else calm,
        heard_at=link.heard_at,
        fault_code=code,
        fault_facts=facts,
        brakes_released=all(state is DriveState.ENABLED for state in cycle.states),
    )


def fault_of(cycle: Cycle) -> tuple[str, dict[str, Fact]]:
    """The code of a fault with its joint, counted from 1; empty if no drive has one."""
    for joint, state in enumerate(cycle.states, 1):
        if state in {DriveState.FAULT, DriveState.REACTING}:
            return "cia402-fault", {"joint": joint}
    return "", {}


class Moving(MovingArm):
    """Everything about motion in one connection."""

    def __init__(
        self, link: Link, drives: Sequence[DriveMap], *, bus: DriveBus, robot: RobotModel, pulse: Pulse
    ) -> None:
        super().__init__(leave_s=LEAVE_TIMEOUT_S)
        self._link, self._bus, self._robot = link, bus, robot
        self._drives = tuple(drives)
        self._path: Profile | SetPoints | None = None
        self._is_begun = False
        self._passed, self._slot_before, self._still = 0.0, 0, 0
        self._failure: DeviceError | None = None
        self._slot = threading.Lock()  # guards the motion's slot; never held while waiting
        self._heartbeat = Heartbeat(partial(beat, self._bus), pulse=pulse, name="cia402-heartbeat")
        self._stopping = Stopping(self._order_all_to_stop, stands=lambda: self._is_off)
        for drive in self._drives:
            set_up_taking(self._bus, drive.node)
        link.listener = self

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        return status_of(self._link, is_armed=self._permit is not None, is_moving=self.is_under_way)

    @property
    def _is_off(self) -> bool:
        """True if no drive holds or moves its motor; also of drives that are not heard."""
        cycle = self._link.intake.cycle
        if self._link.error is not None or cycle is None:
            return False
        return not any(state in {DriveState.ENABLED, DriveState.QUICK_STOP} for state in cycle.states)

    # Switching on and off

    def arm(self) -> None:
        """Check the drives, let the heartbeat begin, and switch them on.

        Raises
        ------
        MotionRejected
            ``cia402-not-homed``, ``cia402-no-watchdog``, ``stopped``.
        RobotStateError
            ``cia402-fault``, ``cia402-not-enabled``, ``not-at-rest``.
        TransportError
            As ``Bus.read``.
        """
        if not self._stopping.wait_until_done(LEAVE_TIMEOUT_S):
            raise RobotStateError("not-at-rest")
        if self._permit is not None:
            return
        stops = self._stopping.count
        self._expect_no_fault(self._cycle())
        for drive in self._drives:
            expect_homed(self._bus, drive, joint=self._drives.index(drive) + 1)
            watch_heartbeat(self._bus, drive.node)
            self._bus.write(drive.node, MODE, DriveMode.PROFILE_POSITION)
        self._heartbeat.begin()
        try:
            self._switch_on(stops)
        except DeviceError:
            self.disarm()
            raise
        self._permit = object()

    def _switch_on(self, stops: int) -> None:
        deadline = time.monotonic() + ENABLE_TIMEOUT_S
        while True:
            cycle = self._cycle()
            self._expect_no_fault(cycle)
            if self._stopping.count != stops:
                raise MotionRejected("stopped")
            off = [joint for joint, state in enumerate(cycle.states) if state is not DriveState.ENABLED]
            if not off:
                return
            if time.monotonic() > deadline:
                state = str(cycle.states[off[0]])
                raise RobotStateError("cia402-not-enabled", joint=off[0] + 1, state=state)
            for joint in off:
                word = word_towards_enabled(cycle.states[joint])
                if word is not None:
                    self._order(joint, word, cycle.counts[joint])
            time.sleep(_LOOK_S)

    def disarm(self) -> None:
        """Switch standing drives off, and end the heartbeat."""
        was_armed, self._permit = self._permit is not None, None
        if was_armed and not self.is_under_way and self._link.error is None:
            self._order_all(Control.SHUT_DOWN)
        self._heartbeat.fall_silent()

    def clear_fault(self) -> None:
        """Reset the faults; raise ``RobotStateError`` ``cia402-fault`` for one that stays."""
        self._order_all(Control.DISABLE)
        deadline = time.monotonic() + RESET_TIMEOUT_S
        while fault_of(self._cycle())[0] and time.monotonic() < deadline:
            self._order_all(Control.RESET)
            time.sleep(_LOOK_S)
            self._order_all(Control.DISABLE)
            time.sleep(_LOOK_S)
        self._expect_no_fault(self._cycle())

    # Motion

    def start(self, plan: MotionPlan) -> Motion:
        """Begin a motion; a thread of its own sets the drives up.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, and as ``converted``.
        """
        cycle = self._cycle()
        permit = self._expect_armed()
        self._expect_no_fault(cycle)
        period = 1.0 / self._link.rate
        path = converted(plan, self._robot, self._drives, at=cycle.position, period=period)
        with self._slot:
            self._expect_none_under_way()
            motion = Motion(plan, stop=self.stop)
            self._path, self._is_begun, self._failure = None, False, None
            self._passed, self._slot_before, self._still = 0.0, 0, 0
            self._motion = motion
        self._send_on_errand(partial(self._set_up, motion, path, permit), name="cia402-motion")
        return motion

    def _set_up(self, motion: Motion, path: Profile | SetPoints, permit: object) -> None:
        """Write modes and limits; the cycle does the rest."""
        try:
            for joint, drive in enumerate(self._drives):
                set_up_drive(self._bus, drive, path, joint=joint)
        except DeviceError as error:
            self.stop()
            motion.end(MotionEnd.FAILED, error)
            return
        if self._permit is permit:
            self._path = path
        else:
            motion.end(MotionEnd.STOPPED)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop every drive, from any thread in any state, without waiting; both levels are a quick stop."""
        del level
        self._permit = None
        if self.is_under_way or self._heartbeat.is_wanted:
            self._stopping.stop()

    def close(self) -> None:
        """End every thread, each with a deadline."""
        self._heartbeat.close()
        self._stopping.close()
        super().close()

    # Supervision: called by the thread of the cycle

    def on_cycle(self, cycle: Cycle) -> None:
        """Send the next targets, and follow the motion to its end."""
        motion = self._motion
        is_on = all(state is DriveState.ENABLED for state in cycle.states)
        if not is_on and self._permit is not None:
            self._failure = self._why_off(cycle)
            self.stop()
        if motion is None or motion.is_over:
            return
        self._still = self._still + 1 if np.abs(cycle.velocity).max() < STILL_RAD_S else 0
        if self._permit is None:
            self._end_stopped(motion)
        elif isinstance(self._path, SetPoints):
            self._follow(motion, self._path, cycle)
        elif self._path is not None:
            self._profile(motion, self._path, cycle)

    def on_lost(self, error: DeviceError) -> None:
        """Stop what may still move; the state of the arm is unknown from now on."""
        self.stop()
        self._heartbeat.fall_silent()
        super().on_lost(error)

    def _end_stopped(self, motion: Motion) -> None:
        if not self._is_off or self._still < STILL_CYCLES:
            return
        self._heartbeat.fall_silent()
        if self._failure is not None:
            motion.end(MotionEnd.FAILED, self._failure)
        else:
            motion.end(MotionEnd.STOPPED)

    def _why_off(self, cycle: Cycle) -> DeviceError:
        code, facts = fault_of(cycle)
        if code:
            return RobotStateError(code, **facts)
        if self._heartbeat.has_failed:
            return RobotStateError("host-silent")
        joint = next(place for place, state in enumerate(cycle.states) if state is not DriveState.ENABLED)
        return RobotStateError("cia402-not-enabled", joint=joint + 1, state=str(cycle.states[joint]))

    def _profile(self, motion: Motion, path: Profile, cycle: Cycle) -> None:
        """Announce the targets until every drive has taken its own, then wait until all are reached."""
        if not self._is_begun:
            self._is_begun = all(cycle.words[joint] & BIT_12 for joint in path.moving)
            word = Control.ENABLE if self._is_begun else _NEW
            for joint in path.moving:
                self._order(joint, word, int(path.target[joint]))
            return
        self._passed += 1.0 / self._link.rate
        motion.advance(min(self._passed / path.duration, 1.0) if path.duration > 0.0 else 1.0)
        if all(cycle.words[joint] & REACHED for joint in path.moving) and self._still >= STILL_CYCLES:
            motion.end(MotionEnd.FINISHED)

    def _follow(self, motion: Motion, path: SetPoints, cycle: Cycle) -> None:
        """Send the targets that the drives take over at the next SYNC.

        Targets are a period apart, however late they were computed. Where cycles were left out, the motion
        waits: its time advances by two periods at most, so that the targets never leap.
        """
        period = 1.0 / self._link.rate
        passed = min(cycle.slot - self._slot_before, 2) * period if self._is_begun else 0.0
        self._is_begun, self._slot_before = True, cycle.slot
        self._passed += passed
        for drive, target in zip(self._drives, path.at(self._passed), strict=True):
            if not self._stopping.is_under_way:
                self._bus.send(FOLLOWED + drive.node, TARGET.encoded(int(target)))
        motion.advance(min(self._passed / path.duration, 1.0))
        if self._passed < path.duration:
            self._still = 0
        elif self._still >= STILL_CYCLES:
            motion.end(MotionEnd.FINISHED)

    # Orders to the drives

    def _order(self, joint: int, word: int, target: int) -> None:
        # a stop that came meanwhile must not be followed by the order to go on
        if word & Control.ENABLE == Control.ENABLE and self._stopping.is_under_way:
            return
        self._bus.send(TAKEN + self._drives[joint].node, order(word, target))

    def _order_all(self, word: int) -> None:
        counts = self._cycle().counts
        for joint, count in enumerate(counts):
            self._order(joint, word, count)

    def _order_all_to_stop(self) -> None:
        """Order the quick stop, each drive by itself: one that does not answer keeps no other from it."""
        self._order_all(Control.QUICK_STOP)

    def _cycle(self) -> Cycle:
        if self._link.error is not None and self._link.intake.cycle is None:
            raise self._link.error
        deadline = time.monotonic() + ENABLE_TIMEOUT_S
        while self._link.intake.cycle is None:
            if time.monotonic() > deadline or self._link.error is not None:
                raise TransportError("no-samples-from-controller", seconds=ENABLE_TIMEOUT_S)
            time.sleep(_LOOK_S)
        return self._link.intake.cycle

    def _expect_no_fault(self, cycle: Cycle) -> None:
        if self._link.error is not None:
            raise self._link.error
        code, facts = fault_of(cycle)
        if not code:
            return
        joint = int(str(facts["joint"])) - 1
        try:
            number = self._bus.read(self._drives[joint].node, ERROR_CODE)
        except ProtocolError:
            number = 0
        raise RobotStateError(code, **facts, error=f"0x{number:04X}")


def set_up_drive(bus: DriveBus, drive: DriveMap, path: Profile | SetPoints, *, joint: int) -> None:
    """Write mode, speed and acceleration of one drive; raises as ``Bus.read``."""
    node = drive.node
    if isinstance(path, SetPoints):
        # an old target would be followed as soon as the mode changes
        bus.write(node, TARGET, bus.read(node, drive.position.at))
        bus.write(node, PERIOD, max(round(1e3 * path.cycle), 1))
        bus.write(node, PERIOD_UNIT, -3)
        bus.write(node, MODE, DriveMode.CYCLIC_POSITION)
        return
    bus.write(node, MODE, DriveMode.PROFILE_POSITION)
    bus.write(node, PROFILE_SPEED, max(int(path.speed[joint]), 1))
    for at in (PROFILE_ACCELERATION, PROFILE_DECELERATION):
        bus.write(node, at, max(int(path.acceleration[joint]), 1))


class Stopping:
    """Waits for STOP; ``order`` sends it, ``stands`` is True once the drives are off."""

    def __init__(self, order: Callable[[], None], *, stands: Callable[[], bool]) -> None:
        self._order, self._stands = order, stands
        self._ended = False
        self.count = 0
        """Number of stops that were asked for."""
        self._wish, self._idle = threading.Event(), threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._run, name="cia402-stop", daemon=True)
        self._thread.start()

    @property
    def is_under_way(self) -> bool:
        """True from the order to stop until the drives are off, or cannot be reached."""
        return not self._idle.is_set()

    def stop(self) -> None:
        """Order the stop; returns at once."""
        self.count += 1
        self._idle.clear()
        self._wish.set()

    def wait_until_done(self, timeout: float) -> bool:
        """Wait until no stop is under way; True if so."""
        return self._idle.wait(timeout)

    def close(self) -> None:
        """End the thread within a deadline."""
        self._ended = True
        self._wish.set()
        self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            self._wish.wait()
            self._wish.clear()
            if self._ended:
                return
            self._send()
            if not self._wish.is_set():
                self._idle.set()

    def _send(self) -> None:
        deadline = time.monotonic() + LONGEST_S
        while True:
            try:
                self._order()
            except DeviceError as error:
                log.info("the order to stop could not be sent: %s", error)
            time.sleep(AGAIN_S)
            if self._ended or time.monotonic() > deadline or self._stands():
                return
