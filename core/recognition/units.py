"""The unit of columns whose name states none, from the size of their numbers."""

from collections.abc import Sequence

import numpy as np

from core.recognition.physics import peak
from core.recognition.understanding import Evidence
from core.recording import FloatArray, Quantity
from core.robot.model import JointKind, RobotModel

_DEG = np.pi / 180.0
_SURELY_TURNED = 30.0
"""No joint turns so far in rad: the numbers are degrees."""
_HALF_TURN = 3.3
"""Joints that stay within it and leave zero by more than ``_AWAY`` are in rad."""
_AWAY = 0.5
_LIMIT_SLACK = 0.15
_MOST_SAMPLES = 0.98
Found = tuple[tuple[str, ...], Evidence]
"""Possible units, one alone where it is decided, and the reason."""


def position_units(values: FloatArray, robot: RobotModel | None) -> Found:
    """Units that joint positions (N, joints) can have."""
    if robot is not None and any(joint.kind is JointKind.PRISMATIC for joint in robot.joints):
        return ("rad", "deg", "m", "mm"), Evidence("unit-of-sliding-joint")
    high = max((peak(column) for column in values.T), default=0.0)
    if robot is not None and robot.joint_count == values.shape[1]:
        fits = [
            unit for unit, factor in (("rad", 1.0), ("deg", _DEG)) if _within_limits(values * factor, robot)
        ]
        if len(fits) == 1:
            return (fits[0],), Evidence(
                "unit-by-limits", {"unit": fits[0], "peak": high, "robot": robot.name}
            )
    if high > _SURELY_TURNED:
        return ("deg",), Evidence("unit-by-size", {"unit": "deg", "peak": high})
    if _AWAY <= high <= _HALF_TURN:
        return ("rad",), Evidence("unit-by-size", {"unit": "rad", "peak": high})
    return ("rad", "deg"), Evidence("unit-open", {"peak": high})


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


_SIZES: dict[Quantity, Sequence[tuple[str, float, float]]] = {
    Quantity.CURRENT: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.CURRENT_REFERENCE: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.TORQUE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7)),
    Quantity.TORQUE_REFERENCE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7)),
    Quantity.MOTOR_TORQUE: (("N·m", 0.001, 200.0), ("mN·m", 1e3, 1e6)),
    Quantity.TEMPERATURE: (("°C", 1.0, 150.0), ("K", 250.0, 420.0)),
}
"""For each quantity, the units and the peaks that leave no doubt about them."""


def unit_by_size(quantity: Quantity, values: FloatArray) -> Found:
    """Units that a current, a torque or a temperature (N, joints) can have."""
    high = max((peak(column) for column in values.T), default=0.0)
    sizes = _SIZES[quantity]
    fits = [unit for unit, least, most in sizes if least <= high <= most]
    if len(fits) == 1 or high == 0.0:
        unit = fits[0] if fits else sizes[0][0]
        return (unit,), Evidence("unit-by-size", {"unit": unit, "peak": high})
    return tuple(unit for unit, _, _ in sizes), Evidence("unit-open", {"peak": high})
