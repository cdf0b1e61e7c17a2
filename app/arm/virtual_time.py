"""The simulated time of a connected virtual robot: its pace, and whether it is held. No Qt."""

from typing import TYPE_CHECKING

from devices.virtual.lockstep import LockstepClock

if TYPE_CHECKING:
    from app.arm.session import RobotSession


def virtual_clock(session: "RobotSession | None") -> LockstepClock | None:
    """The clock of a virtual robot; None for every other arm, and without one."""
    clock: object = None if session is None else getattr(session, "clock", None)
    return clock if isinstance(clock, LockstepClock) else None
