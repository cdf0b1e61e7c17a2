"""The interface that every controller implements, for a serial port, a socket or a file.

Lifecycle: disconnected → connected (reading only) → armed (may move) → moving. The fault state
is left by ``clear_fault`` only. Reading never needs arming. All methods may be called from any
thread. ``stop`` may be called in any state, any number of times, and returns without waiting.
"""

import bisect
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

import numpy as np

from core.errors import Fact
from core.recording import Event, FloatArray
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock
from devices.errors import DeviceError
from devices.motion import Motion, MotionPlan
from devices.samples import SampleBlock


class Lifecycle(StrEnum):
    """The states of a controller's lifecycle, LOST included."""

    DISCONNECTED = "disconnected"
    CONNECTED = "connected"
    ARMED = "armed"
    MOVING = "moving"
    FAULT = "fault"
    LOST = "lost"
    """The link broke; the state of the arm is unknown until it is connected again."""

    @classmethod
    def without_fault(cls, *, is_armed: bool, is_moving: bool) -> "Lifecycle":
        """The state of a connected arm that nothing stops."""
        if is_moving:
            return cls.MOVING
        return cls.ARMED if is_armed else cls.CONNECTED


class StopLevel(StrEnum):
    """The two kinds of software stop. The hardware emergency stop is independent of software."""

    CONTROLLED = "controlled"
    """Decelerate along the path within the joint limits."""
    ABORT = "abort"
    """Each joint decelerates as fast as its drive can; the path is left."""


@dataclass(frozen=True)
class ControllerStatus:
    """The newest status that the controller reported, with the time of its arrival."""

    lifecycle: Lifecycle
    heard_at: float = float("nan")
    """s on the arm's clock; NaN before the first status arrived."""
    fault_code: str = ""
    """A code of the error taxonomy, such as ``emergency-stop``; empty without a fault."""
    fault_facts: dict[str, Fact] = field(default_factory=dict)
    remote_enabled: bool = True
    """False if the controller refuses motions from outside (it is not in automatic or remote mode)."""
    brakes_released: bool = False
    payload_mass: float | None = None
    """kg that the controller assumes on its flange; None when it does not report it."""
    runs_program: bool | None = None
    """True while a program, ours too, runs on the controller or is paused; None if it does not report it."""
    program_line: int | None = None
    """Line of the program that moves the arm; None where no line does, or it is not reported."""
    speed_share: float | None = None
    """Share of its programmed speed at which the controller runs a program; None if it is not reported."""

    @classmethod
    def lost(cls, error: DeviceError, *, heard_at: float, remote_enabled: bool = True) -> "ControllerStatus":
        """The status after ``error`` has ended the connection."""
        return cls(
            Lifecycle.LOST,
            heard_at,
            fault_code=error.code,
            fault_facts=dict(error.facts),
            remote_enabled=remote_enabled,
        )


@dataclass(frozen=True)
class PayloadSetting:
    """The payload that a controller assumes: ``mass`` kg, ``center`` (3,) m in the flange frame.

    ``center`` is None where the controller stores none.
    """

    mass: float
    center: tuple[float, float, float] | None = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class LinkCounters:
    """Counts of frames and samples since the link was connected."""

    frames: int = 0
    damaged: int = 0
    """Frames discarded because their checksum was wrong."""
    samples: int = 0
    missed: int = 0
    """Samples that never arrived, counted from the sequence numbers; includes ``overflowed``."""
    overflowed: int = 0
    """Samples that arrived and were discarded because the reader was too slow."""


class Controller(Protocol):
    """A controller of an arm, as recorder, safety layer and procedures use it."""

    @property
    def uri(self) -> str:
        """The name it was opened by, such as ``virtual:ec66``."""

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities, known before it is connected."""

    @property
    def clock(self) -> ArmClock:
        """Clock for waiting for the arm and for measuring its silence; a new one after each ``connect``."""

    @property
    def status(self) -> ControllerStatus:
        """The newest status; a cached value, cheap enough for a paint event."""

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``."""

    def connect(self) -> Identity:
        """Open the link, check the protocol, start the stream.

        Raises
        ------
        TransportError
            ``port-missing``, ``port-busy``, ``no-answer``.
        ProtocolError
            ``protocol-version`` or ``protocol-field``.
        """

    def disconnect(self) -> None:
        """Stop a motion, close the link and end every thread, each with a deadline; idempotent."""

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; wait up to ``timeout`` s, None if no sample arrived.

        Raises
        ------
        TransportError
            ``link-lost``, raised once, after the last received sample was read.
        """

    def arm(self) -> None:
        """Release the brakes and enter the armed state, in which motions are accepted.

        Raises
        ------
        RobotStateError
            ``emergency-stop``, ``protective-stop``, ``not-remote``, ``fault-latched`` …
        """

    def disarm(self) -> None:
        """Leave the armed state; the arm holds its position."""

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; the arm must be armed and at rest.

        Only the safety layer calls this, after its checks.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, ``motion-not-offered``, ``outside-limits`` …
        """

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting; the plan is discarded and the arm disarmed."""

    def clear_fault(self) -> None:
        """Leave the fault state if its cause is gone.

        Raises
        ------
        RobotStateError
            The fault that is still present.
        """

    def read_identity(self) -> Identity:
        """Request the identity again over the open link; ``TransportError`` ``not-connected`` without one."""

    def read_payload(self) -> PayloadSetting:
        """Read the payload that the controller assumes on its flange.

        Raises
        ------
        MotionRejected
            ``payload-not-offered`` where the controller does not report it.
        """

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the assumed payload; return the one that the controller reports afterwards.

        The controller may round or limit the values. Only the safety layer calls this, after its checks.

        Raises
        ------
        MotionRejected
            ``payload-not-offered`` where the controller accepts none, ``payload-outside-limits``.
        RobotStateError
            ``not-at-rest`` during a motion.
        """


_SAME_MASS_KG, _SAME_SHARE = 1e-6, 1e-3
"""Difference of two payloads, kg, and of two speeds that comes from rounding."""
Said = tuple[str, dict[str, Fact]]
"""A code with its facts; an empty code says nothing."""


@runtime_checkable
class Remarking(Protocol):
    """A controller that says what is wrong with the samples of this moment, such as a reduced speed."""

    @property
    def remark(self) -> Said:
        """The code of what is wrong, with facts; empty if nothing. One that appears stops a motion."""


@runtime_checkable
class Noting(Protocol):
    """A controller that says how its samples came about, such as how well its joints are aligned in time."""

    @property
    def note(self) -> Said:
        """The code of what a recording keeps beside the samples, with facts; no reason to stop a motion."""


PROGRAM_STARTED, PROGRAM_OVER, PROGRAM_LINE = "program-started", "program-over", "program-line"
OWN: dict[str, Fact] = {"by": "torsion"}
"""Facts of events that a motion of this program causes at the controller."""


def is_own(event: Event) -> bool:
    """True if a motion of this program caused the event at the controller."""
    return event.facts.get("by") == OWN["by"]


def changes_between(before: ControllerStatus, now: ControllerStatus) -> Iterator[Said]:
    """What has happened between two statuses: codes of events, with facts.

    A stop has its own code. Nothing is said of what either status does not report.
    """
    if now.fault_code != before.fault_code:
        yield (now.fault_code, dict(now.fault_facts)) if now.fault_code else ("stop-gone", {})
    if now.runs_program is not before.runs_program and None not in {now.runs_program, before.runs_program}:
        yield PROGRAM_STARTED if now.runs_program else PROGRAM_OVER, {}
    if now.program_line is not None and now.program_line != before.program_line:
        yield PROGRAM_LINE, {"line": now.program_line}
    if now.remote_enabled is not before.remote_enabled:
        yield "mode-remote" if now.remote_enabled else "mode-local", {}
    mass, mass_before = now.payload_mass, before.payload_mass
    if mass is not None and mass_before is not None and abs(mass - mass_before) > _SAME_MASS_KG:
        yield "payload-set", {"mass": mass}
    share, share_before = now.speed_share, before.speed_share
    if share is not None and share_before is not None and abs(share - share_before) > _SAME_SHARE:
        yield "speed-set", {"share": share}


class Told(StrEnum):
    """What a controller tells beside its samples; each is a number that stays until the next change."""

    PROGRAM = "program"
    """1 while a program runs on it or is paused, else 0."""
    LINE = "program_line"
    REMOTE = "remote"
    """1 while it takes motions from outside, else 0."""
    SPEED = "speed_scaling"
    """Share of the programmed speed, 1 for all of it."""
    STOP = "safety_stop"
    """1 while a fault or a stop holds it, else 0."""
    PAYLOAD = "payload_set"
    """kg."""


CONTROLLER_STATE = "controller-state"
"""Code of the event with what a controller told when a recording began; facts by ``Told``."""
_CHANGES: Mapping[str, tuple[Told, str | float]] = {
    PROGRAM_STARTED: (Told.PROGRAM, 1.0),
    PROGRAM_OVER: (Told.PROGRAM, 0.0),
    PROGRAM_LINE: (Told.LINE, "line"),
    "mode-remote": (Told.REMOTE, 1.0),
    "mode-local": (Told.REMOTE, 0.0),
    "payload-set": (Told.PAYLOAD, "mass"),
    "speed-set": (Told.SPEED, "share"),
    "stop-gone": (Told.STOP, 0.0),
}
"""Events of ``changes_between`` by their codes: what each tells, and its value, or the fact that has it."""


def told_of(status: ControllerStatus) -> dict[Told, float]:
    """What this status tells."""
    told = {
        Told.PROGRAM: status.runs_program,
        Told.LINE: status.program_line,
        Told.REMOTE: status.remote_enabled,
        Told.SPEED: status.speed_share,
        Told.STOP: bool(status.fault_code),
        Told.PAYLOAD: status.payload_mass,
    }
    return {one: float(value) for one, value in told.items() if value is not None}


def _told_by(event: Event) -> dict[Told, float]:
    if event.code == CONTROLLER_STATE:
        return {one: float(value) for one in Told if isinstance(value := event.facts.get(one), int | float)}
    if event.code not in _CHANGES:
        return {Told.STOP: 1.0} if event.code.endswith("-stop") else {}
    one, value = _CHANGES[event.code]
    told = event.facts.get(value) if isinstance(value, str) else value
    return {one: float(told)} if isinstance(told, int | float) else {}


class ToldSteps:
    """What a controller told over time, by the events of a stream or a recording."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._steps: dict[Told, tuple[list[float], list[float]]] = {}
        for event in sorted(events, key=lambda each: each.time):
            for one, value in _told_by(event).items():
                times, values = self._steps.setdefault(one, ([], []))
                times.append(event.time)
                values.append(value)

    @property
    def told(self) -> frozenset[Told]:
        """What the events tell of."""
        return frozenset(self._steps)

    def at(self, time: float, *, now: Mapping[Told, float]) -> dict[Told, float]:
        """Values at a time, s; of what no event tells they are those of ``now``."""
        found = dict(now)
        for one, (times, values) in self._steps.items():
            place = bisect.bisect_right(times, time)
            found[one] = values[place - 1] if place else math.nan
        return found

    def over(
        self, begin: float, end: float, *, now: Mapping[Told, float]
    ) -> dict[Told, tuple[FloatArray, FloatArray]]:
        """Corners of the steps between two times, s: times (M,) and values (M,); ``now`` as in ``at``."""
        found = {}
        first = self.at(begin, now=now)
        for one in {*now, *self._steps}:
            times, values = self._steps.get(one, ([], []))
            inside = slice(bisect.bisect_right(times, begin), bisect.bisect_right(times, end))
            corners = np.array([begin, *np.repeat(times[inside], 2), end])
            levels = np.array([first[one], *values[inside]])
            found[one] = corners, np.repeat(levels, 2)
        return found


def remark_of(controller: object) -> Said:
    """The remark of a controller; empty for one that remarks nothing."""
    return controller.remark if isinstance(controller, Remarking) else ("", {})


def note_of(controller: object) -> Said:
    """The note of a controller; empty for one that notes nothing."""
    return controller.note if isinstance(controller, Noting) else ("", {})


@runtime_checkable
class Foretelling(Protocol):
    """A controller that tells what a motion would lack, before one is asked for."""

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """Codes and facts of the errors that would refuse a motion at this moment; empty if none is known."""


@runtime_checkable
class Withholding(Protocol):
    """A controller that was asked to move its arm and found that it cannot."""

    @property
    def refusal(self) -> DeviceError | None:
        """Reason why it takes no motion though it was allowed to; None if it does, or was not asked."""


@runtime_checkable
class Simulated(Protocol):
    """A controller that may have a simulated device behind it."""

    def simulate(self, action: str, **facts: Fact) -> None:
        """Make the simulated device do something, such as raise a fault or take up a payload.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` if the device is not simulated.
        """
