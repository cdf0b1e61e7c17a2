"""A virtual arm with both encoders, recorded in this very process, and the truth about its gears.

Columns, signs, units, steps and noise are those of a recording that came from the virtual controller
through a whole session: motor and link encoders in whole counts from a zero of their power-on, each
channel with its lag, the other columns in single precision, temperatures ten times a second.

    arm = virtual_twist("ec66", seed=3, worn=(1,))
    run = arm.record(arm.excitation(seed=7), "excitation")
    slow = arm.record(arm.slow_strokes((1, 2)), "slow")
    arm.truth.lag, arm.truth.stiffness, arm.load["slow"]

Another arm of the same name, seed and ``power_on`` is the same one, to the last bit.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from _virtual_runs import random_excitation

from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.trajectories.joined import JoinedTrajectory
from core.excitation.trajectories.motion import Trajectory
from core.excitation.unplanned_motions import plan_point_tour
from core.friction.sweeps.motion import sweep_trajectory
from core.friction.sweeps.plan import StrokeUse, SweepBlock, SweepStroke
from core.recording import FloatArray, Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.virtual.firmware.identity import serial_number
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.geometry import home_pose
from devices.virtual.physics.profile import imperfections
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.sensors import EncoderZeros, encoder_zeros
from devices.virtual.physics.truth import TrueArm, true_arm

RIPPLE_CYCLES = (1.0, 2.0, 4.0)
"""Per motor turn, of the transmission error."""
WAITING_S = 0.5
"""Of standing still before and after a motion."""
EXCITATION_S = 20.0
STROKE_SPEED = float(np.radians(3.0))
"""rad/s of slow strokes."""
STROKE_WAY = float(np.radians(60.0))
"""rad to either side of the home pose, where the joint may go so far."""
RAMP_S = 0.5
_WITHIN_TRAVEL = 0.95
_SLOW_EVERY = 100
"""Samples between two of the slow channels."""


@dataclass(frozen=True, eq=False)
class TwistTruth:
    """What the analysis of the twist should find; arrays (n,) unless said otherwise, SI, link side."""

    arm: TrueArm
    zeros: EncoderZeros
    reported_sign: FloatArray
    link_counts_per_turn: FloatArray

    @property
    def stiffness(self) -> FloatArray:
        """N·m/rad of loads that have overcome the gear's hysteresis."""
        return self.arm.gear.stiffness

    @property
    def damping(self) -> FloatArray:
        """N·m·s/rad."""
        return self.arm.gear.damping

    @property
    def backlash(self) -> FloatArray:
        """rad, the whole gap; 0 of joints that are not worn."""
        return self.arm.gear.backlash

    @property
    def lag(self) -> float:
        """s of the link encoders' channel behind the motor encoders', of all joints; either sign."""
        return float(self.arm.drive.lag_s[1] - self.arm.drive.lag_s[0])

    @property
    def offset(self) -> FloatArray:
        """rad of motor less link without load, in the description's direction."""
        motor = self.zeros.motor / self.arm.rating.gear_ratio
        return np.asarray(self.reported_sign * (motor - self.zeros.link))

    @property
    def hysteresis_width(self) -> FloatArray:
        """rad of a loop over loads that slip every element; :meth:`loop` for those that do not."""
        return self.arm.gear.hysteresis_width

    @property
    def ripple_amplitude(self) -> FloatArray:
        """(3, n) rad at ``RIPPLE_CYCLES``."""
        return np.hypot(self.arm.gear.transmission_sine, self.arm.gear.transmission_cosine)

    @property
    def gear_ratio(self) -> FloatArray:
        """Motor turns per joint turn."""
        return self.arm.rating.gear_ratio

    @property
    def rotor_inertia(self) -> FloatArray:
        """kg·m², reflected."""
        return self.arm.drive.rotor_inertia

    @property
    def gain_error(self) -> FloatArray:
        """True drive gain over the data sheet's, less 1."""
        return self.arm.drive.gain / self.arm.drive.nominal_gain - 1.0

    def loop(self, joint: int, *, low: float, high: float) -> tuple[float, float]:
        """Width at no load (rad, backlash not counted) and energy (J) of a steady loop between two loads.

        By Masing's rule for elements side by side: every branch is the first one twice as large. The
        width is NaN where the loads do not change their sign.
        """
        gear = self.arm.gear
        steep, full = gear.hysteresis_stiffness[:, joint], 2.0 * gear.hysteresis_saturation[:, joint]
        knees = np.append(0.0, np.sort(full / steep))
        loads = gear.stiffness[joint] * knees + np.minimum(np.outer(knees, steep), full).sum(axis=1)

        def stretch(force: float) -> float:
            """How far the gear moves on after a reversal until the load has changed by ``force``."""
            if force > loads[-1]:
                return float(knees[-1] + (force - loads[-1]) / gear.stiffness[joint])
            return float(np.interp(force, loads, knees))

        way = stretch(high - low)
        energy = float((full * np.maximum(way - full / steep, 0.0)).sum())
        if not low < 0.0 < high:
            return float("nan"), energy
        return way - stretch(-low) - stretch(high), energy


@dataclass(eq=False)
class VirtualTwistArm:
    """One arm from one power-on: it stands where the last motion left it, as warm as that made it.

    ``load`` and ``temperature`` are the truth along each recording by its label: (N, n) N·m that the
    gears really passed on to the links (their damping not in it), and (N, n) K.
    """

    robot: RobotModel
    """The description, with the drive gains that the controller tells."""
    arm: VirtualArm
    truth: TwistTruth
    origin: Origin
    payload_mass: float = 0.0
    load: dict[str, FloatArray] = field(default_factory=dict)
    temperature: dict[str, FloatArray] = field(default_factory=dict)

    @property
    def home(self) -> FloatArray:
        """(n,) where every ready motion begins and ends."""
        return home_pose(self.arm.robot)

    def excitation(self, *, seed: int, period_s: float = EXCITATION_S, cycles: int = 1) -> FourierTrajectory:
        """A rich motion of all joints at once."""
        return random_excitation(self.arm.robot, seed=seed, period_s=period_s, cycles=cycles)

    def tour(self, *, seed: int, moves: int = 6) -> JoinedTrajectory:
        """From pose to pose and back, without regard to a floor."""
        limits, drawn = motion_limits(self.robot, start=self.home), np.random.default_rng(seed)
        return plan_point_tour(
            self.robot, limits, start=self.home, generator=drawn, moves=moves, floor_height=None
        )

    def slow_strokes(
        self,
        joints: Collection[int] | None = None,
        *,
        speed: float = STROKE_SPEED,
        way: float = STROKE_WAY,
        rounds: int = 1,
    ) -> JoinedTrajectory:
        """One joint after the other to one end, to the other and home, ``rounds`` times, at ``speed``."""
        chosen = range(self.robot.joint_count) if joints is None else joints
        blocks = (self._strokes(joint, speed, way, rounds) for joint in chosen)
        return JoinedTrajectory(tuple(sweep_trajectory(block) for block in blocks))

    def record(self, motion: Trajectory, label: str) -> Recording:
        """Run a motion that begins where the arm stands; the whole recording at 1 kHz."""
        arm = self.arm
        assert np.abs(motion.start - arm.set_point).max() < 1e-6, "begins elsewhere"
        count = round((motion.duration + 2.0 * WAITING_S) * arm.CONTROL_RATE_HZ)
        meant = motion.evaluate(np.arange(count) / arm.CONTROL_RATE_HZ - WAITING_S)
        n = arm.robot.joint_count
        position, current, load, temperature = (np.empty((count, n)) for _ in range(4))
        counts, time = np.empty((2, count, n)), np.empty(count)
        for tick in range(count):
            arm.advance(meant.position[tick], meant.velocity[tick])
            readings = arm.sense()
            time[tick] = arm.time
            position[tick], current[tick] = readings.position, readings.current
            counts[0, tick], counts[1, tick] = readings.motor_counts, readings.link_counts
            load[tick], temperature[tick] = arm._state[k.TRANSMITTED], readings.temperature
        self.load[label], self.temperature[label] = load, temperature
        told = np.arange(count) // _SLOW_EVERY * _SLOW_EVERY
        return Recording(
            label=label,
            time=np.round(time, 6),
            columns={
                Quantity.POSITION: _single(arm.robot.position_as_reported(position)),
                Quantity.MOTOR_POSITION: self._motor_position(counts[0]),
                Quantity.LINK_POSITION: self._link_position(counts[1]),
                Quantity.CURRENT: _single(current),
                Quantity.TEMPERATURE: _single(temperature[told]),
            },
            torque_kind=TorqueKind.MOTOR_CURRENT,
            payload_mass=self.payload_mass,
            origin=replace(self.origin, first_row=1, last_row=count),
        )

    def _strokes(self, joint: int, speed: float, way: float, rounds: int) -> SweepBlock:
        robot, home = self.robot, float(self.home[joint])
        low = max(home - way, home + _WITHIN_TRAVEL * (float(robot.lower[joint]) - home))
        high = min(home + way, home + _WITHIN_TRAVEL * (float(robot.upper[joint]) - home))
        corners = [home, *([high, low] * rounds), home]
        strokes = tuple(
            SweepStroke(StrokeUse.MEASURED, begin, end, speed, abs(end - begin) / speed + RAMP_S)
            for begin, end in pairwise(corners)
        )
        return SweepBlock(joint, 0, self.home, strokes, load=0.0, tool_speed=0.0)

    def _motor_position(self, counts: FloatArray) -> FloatArray:
        shaft = counts * (2.0 * np.pi / self.arm.nominal.motor_counts_per_turn)
        ratio = 1.0 if self.robot.motor_position_at_shaft else self.arm.nominal.gear_ratio
        return np.asarray(shaft / ratio)

    def _link_position(self, counts: FloatArray) -> FloatArray:
        nominal = self.arm.nominal
        found = counts * (2.0 * np.pi / nominal.link_counts_per_turn)
        return np.where(nominal.has_link_encoder, found, np.nan)


def virtual_twist(
    robot_name: str,
    seed: int,
    *,
    worn: Collection[int] = (),
    change: Callable[[TrueArm], TrueArm] | None = None,
    payload: Payload | None = None,
    power_on: str = "",
    temperature: float | None = None,
) -> VirtualTwistArm:
    """The arm of a seed at its home pose, its brakes open.

    Parameters
    ----------
    worn
        Joints, counted from 0, whose gears have backlash.
    change
        What became of the arm's numbers, such as :func:`wear`.
    power_on
        Another one has other encoder zeros and other noise.
    temperature
        K of all joints; by default the coldest at which friction still changes.
    """
    robot = load_robot(robot_name)
    true = true_arm(robot, seed, worn=worn)
    true = true if change is None else change(true)
    arm = VirtualArm(robot, seed=seed, truth=true, payload=payload, power_on=power_on)
    if temperature is not None:
        arm._state[k.TEMPERATURE] = temperature
    origin = Origin(
        mark=Mark.VIRTUAL,
        layout="virtual",
        device=f"virtual:{robot_name}?seed={seed}",
        serial=serial_number(robot_name, seed),
        power_on=power_on or "first",
        gear_ratio=tuple(arm.nominal.gear_ratio.tolist()),
    )
    ranges = imperfections(robot, true.rating).sensors
    zeros = encoder_zeros(true.rating, ranges, seed=seed, power_on=power_on)
    truth = TwistTruth(true, zeros, np.array(robot.reported_sign), arm.nominal.link_counts_per_turn)
    told = replace(robot, drive_gain=arm.nominal.drive_gain)
    return VirtualTwistArm(told, arm, truth, origin, 0.0 if payload is None else payload.mass)


def wear(joint: int, *, stiffness: float = 1.0, backlash: float = 1.0) -> Callable[[TrueArm], TrueArm]:
    """Make one gear's stiffness and gap so many times as large; the rest of the arm stays."""

    def worn(arm: TrueArm) -> TrueArm:
        factor = np.ones((2, arm.gear.stiffness.size))
        factor[:, joint] = stiffness, backlash
        gear = arm.gear
        return replace(
            arm, gear=replace(gear, stiffness=factor[0] * gear.stiffness, backlash=factor[1] * gear.backlash)
        )

    return worn


def _single(values: FloatArray) -> FloatArray:
    """As it comes over the wire, in single precision."""
    return values.astype(np.float32).astype(np.float64)
