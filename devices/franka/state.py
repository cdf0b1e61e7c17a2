"""State that a controller reports beside the samples: mode, errors and load."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from core.errors import Fact
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, PayloadSetting
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, RobotStateError
from devices.protocol_fci.commands import Load
from devices.protocol_fci.state import HOST_SILENT, RobotMode, error_names
from devices.samples import SampleBlock

_STOPS = {RobotMode.REFLEX: "protective-stop", RobotMode.USER_STOPPED: "emergency-stop"}
_BUSY = {
    RobotMode.GUIDING: "franka-guiding",
    RobotMode.RECOVERING: "franka-busy",
    RobotMode.OTHER: "franka-busy",
}


_BRAKES_OPEN = frozenset({RobotMode.IDLE, RobotMode.MOVE, RobotMode.GUIDING})


class FrankaLink(Protocol):
    """A stream of states, and the load beside it."""

    state: "FrankaState"
    """The newest one."""
    error: DeviceError | None
    """The error that ended the connection."""
    samples: SampleQueue
    """Samples that wait for a reader; see ``take``."""
    heard_at: float
    """Time of the newest state, s on the computer's clock."""

    @property
    def counters(self) -> LinkCounters:
        """Counts of states and samples."""

    def start(self) -> None:
        """Start the thread that reads."""

    def take(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller.read``."""

    def set_load(self, load: Load) -> None:
        """Set the load of the flange; raises ``MotionRejected`` ``franka-load-refused``."""

    def close(self) -> None:
        """End the thread and close the connection; may be called again."""


@dataclass(frozen=True)
class FrankaState:
    """The newest state."""

    message_id: int
    """Milliseconds by the controller's clock."""
    mode: RobotMode
    errors: tuple[str, ...] = ()
    """Names of the errors that are present."""
    load: Load = field(default_factory=lambda: Load(0.0))
    speed: float = 0.0
    """Of the fastest joint, rad/s."""

    @classmethod
    def of(cls, row: np.void) -> "FrankaState":
        """Read it out of one state as it was sent."""
        number = int(row["robot_mode"])
        load = Load(float(row["m_load"][0]), *(tuple(map(float, row[n])) for n in ("F_x_Cload", "I_load")))
        return cls(
            message_id=int(row["message_id"]),
            mode=RobotMode(number) if number in set(RobotMode) else RobotMode.OTHER,
            errors=error_names(row["errors"]),
            load=load,
            speed=float(np.abs(row["dq"]).max()),
        )

    @property
    def fault(self) -> tuple[str, dict[str, Fact]]:
        """The code of what stops the arm, with its facts; an empty code if nothing does."""
        facts: dict[str, Fact] = {"errors": self.errors}
        if HOST_SILENT in self.errors:
            return "host-silent", facts
        if self.mode in _STOPS:
            return _STOPS[self.mode], facts
        return ("franka-errors", facts) if self.errors else ("", {})

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code of what is not as planned at this moment, with its facts; empty if nothing is."""
        code, facts = self.fault
        return (code, facts) if code else (_BUSY.get(self.mode, ""), {})

    @property
    def missing(self) -> RobotStateError | None:
        """Condition that a motion would lack; None if nothing."""
        code, facts = self.remark
        if code:
            return RobotStateError(code, **facts)
        return None if self.mode is RobotMode.IDLE else RobotStateError("franka-busy")

    @property
    def payload(self) -> PayloadSetting:
        """The load as a payload setting."""
        x, y, z = self.load.center
        return PayloadSetting(self.load.mass, (x, y, z))


def status_of(link: FrankaLink, calm: Lifecycle) -> ControllerStatus:
    """The newest status; ``calm`` is its lifecycle unless something is wrong."""
    state, error = link.state, link.error
    if error is not None:
        return ControllerStatus.lost(error, heard_at=link.heard_at)
    code, facts = state.fault
    return ControllerStatus(
        Lifecycle.FAULT if code and calm is not Lifecycle.MOVING else calm,
        link.heard_at,
        fault_code=code,
        fault_facts=dict(facts),
        brakes_released=state.mode in _BRAKES_OPEN,
        payload_mass=state.load.mass,
    )
