"""The description of an arm compared with, and completed by, the identity that its controller reports."""

from dataclasses import replace

import numpy as np

from app.visit.recordings import AnnouncedDrives
from core.recording import FloatArray, Mark, Origin
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.errors import ConfigurationError
from devices.safety.identity_checks import HARMLESS, identity_mismatches


def mismatch(robot: RobotModel, identity: Identity, *, serial: str = "") -> ConfigurationError | None:
    """Reason why the connected arm is not the described one, or has another serial number; None if it is.

    A controller without a serial number fits any, such as the replay of an imported recording.
    """
    found = identity_mismatches(robot, identity, serial=serial if identity.serial else "")
    return next((ConfigurationError(code, **facts) for code, facts in found if code not in HARMLESS), None)


def completed(robot: RobotModel, identity: Identity) -> RobotModel:
    """The description with the controller's drive gains if it has none, and the narrower limits of both.

    ``sources`` name the controller for each value that comes from it.
    """
    sources = dict(robot.sources)
    gains = robot.drive_gain
    if gains is None and identity.drive_gain is not None:
        gains, sources["drive_gain"] = identity.drive_gain, _nominal(identity)
    lower, upper = _model_limits(robot, identity)
    velocity = np.minimum(robot.velocity_limit, identity.velocity)
    joints = tuple(
        replace(joint, lower=float(low), upper=float(high), velocity=float(speed))
        for joint, low, high, speed in zip(robot.joints, lower, upper, velocity, strict=True)
    )
    if joints != robot.joints:
        narrowed = f"narrowed as {_reported_by(identity)}"
        sources["limits"] = "; ".join(filter(None, (sources.get("limits", ""), narrowed)))
    return replace(robot, joints=joints, drive_gain=gains, sources=sources)


def announced_drives(identity: Identity | None) -> AnnouncedDrives | None:
    """Drive gains that the controller reported; None if it reported none."""
    if identity is None or identity.drive_gain is None:
        return None
    return AnnouncedDrives(identity.drive_gain, _nominal(identity))


def origin_of(uri: str, mark: Mark, identity: Identity | None) -> Origin:
    """Origin of a recording of this controller."""
    if identity is None:
        return Origin(device=uri, mark=mark)
    ratio = identity.gear_ratio
    return Origin(
        device=uri,
        mark=mark,
        serial=identity.serial,
        model=identity.model,
        firmware=identity.firmware,
        power_on=identity.power_on,
        gear_ratio=() if ratio is None else tuple(ratio.tolist()),
        announcement_sha256=identity.announcement_sha256,
    )


def _nominal(identity: Identity) -> str:
    return f"nominal, {_reported_by(identity)}"


def _reported_by(identity: Identity) -> str:
    return f"reported by the controller {identity.model} {identity.serial}".strip()


def _model_limits(robot: RobotModel, identity: Identity) -> tuple[FloatArray, FloatArray]:
    """Lower and upper limits (n,), the narrower of both, in the model's sign convention."""
    reported = (identity.lower, identity.upper)
    # a joint that the controller counts the other way has its lower end at the model's upper limit
    ends = np.stack([robot.position_from_reported(end) for end in reported])
    return np.maximum(robot.lower, ends.min(axis=0)), np.minimum(robot.upper, ends.max(axis=0))
