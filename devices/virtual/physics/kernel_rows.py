"""Converts one arm's parameters to the kernels' arrays: constants, compensators, loop gains."""

import mujoco
import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.chain import Chain
from devices.virtual.physics.geometry import pose_range
from devices.virtual.physics.profile import LoopSettings
from devices.virtual.physics.readings import NominalDrives
from devices.virtual.physics.sensors import EncoderZeros
from devices.virtual.physics.truth import TrueArm

_TURN = 2.0 * np.pi
_POSES = 8
"""Number of poses for the average inertia by which the loop is tuned."""
_SPRING = ("stiffness", "rest_position")
_CYLINDER = ("angle_offset", "pivot_distance", "crank_length", "piston_area", "gas_energy", "gas_volume")
"""Compensators are recognised by their fields: their types would import the core's own formulas."""
_BRAKE_DAMPING_RATIO = 0.7


def constant_rows(
    robot: RobotModel, *, truth: TrueArm, nominal: NominalDrives, zeros: EncoderZeros
) -> FloatArray:
    """Array (rows, n) of all constants but the loop gains."""
    rows = np.zeros((k.CONSTANT_ROWS, robot.joint_count))
    _put_gear(rows, truth)
    _put_friction(rows, truth)
    _put_drive(rows, truth)
    _put_sensors(rows, robot, truth=truth, nominal=nominal, zeros=zeros)
    return rows


def _put_gear(rows: FloatArray, truth: TrueArm) -> None:
    gear = truth.gear
    rows[k.STIFFNESS] = gear.stiffness
    rows[k.HALF_GAP] = 0.5 * gear.backlash
    rows[k.RATIO] = truth.rating.motor_ratio
    rows[k.ERROR_SINE : k.ERROR_SINE + 3] = gear.transmission_sine
    rows[k.ERROR_COSINE : k.ERROR_COSINE + 3] = gear.transmission_cosine
    elements = slice(k.HYSTERESIS_STIFFNESS, k.HYSTERESIS_STIFFNESS + k.HYSTERESIS_ELEMENTS)
    rows[elements] = gear.hysteresis_stiffness
    elements = slice(k.HYSTERESIS_SATURATION, k.HYSTERESIS_SATURATION + k.HYSTERESIS_ELEMENTS)
    rows[elements] = gear.hysteresis_saturation


def _put_friction(rows: FloatArray, truth: TrueArm) -> None:
    friction = truth.friction
    rows[k.COULOMB] = friction.coulomb
    rows[k.STRIBECK_RISE] = friction.stribeck_rise
    rows[k.STRIBECK_SPEED] = friction.stribeck_speed
    rows[k.VISCOUS] = friction.viscous
    rows[k.FULL_SPEED] = friction.full_speed
    rows[k.THINNING_SPEED] = friction.thinning_speed
    rows[k.ASYMMETRY] = friction.asymmetry
    rows[k.LOAD_SHARE] = friction.load
    rows[k.PER_KELVIN] = friction.per_kelvin
    rows[k.COLDEST] = friction.coldest
    rows[k.WARMEST] = friction.warmest
    rows[k.WARMING_PER_WATT] = friction.warming_per_watt
    rows[k.WARMING_RATE] = 1.0 / friction.warming_time_s
    rows[k.SLIP_STIFFNESS : k.SLIP_STIFFNESS + k.FRICTION_ELEMENTS] = friction.stiffness
    rows[k.SLIP_SHARE : k.SLIP_SHARE + k.FRICTION_ELEMENTS] = friction.share[:, None]


def _put_drive(rows: FloatArray, truth: TrueArm) -> None:
    drive = truth.drive
    rows[k.RIPPLE_SINE : k.RIPPLE_SINE + 3] = drive.ripple_sine
    rows[k.RIPPLE_COSINE : k.RIPPLE_COSINE + 3] = drive.ripple_cosine
    rows[k.BRAKE_STIFFNESS] = drive.brake_stiffness
    rows[k.BRAKE_TORQUE] = drive.brake_torque
    rows[k.BRAKE_DAMPING] = 2.0 * _BRAKE_DAMPING_RATIO * np.sqrt(drive.brake_stiffness * drive.rotor_inertia)
    rows[k.GAIN] = drive.gain
    rows[k.NOMINAL_GAIN] = drive.nominal_gain
    rows[k.PEAK_TORQUE] = drive.peak_torque


def _put_sensors(
    rows: FloatArray, robot: RobotModel, *, truth: TrueArm, nominal: NominalDrives, zeros: EncoderZeros
) -> None:
    reported_at_zero = robot.position_as_reported(np.zeros(robot.joint_count))
    rows[k.MOTOR_STEP] = _TURN / nominal.motor_counts_per_turn
    rows[k.SHAFT_ZERO] = truth.rating.coupling @ reported_at_zero + zeros.motor
    rows[k.REPORTED_SIGN] = robot.reported_sign
    rows[k.REPORTED_ZERO] = robot.reported_zero
    rows[k.LINK_STEP] = np.where(nominal.has_link_encoder, _TURN / nominal.link_counts_per_turn, 0.0)
    rows[k.LINK_ZERO] = zeros.link


def put_loop_gains(rows: FloatArray, settings: LoopSettings, *, truth: TrueArm, inertia: FloatArray) -> None:
    """Set the gains of the position loop for the ``inertia`` (n,) that each motor moves."""
    by_arm = settings.speed_bandwidth * inertia
    by_rotor = settings.rotor_bandwidth * truth.drive.rotor_inertia
    rows[k.POSITION_GAIN] = settings.position_gain
    rows[k.FEEDFORWARD] = settings.speed_feedforward
    rows[k.SPEED_GAIN] = np.maximum(by_arm, by_rotor)
    rows[k.INTEGRAL_GAIN] = rows[k.SPEED_GAIN] * settings.integral_rate


def inertia_at_motors(chain: Chain, robot: RobotModel, *, coupling: FloatArray) -> FloatArray:
    """Inertia (n,) that each motor moves, rotor included, averaged over poses within the limits."""
    rng = np.random.default_rng(0)
    low, high = pose_range(robot)
    state, model = mujoco.MjData(chain.model), chain.model
    from_joints = np.linalg.inv(coupling)
    full = np.empty((model.nv, model.nv))
    total = np.zeros(robot.joint_count)
    for _ in range(_POSES):
        state.qpos[chain.joints[0]] = rng.uniform(low, high)
        mujoco.mj_forward(model, state)
        mujoco.mj_fullM(model, state, full)
        at_joints = full[np.ix_(chain.joints[0], chain.joints[0])]
        total += np.diag(from_joints.T @ at_joints @ from_joints)
    return total / _POSES


def compensator_rows(robot: RobotModel) -> FloatArray:
    """Counterbalances as the rows (m, 8) of the kernel."""
    rows = np.zeros((len(robot.compensators), k.COMPENSATOR_FIELDS))
    for row, found in zip(rows, robot.compensators, strict=True):
        row[k.COMPENSATED_JOINT] = found.joint
        fields = _CYLINDER if hasattr(found, _CYLINDER[0]) else _SPRING
        row[k.IS_CYLINDER] = float(fields is _CYLINDER)
        row[2 : 2 + len(fields)] = [getattr(found, name) for name in fields]
    return rows
