"""What the description of an arm and the controller say about it, brought together."""

from dataclasses import replace

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.errors import ConfigurationError
from devices.safety.identity_checks import HARMLESS, identity_mismatches


def mismatch(robot: RobotModel, identity: Identity, *, serial: str = "") -> ConfigurationError | None:
    """Reason why the arm that answered is not the described one, or not of this serial number; None if it is.

    A controller without a serial number, such as an imported recording played back, is any.
    """
    found = identity_mismatches(robot, identity, serial=serial if identity.serial else "")
    return next((ConfigurationError(code, **facts) for code, facts in found if code not in HARMLESS), None)


def completed(robot: RobotModel, identity: Identity) -> RobotModel:
    """The description with the controller's drive gains where it has none, and the narrower limits.

    What was taken over is noted in ``sources``.
    """
    teller = f"told by the controller {identity.model} {identity.serial}".strip()
    sources = dict(robot.sources)
    gains = robot.drive_gain
    if gains is None and identity.drive_gain is not None:
        gains, sources["drive_gain"] = identity.drive_gain, f"nominal, {teller}"
    lower, upper = _model_limits(robot, identity)
    velocity = np.minimum(robot.velocity_limit, identity.velocity)
    joints = tuple(
        replace(joint, lower=float(low), upper=float(high), velocity=float(speed))
        for joint, low, high, speed in zip(robot.joints, lower, upper, velocity, strict=True)
    )
    if joints != robot.joints:
        sources["limits"] = "; ".join(filter(None, (sources.get("limits", ""), f"narrowed as {teller}")))
    return replace(robot, joints=joints, drive_gain=gains, sources=sources)


def _model_limits(robot: RobotModel, identity: Identity) -> tuple[FloatArray, FloatArray]:
    """The narrower of both limits (n,), in the model's terms; the controller may count the other way."""
    ends = np.stack(
        [robot.position_from_reported(identity.lower), robot.position_from_reported(identity.upper)]
    )
    return np.maximum(robot.lower, ends.min(axis=0)), np.minimum(robot.upper, ends.max(axis=0))
