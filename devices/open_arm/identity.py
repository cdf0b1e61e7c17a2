"""What a device announces and reports, converted to capabilities, identity and status."""

from collections.abc import Sequence
from math import inf

import numpy as np

from core.recording import FloatArray, Mark, Quantity, TorqueKind
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.controller import ControllerStatus, Lifecycle
from devices.errors import ProtocolError
from devices.open_arm.faults import fault_of
from devices.protocol_open.messages import Announcement, DeviceState, Status, StatusFlag
from devices.protocol_open.safe_text import shown_facts

_LIFECYCLES = {
    DeviceState.IDLE: Lifecycle.CONNECTED,
    DeviceState.ARMED: Lifecycle.ARMED,
    DeviceState.MOVING: Lifecycle.MOVING,
    DeviceState.STOPPING: Lifecycle.MOVING,
    DeviceState.FAULT: Lifecycle.FAULT,
}

MOTIONS = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset[MotionKind](),
}
"""Accepted motions by the kind of controller that speaks the open protocol."""


def identity_of(announcement: Announcement) -> Identity:
    """Convert an announcement; limits in the convention in which the controller reports positions."""
    gains = announcement.drive_gain
    return Identity(
        model=announcement.model,
        serial=announcement.serial,
        firmware=announcement.firmware,
        power_on=announcement.power_on,
        joint_names=announcement.joint_names,
        lower=_limits(announcement.lower, none=-np.inf),
        upper=_limits(announcement.upper, none=np.inf),
        velocity=_limits(announcement.velocity, none=np.inf),
        gear_ratio=np.array(announcement.gear_ratio),
        drive_gain=None if gains is None else np.array(gains),
        announcement_sha256=announcement.sha256,
    )


def _limits(given: Sequence[float | None], *, none: float) -> FloatArray:
    return np.array([none if limit is None else limit for limit in given])


def status_of(status: Status, *, heard_at: float, may_move: bool) -> ControllerStatus:
    """Convert a status; an armed device counts as connected if a stop has voided the permit to move."""
    lifecycle = _LIFECYCLES[status.state]
    if lifecycle is Lifecycle.ARMED and not may_move:
        lifecycle = Lifecycle.CONNECTED
    return ControllerStatus(
        lifecycle,
        heard_at=heard_at,
        fault_code=fault_of(status.fault) or _stop_in(status.flags),
        fault_facts=shown_facts(status.facts),
        remote_enabled=StatusFlag.REMOTE in status.flags,
        brakes_released=StatusFlag.BRAKES_RELEASED in status.flags,
        payload_mass=status.payload_mass,
    )


def _stop_in(flags: StatusFlag) -> str:
    """Fault code of the flags; the emergency stop goes before the protective stop."""
    if StatusFlag.EMERGENCY_STOP in flags:
        return "emergency-stop"
    return "protective-stop" if StatusFlag.PROTECTIVE_STOP in flags else ""


def capabilities_of(
    announcement: Announcement, flags: StatusFlag = StatusFlag.NONE, *, opened: Mark = Mark.NONE
) -> Capabilities:
    """Derive the capabilities from an announcement; quantities in the order of the channel table.

    ``flags`` come from the status: properties that were added to the protocol later are sent there,
    where older hosts and older devices ignore them. ``opened`` is the mark of the code that opened
    the transport; the device's own mark never replaces it.

    Raises
    ------
    ProtocolError
        ``protocol-field`` for an unknown mark.
    """
    kind = ControllerKind(announcement.kind)
    return Capabilities(
        kind=kind,
        joint_count=len(announcement.joint_names),
        sample_rate=announcement.sample_rate,
        quantities=_quantities(announcement),
        torque_kind=TorqueKind(announcement.torque_kind),
        motions=MOTIONS[kind],
        stops_when_host_silent=announcement.stops_when_host_silent,
        payload_write_back=StatusFlag.TAKES_PAYLOAD in flags,
        mark=_mark(announcement.mark, opened=opened),
        acceleration=tuple(inf if limit is None else limit for limit in announcement.acceleration or ()),
    )


def _quantities(announcement: Announcement) -> tuple[Quantity, ...]:
    """The known quantities of the channel table, once each."""
    known = {quantity.value: quantity for quantity in Quantity}
    streamed = dict.fromkeys(channel.quantity for channel in announcement.channels)
    return tuple(known[name] for name in streamed if name in known)


def _mark(text: str, *, opened: Mark) -> Mark:
    """The opener's mark if there is one; else SAID if the device reports that it is no real arm."""
    try:
        said = Mark(text)
    except ValueError:
        known = ", ".join(filter(None, Mark))
        raise ProtocolError(
            "protocol-field", message="Announcement", field="mark", reason=f"{text}, none of {known}"
        ) from None
    if opened is not Mark.NONE:
        return opened
    return Mark.NONE if said is Mark.NONE else Mark.SAID
