"""Recordings computed from a seed, to try the program without an arm. Always marked as such.

An arm that differs from its description by some per cent is moved along a random
multisine; gears add friction (Stribeck, presliding, one direction harder than the other,
more under load), encoders round, currents are noisy, and the clock jitters.
"""

import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.friction.states import presliding_state
from core.recording import FloatArray, Origin, Quantity, Recording, TorqueKind
from core.robot.dynamics import inverse_dynamics
from core.robot.gravity_compensator import compensator_torque
from core.robot.model import RobotModel

FINE_RATE_HZ = 1000.0
LOGGED_RATE_HZ = 100.0
HARMONICS = 10
PERIOD_S = 20.0
"""Longest period of the multisine, s; slower motion would use travel that speed needs."""
RAMP_S = 2.0
"""Time over which the motion grows from rest and decays at either end, s."""
POSITION_STEP = 1e-5
"""Encoder resolution at the joint, rad."""
CURRENT_NOISE = 0.004
"""Standard deviation of the torque noise, as a fraction of the rated torque."""
_POSES = 200
_DEFAULT_SPEED = 1.5
_LARGEST_ACCELERATION = 4.0
_PRESLIDING_DISTANCE = 1.2e-4
_STRIBECK_SPEED = 0.02


@dataclass(frozen=True)
class SyntheticArm:
    """The truth behind a synthetic recording; all per joint, SI units.

    ``parameters`` (n, 10) are the links' standard inertial parameters.
    """

    parameters: FloatArray
    rotor_inertia: FloatArray
    coulomb: FloatArray
    stribeck: FloatArray
    viscous: FloatArray
    asymmetry: FloatArray
    load_share: FloatArray
    rated_torque: FloatArray


def synthetic_arm(robot: RobotModel, *, seed: int) -> SyntheticArm:
    """The arm of a seed: the description with links 10 % lighter or heavier, and its friction.

    Raises
    ------
    BadRequest
        ``no-inertial-parameters`` when the description has none to start from.
    """
    if robot.inertial_parameters is None:
        raise BadRequest("no-inertial-parameters", robot=robot.name)
    random = np.random.default_rng([seed, 1])
    n = robot.joint_count
    rated = np.where(np.isfinite(robot.torque_limit), robot.torque_limit, _likely_torque(robot))
    speed = np.where(np.isfinite(robot.velocity_limit), robot.velocity_limit, _DEFAULT_SPEED)
    rotor = robot.rotor_inertia if robot.rotor_inertia is not None else 0.01 * rated
    return SyntheticArm(
        parameters=robot.inertial_parameters * random.uniform(0.9, 1.1, (n, 1)),
        rotor_inertia=rotor * random.uniform(0.9, 1.1, n),
        coulomb=rated * random.uniform(0.06, 0.08, n),
        stribeck=np.full(n, 0.2),
        viscous=rated / speed * random.uniform(0.06, 0.10, n),
        asymmetry=random.uniform(0.02, 0.05, n) * random.choice([-1.0, 1.0], n),
        load_share=random.uniform(0.02, 0.05, n),
        rated_torque=rated,
    )


def _likely_torque(robot: RobotModel) -> FloatArray:
    """Rated torque (n,) where unknown: twice the largest gravity torque of the links."""
    random = np.random.default_rng(0)
    low, high = _travel(robot)
    poses = random.uniform(low, high, (_POSES, robot.joint_count))
    still = np.zeros_like(poses)
    holding = inverse_dynamics(robot, poses, still, still, parameters=robot.inertial_parameters)
    peak = np.abs(holding).max(axis=0)
    return np.asarray(2.0 * np.maximum(peak, 0.05 * peak.max()))


def synthesize(
    robot: RobotModel,
    *,
    seed: int,
    duration_s: float = 50.0,
    label: str = "synthetic",
    rate_hz: float = LOGGED_RATE_HZ,
    arm: SyntheticArm | None = None,
) -> Recording:
    """A recording of the seed's arm, or of ``arm``, with a different motion for every label.

    Logged at about ``rate_hz``, at most 1 kHz; slower clocks jitter. The current is given
    if the description has drive gains, else the torque.
    """
    arm = synthetic_arm(robot, seed=seed) if arm is None else arm
    random = np.random.default_rng([seed, 2, zlib.crc32(label.encode())])
    time = np.arange(0.0, duration_s, 1.0 / FINE_RATE_HZ)
    position, velocity, acceleration = _multisine(robot, time, random)
    torque = _torque(robot, arm, position, velocity, acceleration)
    torque += random.normal(size=torque.shape) * CURRENT_NOISE * arm.rated_torque
    rows = _logged_rows(time, rate_hz, random)
    reported = robot.reported_sign * (position[rows] - robot.reported_zero)
    columns = {
        Quantity.POSITION: np.round(reported / POSITION_STEP) * POSITION_STEP,
        Quantity.VELOCITY: robot.reported_sign * velocity[rows],
    }
    reported_torque = robot.reported_sign * torque[rows]
    gain = robot.drive_gain
    if gain is None:
        columns[Quantity.TORQUE] = reported_torque
    else:
        columns[Quantity.CURRENT] = reported_torque / gain
    return Recording(
        label=label,
        time=time[rows],
        columns=columns,
        torque_kind=TorqueKind.MOTOR_TORQUE if gain is None else TorqueKind.MOTOR_CURRENT,
        payload_mass=0.0,
        origin=Origin(first_row=1, last_row=int(rows.size), layout="synthetic", synthetic_seed=seed),
    )


def _torque(
    robot: RobotModel, arm: SyntheticArm, position: FloatArray, velocity: FloatArray, acceleration: FloatArray
) -> FloatArray:
    rigid = inverse_dynamics(robot, position, velocity, acceleration, parameters=arm.parameters)
    rigid = rigid + arm.rotor_inertia * acceleration
    distance = np.full(robot.joint_count, _PRESLIDING_DISTANCE)
    contact = presliding_state(np.ascontiguousarray(position), distance=distance)
    rise = 1.0 + arm.stribeck * np.exp(-((velocity / _STRIBECK_SPEED) ** 2))
    level = arm.coulomb * rise * (1.0 + arm.asymmetry * np.sign(velocity)) + arm.load_share * np.abs(rigid)
    friction = level * contact + arm.viscous * velocity
    return np.asarray(rigid + friction - compensator_torque(robot.compensators, position))


def _multisine(
    robot: RobotModel, time: FloatArray, random: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Position, velocity, acceleration (N, n) within 80 % of the limits, at rest at both ends."""
    from scipy.integrate import cumulative_trapezoid

    low, high = _travel(robot)
    duration = float(time[-1])
    order = np.arange(1, HARMONICS + 1)
    phase = 2.0 * np.pi * order * time[:, np.newaxis] / min(duration, PERIOD_S)
    weights = random.normal(size=(2, HARMONICS, robot.joint_count))
    swell = np.clip(np.minimum(time, duration - time) / RAMP_S, 0.0, 1.0)
    smooth = swell**3 * (10.0 - 15.0 * swell + 6.0 * swell**2)
    speed = smooth[:, np.newaxis] * (np.sin(phase) @ weights[0] + np.cos(phase) @ weights[1])
    speed -= smooth[:, np.newaxis] * speed.mean(axis=0) / smooth.mean()
    path = cumulative_trapezoid(speed, time, axis=0, initial=0.0)
    change = np.gradient(speed, time, axis=0)
    scale = np.minimum.reduce(
        [
            0.8 * (high - low) / np.ptp(path, axis=0),
            0.8 * np.minimum(robot.velocity_limit, _DEFAULT_SPEED) / np.abs(speed).max(axis=0),
            0.8 * np.minimum(robot.acceleration_limit, _LARGEST_ACCELERATION) / np.abs(change).max(axis=0),
        ]
    )
    centre = (low + high) / 2.0 - scale * (path.max(axis=0) + path.min(axis=0)) / 2.0
    return centre + scale * path, scale * speed, scale * change


def _travel(robot: RobotModel) -> tuple[FloatArray, FloatArray]:
    """Lowest and highest positions (n,) that the motion may use."""
    return np.maximum(robot.lower, -np.pi), np.minimum(robot.upper, np.pi)


def _logged_rows(time: FloatArray, rate_hz: float, random: np.random.Generator) -> npt.NDArray[np.intp]:
    step = max(1, round(FINE_RATE_HZ / rate_hz))
    late = step + step // 5
    steps = random.choice([step, step, late], size=time.shape[0] // step)
    rows = np.cumsum(steps)
    return np.concatenate(([0], rows[rows < time.shape[0]])).astype(np.intp)
