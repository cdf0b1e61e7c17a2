"""Whether the controller that answered drives the arm that is described, and the one that is expected."""

import numpy as np

from core.errors import Fact
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.safety.joint_units import shown, unit_of

LIMIT_TOLERANCE = 0.01
"""rad or m by which controller and description may round a limit differently."""
RATIO_TOLERANCE = 0.02
"""Share by which a gear ratio may differ, as the encoders' slopes may."""

HARMLESS = ("other-joint-names", "other-joint-range")
"""What two careful people may say differently of one arm: the narrower range is kept."""

Mismatch = tuple[str, dict[str, Fact]]


def identity_mismatches(robot: RobotModel, identity: Identity, *, serial: str = "") -> tuple[Mismatch, ...]:
    """What does not fit: codes with facts, none where all does.

    Parameters
    ----------
    robot
        The description, as it is written.
    identity
        Who answered.
    serial
        The serial number that is expected; empty for any.
    """
    if identity.model and identity.model != robot.name:
        return (("wrong-model", {"expected": robot.name, "found": identity.model}),)
    found = len(identity.joint_names)
    if found != robot.joint_count:
        return (("wrong-joint-count-of-controller", {"expected": robot.joint_count, "found": found}),)
    wrong: list[Mismatch] = []
    if serial and identity.serial != serial:
        wrong.append(("other-serial", {"expected": serial, "found": identity.serial}))
    if identity.joint_names != robot.joint_names:
        wrong.append(("other-joint-names", {"expected": robot.joint_names, "found": identity.joint_names}))
    return (*wrong, *_ranges(robot, identity), *_ratios(robot, identity))


def _ranges(robot: RobotModel, identity: Identity) -> list[Mismatch]:
    """Joints whose ranges of motion differ between controller and description, where both say one."""
    ends = np.stack(
        [robot.position_from_reported(identity.lower), robot.position_from_reported(identity.upper)]
    )
    wrong: list[Mismatch] = []
    for described, told in ((robot.lower, ends.min(axis=0)), (robot.upper, ends.max(axis=0))):
        known = np.isfinite(described) & np.isfinite(told)
        apart = np.zeros(robot.joint_count)  # two unknown ends are not apart; infinity minus infinity is
        np.subtract(told, described, out=apart, where=known)
        for joint in (int(number) for number in np.flatnonzero(np.abs(apart) > LIMIT_TOLERANCE)):
            facts: dict[str, Fact] = {
                "joint": joint + 1,
                "described": shown(robot, joint, float(described[joint])),
                "told": shown(robot, joint, float(told[joint])),
                "unit": unit_of(robot, joint),
            }
            wrong.append(("other-joint-range", facts))
    return wrong


def _ratios(robot: RobotModel, identity: Identity) -> list[Mismatch]:
    """Gear ratios that differ; a ratio of one in the description is one that nobody stated."""
    if identity.gear_ratio is None:
        return []
    stated = robot.gear_ratio != 1.0
    apart = np.abs(identity.gear_ratio / robot.gear_ratio - 1.0) > RATIO_TOLERANCE
    return [
        (
            "other-gear-ratio",
            {
                "joint": int(joint) + 1,
                "described": float(robot.gear_ratio[joint]),
                "told": float(identity.gear_ratio[joint]),
            },
        )
        for joint in np.flatnonzero(stated & apart)
    ]
