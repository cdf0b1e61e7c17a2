"""Facts that a Franka controller reports about itself, and the reasons for what it keeps back.

Sources: franka.de libfranka documentation (*Robot State*: "motor and estimated joint angles"; table of
versions), frankarobotics/libfranka-common ``rbk_types.h``.
"""

from collections.abc import Iterator

import numpy as np

from core.errors import Fact
from core.recording import LinkPosition, Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.franka.intake import COLUMNS, RATE_HZ
from devices.franka.settings import MODELS
from devices.franka.urdf import SAME_PLACE_M, TheirModel
from devices.protocol_fci.header import WITH_MODEL
from devices.protocol_fci.state import JOINTS

LARGEST_ACCELERATION = 10.0
"""Of a commanded motion in each joint, rad/s²; the controller ends a faster one. Source: FR3, *Limits*."""
_KINDS = {
    Quantity.MOTOR_POSITION: ChannelKind.MEASURED,
    Quantity.MOTOR_VELOCITY: ChannelKind.CONVERTED,
    Quantity.TORQUE: ChannelKind.MEASURED,
}


def capabilities_of(*, moves: bool, mark: Mark = Mark.NONE) -> Capabilities:
    """Capabilities of an arm that is moved or only read."""
    return Capabilities(
        kind=ControllerKind.OPEN if moves else ControllerKind.READ_ONLY,
        joint_count=JOINTS,
        sample_rate=float(RATE_HZ),
        quantities=tuple(COLUMNS),
        torque_kind=TorqueKind.LINK_SENSOR,
        motions=frozenset(MotionKind) if moves else frozenset(),
        stops_when_host_silent=moves,
        payload_write_back=True,
        mark=mark,
        acceleration=(LARGEST_ACCELERATION,) * JOINTS if moves else (),
        said_link_position=LinkPosition.UNKNOWN,
    )


def identity_of(robot: RobotModel, told: TheirModel, *, version: int, serial: str, power_on: str) -> Identity:
    """Build the identity; ``robot`` is the arm's description.

    The name of the type is compared with the description only where that is one of the maker's types.
    """
    theirs = told.robot
    none = np.full(JOINTS, np.inf)
    return Identity(
        model=told.name if robot.name in MODELS and told.name in MODELS else "",
        serial=serial,
        firmware=f"FCI {version}",
        power_on=power_on,
        joint_names=robot.joint_names,
        lower=-none if theirs is None else theirs.lower,
        upper=none if theirs is None else theirs.upper,
        velocity=none if theirs is None else theirs.velocity_limit,
    )


def facts_of(identity: Identity, told: TheirModel, *, version: int, apart: float | None) -> ControllerFacts:
    """Build the facts of a connection.

    ``apart`` is the largest distance in m of its flange from the described one, None if unknown.
    """
    return ControllerFacts(
        model=told.name,
        software=identity.firmware,
        serial=identity.serial,
        serial_source=SerialSource.of(identity.serial, is_reported=bool(told.emulated_serial)),
        rate=float(RATE_HZ),
        asked_rate=float(RATE_HZ),
        channels=tuple(
            Channel(quantity, field, _KINDS.get(quantity, ChannelKind.UNKNOWN))
            for quantity, field in COLUMNS.items()
        ),
        missing=tuple(_missing(told, version=version, apart=apart)),
    )


def _missing(told: TheirModel, *, version: int, apart: float | None) -> Iterator[Missing]:
    if not told.emulated_serial:
        yield Missing("franka-serial")
    if apart is None:
        versions: dict[str, Fact] = {"version": version, "needed": WITH_MODEL}
        yield Missing("franka-no-model", versions)
    elif apart > SAME_PLACE_M:
        yield Missing("franka-geometry", {"apart_mm": 1e3 * apart})
    yield Missing("franka-link-position")
