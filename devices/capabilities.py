"""Capabilities and identity of a controller; capabilities are known before it is connected."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from core.recording import BOTH_ENCODERS, FloatArray, LinkPosition, Mark, Quantity, TorqueKind


class ControllerKind(StrEnum):
    """The kinds of controller, by the motions that they accept."""

    OPEN = "open"
    """Takes whole trajectories and streams every sample."""
    CLOSED = "closed"
    """Moves from point to point at a percentage of its speed."""
    READ_ONLY = "read-only"
    """Only streams samples. If the arm moves, it is moved from outside this program."""


class MotionKind(StrEnum):
    """The kinds of motion a controller may accept."""

    TRAJECTORY = "trajectory"
    POINT_TO_POINT = "point-to-point"
    JOG = "jog"


_OPENED_BY_US = frozenset({Mark.VIRTUAL, Mark.REPLAY})


@dataclass(frozen=True)
class Capabilities:
    """Properties of a controller that are known before connecting; the device then adds its ``Identity``."""

    kind: ControllerKind
    joint_count: int
    sample_rate: float
    """Hz."""
    quantities: tuple[Quantity, ...]
    torque_kind: TorqueKind
    motions: frozenset[MotionKind]
    stops_when_host_silent: bool
    """True if the arm decelerates by itself when this computer fails during a motion."""
    payload_write_back: bool = False
    mark: Mark = Mark.NONE
    """VIRTUAL or REPLAY where this program opened no real arm; only the code that opens it sets these.

    SAID where a device reports itself as simulated; this is shown and changes nothing else.
    """
    acceleration: tuple[float, ...] = ()
    """Largest acceleration of each joint in a trajectory, rad/s² or m/s²; infinite for none.

    Empty where the controller reports no such limits.
    """

    said_link_position: LinkPosition = LinkPosition.UNKNOWN
    """Link position by the maker's documents or the drives; only a check measures it."""

    @property
    def link_position(self) -> LinkPosition:
        """The kind of link position as far as it is known before the check."""
        # a controller may compute one and need not send it
        is_told = self.has_link_encoders or self.said_link_position is LinkPosition.COMPUTED
        return self.said_link_position if is_told else LinkPosition.NONE

    @property
    def is_real_arm(self) -> bool:
        """True unless this program opened its own virtual robot or a replay."""
        return self.mark not in _OPENED_BY_US

    @property
    def has_link_encoders(self) -> bool:
        """True if the controller streams link encoders, behind the gears, beside those of the motors."""
        return set(BOTH_ENCODERS) <= set(self.quantities)

    def without(self, quantities: Collection[Quantity]) -> "Capabilities":
        """The same without some quantities."""
        return replace(self, quantities=tuple(each for each in self.quantities if each not in quantities))

    @property
    def can_move(self) -> bool:
        """True if the controller accepts any kind of motion."""
        return bool(self.motions)


@dataclass(frozen=True, eq=False)
class Identity:
    """Identity of the device that answered, as it reports it during the handshake.

    ``lower``, ``upper`` (n,) rad and ``velocity`` (n,) rad/s are the controller's own
    limits, infinite where it reports none; ``drive_gain`` (n,) its nominal N·m/A at the link
    side, None where it reports none. ``gear_ratio`` (n,) as signed motor turns per joint turn.
    """

    model: str
    serial: str
    firmware: str
    power_on: str
    """Changes with every power cycle; encoder offsets are valid for one power-on only."""
    joint_names: tuple[str, ...]
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    gear_ratio: FloatArray | None = None
    drive_gain: FloatArray | None = None
    announcement_sha256: str = ""
    """SHA-256 digest of the whole announcement; empty where it did not arrive as bytes."""

    @property
    def key(self) -> tuple[str, ...]:
        """Values that are equal as long as the same controller with the same description answers."""
        return (self.serial, self.model, self.firmware, self.power_on, self.announcement_sha256)
