"""Check that a drive knows its zero; nothing is homed from here."""

import time

from devices.cia402.bus import DriveBus
from devices.cia402.drive_map import DriveMap, Homing
from devices.cia402.objects import MODE, MODE_SHOWN, STATUS_WORD
from devices.cia402.states import BIT_12, DriveMode, DriveState, state_of
from devices.errors import MotionRejected, RobotStateError

_HOMING_ERROR = 1 << 13
_MODE_TIMEOUT_S = 0.5
_LOOK_S = 0.01


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
