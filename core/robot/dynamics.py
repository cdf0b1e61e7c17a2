"""Rigid-body dynamics of an arm over many samples at once: torque, mass matrix, regressor.

All functions take joint positions, velocities and accelerations of the model as arrays
(N, n) in rad, rad/s, rad/s² (m, m/s, m/s² for prismatic joints) and give torques at the
link side in N·m (N). A sum over links is linear in the inertial parameters:
``inverse_dynamics(...) == regressor(...) @ parameters.ravel()``.
"""

from typing import Any

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot import _kernels, _reverse_kernels
from core.robot.model import PARAMETERS_PER_LINK, RobotModel

CHUNK_SAMPLES = 1000
"""Samples whose regressor still fits a processor's cache; stream long recordings in such pieces."""


def inverse_dynamics(
    robot: RobotModel,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    *,
    parameters: FloatArray | None = None,
    rotor_inertia: FloatArray | None = None,
) -> FloatArray:
    """Torque (N, n) that moves the links as given, by the Newton-Euler recursion.

    Parameters
    ----------
    robot
        The arm.
    q, v, a
        Joint positions, velocities, accelerations (N, n).
    parameters
        (n, 10) or (10 n,), the robot's own where None.
    rotor_inertia
        (n,) reflected, kg·m²; left out where None, even if the robot has its own.

    Raises
    ------
    BadRequest
        ``no-inertial-parameters`` where neither the call nor the robot has any;
        ``motion-shape`` where an array does not fit the robot.
    """
    q, v, a = _motion(robot, q, v, a)
    rotor = np.zeros(robot.joint_count) if rotor_inertia is None else _vector(robot, rotor_inertia)
    torque = np.empty(q.shape)
    _kernels.inverse_dynamics(q, v, a, robot.kernel_rows, _links(robot, parameters), rotor, torque)
    return torque


def mass_matrix(robot: RobotModel, q: FloatArray, *, parameters: FloatArray | None = None) -> FloatArray:
    """Mass matrices (N, n, n) of the links in kg·m², without rotors.

    Parameters and errors as for :func:`inverse_dynamics`.
    """
    (q,) = _motion(robot, q)
    matrix = np.empty((*q.shape, robot.joint_count))
    _kernels.mass_matrix(q, robot.kernel_rows, _links(robot, parameters), matrix)
    return matrix


def regressor(
    robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray, *, out: FloatArray | None = None
) -> FloatArray:
    """The matrix (N, n, 10 n) that turns link parameters into torque.

    Parameters
    ----------
    robot
        The arm.
    q, v, a
        Joint positions, velocities, accelerations (N, n).
    out
        Where to write, C-contiguous; an array of zeros or one filled earlier for an arm of the
        same joint kinds, since the entries that are always zero are not written.
        Reusing one array of ``CHUNK_SAMPLES`` is twice as fast as a new one per call.

    Returns
    -------
    ``out``, or a new array. Column ``10 i + k`` belongs to parameter k of link i.

    Raises
    ------
    BadRequest
        ``motion-shape`` where an array does not fit the robot.
    """
    q, v, a = _motion(robot, q, v, a)
    shape = (*q.shape, PARAMETERS_PER_LINK * q.shape[1])
    if out is None:
        out = np.zeros(shape)
    elif out.shape != shape:
        raise BadRequest("motion-shape", expected=shape, found=out.shape)
    _kernels.regressor(q, v, a, robot.kernel_rows, out)
    return out


def regressor_gradient(
    robot: RobotModel,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    weights: FloatArray,
    *,
    out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Derivative of ``sum(weights * regressor(q, v, a))`` in q, v and a, each (N, n).

    By a hand-written reverse sweep: the price of two to three regressors.

    Parameters
    ----------
    robot
        The arm; joints may turn or slide.
    q, v, a
        Joint positions, velocities, accelerations (N, n).
    weights
        (N, n, 10 n), one for each entry of the regressor.
    out
        Three C-contiguous arrays (N, n) to write to.

    Returns
    -------
    ``out``, or new arrays.

    Raises
    ------
    BadRequest
        ``motion-shape`` where an array does not fit the robot.
    """
    q, v, a = _motion(robot, q, v, a)
    shape = (*q.shape, PARAMETERS_PER_LINK * q.shape[1])
    if out is None:
        out = np.empty(q.shape), np.empty(q.shape), np.empty(q.shape)
    for array, wanted in [(weights, shape), *((array, q.shape) for array in out)]:
        if array.shape != wanted:
            raise BadRequest("motion-shape", expected=wanted, found=array.shape)
    _reverse_kernels.regressor_gradient(q, v, a, robot.kernel_rows, _plain(weights), *out)
    return out


def rotor_inertia_columns(robot: RobotModel, a: FloatArray) -> FloatArray:
    """Columns (N, n, n) of the reflected rotor inertias: each moves with its own joint alone."""
    (a,) = _motion(robot, a)
    columns = np.zeros((*a.shape, robot.joint_count))
    diagonal = np.arange(robot.joint_count)
    columns[:, diagonal, diagonal] = a
    return columns


def _motion(robot: RobotModel, *arrays: FloatArray) -> list[FloatArray]:
    """The arrays as the kernels want them, all of one shape (N, n)."""
    ready = [_plain(array) for array in arrays]
    shape = ready[0].shape
    if len(shape) != 2 or shape[1] != robot.joint_count:
        raise BadRequest("motion-shape", expected=(-1, robot.joint_count), found=shape)
    for array in ready:
        if array.shape != shape:
            raise BadRequest("motion-shape", expected=shape, found=array.shape)
    return ready


def _plain(array: FloatArray) -> FloatArray:
    """The array as the one kind the kernels are compiled for; a read-only one would compile another."""
    ready = np.ascontiguousarray(array, dtype=np.float64)
    return ready if ready.flags.writeable else ready.copy()


def _links(robot: RobotModel, parameters: FloatArray | None) -> Any:
    """The inertial parameters as (n, 10)."""
    chosen = robot.inertial_parameters if parameters is None else parameters
    if chosen is None:
        raise BadRequest("no-inertial-parameters", robot=robot.name)
    expected = (robot.joint_count, PARAMETERS_PER_LINK)
    if np.size(chosen) != expected[0] * expected[1]:
        raise BadRequest("parameters-shape", expected=expected, found=np.shape(chosen))
    return _plain(chosen).reshape(expected)


def _vector(robot: RobotModel, values: FloatArray) -> FloatArray:
    array = _plain(values)
    if array.shape != (robot.joint_count,):
        raise BadRequest("parameters-shape", expected=(robot.joint_count,), found=array.shape)
    return array
