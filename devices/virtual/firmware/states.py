"""The device's states: idle → armed → moving → stopping → idle, and the latched fault."""

from devices.errors import MotionRejected, RobotStateError
from devices.protocol_open.messages import DeviceState
from devices.virtual.firmware.supervision import Violation


class StateMachine:
    """State, fault and motion counter of the device.

    Every transition is made here; one that is not allowed raises an error.
    """

    def __init__(self) -> None:
        self.state = DeviceState.IDLE
        self.fault: Violation | None = None
        self.motion = 0
        self.outcome = ""

    @property
    def may_move(self) -> bool:
        """True if the host may move the arm."""
        return self.state in {DeviceState.ARMED, DeviceState.MOVING}

    def arm(self) -> None:
        """Change idle → armed; armed and moving stay.

        Raises
        ------
        RobotStateError
            ``fault-latched`` or ``not-at-rest``.
        """
        if self.fault is not None:
            raise RobotStateError("fault-latched", fault=self.fault.code)
        if self.state is DeviceState.STOPPING:
            raise RobotStateError("not-at-rest")
        if self.state is DeviceState.IDLE:
            self.state = DeviceState.ARMED

    def expect_ready(self) -> None:
        """Refuse a motion unless the arm is armed and at rest.

        Raises
        ------
        MotionRejected
            ``already-moving`` or ``not-armed``.
        """
        if self.state is DeviceState.MOVING:
            raise MotionRejected("already-moving")
        if self.state is not DeviceState.ARMED:
            raise MotionRejected("not-armed", state=self.state.name.lower())

    def begin(self) -> None:
        """Change armed → moving and count the motion."""
        self.expect_ready()
        self.state = DeviceState.MOVING
        self.motion += 1
        self.outcome = ""

    def stop(self) -> None:
        """Change moving → stopping, armed → idle; other states stay."""
        if self.state is DeviceState.MOVING:
            self.state = DeviceState.STOPPING
        elif self.state is DeviceState.ARMED:
            self.state = DeviceState.IDLE

    def latch(self, fault: Violation) -> None:
        """Change any state → fault; the first fault is kept."""
        if self.fault is None:
            self.fault = fault
        self.state = DeviceState.FAULT

    def come_to_rest(self) -> None:
        """Set the outcome of the motion that ended: moving → armed, stopping → idle."""
        if self.state is DeviceState.MOVING:
            self.state, outcome = DeviceState.ARMED, "finished"
        elif self.state is DeviceState.STOPPING:
            self.state, outcome = DeviceState.IDLE, "stopped"
        else:
            outcome = "failed"
        if self.motion and not self.outcome:
            self.outcome = outcome

    def clear(self) -> None:
        """Change fault → idle; other states stay."""
        if self.state is DeviceState.FAULT:
            self.state, self.fault = DeviceState.IDLE, None
