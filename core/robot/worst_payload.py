"""The heaviest load that a flange may carry, in the position that loads each joint most, and its derivative.

The bound is the absolute value of one linear function of the regressor plus norms of others. Each term has a
derivative with respect to the regressor's entries, and the regressor's own gradient turns it into a
derivative with respect to the motion.
"""

import math

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.capsules import arm_length
from core.robot.dynamics import CHUNK_SAMPLES, inverse_dynamics, regressor, regressor_gradient
from core.robot.gravity_compensator import compensator_slope, compensator_torque
from core.robot.model import PARAMETERS_PER_LINK, AssumedPayload, PayloadLimit, RobotModel

_NOTHING = 1e-12
"""Norm below which a vector has no direction."""
_MASS_SHARE = 0.1
"""Mass assumed where no limit is given, as a share of the moving links' mass, typical of arms of all sizes.
"""
_DISTANCE_SHARE = 0.1
"""Distance assumed where none is given, as a share of the arm's length; load diagrams begin to fall there."""
_HOLDING_SHARE = 0.8
"""Share of the rated torques that a permitted load may need to be held in any pose."""
_POSES = 300
_NO_LEVER = _NO_SLOPE = 1e-9
_TENSOR_PLACES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
"""Row and column of a link's six inertia elements, in the order of its parameters."""


# The heaviest load that a flange may carry, in the position that loads each joint most.
#
# Until a payload is measured, every motion is checked with this one on the flange: a
# point mass whose centre lies anywhere up to a distance from the flange. Torque is linear in
# a load's mass, first moments and inertia; for a centre ``f + c`` with ``|c|`` up to ``r`` it
# is a constant, a part linear in ``c``, whose worst is its length times ``r``, and a quadratic
# part bounded by its largest coefficients. The bound is therefore never below the worst
# direction, and above it only by the quadratic part.


def worst_payload(robot: RobotModel) -> AssumedPayload:
    """The load to assume on the flange until a payload is measured.

    A mass or distance that the description does not give is taken as a share of the arm's own, and the
    distance no farther than the arm can hold the mass in every pose. A load diagram is replaced by the
    one load whose lever ``m d`` and inertia ``m d²`` are not exceeded by any load within it.
    """
    limit = robot.payload_limit
    if limit.diagram:
        return _hardest(limit)
    known_mass, known_distance = math.isfinite(limit.mass), math.isfinite(limit.distance)
    links = robot.inertial_parameters
    share = 0.0 if links is None else _MASS_SHARE * float(links[1:, 0].sum())
    mass = limit.mass if known_mass else share
    return AssumedPayload(
        mass=mass,
        distance=limit.distance if known_distance else _assumed_distance(robot, mass),
        mass_assumed=not known_mass,
        distance_assumed=not known_distance,
    )


def _hardest(limit: PayloadLimit) -> AssumedPayload:
    corners, largest = np.array(limit.diagram).T
    slope = np.minimum(np.diff(largest) / np.diff(corners), -_NO_SLOPE)
    steepest = 2.0 / 3.0 * (corners[:-1] - largest[:-1] / slope)  # where m d² is greatest on each side
    distance = np.append(np.clip(steepest, corners[:-1], corners[1:]), corners)
    mass = np.interp(distance, corners, largest)
    heaviest = float(largest[0])
    # farther out than m d asks, since m <= heaviest
    reach = distance * np.sqrt(mass / heaviest)
    return AssumedPayload(mass=min(heaviest, limit.mass), distance=float(reach.max()))


def _assumed_distance(robot: RobotModel, mass: float) -> float:
    farthest = _DISTANCE_SHARE * arm_length(robot)
    rated = np.isfinite(robot.torque_limit)
    if robot.inertial_parameters is None or mass <= 0.0 or not np.any(rated):
        return farthest
    q = _poses(robot)
    still = np.zeros_like(q)
    own = inverse_dynamics(robot, q, still, still) - compensator_torque(robot.compensators, q)
    constant, linear, _ = _load_parts(robot, q, still, still)
    spare = _HOLDING_SHARE * robot.torque_limit - np.abs(own + mass * constant)
    lever = mass * np.linalg.norm(linear, axis=-1)
    holdable = (spare / np.maximum(lever, _NO_LEVER))[:, rated].min()
    return float(np.clip(holdable, 0.0, farthest))


def _poses(robot: RobotModel) -> FloatArray:
    """Poses (M, n) over the whole ranges of motion, always the same ones."""
    around = np.where(robot.is_prismatic, 0.0, np.pi)
    lower = np.where(np.isfinite(robot.lower), robot.lower, -around)
    upper = np.where(np.isfinite(robot.upper), robot.upper, around)
    return np.random.default_rng(0).uniform(lower, upper, size=(_POSES, robot.joint_count))


def worst_motor_torque(
    robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray, *, payload: AssumedPayload
) -> FloatArray:
    """Upper bound (N, n) of the torque each drive needs for any position of the payload, N·m (N).

    Rigid links, rotors, gravity compensators and the payload; no friction.

    Parameters
    ----------
    robot
        The arm.
    q, v, a
        Joint positions, velocities, accelerations (N, n).
    payload
        The load on the flange.

    Raises
    ------
    BadRequest
        ``no-inertial-parameters`` or ``motion-shape``.
    """
    if robot.inertial_parameters is None:
        raise BadRequest("no-inertial-parameters", robot=robot.name)
    parts = [
        _chunk(robot, q[first : first + CHUNK_SAMPLES], v[first : first + CHUNK_SAMPLES],
               a[first : first + CHUNK_SAMPLES], payload)
        for first in range(0, q.shape[0], CHUNK_SAMPLES)
    ]  # fmt: skip
    return np.concatenate(parts)


def _chunk(
    robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray, payload: AssumedPayload
) -> FloatArray:
    own = inverse_dynamics(robot, q, v, a, rotor_inertia=robot.rotor_inertia)
    own -= compensator_torque(robot.compensators, q)
    constant, linear, quadratic = _load_parts(robot, q, v, a)
    mass, reach = payload.mass, payload.distance
    # The worst direction of the centre of mass is along the gradient, so its norm times the distance is
    # the maximum of the linear part.
    lever: FloatArray = np.linalg.norm(linear, axis=-1)
    bound: FloatArray = np.abs(own + mass * constant) + mass * (reach * lever + reach**2 * quadratic)
    return bound


def _load_parts(
    robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Torque (N, n) of one kilogram at the flange, its slope (N, n, 3) over the centre, curvature (N, n)."""
    columns = _last_columns(regressor(robot, q, v, a))
    form, flange = _payload_form(columns), robot.flange[:3, 3]
    constant = (
        columns[:, :, 0] + columns[:, :, 1:4] @ flange + np.einsum("i,nkij,j->nk", flange, form, flange)
    )
    linear = columns[:, :, 1:4] + 2.0 * (form @ flange)
    # The Frobenius norm bounds the largest eigenvalue: |cᵀ G c| <= |G|_F |c|².
    quadratic: FloatArray = np.sqrt((form**2).sum(axis=(2, 3)))
    return constant, linear, quadratic


def _last_columns(rows: FloatArray) -> FloatArray:
    """Columns (N, n, 10) of the last link in a regressor (N, n, 10 n)."""
    return rows[:, :, -PARAMETERS_PER_LINK:]


def _payload_form(columns: FloatArray) -> FloatArray:
    """The form G (N, n, 3, 3) by which a point mass' inertia loads each joint, from the last link's columns.

    Of a point mass at p, I = (p·p) E − p pᵀ, so the torque is p ↦ pᵀ G p for each kilogram.
    """
    tensor = np.zeros((*columns.shape[:2], 3, 3))
    for index, (row, column) in enumerate(_TENSOR_PLACES):
        # Each off-diagonal coefficient is shared by two symmetric elements of the tensor.
        share = columns[:, :, 4 + index] * (1.0 if row == column else 0.5)
        tensor[:, :, row, column] = tensor[:, :, column, row] = share
    form: FloatArray = np.trace(tensor, axis1=2, axis2=3)[:, :, None, None] * np.eye(3) - tensor
    return form


def worst_torque_gradient(
    robot: RobotModel,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    *,
    payload: AssumedPayload,
    weights: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Derivative of ``sum(weights * worst_motor_torque(q, v, a))`` in q, v and a, each (N, n).

    Parameters
    ----------
    robot
        The arm.
    q, v, a
        Joint positions, velocities, accelerations (N, n).
    payload
        The load on the flange.
    weights
        (N, n), one for each torque.

    Raises
    ------
    BadRequest
        ``no-inertial-parameters`` or ``motion-shape``.
    """
    if robot.inertial_parameters is None:
        raise BadRequest("no-inertial-parameters", robot=robot.name)
    rows = regressor(robot, q, v, a)
    parameters = _loaded_parameters(robot, robot.inertial_parameters, payload)
    rotor = np.zeros(robot.joint_count) if robot.rotor_inertia is None else robot.rotor_inertia
    torque = rows @ parameters + rotor * a - compensator_torque(robot.compensators, q)
    signed = weights * np.sign(torque)
    by_rows = signed[:, :, np.newaxis] * parameters
    _last_columns(by_rows)[...] += (
        _by_lengths(robot, _last_columns(rows), payload) * weights[:, :, np.newaxis]
    )
    by_q, by_v, by_a = regressor_gradient(robot, q, v, a, by_rows)
    return by_q - signed * compensator_slope(robot.compensators, q), by_v, by_a + signed * rotor


def _loaded_parameters(robot: RobotModel, own: FloatArray, payload: AssumedPayload) -> FloatArray:
    """The links' parameters (10 n,) with the payload's mass at the flange."""
    flange = robot.flange[:3, 3]
    tensor = flange @ flange * np.eye(3) - np.outer(flange, flange)
    point = [1.0, *flange, *(tensor[row, column] for row, column in _TENSOR_PLACES)]
    parameters = own.copy()
    parameters[-1] += payload.mass * np.array(point)
    return parameters.ravel()


def _by_lengths(robot: RobotModel, columns: FloatArray, payload: AssumedPayload) -> FloatArray:
    """Derivative (N, n, 10) of the payload's distance term with respect to the last link's columns."""
    form, flange = _payload_form(columns), robot.flange[:3, 3]
    first_moment = payload.mass * payload.distance
    linear = _unit(columns[:, :, 1:4] + 2.0 * (form @ flange), axes=(2,))
    by_form = 2.0 * first_moment * linear[..., np.newaxis] * flange
    by_form = by_form + first_moment * payload.distance * _unit(form, axes=(2, 3))
    by_tensor = np.trace(by_form, axis1=2, axis2=3)[:, :, None, None] * np.eye(3) - by_form
    found = np.zeros_like(columns)
    found[:, :, 1:4] = first_moment * linear
    for index, (row, column) in enumerate(_TENSOR_PLACES):
        found[:, :, 4 + index] = 0.5 * (by_tensor[:, :, row, column] + by_tensor[:, :, column, row])
    return found


def _unit(array: FloatArray, *, axes: tuple[int, ...]) -> FloatArray:
    """The array divided by its norm over ``axes``; zero where the norm is zero."""
    length = np.sqrt((array**2).sum(axis=axes, keepdims=True))
    return np.where(length > _NOTHING, array / np.maximum(length, _NOTHING), 0.0)
