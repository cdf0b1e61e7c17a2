"""The control loop of the firmware: set-points, supervision, stream and status."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from core.errors import Fact
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.errors import MotionRejected, RobotStateError
from devices.protocol_open.messages import (
    Announcement,
    DeviceState,
    PayloadTold,
    Reply,
    SetPayload,
    Status,
    StatusFlag,
)
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.channels import RowSource, Stream
from devices.virtual.firmware.drive_train import DriveTrain
from devices.virtual.firmware.faults import FaultBoard, SignalFaults
from devices.virtual.firmware.identity import Badge, announcement, as_stranger
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import Path
from devices.virtual.firmware.plant import Payload, Plant
from devices.virtual.firmware.sampling import Sampler
from devices.virtual.firmware.supervision import ABANDONED_S, StateMachine, Supervision, Violation, Watchdog

Center = tuple[float, float, float]
_AT_FLANGE: Center = (0.0, 0.0, 0.0)
FAULT = "payload-rounded"


class PayloadMemory:
    """Stores mass (kg) and centre (m, flange frame) for one power-on; at first no payload.

    At most ``largest`` kg are accepted. A read-only controller has no such setting.
    """

    def __init__(self, kind: ControllerKind, *, largest: float, faults: FaultBoard) -> None:
        self._largest, self._faults = largest, faults
        self.is_offered = kind is not ControllerKind.READ_ONLY
        self._mass, self._center = 0.0, _AT_FLANGE

    @property
    def mass(self) -> float | None:
        """Assumed mass in kg; None where the controller does not report it."""
        return self._mass if self.is_offered else None

    def forget(self) -> None:
        """Reset to no payload at a power-on."""
        self._mass, self._center = 0.0, _AT_FLANGE

    def told(self, request: int) -> PayloadTold:
        """Answer the request with this number; ``MotionRejected`` ``payload-not-offered``."""
        self._expect_offered()
        return PayloadTold(request, self._mass, self._center)

    def set(self, asked: SetPayload) -> None:
        """Store a payload; without a centre it is at the flange.

        Raises
        ------
        MotionRejected
            ``payload-not-offered``, or ``payload-outside-limits`` with the limit in kg.
        """
        self._expect_offered()
        if not 0.0 <= asked.mass <= self._largest:
            raise MotionRejected("payload-outside-limits", mass=asked.mass, limit=self._largest)
        self._mass, self._center = self._spoilt(asked.mass, asked.center or _AT_FLANGE)

    def _spoilt(self, mass: float, center: Center) -> tuple[float, Center]:
        fault = self._faults.find(FAULT)
        if fault is None:
            return mass, center
        step, shift = fault.number("step"), fault.number("shift")
        x, y, z = center
        return (round(mass / step) * step if step > 0.0 else mass), (x + shift, y, z)

    def _expect_offered(self) -> None:
        if not self.is_offered:
            raise MotionRejected("payload-not-offered")


STATUS_PERIODS = 100
"""Control periods between two statuses while the arm moves."""
TimedReply = tuple[Reply, float]
"""A message to send, and its device time in s."""
_STOPS = ("emergency-stop", "protective-stop")
_PROTECTIVE = frozenset({"protective-stop", "following-error", "torque-exceeded", "joint-limit"})


@dataclass(frozen=True)
class Device:
    """Description, identity and environment of one controller."""

    robot: RobotModel
    badge: Badge
    notebook: Notebook
    kind: ControllerKind = ControllerKind.OPEN
    stream: Stream = Stream.USUAL
    uptime: float = 0.0
    """Time since power-on at the start, s."""
    faults: FaultBoard = field(default_factory=FaultBoard)
    clock: Callable[[], float] = time.monotonic
    """Clock in s by which the watchdog measures the host's silence.

    It is this computer's clock if the device runs in real time.
    """


class Control:
    """The arm under control: state, motion, stream.

    Operations raise errors where the state forbids them; ``run`` runs control periods.
    """

    def __init__(self, plant: Plant, device: Device) -> None:
        self._plant, self._device = plant, device
        self.joints = Joints.of(device.robot, plant.nominal)
        self._notebook, self._faults = device.notebook, device.faults
        self.drive = DriveTrain(plant, self.joints, notebook=device.notebook, uptime=device.uptime)
        self._states = StateMachine()
        self._supervision = Supervision(self.joints)
        self._clock, self._armed_at = device.clock, 0.0
        self.watchdog = Watchdog(device.clock)
        self._announcement = announcement(
            device.robot,
            plant.nominal,
            self.joints,
            kind=device.kind,
            badge=device.badge,
            stream=device.stream,
        )
        before = round(device.uptime * self._announcement.sample_rate)
        self.sampler = Sampler(self._announcement, counter=before)
        self._rows = RowSource(self.joints, plant.nominal)
        largest = device.robot.payload_limit.mass
        self.payload = PayloadMemory(device.kind, largest=largest, faults=device.faults)
        self._signal_faults = SignalFaults(self._announcement.channels, device.faults)
        self._swaying = False
        self._first_motion: float | None = None
        self._clock_offset = 0.0
        self._power_cycles = 0
        self._until_status = 0
        self.stops = 0
        """Number of stops and faults; a plan from before a stop must not run after it."""
        self._begin_due_faults()

    @property
    def time(self) -> float:
        """Device time since power-on, s; a simulated clock jump is included."""
        return self.drive.time + self._clock_offset

    @property
    def announcement(self) -> Announcement:
        """The device's announcement; of another model while the fault ``wrong-model`` is active."""
        stranger = self._faults.find("wrong-model") is not None
        return as_stranger(self._announcement) if stranger else self._announcement

    # Control periods

    def run(self, periods: int) -> Iterator[list[TimedReply]]:
        """Run control periods, several at once where all but the last only take samples.

        Yields the messages to send, each with its device time in s, after each such block.
        """
        while periods > 0:
            before = self._told()
            self._begin_due_faults()
            self._watch_host()
            watch = self._supervision.watch if self.drive.brakes_released else None
            count = self.drive.advance(min(periods, self._uneventful_periods()), watch=watch)
            periods -= count
            if self.drive.brakes_released:
                self._supervise(after_others=count > 1)
            if self.drive.has_come_to_rest():
                self._end_motion()
            # brakes close only when nothing may move: neither the host nor a motion led by hand
            elif not (self._states.may_move or self._swaying):
                self.drive.brake_after_rest()
            replies = self._sample(count)
            if self._told() != before or self._status_is_due(count):
                self._until_status = STATUS_PERIODS
                replies.append((self.status(), self.time))
            yield replies

    def _uneventful_periods(self) -> int:
        """Number of next periods of which all but the last only take samples."""
        drive, states = self.drive, self._states
        closes_brakes = drive.brakes_released and not (drive.under_way or states.may_move)
        if not self._faults.is_empty or self.watchdog.is_gone or closes_brakes:
            return 1
        periods = drive.uneventful_periods
        if states.may_move:
            periods = min(periods, self.watchdog.patient_periods)
        if drive.under_way and not self._swaying:
            periods = min(periods, self._until_status)
        return max(periods, 1)

    def _told(self) -> tuple[object, ...]:
        return (self._states.state, self._states.outcome, self.drive.brakes_released)

    def _status_is_due(self, periods: int) -> bool:
        self._until_status -= periods
        return self.drive.under_way and not self._swaying and self._until_status <= 0

    def _begin_due_faults(self) -> None:
        since_motion = None if self._first_motion is None else self.drive.time - self._first_motion
        for fault in self._faults.due(time=self.drive.time, since_motion=since_motion):
            self.inject(fault.name, dict(fault.facts))

    def _watch_host(self) -> None:
        # checked in every period, because a host that is gone sends nothing that could trigger it
        if self.watchdog.is_gone:
            self._leave_alone()
        if not self.watchdog.look():
            return
        state, silence = self._states.state, self.watchdog.silence
        # an open controller stops on silence; a closed one finishes its move as such controllers do
        if state is DeviceState.MOVING and self._announcement.stops_when_host_silent:
            told = "gone" if self.watchdog.is_gone else round(silence, 4)
            self._notebook.note("watchdog", device=self.time, silence=told)
            self._latch(Violation("host-silent", {}), at_limit=False)
        # long silence while armed: the program hangs or is gone, so disarm
        elif state is DeviceState.ARMED and min(silence, self._clock() - self._armed_at) > ABANDONED_S:
            self._notebook.note("abandoned", device=self.time, silence=round(silence, 4))
            self.halt(abort=False, cause="abandoned")

    def _leave_alone(self) -> None:
        """Disarm and end a sway, because no host is connected."""
        if self._states.state is DeviceState.ARMED:
            self._states.stop()
            self.drive.rest_begins_now()
        self.end_sway("host-gone")

    def _supervise(self, *, after_others: bool) -> None:
        drive = self.drive
        seen = {"position": drive.measured, "velocity": drive.mover.velocity}
        violation = self._supervision.look(drive.readings, **seen, after_others=after_others)
        # only the first violation: the ones after it follow from the stop
        if violation is not None and self._states.fault is None:
            self._latch(violation, at_limit=True)

    def _latch(self, violation: Violation, *, at_limit: bool) -> None:
        self._notebook.note("fault", device=self.time, code=violation.code, **violation.facts)
        # counted first: an upload from before the fault must be discarded
        self.stops += 1
        if not self.drive.under_way:
            self.drive.rest_begins_now()
        self._swaying = False
        self._states.latch(violation)
        self.drive.stop(at_limit=at_limit, cause=violation.code)

    def _end_motion(self) -> None:
        self._states.come_to_rest()
        self._swaying = False
        self._notebook.note(
            "motion-ends", device=self.time, outcome=self._states.outcome, motion=self._states.motion
        )

    def _sample(self, periods: int) -> list[TimedReply]:
        due = self.sampler.due(periods)
        if not due:
            return []
        (readings, position), sampled = self.drive.latest, slice(due.start, None, due.step)
        times = (readings.time + self._device.uptime + self._clock_offset)[sampled]
        every = self._rows.rows(readings, position=position)
        rows = {quantity: values[sampled] for quantity, values in every.items()}
        # faults make periods run one by one, so that their row is a single sample
        shown = self._signal_faults.apply(rows, counter=self.sampler.counter)
        frames = self.sampler.take(shown, time_us=np.rint(times * 1e6).astype(np.int64).tolist())
        return [(frame, float(times[index])) for index, frame in frames]

    def status(self) -> Status:
        """Build the status message of this moment."""
        states, fault = self._states, self._states.fault
        over = bool(states.outcome)
        return Status(
            state=states.state,
            flags=self._flags(),
            motion=states.motion,
            progress=float(states.outcome == "finished") if over else self.drive.mover.progress,
            outcome=states.outcome,
            fault="" if fault is None else fault.code,
            facts={} if fault is None else fault.facts,
            payload_mass=self.payload.mass,
        )

    def _flags(self) -> StatusFlag:
        code = "" if self._states.fault is None else self._states.fault.code
        conditions = {
            StatusFlag.REMOTE: self._device.kind is not ControllerKind.READ_ONLY,
            StatusFlag.BRAKES_RELEASED: self.drive.brakes_released,
            StatusFlag.EMERGENCY_STOP: code == "emergency-stop",
            StatusFlag.PROTECTIVE_STOP: code in _PROTECTIVE,
            StatusFlag.TAKES_PAYLOAD: self.payload.is_offered,
        }
        flags = StatusFlag.NONE
        for flag, holds in conditions.items():
            flags |= flag if holds else StatusFlag.NONE
        return flags

    # What can be asked of it

    def host_heard(self, now: float | None) -> None:
        """Record a sign of life of the host, now or at ``now`` s on the clock."""
        if self._faults.find("silent-host") is None:
            self.watchdog.heard(self._clock() if now is None else now)

    def host_is_gone(self) -> None:
        """Note that the link has closed; an open controller then stops its motion."""
        if not self.watchdog.is_gone:
            self.watchdog.host_is_gone()
            self.sampler.end()
            self._notebook.note("host-gone", device=self.time)

    def arm(self) -> None:
        """Release the brakes and accept motions.

        Raises
        ------
        RobotStateError
            ``not-remote``, ``emergency-stop``, ``protective-stop``, ``fault-latched`` or ``not-at-rest``.
        """
        if self._device.kind is ControllerKind.READ_ONLY:
            raise RobotStateError("not-remote")
        self._expect_no_condition()
        self._states.arm()
        self._armed_at = self._clock()
        self.drive.release_brakes()

    def expect_ready(self) -> None:
        """Refuse a motion unless the arm is armed, at rest, and its host is heard.

        Raises
        ------
        MotionRejected
            ``already-moving``, ``not-armed`` or ``host-silent``.
        """
        self._states.expect_ready()
        if self._announcement.stops_when_host_silent and self.watchdog.is_silent:
            raise MotionRejected("host-silent")

    def begin(self, path: Path, *, what: str) -> None:
        """Start to follow a path; the arm must be ready."""
        self.expect_ready()
        self._states.begin()
        self._set_off(path, what=what)

    def begin_sway(self, make_path: Callable[[FloatArray], Path]) -> None:
        """Start a motion of the device's own, as if moved from the pendant; not in a fault or another motion.

        ``make_path`` gets the start pose (n,).
        """
        if self._states.fault is None and not self.drive.under_way:
            self.drive.release_brakes()
            self._set_off(make_path(self.drive.mover.position), what="sway")
            self._swaying = True

    def end_sway(self, cause: str) -> None:
        """Stop the device's own motion along its path."""
        if self._swaying:
            self._swaying = False
            self.drive.stop(at_limit=False, cause=cause)

    def _set_off(self, path: Path, *, what: str) -> None:
        self.drive.follow(path)
        if self._first_motion is None:
            self._first_motion = self.drive.time
        length = {"duration": path.duration} if math.isfinite(path.duration) else {}
        self._notebook.note(
            "motion-begins", device=self.time, what=what, motion=self._states.motion, **length
        )

    def halt(self, *, abort: bool, cause: str) -> None:
        """Stop and disarm, in any state."""
        self.stops += 1
        if not self.drive.under_way:
            self.drive.rest_begins_now()
        self._states.stop()
        self._swaying = False
        self.drive.stop(at_limit=abort, cause=cause)

    def clear(self) -> None:
        """Leave the fault state if its cause is gone.

        Raises
        ------
        RobotStateError
            ``not-at-rest``, or the stop whose cause is still active.
        """
        if self._states.state is DeviceState.FAULT:
            if self.drive.under_way:
                raise RobotStateError("not-at-rest")
            self._expect_no_condition()
            self._states.clear()

    def set_payload(self, asked: SetPayload) -> None:
        """Assume a payload on the flange; the arm must be at rest.

        Raises
        ------
        RobotStateError
            ``not-at-rest``.
        MotionRejected
            ``payload-not-offered`` or ``payload-outside-limits``.
        """
        if self.drive.under_way:
            raise RobotStateError("not-at-rest")
        self.payload.set(asked)
        self._notebook.note("payload-set", device=self.time, mass=asked.mass)

    def _expect_no_condition(self) -> None:
        for name in _STOPS:
            if self._faults.find(name) is not None:
                raise RobotStateError(name)

    # What only a simulated device understands

    def attach(self, payload: Payload | None) -> None:
        """Put a payload on the flange; ``RobotStateError`` ``not-at-rest`` during a motion."""
        if self.drive.under_way:
            raise RobotStateError("not-at-rest")
        self._plant.attach(payload)

    def release(self, name: str) -> None:
        """End a fault that was injected before."""
        self._faults.release(name)

    def inject(self, name: str, facts: dict[str, Fact]) -> None:
        """Raise a fault; ``ConfigurationError`` for an unknown one."""
        self._signal_faults.check(name, facts)
        fault = self._faults.inject(name, facts, time=self.drive.time)
        self._notebook.note("injected", device=self.time, name=name)
        if name in _STOPS:
            self._latch(Violation(name, {}), at_limit=True)
        elif name == "clock-jump":
            self._clock_offset += fault.number("size")
        elif name == "turned-offset":
            self._cycle_power()

    def _cycle_power(self) -> None:
        """Simulate another power-on: new encoder zeros, a new power-on name, default payload."""
        self._power_cycles += 1
        power_on = f"{self._device.badge.power_on}+{self._power_cycles}"
        self._announcement = replace(self._announcement, power_on=power_on)
        self.payload.forget()
