"""What a controller is and can do: readable before connecting, so that a page can say it first."""

from dataclasses import dataclass
from enum import StrEnum

from core.recording import FloatArray, Mark, Quantity, TorqueKind


class ControllerKind(StrEnum):
    """How far a controller lets itself be commanded."""

    OPEN = "open"
    """Takes whole trajectories and streams every sample."""
    CLOSED = "closed"
    """Moves from point to point at a percentage of its speed."""
    READ_ONLY = "read-only"
    """Only tells; somebody else moves the arm, or nobody."""


class MotionKind(StrEnum):
    """The kinds of motion a controller may accept."""

    TRAJECTORY = "trajectory"
    POINT_TO_POINT = "point-to-point"
    JOG = "jog"


_OPENED_BY_US = frozenset({Mark.VIRTUAL, Mark.REPLAY})


@dataclass(frozen=True)
class Capabilities:
    """What can be expected of a controller; what it really is, its ``Identity`` tells on connecting."""

    kind: ControllerKind
    joint_count: int
    sample_rate: float
    """Hz."""
    quantities: tuple[Quantity, ...]
    torque_kind: TorqueKind
    motions: frozenset[MotionKind]
    stops_when_host_silent: bool
    """Whether the arm decelerates by itself when this computer fails while it moves."""
    payload_write_back: bool = False
    mark: Mark = Mark.NONE
    """VIRTUAL or REPLAY where this program opened no real arm, which only whoever opens a controller
    decides; SAID where a device says so of itself, which is shown and changes nothing."""

    @property
    def is_real_arm(self) -> bool:
        """Whether it is handled as a real arm: everything but the program's own robot and a replay."""
        return self.mark not in _OPENED_BY_US

    @property
    def has_link_encoders(self) -> bool:
        """Whether positions come from behind the gears too."""
        return Quantity.LINK_POSITION in self.quantities

    @property
    def can_move(self) -> bool:
        """Whether it takes any motion from us."""
        return bool(self.motions)


@dataclass(frozen=True, eq=False)
class Identity:
    """Who answered: what the controller says about itself when it is connected.

    ``lower``, ``upper`` (n,) rad and ``velocity`` (n,) rad/s are the controller's own
    limits, infinite where it says none; ``drive_gain`` (n,) its nominal N·m/A at the link
    side, None where it says none. ``gear_ratio`` (n,) as signed motor turns per joint turn.
    """

    model: str
    serial: str
    firmware: str
    power_on: str
    """Changes with every power cycle; encoder offsets hold for one power-on only."""
    joint_names: tuple[str, ...]
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    gear_ratio: FloatArray | None = None
    drive_gain: FloatArray | None = None
    announcement_sha256: str = ""
    """Digest of everything that it said about itself; empty where that did not come as bytes."""

    @property
    def key(self) -> tuple[str, ...]:
        """What stays the same as long as the same controller with the same description answers."""
        return (self.serial, self.model, self.firmware, self.power_on, self.announcement_sha256)
