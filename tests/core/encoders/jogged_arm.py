"""Recordings of small jogs of an arm whose gears bend, lose motion, and ripple, with faults to find."""

from dataclasses import dataclass, field, replace

import numpy as np

from core.encoders import JogSpan
from core.recording import Origin, Quantity, Recording
from core.robot.model import Joint, JointKind, RobotModel

ARCSEC = np.radians(1 / 3600)
DEG = np.radians(1.0)


def robot_of(joints=3, *, ratio=101.0, coupling=None, at_shaft=False, prismatic=()):
    made = tuple(
        Joint(
            name=f"joint_{number + 1}",
            kind=JointKind.PRISMATIC if number in prismatic else JointKind.REVOLUTE,
            a=0.3,
            gear_ratio=ratio,
        )
        for number in range(joints)
    )
    return RobotModel("bench", made, coupling=coupling, motor_position_at_shaft=at_shaft)


def play(position, *, width):
    """Backlash operator: the output follows the input once it leaves a gap of ``width``."""
    follow = np.empty_like(position)
    here = position[0]
    for index, value in enumerate(position):
        here = min(max(here, value - width / 2), value + width / 2)
        follow[index] = here
    return follow


def jog_path(time, start, *, angle, speed):
    """Out by ``angle``, to the other side, and back, at ``speed`` with rounded corners."""
    leg = angle / speed
    knots = start + np.cumsum([0.0, 0.3, leg, 0.2, 2 * leg, 0.2, leg])
    values = [0.0, 0.0, angle, angle, -angle, -angle, 0.0]
    return np.interp(time, knots, values), knots


@dataclass
class Jogged:
    """The true motion of the arm and the faults to simulate; ``recording`` returns the samples."""

    robot: RobotModel
    seed: int = 0
    angle: float = 2 * DEG
    speed: float = 2 * DEG
    rate_hz: float = 500.0
    lost_motion: float = 40 * ARCSEC
    ripple: float = 30 * ARCSEC
    noise: float = 3 * ARCSEC
    gravity_bend: float = 300 * ARCSEC
    true_coupling: np.ndarray | None = None
    offset: np.ndarray | None = None
    link_factor: np.ndarray | None = None
    """Per joint: −1 swaps the sign, 57.3 gives degrees, 0 is stuck."""
    motor_factor: np.ndarray | None = None
    link_order: tuple[int, ...] | None = None
    commanded_of: dict[int, int] = field(default_factory=dict)
    """A jog of the key moves the value instead."""
    with_reported: bool = True
    one_way: bool = False

    def __post_init__(self):
        n = self.robot.joint_count
        rng = np.random.default_rng(self.seed)
        leg = self.angle / self.speed
        each = 0.3 + 4 * leg + 0.4 + 0.3
        time = np.arange(0.0, n * each + 0.5, 1 / self.rate_hz)
        unit = np.where(self.robot.is_prismatic, 0.25, 1.0)
        pose = rng.uniform(-1, 1, n)
        q = np.tile(pose, (time.size, 1))
        self.jogs = []
        for joint in range(n):
            path, knots = jog_path(time, joint * each, angle=self.angle, speed=self.speed)
            if self.one_way:
                path = np.interp(time, knots[1:3], [0.0, self.angle])
            mover = self.commanded_of.get(joint, joint)
            q[:, mover] += path * unit[mover]
            legs = [(1, 2, 1)] if self.one_way else [(1, 2, 1), (3, 4, -2), (5, 6, 1)]
            self.jogs += [
                JogSpan(joint, knots[a], knots[b] + 0.1, turns * self.angle * unit[joint])
                for a, b, turns in legs
            ]
        self.jogs = tuple(self.jogs)
        shift = rng.uniform(0, 2 * np.pi, n)
        motor = np.empty_like(q)
        for joint in range(n):
            wave = 2 * np.pi * q[:, joint] / unit[joint] * abs(self.robot.gear_ratio[joint]) / (2 * np.pi)
            gap = q[:, joint] - play(q[:, joint], width=self.lost_motion * unit[joint])
            bend = self.gravity_bend * np.sin(q.sum(axis=1) + shift[joint])
            motor[:, joint] = (
                q[:, joint] + gap + unit[joint] * (bend + self.ripple * np.sin(wave + shift[joint]))
            )
        self.time, self.q, self.unit = time, q, unit
        self.offset = rng.uniform(-3, 3, n) * unit if self.offset is None else np.asarray(self.offset)
        self.motor = motor
        self.rng = rng

    def recording(self, **columns_left_out) -> Recording:
        n = self.robot.joint_count
        coupling = self.robot.coupling_matrix
        true = coupling if self.true_coupling is None else self.true_coupling
        shaft = (self.motor + self.offset) @ true.T
        step = 2 * np.pi / 2**17
        shaft = np.round(shaft / step) * step
        channel = shaft if self.robot.motor_position_at_shaft else shaft / self.robot.gear_ratio
        step = 2 * np.pi / 2**19 * self.unit
        link = np.round((self.q + self.rng.normal(size=self.q.shape) * self.noise * self.unit) / step) * step
        if self.link_order is not None:
            link = link[:, list(self.link_order)]
        columns = {
            Quantity.MOTOR_POSITION: channel * _factor(self.motor_factor, n),
            Quantity.LINK_POSITION: link * _factor(self.link_factor, n),
        }
        if self.with_reported:
            columns[Quantity.POSITION] = self.motor.copy()
            columns[Quantity.VELOCITY] = np.gradient(self.motor, self.time, axis=0)
        return Recording("jogs", self.time, columns, origin=Origin(power_on="7"))


def _factor(factor, n):
    return np.ones(n) if factor is None else np.asarray(factor, dtype=float)


def without(recording, *quantities):
    columns = {key: column for key, column in recording.columns.items() if key not in quantities}
    return replace(recording, columns=columns)


def all_moving(robot, *, seed=0, seconds=20.0, speed=20 * DEG, **faults) -> Jogged:
    """The same arm with all joints moving at once."""
    arm = Jogged(robot, seed=seed, **faults)
    rng = np.random.default_rng(seed + 1)
    arm.time = np.arange(0.0, seconds, 1 / arm.rate_hz)
    rates, shifts = rng.uniform(0.4, 1.5, robot.joint_count), rng.uniform(0, 6, robot.joint_count)
    arm.q = speed / rates * np.sin(np.outer(arm.time, rates) + shifts)
    arm.motor = arm.q + 200 * ARCSEC * np.sin(arm.q)
    return arm
