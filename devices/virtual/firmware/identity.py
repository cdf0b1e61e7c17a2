"""The identity that this controller announces."""

import math
from dataclasses import dataclass, replace

from core.recording import FloatArray, Mark, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.protocol_open.messages import PROTOCOL_VERSION, Announcement
from devices.virtual.firmware.channels import Stream, channel_table, stream_rate
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.plant import NominalDrives

FIRMWARE_VERSION = "virtual-1"
_STRANGERS = ("ur10e", "ec66")


@dataclass(frozen=True)
class Badge:
    """Serial number and power-on name of one device."""

    serial: str
    power_on: str


def serial_number(robot_name: str, seed: int) -> str:
    """Serial number of the arm that a seed makes from a description, such as ``V-ec66-0003``."""
    return f"V-{robot_name}-{seed:04d}"


def announcement(
    robot: RobotModel,
    drives: NominalDrives,
    joints: Joints,
    *,
    kind: ControllerKind,
    badge: Badge,
    stream: Stream = Stream.USUAL,
) -> Announcement:
    """Build the answer to ``Hello``."""
    return Announcement(
        version=PROTOCOL_VERSION,
        model=robot.name,
        serial=badge.serial,
        firmware=FIRMWARE_VERSION,
        power_on=badge.power_on,
        kind=str(kind),
        joint_names=robot.joint_names,
        lower=_limits(joints.lower),
        upper=_limits(joints.upper),
        velocity=_limits(joints.velocity),
        gear_ratio=tuple(drives.gear_ratio.tolist()),
        channels=channel_table(robot, drives, kind=kind, stream=stream),
        sample_rate=float(stream_rate(kind)),
        torque_kind=str(TorqueKind.MOTOR_CURRENT),
        stops_when_host_silent=kind is ControllerKind.OPEN,
        drive_gain=tuple(drives.drive_gain.tolist()),
        mark=str(Mark.VIRTUAL),
        simulation=True,
        acceleration=_limits(joints.acceleration),
    )


def as_stranger(true: Announcement) -> Announcement:
    """The same controller announcing another model: its name, serial number and half the speeds."""
    model = next(name for name in _STRANGERS if name != true.model)
    return replace(
        true,
        model=model,
        serial=serial_number(model, 0),
        velocity=tuple(None if limit is None else 0.5 * limit for limit in true.velocity),
    )


def _limits(values: FloatArray) -> tuple[float | None, ...]:
    return tuple(value if math.isfinite(value) else None for value in values.tolist())
