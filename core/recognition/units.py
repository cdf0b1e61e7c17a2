"""The unit of columns whose name states none, from the size of their numbers and the arm's limits."""

from collections.abc import Sequence

import numpy as np

from core.exchange.file_units import COUNTS, UNITS_OF
from core.recognition.physics import moving, peak
from core.recognition.understanding import Evidence, Facts
from core.recording import FloatArray, Quantity
from core.robot.model import JointKind, RobotModel

_SURELY_TURNED = 30.0
"""No joint turns so far in rad."""
_MOST_DEGREES = 800.0
"""Nor so far in degrees: the numbers are counts or angles of a motor."""
_LIMIT_SLACK = 0.15
_SPEED_SLACK = 1.3
_MOST_SAMPLES = 0.98
Found = tuple[tuple[str, ...], Evidence]
"""Possible units, one alone where it is decided, and the reason. ``N`` stands for a number to be said."""
COUNTED = f"N {COUNTS}"
ANGLES = ("rad", "deg")


def first_units(quantity: Quantity) -> tuple[str, ...]:
    """The units that columns of a quantity most often have."""
    units = tuple(UNITS_OF[quantity])
    return tuple(unit for unit in units if unit.split("/")[0] in ANGLES) or units[:1]


def are_whole(values: FloatArray) -> bool:
    """True for columns (N, joints) that change and have whole numbers only, such as counts of an encoder."""
    known = values[np.isfinite(values).all(axis=1)]
    return bool(known.size and np.all(known == np.floor(known)) and moving(values).any())


def position_units(values: FloatArray, speed: FloatArray | None, robot: RobotModel | None) -> Found:
    """Units that joint positions (N, joints) can have.

    Parameters
    ----------
    speed
        (joints,) speeds that the joints reach, in the unit of the positions; None where they are not known.
    """
    if robot is not None and any(joint.kind is JointKind.PRISMATIC for joint in robot.joints):
        return (*ANGLES, "m", "mm"), Evidence("unit-of-sliding-joint")
    high = max((peak(column) for column in values.T), default=0.0)
    if are_whole(values):
        return (COUNTED, *reversed(ANGLES)), Evidence("whole-numbers", {"peak": high})
    fits: Sequence[str] = [
        unit for unit, most in (("rad", _SURELY_TURNED), ("deg", _MOST_DEGREES)) if high <= most
    ]
    if robot is not None and robot.joint_count == values.shape[1]:
        known = UNITS_OF[Quantity.POSITION]
        allowed = [unit for unit in fits if _within_limits(values * known[unit], robot)]
        allowed = [
            unit for unit in allowed if speed is None or _within_speeds(speed * known[unit], robot)
        ] or allowed
        if len(allowed) == 1:
            facts: Facts = {"unit": allowed[0], "peak": high, "robot": robot.name}
            return (allowed[0],), Evidence("unit-by-limits", facts)
        fits = allowed or fits
        if not allowed:
            return (*ANGLES, COUNTED), Evidence("unit-outside-limits", {"peak": high, "robot": robot.name})
    if len(fits) == 1:
        return (fits[0],), Evidence("unit-by-size", {"unit": fits[0], "peak": high})
    return (ANGLES if fits else (*ANGLES, COUNTED)), Evidence("unit-open", {"peak": high})


def _within_limits(values: FloatArray, robot: RobotModel) -> bool:
    for joint, column in zip(robot.joints, values.T, strict=True):
        position = joint.reported_sign * column + joint.reported_zero
        finite = position[np.isfinite(position)]
        if (
            finite.size
            and np.mean((finite >= joint.lower - _LIMIT_SLACK) & (finite <= joint.upper + _LIMIT_SLACK))
            < _MOST_SAMPLES
        ):
            return False
    return True


def _within_speeds(speed: FloatArray, robot: RobotModel) -> bool:
    limits = np.array([joint.velocity for joint in robot.joints])
    return bool(np.all(speed <= _SPEED_SLACK * limits))


_SIZES: dict[Quantity, Sequence[tuple[str, float, float]]] = {
    Quantity.CURRENT: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.CURRENT_REFERENCE: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.TORQUE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7)),
    Quantity.TORQUE_REFERENCE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7)),
    Quantity.MOTOR_TORQUE: (("N·m", 0.001, 200.0), ("mN·m", 1e3, 1e6)),
    Quantity.TEMPERATURE: (("°C", 1.0, 150.0), ("K", 250.0, 420.0)),
}
"""For each quantity, the units and the peaks that leave no doubt about them in a file in SI units."""


def unit_by_size(quantity: Quantity, values: FloatArray, *, is_si: bool) -> Found:
    """Units that a current, a torque or a temperature (N, joints) can have.

    ``is_si`` says that the angles of the file are in rad: then its torques and currents are taken to be in
    N·m and A where their size allows it. Otherwise a controller may write shares of a rated value.
    """
    high = max((peak(column) for column in values.T), default=0.0)
    sizes = _SIZES[quantity]
    fits = [unit for unit, least, most in sizes if least <= high <= most]
    if quantity is Quantity.TEMPERATURE or high == 0.0:
        unit = fits[0] if fits else sizes[0][0]
        if len(fits) == 1 or high == 0.0:
            return (unit,), Evidence("unit-by-size", {"unit": unit, "peak": high})
    elif fits == [sizes[0][0]] and is_si and not are_whole(values):
        return (fits[0],), Evidence("unit-of-si-file", {"unit": fits[0], "peak": high})
    known = tuple(unit for unit, _, _ in sizes)
    scaled = () if quantity is Quantity.TEMPERATURE else (f"N {known[0]}",)
    return (*known, *scaled), Evidence("unit-open", {"peak": high})
