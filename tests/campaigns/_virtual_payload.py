"""A virtual arm as a closed controller, sweeping with and without a payload, recorded in this very process.

It moves from point to point at a percentage of its speed and tells positions and currents 125 times a
second, as ``virtual:NAME?kind=closed`` does through a whole session; the columns of its encoders come
along for whoever wants to compare.

    arm = PayloadArm("ec66", seed=3)
    strokes = strokes_of(plan_for(arm, mode=PayloadMode.QUICK))
    empty = arm.sweep(strokes, "payload-unloaded")
    arm.hang(4.11, (0.06, 0.115, 0.15))
    loaded = arm.sweep(strokes, "payload-loaded")
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from _virtual_twist import virtual_twist

from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories.motion import Trajectory
from core.payload.plan import PayloadMode, PayloadPlan, PayloadPlanSettings, PayloadSweep
from core.payload.sweep_plan import plan_payload
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from devices.motion import MoveTo
from devices.safety.limits import ASSUMED_SPEED_UP_S, UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from devices.safety.previewing import fit_speed
from devices.virtual.firmware.paths import StraightMove
from devices.virtual.firmware.plant import solid_payload
from devices.virtual.physics.truth import TrueArm

EVERY = 8
"""Control periods from one sample to the next: 125 Hz."""
STILL_S = 0.5
STAND_S = 0.1
"""After each part of a sweep."""
TOOL_SPEED_M_S = 0.98 * UNPROVEN_TOOL_SPEED_M_S
"""Which no point of the arm exceeds between sweeps, nor within them as the program plans them."""
RAMP_S = 1.5 * ASSUMED_SPEED_UP_S
"""To any speed, as the program has it for a controller that tells no acceleration."""


@dataclass(frozen=True, eq=False)
class Stroke:
    """One way of a sweep: from ``start`` (n,) the ``joint`` goes to ``end`` rad at ``speed`` rad/s.

    ``stops`` (rad, in order) are places between them at which it stands.
    """

    joint: int
    start: FloatArray
    end: float
    speed: float
    stops: tuple[float, ...] = ()

    @property
    def places(self) -> tuple[float, ...]:
        """Where it stands, without the first."""
        return (*self.stops, self.end)


class PayloadArm:
    """One arm from one power-on; it stands where the last motion left it, as warm as that made it."""

    def __init__(
        self,
        robot_name: str = "ec66",
        *,
        seed: int,
        power_on: str = "",
        temperature: float | None = None,
        change: Callable[[TrueArm], TrueArm] | None = None,
    ) -> None:
        self._twist = virtual_twist(
            robot_name, seed, power_on=power_on, temperature=temperature, change=change
        )
        self.robot, self.truth, self.arm = self._twist.robot, self._twist.truth, self._twist.arm
        self.seconds: dict[str, float] = {}
        """s that each recording took."""

    @property
    def exact_gain(self) -> FloatArray:
        """(n,) N·m/A as the drives really give."""
        return self.truth.arm.drive.gain

    @property
    def home(self) -> FloatArray:
        """(n,) where it stands after power-on."""
        return self._twist.home

    def record(self, motion: Trajectory, label: str) -> Recording:
        """Run a motion that a controller with paths would run, 1000 samples a second."""
        return self._twist.record(motion, label)

    def excitation(self, *, seed: int) -> Trajectory:
        """A rich motion of all joints from the home pose."""
        return self._twist.excitation(seed=seed)

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Put a payload on the flange; nothing for no mass."""
        self.arm.attach(solid_payload(mass, center_of_mass=np.array(center, dtype=np.float64)))

    def sweep(self, strokes: Sequence[Stroke], label: str) -> Recording:
        """Run the strokes one after the other, with slow moves in between."""
        samples = _Samples(self)
        samples.stand(STILL_S)
        for stroke in strokes:
            samples.transfer(stroke.start)
            target = stroke.start.copy()
            for place in stroke.places:
                target[stroke.joint] = place
                samples.move(target.copy(), stroke.speed / float(self.robot.velocity_limit[stroke.joint]))
                samples.stand(STAND_S)
        recording = samples.recording(label)
        self.seconds[label] = recording.duration
        return recording

    def closed(self, recording: Recording) -> Recording:
        """What a closed controller tells of it."""
        columns = {name: recording.columns[name] for name in (Quantity.POSITION, Quantity.CURRENT)}
        return replace(recording, columns=columns)


class _Samples:
    """Drives the arm and keeps every eighth reading."""

    def __init__(self, owner: PayloadArm) -> None:
        self._owner, self._arm = owner, owner.arm
        self._kept: list[tuple[FloatArray, ...]] = []
        self._time: list[float] = []
        self._tick = 0

    def transfer(self, target: FloatArray) -> None:
        """Slow moves, none longer than a controller may be left alone with; then until nothing swings."""
        robot, here = self._owner.robot, self._arm.set_point.copy()
        if np.abs(target - here).max() <= _THERE_RAD:
            return
        plan = fit_speed(robot, MoveTo(target, 1.0), start=here, tool_speed=TOOL_SPEED_M_S)
        assert isinstance(plan, MoveTo)
        share = plan.speed_fraction
        seconds = float((np.abs(target - here) / robot.velocity_limit).max()) / share
        count = int(np.ceil(seconds / (UNATTENDED_MOVE_S - RAMP_S)))
        for number in range(1, count + 1):
            self.move(here + (target - here) * (number / count), share)
            self.stand(STILL_S)

    def move(self, target: FloatArray, share: float) -> None:
        """A straight move of all joints at a share of their speeds, as the controller runs it."""
        arm = self._arm
        path = StraightMove(
            arm.set_point.copy(),
            target,
            velocity=share * arm.nominal.velocity_limit,
            acceleration=share * arm.nominal.acceleration_limit,
        )
        for tick in range(1, int(np.ceil(path.duration * arm.CONTROL_RATE_HZ)) + 1):
            point = path.at(min(tick / arm.CONTROL_RATE_HZ, path.duration))
            self._advance(point.position, point.velocity)

    def stand(self, seconds: float) -> None:
        """Stay."""
        here = self._arm.set_point.copy()
        for _ in range(round(seconds * self._arm.CONTROL_RATE_HZ)):
            self._advance(here, np.zeros_like(here))

    def _advance(self, position: FloatArray, velocity: FloatArray) -> None:
        self._arm.advance(position, velocity)
        readings = self._arm.sense()
        self._tick += 1
        if self._tick % EVERY == 0:
            self._time.append(self._arm.time)
            self._kept.append(
                (
                    readings.position,
                    readings.current,
                    readings.motor_counts.astype(np.float64),
                    readings.link_counts.astype(np.float64),
                    readings.temperature,
                )
            )

    def recording(self, label: str) -> Recording:
        """Everything so far."""
        twist = self._owner._twist
        position, current, motor, link, temperature = (
            np.array(column) for column in zip(*self._kept, strict=True)
        )
        return Recording(
            label=label,
            time=np.round(np.array(self._time), 6),
            columns={
                Quantity.POSITION: _single(self._arm.robot.position_as_reported(position)),
                Quantity.MOTOR_POSITION: twist._motor_position(motor),
                Quantity.LINK_POSITION: twist._link_position(link),
                Quantity.CURRENT: _single(current),
                Quantity.TEMPERATURE: _single(temperature),
            },
            torque_kind=TorqueKind.MOTOR_CURRENT,
            origin=twist.origin,
        )


def _single(values: FloatArray) -> FloatArray:
    return values.astype(np.float32).astype(np.float64)


_THERE_RAD = 1e-9


def plan_for(
    arm: PayloadArm,
    *,
    mode: PayloadMode = PayloadMode.THOROUGH,
    speed: float | None = None,
    width: float | None = None,
    is_free: bool = False,
) -> PayloadPlan:
    """The sweeps that the program plans for this controller from the home pose.

    ``speed`` rad/s and ``width`` rad instead of those that follow from the mode; ``is_free`` of the bounds
    on the speed of the tool and on the length of a move, where no one is near.
    """
    settings = PayloadPlanSettings(
        mode=mode,
        speed=speed,
        width=width,
        tool_speed=None if is_free else TOOL_SPEED_M_S,
        longest_s=None if is_free else UNATTENDED_MOVE_S,
        ramp_s=(RAMP_S,) * arm.robot.joint_count,
    )
    return plan_payload(
        arm.robot, motion_limits(arm.robot, start=arm.home), start=arm.home, settings=settings
    )


def strokes_of(plan: PayloadPlan) -> list[Stroke]:
    """The sweeps of a plan in their order, standing where it says."""
    return [_stroke(sweep) for sweep in plan.sweeps]


def _stroke(sweep: PayloadSweep) -> Stroke:
    return Stroke(sweep.joint, sweep.pose, sweep.places[-1], sweep.speed, sweep.places[1:-1])


def prototype_strokes(
    robot_name: str = "ec66",
    *,
    speed_deg: float = 3.0,
    width_deg: float = 55.0,
    wrists: Sequence[Sequence[float]] = ((0, 0, 0), (0, 0, 90), (0, 90, 0), (0, 90, 90)),
    both: bool = True,
) -> list[Stroke]:
    """Joints 2 and 3 of an EC66 over the paper's ranges, degrees."""
    degree = np.pi / 180.0
    parts = int(np.ceil(width_deg / speed_deg / (UNATTENDED_MOVE_S - RAMP_S)))
    found: list[Stroke] = []
    for wrist in wrists:
        for joint, base, low in ((1, (0.0, 0.0, 0.0), 0.0), (2, (0.0, 90.0, 0.0), -90.0)):
            pose = np.array([*base, *wrist], dtype=np.float64) * degree
            places = np.linspace(low, low + width_deg, parts + 1) * degree
            for way in (places, places[::-1]) if both else (places,):
                begin = pose.copy()
                begin[joint] = way[0]
                stops = tuple(way[1:-1].tolist())
                found.append(Stroke(joint, begin, float(way[-1]), speed_deg * degree, stops))
    return found
