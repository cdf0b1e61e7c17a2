"""The part of a robot's description that identifies the arm: equal for two descriptions of one arm."""

from core.robot.model import RobotModel


def geometry_of(robot: RobotModel) -> tuple[tuple[object, ...], ...]:
    """Names, kinds, dimensions and gears of all joints; limits and inertias are not part of the geometry."""
    return tuple(
        (joint.name, joint.kind, joint.a, joint.alpha, joint.d, joint.offset, joint.gear_ratio)
        for joint in robot.joints
    )
