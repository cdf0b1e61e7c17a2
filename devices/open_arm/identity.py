"""Converts an announcement and a status of the device to ``Identity`` and ``ControllerStatus``."""

from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray
from devices.capabilities import Identity
from devices.controller import ControllerStatus, Lifecycle
from devices.open_arm.faults import fault_of
from devices.protocol_open.messages import Announcement, DeviceState, Status, StatusFlag
from devices.protocol_open.shown import shown_facts

_LIFECYCLES = {
    DeviceState.IDLE: Lifecycle.CONNECTED,
    DeviceState.ARMED: Lifecycle.ARMED,
    DeviceState.MOVING: Lifecycle.MOVING,
    DeviceState.STOPPING: Lifecycle.MOVING,
    DeviceState.FAULT: Lifecycle.FAULT,
}


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
