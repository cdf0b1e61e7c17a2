"""What host and device say to each other, as plain objects; ``wire`` gives them their bytes.

Both sides use the same classes: the driver in ``devices.open_arm`` and the firmware of
the virtual robot. Joint-wise tuples are in joint order, angles in rad, times in s.
"""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from core.errors import Fact

PROTOCOL_VERSION = 1
HEARTBEAT_INTERVAL_S = 0.05
HOST_SILENCE_S = 0.25
"""The device decelerates and latches after this long without a heartbeat while it moves."""


OFF_WIRE = "off-wire"
"""Marks a field of a message that does not travel."""


class DeviceState(IntEnum):
    """Where the device stands."""

    IDLE = 0
    ARMED = 1
    MOVING = 2
    STOPPING = 3
    FAULT = 4


class StatusFlag(IntFlag):
    """Conditions of the arm."""

    NONE = 0
    REMOTE = 1
    BRAKES_RELEASED = 2
    EMERGENCY_STOP = 4
    PROTECTIVE_STOP = 8
    TAKES_PAYLOAD = 16
    """Whether it understands ``AskPayload`` and ``SetPayload``; firmware from before those says no."""


class TrajectoryKind(IntEnum):
    """How an uploaded trajectory is given."""

    FOURIER = 0
    """``duration f64, base frequency f64 (rad/s), joints u16, harmonics u16``, then ``q0 f64[n]``,
    ``a f64[n·L]`` and ``b f64[n·L]``, joint by joint."""
    SAMPLES = 1
    """``period f64, joints u16, count u32, positions f64[count·n]``; the device interpolates cubically."""


@dataclass(frozen=True)
class Channel:
    """One column of the stream: its quantity and joint, and how counts become SI units.

    ``value = sign · scale · (counts − offset) / ratio``. ``kind`` is a NumPy type code, ``i4`` or ``f4``;
    ``rate`` in Hz: below the announced sample rate the channel is slow, and comes in ``SlowSamples``.
    """

    name: str
    quantity: str
    joint: int
    unit: str
    kind: str
    scale: float
    sign: int = 1
    offset: float = 0.0
    ratio: float = 1.0
    counts_per_turn: int = 0
    rate: float = 1000.0


@dataclass(frozen=True)
class Announcement:
    """Body of the HELLO reply: who the device is and what it streams."""

    version: int
    model: str
    serial: str
    firmware: str
    power_on: str
    kind: str
    """``open``, ``closed`` or ``read-only``."""
    joint_names: tuple[str, ...]
    lower: tuple[float | None, ...]
    upper: tuple[float | None, ...]
    velocity: tuple[float | None, ...]
    gear_ratio: tuple[float, ...]
    channels: tuple[Channel, ...]
    sample_rate: float
    torque_kind: str
    stops_when_host_silent: bool = True
    drive_gain: tuple[float, ...] | None = None
    mark: str = ""
    simulation: bool = False
    """Whether it understands ``Simulate``."""
    sha256: str = field(default="", compare=False, metadata={OFF_WIRE: True})
    """Digest of the bytes that were received; empty for one that was not received."""

    @property
    def fast_channels(self) -> tuple[Channel, ...]:
        """The columns of a row in ``Samples``."""
        return tuple(channel for channel in self.channels if channel.rate >= self.sample_rate)

    @property
    def slow_channels(self) -> tuple[Channel, ...]:
        """The columns of the row in ``SlowSamples``; empty where everything comes with every sample."""
        return tuple(channel for channel in self.channels if channel.rate < self.sample_rate)


# Host to device


@dataclass(frozen=True)
class Hello:
    """Asks the device who it is; answered by an ``Announcement``."""

    version: int = PROTOCOL_VERSION


@dataclass(frozen=True)
class StreamOn:
    """Send every sample from now on, ``samples_per_frame`` at a time."""

    samples_per_frame: int = 10


@dataclass(frozen=True)
class StreamOff:
    """Send no samples."""


@dataclass(frozen=True)
class Heartbeat:
    """The thread that serves STOP is alive."""


@dataclass(frozen=True)
class Arm:
    """Release the brakes; may move."""


@dataclass(frozen=True)
class Disarm:
    """Hold, and take no motion."""


@dataclass(frozen=True)
class PointToPoint:
    """Move to a pose at a percentage of the arm's speed."""

    target: tuple[float, ...]
    speed_percent: float


@dataclass(frozen=True)
class JogJoint:
    """Move one joint by an angle at a speed."""

    joint: int
    angle: float
    speed: float


@dataclass(frozen=True)
class TrajectoryBegin:
    """An upload follows: its kind, length in bytes, and the CRC-32 of the whole."""

    kind: TrajectoryKind
    size: int
    crc: int


@dataclass(frozen=True)
class TrajectoryChunk:
    """Bytes of the upload from ``offset`` on."""

    offset: int
    content: bytes


@dataclass(frozen=True)
class TrajectoryCommit:
    """The upload is complete; the device checks it and answers ``Committed`` or ``Reject``."""


@dataclass(frozen=True)
class TrajectoryRun:
    """Run what the last commit stored; ``token`` is the one that commit answered with."""

    token: int


@dataclass(frozen=True)
class Stop:
    """Stop now; accepted in every state."""

    abort: bool = False


@dataclass(frozen=True)
class Clear:
    """Leave the fault state."""


@dataclass(frozen=True)
class AskStatus:
    """Send a status now."""


@dataclass(frozen=True)
class Simulate:
    """For simulated devices alone: make a fault happen, attach a payload."""

    action: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class AskPayload:
    """Asks what the controller assumes on its flange; answered by ``PayloadTold``."""


@dataclass(frozen=True)
class SetPayload:
    """Assume this on the flange until the next power-on; ``mass`` kg, ``center`` (3,) m in the flange frame.

    ``center`` is None for a controller that holds none.
    """

    mass: float
    center: tuple[float, float, float] | None


# Device to host


@dataclass(frozen=True)
class Ack:
    """The request with this sequence number was accepted."""

    request: int


@dataclass(frozen=True)
class Reject:
    """The request with this sequence number was refused: a code of the error taxonomy and facts."""

    request: int
    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class TrajectoryAck:
    """Everything below ``received`` bytes of the upload is here."""

    received: int


@dataclass(frozen=True)
class Committed:
    """The upload is whole and can be run with this token."""

    request: int
    token: int


@dataclass(frozen=True)
class Status:
    """Sent at every change and ten times a second while moving.

    ``motion`` counts the motions accepted since power-on; ``outcome`` is empty while one is
    under way, else ``finished``, ``stopped`` or ``failed``.
    """

    state: DeviceState
    flags: StatusFlag
    motion: int
    progress: float
    outcome: str = ""
    fault: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    payload_mass: float | None = None


@dataclass(frozen=True)
class PayloadTold:
    """What the controller assumes on its flange, for the request with this sequence number."""

    request: int
    mass: float
    center: tuple[float, float, float] | None


@dataclass(frozen=True)
class Samples:
    """Consecutive samples of the stream, as raw bytes in the layout of the channel table.

    ``first`` is the device's sample counter of the first one (16 bits on the wire, wraps),
    ``time_us`` (32 bits, wraps) the device time of each; ``rows`` holds ``count`` records,
    one value of each fast channel in table order, little-endian.
    """

    first: int
    time_us: tuple[int, ...]
    rows: bytes


@dataclass(frozen=True)
class SlowSamples:
    """One value of each slow channel in table order, little-endian, taken at ``time_us`` (32 bits, wraps)."""

    time_us: int
    row: bytes


Request = (
    Hello
    | StreamOn
    | StreamOff
    | Heartbeat
    | Arm
    | Disarm
    | PointToPoint
    | JogJoint
    | TrajectoryBegin
    | TrajectoryChunk
    | TrajectoryCommit
    | TrajectoryRun
    | Stop
    | Clear
    | AskStatus
    | Simulate
    | AskPayload
    | SetPayload
)
Reply = Announcement | Ack | Reject | TrajectoryAck | Committed | Status | PayloadTold | Samples | SlowSamples
Message = Request | Reply
