"""The part of a robot's description by which two descriptions are of the same arm."""

from core.robot.model import RobotModel


def geometry_of(robot: RobotModel) -> tuple[tuple[object, ...], ...]:
    """Names, kinds, dimensions and gears of all joints; limits and inertias may be corrected without harm."""
    return tuple(
        (joint.name, joint.kind, joint.a, joint.alpha, joint.d, joint.offset, joint.gear_ratio)
        for joint in robot.joints
    )
