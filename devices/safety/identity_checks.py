"""Compares the identity that a controller reports with the robot description."""

import numpy as np

from core.errors import Fact
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.safety.joint_units import shown, unit_of

LIMIT_TOLERANCE = 0.01
"""rad or m by which controller and description may round a limit differently."""
RATIO_TOLERANCE = 0.02
"""Relative difference allowed between gear ratios, as between the slopes of the encoders."""

HARMLESS = ("other-joint-names", "other-joint-range")
"""Codes that may differ between two correct descriptions of one arm; the narrower range counts."""

Mismatch = tuple[str, dict[str, Fact]]


def identity_mismatches(robot: RobotModel, identity: Identity, *, serial: str = "") -> tuple[Mismatch, ...]:
    """List the differences as codes with facts; empty if there are none.

    Parameters
    ----------
    robot
        The description as it is written, not narrowed by the controller.
    identity
        Identity that the controller reported.
    serial
        The expected serial number; empty accepts any.
    """
    # the model first: with the wrong model all other differences mean nothing
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
    """Joints whose ranges of motion differ, where controller and description both have a limit."""
    ends = np.stack(
        [robot.position_from_reported(identity.lower), robot.position_from_reported(identity.upper)]
    )
    wrong: list[Mismatch] = []
    for described, told in ((robot.lower, ends.min(axis=0)), (robot.upper, ends.max(axis=0))):
        known = np.isfinite(described) & np.isfinite(told)
        apart = np.zeros(robot.joint_count)  # 0 where a limit is unknown: infinity minus infinity is NaN
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
    """Gear ratios that differ; a ratio of 1 in the description means that it is not known."""
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
