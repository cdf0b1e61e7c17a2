"""Where the device stands: idle → armed → moving → stopping → idle, and the latched fault."""

from devices.errors import MotionRejected, RobotStateError
from devices.protocol_open.messages import DeviceState
from devices.virtual.firmware.supervision import Violation


class StateMachine:
    """The state, the fault behind it, and the motions counted from power-on.

    Every transition happens here; one that is not allowed raises.
    """

    def __init__(self) -> None:
        self.state = DeviceState.IDLE
        self.fault: Violation | None = None
        self.motion = 0
        self.outcome = ""

    @property
    def may_move(self) -> bool:
        """Whether the host has the right to move the arm."""
        return self.state in {DeviceState.ARMED, DeviceState.MOVING}

    def arm(self) -> None:
        """Idle → armed; armed and moving stay.

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
        """Armed → moving, with the next motion."""
        self.expect_ready()
        self.state = DeviceState.MOVING
        self.motion += 1
        self.outcome = ""

    def stop(self) -> None:
        """Moving → stopping, armed → idle; all others stay."""
        if self.state is DeviceState.MOVING:
            self.state = DeviceState.STOPPING
        elif self.state is DeviceState.ARMED:
            self.state = DeviceState.IDLE

    def latch(self, fault: Violation) -> None:
        """Any state → fault; the first fault stays."""
        if self.fault is None:
            self.fault = fault
        self.state = DeviceState.FAULT

    def come_to_rest(self) -> None:
        """Name the outcome of the motion that has ended: moving → armed, stopping → idle."""
        if self.state is DeviceState.MOVING:
            self.state, outcome = DeviceState.ARMED, "finished"
        elif self.state is DeviceState.STOPPING:
            self.state, outcome = DeviceState.IDLE, "stopped"
        else:
            outcome = "failed"
        if self.motion and not self.outcome:
            self.outcome = outcome

    def clear(self) -> None:
        """Fault → idle; all others stay."""
        if self.state is DeviceState.FAULT:
            self.state, self.fault = DeviceState.IDLE, None
