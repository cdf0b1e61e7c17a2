"""Springs and gas cylinders that carry part of an arm's weight.

The second axis of a heavy arm often has one. The load that the compensator carries does not appear in
the motor torque, so a model without it assigns the difference to the links: ``tau_motor +
tau_compensator = tau_rigid_body + tau_friction``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray


@dataclass(frozen=True)
class SpringCompensator:
    """A torsion spring on one joint: ``torque = -stiffness · (q - rest_position)``.

    ``joint`` counts from 0; ``stiffness`` in N·m/rad, ``rest_position`` in rad.
    """

    joint: int
    stiffness: float
    rest_position: float


@dataclass(frozen=True)
class HydraulicCompensator:
    """A cylinder with a gas cushion, between a pivot on the base and a crank on the moving link.

    ``joint`` counts from 0. ``pivot_distance`` and ``crank_length`` in m are the distances
    from the joint axis to the two ends of the cylinder; ``angle_offset`` in rad is added to
    the joint angle to give the angle between them, so that the cylinder is shortest at zero.
    The gas is isothermal: its pressure times its volume stays ``gas_energy`` in N·m, and
    the volume is ``gas_volume`` (m³) less what the piston of area ``piston_area`` (m²) displaced.
    """

    joint: int
    angle_offset: float
    pivot_distance: float
    crank_length: float
    piston_area: float
    gas_energy: float
    gas_volume: float


Compensator = SpringCompensator | HydraulicCompensator


def spring_torque(spring: SpringCompensator, *, position: FloatArray) -> FloatArray:
    """Torque (N,) in N·m that the spring adds to its joint at ``position`` (N,) in rad."""
    return spring.stiffness * (spring.rest_position - position)


def hydraulic_torque(cylinder: HydraulicCompensator, *, position: FloatArray) -> FloatArray:
    """Torque (N,) in N·m that the cylinder adds to its joint at ``position`` (N,) in rad.

    By the law of cosines the cylinder is ``s`` long; its force works on the joint with
    the lever ``ds/dangle``.
    """
    _, lever, force, _ = _cylinder(cylinder, position)
    torque: FloatArray = -lever * force
    return torque


def _cylinder(
    cylinder: HydraulicCompensator, position: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Length in m, lever in m, force in N, and the gas volume in m³, each (N,)."""
    angle = position + cylinder.angle_offset
    pivot, crank = cylinder.pivot_distance, cylinder.crank_length
    length = np.sqrt(pivot**2 + crank**2 - 2.0 * pivot * crank * np.cos(angle))
    volume = cylinder.gas_volume - (length - (pivot - crank)) * cylinder.piston_area
    force = cylinder.gas_energy / volume * cylinder.piston_area
    return length, np.sin(angle) * pivot * crank / length, force, volume


def _hydraulic_slope(cylinder: HydraulicCompensator, position: FloatArray) -> FloatArray:
    """Derivative (N,) of the torque, N·m/rad: the lever changes, and the gas is compressed."""
    length, lever, force, volume = _cylinder(cylinder, position)
    cosine = np.cos(position + cylinder.angle_offset)
    turning = (cylinder.pivot_distance * cylinder.crank_length * cosine - lever**2) / length
    slope: FloatArray = -force * (turning + lever**2 * cylinder.piston_area / volume)
    return slope


def _torque(compensator: Compensator, position: FloatArray) -> FloatArray:
    if isinstance(compensator, SpringCompensator):
        return spring_torque(compensator, position=position)
    return hydraulic_torque(compensator, position=position)


def compensator_torque(compensators: Iterable[Compensator], q: FloatArray) -> FloatArray:
    """Torque of all compensators at each joint, N·m; zero if there are none.

    Parameters
    ----------
    compensators
        Those of the arm (``RobotModel.compensators``).
    q
        Joint positions (N, n) of the model, rad.

    Returns
    -------
    (N, n) torque that acts on the joint in its positive direction beside the motor's:
    add it to the motor torque to get what moves the links.
    """
    torque = np.zeros_like(q, dtype=np.float64)
    for compensator in compensators:
        torque[:, compensator.joint] += _torque(compensator, q[:, compensator.joint])
    return torque


def compensator_slope(compensators: Iterable[Compensator], q: FloatArray) -> FloatArray:
    """Derivative (N, n) of :func:`compensator_torque` in each joint's own position, N·m/rad."""
    slope = np.zeros_like(q, dtype=np.float64)
    for compensator in compensators:
        position = q[:, compensator.joint]
        if isinstance(compensator, SpringCompensator):
            slope[:, compensator.joint] -= compensator.stiffness
        else:
            slope[:, compensator.joint] += _hydraulic_slope(compensator, position)
    return slope
