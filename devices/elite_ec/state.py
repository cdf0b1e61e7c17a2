"""State that the monitor reports beside the samples: modes, alarms, servo, and the pose of the flange."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from core.recording import FloatArray
from devices.elite_ec.counting import Counting


class Mode(IntEnum):
    """The values of ``robotMode``."""

    TEACH = 0
    PLAY = 1
    REMOTE = 2


class State(IntEnum):
    """The values of ``robotState``."""

    STOPPED = 0
    PAUSED = 1
    EMERGENCY_STOP = 2
    """Seen for a moment only; an alarm takes its place."""
    RUNNING = 3
    ALARM = 4
    COLLISION = 5


@dataclass(frozen=True, eq=False)
class EcState:
    """The newest state; None where the frames of the controller's software do not have it."""

    timestamp: float
    """Of its frame, s."""
    state: int
    mode: int
    servo: bool
    synchronised: bool
    """True if motors and encoders are synchronised."""
    collision: bool
    position: FloatArray
    """Of the joints, as the description counts them, (n,) rad."""
    others: tuple[float, ...]
    """Slots behind the joints, °."""
    emergency_stop: bool | None = None
    speed: float | None = None
    """Of the fastest joint, rad/s."""
    flange: tuple[float, float, float] | None = None
    """Position of the flange in the base's frame, m."""

    @classmethod
    def of(cls, row: np.void, *, time: float, counting: Counting) -> "EcState":
        """Read the state out of one frame."""
        names = row.dtype.names or ()
        slots = np.asarray(row["position_deg"], dtype=np.float64)
        speed = flange = None
        if "velocity_deg_s" in names:
            velocity = counting.velocity(np.asarray(row["velocity_deg_s"], dtype=np.float64))
            speed = float(np.abs(velocity).max())
            x, y, z = (1e-3 * float(each) for each in row["flange_pose"][:3])
            flange = (x, y, z)
        return cls(
            timestamp=time,
            state=int(row["state"]),
            mode=int(row["mode"]),
            servo=bool(row["servo"]),
            synchronised=bool(row["motors"]),
            collision=bool(row["collision"]),
            position=counting.position(slots),
            others=tuple(slots[counting.joints :].tolist()),
            emergency_stop=bool(row["emergency_stop"]) if "emergency_stop" in names else None,
            speed=speed,
            flange=flange,
        )

    @property
    def is_program_under_way(self) -> bool:
        """True while the controller carries out a move or a program."""
        return self.state == State.RUNNING
