"""The state machine of CiA 402: states from status words, control words, and the check of a drive's zero."""

import time
from enum import StrEnum

from devices.cia402.bus import DriveBus
from devices.cia402.drive_map import MODE, MODE_SHOWN, STATUS_WORD, DriveMap, Homing
from devices.errors import MotionRejected, RobotStateError

_HOMING_ERROR = 1 << 13
_MODE_TIMEOUT_S = 0.5
_LOOK_S = 0.01


class DriveState(StrEnum):
    """The states of a drive."""

    NOT_READY = "not-ready"
    DISABLED = "switch-on-disabled"
    READY = "ready-to-switch-on"
    SWITCHED_ON = "switched-on"
    ENABLED = "operation-enabled"
    QUICK_STOP = "quick-stop-active"
    REACTING = "fault-reaction-active"
    FAULT = "fault"


class Control:
    """Control words."""

    DISABLE = 0x0000
    QUICK_STOP = 0x0002
    SHUT_DOWN = 0x0006
    SWITCH_ON = 0x0007
    ENABLE = 0x000F
    RESET = 0x0080
    NEW_TARGET = 0x0010
    """Bit of profile position: a new target, at its rising edge."""
    AT_ONCE = 0x0020
    """Bit of profile position: the new target replaces the present one."""


class DriveMode:
    """Modes of operation."""

    PROFILE_POSITION = 1
    HOMING = 6
    CYCLIC_POSITION = 8


REACHED = 1 << 10
"""Bit of the status word: target reached."""
BIT_12 = 1 << 12
"""Homing attained, or in profile position the new target was taken over."""
_WIDE, _NARROW = 0x6F, 0x4F
_STATES = (
    (_NARROW, 0x00, DriveState.NOT_READY),
    (_NARROW, 0x40, DriveState.DISABLED),
    (_NARROW, 0x08, DriveState.FAULT),
    (_NARROW, 0x0F, DriveState.REACTING),
    (_WIDE, 0x21, DriveState.READY),
    (_WIDE, 0x23, DriveState.SWITCHED_ON),
    (_WIDE, 0x27, DriveState.ENABLED),
    (_WIDE, 0x07, DriveState.QUICK_STOP),
)
_UPWARDS = {
    DriveState.DISABLED: Control.SHUT_DOWN,
    DriveState.READY: Control.SWITCH_ON,
    DriveState.SWITCHED_ON: Control.ENABLE,
    DriveState.ENABLED: Control.ENABLE,
    DriveState.QUICK_STOP: Control.DISABLE,
}


def state_of(word: int) -> DriveState:
    """Return the state in a status word; what is no state counts as not ready.

    >>> state_of(0x0637)
    <DriveState.ENABLED: 'operation-enabled'>
    """
    for mask, bits, state in _STATES:
        if word & mask == bits:
            return state
    return DriveState.NOT_READY


def word_towards_enabled(state: DriveState) -> int | None:
    """Return the next control word on the way to *operation enabled*; None where none helps.

    A fault is not reset on the way: a person has to decide that.
    """
    return _UPWARDS.get(state)


def expect_homed(bus: DriveBus, drive: DriveMap, *, joint: int) -> None:
    """Refuse a drive that must be homed and is not; the homing mode shows it, and starts nothing.

    Raises
    ------
    MotionRejected
        ``cia402-not-homed`` with the joint, counted from 1.
    RobotStateError
        ``cia402-not-enabled`` if the drive is on and so cannot be asked.
    """
    if drive.homing is Homing.ABSOLUTE:
        return
    state = state_of(bus.read(drive.node, STATUS_WORD))
    if state in {DriveState.ENABLED, DriveState.QUICK_STOP}:
        raise RobotStateError("cia402-not-enabled", joint=joint, state=str(state))
    bus.write(drive.node, MODE, DriveMode.HOMING)
    deadline = time.monotonic() + _MODE_TIMEOUT_S
    while bus.read(drive.node, MODE_SHOWN) != DriveMode.HOMING and time.monotonic() < deadline:
        time.sleep(_LOOK_S)
    word = bus.read(drive.node, STATUS_WORD)
    if not word & BIT_12 or word & _HOMING_ERROR:
        raise MotionRejected("cia402-not-homed", joint=joint)
