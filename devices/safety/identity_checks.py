"""Compares the identity that a controller reports with the robot description."""

import numpy as np

from core.errors import Fact
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.safety.limits import shown, unit_of

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


def _ranges(robot: RobotModel, identity: Identity) -> tuple[Mismatch, ...]:
    """Ranges of motion that differ, where controller and description both have a limit: one line for all.

    The facts name the joints, and the two ends that are farthest apart.
    """
    ends = np.stack(
        [robot.position_from_reported(identity.lower), robot.position_from_reported(identity.upper)]
    )
    told = np.stack([ends.min(axis=0), ends.max(axis=0)])
    described = np.stack([robot.lower, robot.upper])
    known = np.isfinite(described) & np.isfinite(told)
    apart = np.zeros_like(told)  # 0 where a limit is unknown: infinity minus infinity is NaN
    np.subtract(told, described, out=apart, where=known)
    differ = (np.abs(apart) > LIMIT_TOLERANCE).any(axis=0)
    if not differ.any():
        return ()
    end, joint = np.unravel_index(int(np.argmax(np.abs(apart))), apart.shape)
    facts: dict[str, Fact] = {
        "joints": tuple((np.flatnonzero(differ) + 1).tolist()),
        "joint": int(joint) + 1,
        "described": shown(robot, int(joint), float(described[end, joint])),
        "told": shown(robot, int(joint), float(told[end, joint])),
        "unit": unit_of(robot, int(joint)),
    }
    return (("other-joint-range", facts),)


def _ratios(robot: RobotModel, identity: Identity) -> tuple[Mismatch, ...]:
    """Gear ratios that differ, one line for all; a ratio of 1 in the description is not known."""
    if identity.gear_ratio is None:
        return ()
    stated = robot.gear_ratio != 1.0
    apart = np.where(stated, np.abs(identity.gear_ratio / robot.gear_ratio - 1.0), 0.0)
    differ = np.flatnonzero(apart > RATIO_TOLERANCE)
    if not differ.size:
        return ()
    joint = int(np.argmax(apart))
    facts: dict[str, Fact] = {
        "joints": tuple((differ + 1).tolist()),
        "joint": joint + 1,
        "described": float(robot.gear_ratio[joint]),
        "told": float(identity.gear_ratio[joint]),
    }
    return (("other-gear-ratio", facts),)
