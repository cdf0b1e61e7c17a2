"""Exact derivative of the worst-payload torque bound with respect to the motion.

The bound of ``core.robot.worst_payload`` is the absolute value of one linear function of the regressor
plus norms of others. Each term has a derivative with respect to the regressor's entries, and the
regressor's own gradient turns it into a derivative with respect to the motion.
"""

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.gravity_compensator import compensator_slope, compensator_torque
from core.robot.model import RobotModel
from core.robot.payload_assumption import AssumedPayload
from core.robot.worst_payload import TENSOR_PLACES, last_columns, payload_form

_NOTHING = 1e-12
"""Norm below which a vector has no direction."""


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
    last_columns(by_rows)[...] += _by_lengths(robot, last_columns(rows), payload) * weights[:, :, np.newaxis]
    by_q, by_v, by_a = regressor_gradient(robot, q, v, a, by_rows)
    return by_q - signed * compensator_slope(robot.compensators, q), by_v, by_a + signed * rotor


def _loaded_parameters(robot: RobotModel, own: FloatArray, payload: AssumedPayload) -> FloatArray:
    """The links' parameters (10 n,) with the payload's mass at the flange."""
    flange = robot.flange[:3, 3]
    tensor = flange @ flange * np.eye(3) - np.outer(flange, flange)
    point = [1.0, *flange, *(tensor[row, column] for row, column in TENSOR_PLACES)]
    parameters = own.copy()
    parameters[-1] += payload.mass * np.array(point)
    return parameters.ravel()


def _by_lengths(robot: RobotModel, columns: FloatArray, payload: AssumedPayload) -> FloatArray:
    """Derivative (N, n, 10) of the payload's distance term with respect to the last link's columns."""
    form, flange = payload_form(columns), robot.flange[:3, 3]
    first_moment = payload.mass * payload.distance
    linear = _unit(columns[:, :, 1:4] + 2.0 * (form @ flange), axes=(2,))
    by_form = 2.0 * first_moment * linear[..., np.newaxis] * flange
    by_form = by_form + first_moment * payload.distance * _unit(form, axes=(2, 3))
    by_tensor = np.trace(by_form, axis1=2, axis2=3)[:, :, None, None] * np.eye(3) - by_form
    found = np.zeros_like(columns)
    found[:, :, 1:4] = first_moment * linear
    for index, (row, column) in enumerate(TENSOR_PLACES):
        found[:, :, 4 + index] = 0.5 * (by_tensor[:, :, row, column] + by_tensor[:, :, column, row])
    return found


def _unit(array: FloatArray, *, axes: tuple[int, ...]) -> FloatArray:
    """The array divided by its norm over ``axes``; zero where the norm is zero."""
    length = np.sqrt((array**2).sum(axis=axes, keepdims=True))
    return np.where(length > _NOTHING, array / np.maximum(length, _NOTHING), 0.0)
