"""Sweeps computed from a plan: an arm whose friction is known, with gravity, ripple and noise."""

from collections.abc import Callable, Sequence

import numpy as np

from core.excitation.limits.motion_limits import motion_limits
from core.friction.sweeps.motion import sweep_trajectory
from core.friction.sweeps.plan import SweepPlan, plan_sweeps
from core.friction.sweeps.poses import gravity_torque
from core.friction.sweeps.settings import SweepSettings
from core.recording import Quantity, Recording, TorqueKind
from core.robot.model import RobotModel
from core.robot.toml_format import parse_toml
from tests.two_bars import two_bars

ARM = parse_toml(two_bars(hangs=True, elbow_travel=2.5, elbow_velocity=3.0))
RATE_HZ = 500.0

Friction = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Torque (N, n) from velocity and load (N, n)."""


def planned(robot: RobotModel = ARM, **settings: object) -> SweepPlan:
    """Sweeps of an arm that hangs in the open."""
    start = np.full(robot.joint_count, 0.3)
    limits = motion_limits(robot, start=start)
    chosen = SweepSettings(**settings)  # type: ignore[arg-type]
    return plan_sweeps(robot, limits, start=start, settings=chosen, floor_height=None)


def recorded(
    plan: SweepPlan,
    friction: Friction,
    *,
    robot: RobotModel = ARM,
    noise: float = 0.0,
    seed: int = 0,
    extra: Callable[[np.ndarray], np.ndarray] | None = None,
    columns: Sequence[Quantity] = (Quantity.POSITION, Quantity.TORQUE),
    label: str = "friction",
) -> Recording:
    """The plan carried out; ``extra`` (N, n) from positions is what gravity is not."""
    random = np.random.default_rng(seed)
    times, positions, velocities = [], [], []
    passed = 0.0
    for block in plan.blocks:
        trajectory = sweep_trajectory(block)
        time = np.arange(int(trajectory.duration * RATE_HZ)) / RATE_HZ
        motion = trajectory.evaluate(time)
        times.append(time + passed)
        positions.append(motion.position)
        velocities.append(motion.velocity)
        passed += trajectory.duration + 1.0  # the move between is not recorded
    position, velocity = np.concatenate(positions), np.concatenate(velocities)
    load = gravity_torque(robot, position) + (0.0 if extra is None else extra(position))
    torque = load + friction(velocity, load) + noise * random.normal(size=load.shape)
    known = {
        Quantity.POSITION: position,
        Quantity.TORQUE: torque,
        Quantity.CURRENT: torque / robot.drive_gain,
    }
    return Recording(
        label=label,
        time=np.concatenate(times),
        columns={quantity: known[quantity] for quantity in columns},
        torque_kind=TorqueKind.MOTOR_CURRENT,
    )
