"""The messages between host and device as plain objects; ``wire`` converts them to bytes.

Both sides use these classes: the driver in ``devices.open_arm`` and the firmware of the virtual
robot. Joint-wise tuples are in joint order, angles in rad, times in s.
"""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from core.errors import Fact

PROTOCOL_VERSION = 1
HEARTBEAT_INTERVAL_S = 0.05
HOST_SILENCE_S = 0.25
"""In motion, the device decelerates and latches a fault after this long without a heartbeat, s."""


OFF_WIRE = "off-wire"
"""Metadata key of a field that is not transmitted."""


class DeviceState(IntEnum):
    """The states of the device, as in a ``Status``."""

    IDLE = 0
    ARMED = 1
    MOVING = 2
    STOPPING = 3
    FAULT = 4


class StatusFlag(IntFlag):
    """Condition flags of the arm, as in a ``Status``."""

    NONE = 0
    REMOTE = 1
    BRAKES_RELEASED = 2
    EMERGENCY_STOP = 4
    PROTECTIVE_STOP = 8
    TAKES_PAYLOAD = 16
    """The device understands ``AskPayload`` and ``SetPayload``; older firmware leaves it unset."""


class TrajectoryKind(IntEnum):
    """The two formats of an uploaded trajectory."""

    FOURIER = 0
    """``duration f64, base frequency f64 (rad/s), joints u16, harmonics u16``, then ``q0 f64[n]``,
    ``a f64[n·L]`` and ``b f64[n·L]``, joint by joint."""
    SAMPLES = 1
    """``period f64, joints u16, count u32, positions f64[count·n]``; the device interpolates cubically."""


@dataclass(frozen=True)
class Channel:
    """One column of the stream: quantity, joint, and the conversion of counts to SI units.

    ``value = sign · scale · (counts − offset) / ratio``. ``kind`` is a NumPy type code, ``i4`` or ``f4``;
    ``rate`` in Hz: a channel below the announced sample rate is slow and arrives in ``SlowSamples``.
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
    """Body of the reply to ``Hello``: identity, limits and channel table of the device."""

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
    """True if the device understands ``Simulate``."""
    acceleration: tuple[float | None, ...] | None = None
    """Largest acceleration of each joint in an uploaded trajectory; None where there is no limit."""
    sha256: str = field(default="", compare=False, metadata={OFF_WIRE: True})
    """Digest of the received bytes; empty in an announcement that was not received."""

    @property
    def fast_channels(self) -> tuple[Channel, ...]:
        """The channels in a row of ``Samples``."""
        return tuple(channel for channel in self.channels if channel.rate >= self.sample_rate)

    @property
    def slow_channels(self) -> tuple[Channel, ...]:
        """The channels in a row of ``SlowSamples``; empty if all channels have the sample rate."""
        return tuple(channel for channel in self.channels if channel.rate < self.sample_rate)


# Host to device


@dataclass(frozen=True)
class Hello:
    """Asks for the device's identity; answered by an ``Announcement``."""

    version: int = PROTOCOL_VERSION


@dataclass(frozen=True)
class StreamOn:
    """Send every sample from now on, ``samples_per_frame`` in one frame."""

    samples_per_frame: int = 10


@dataclass(frozen=True)
class StreamOff:
    """Ask the device to stop sending samples."""


@dataclass(frozen=True)
class Heartbeat:
    """Sign of life of the host thread that serves STOP."""


@dataclass(frozen=True)
class Arm:
    """Release the brakes and accept motions from now on."""


@dataclass(frozen=True)
class Disarm:
    """Hold the position and accept no motion."""


@dataclass(frozen=True)
class PointToPoint:
    """Move to a pose at a percentage of the arm's full speed."""

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
    """An upload follows: its kind, length in bytes, and CRC-32 over all of it."""

    kind: TrajectoryKind
    size: int
    crc: int


@dataclass(frozen=True)
class TrajectoryChunk:
    """Bytes of the upload, from the byte ``offset`` on."""

    offset: int
    content: bytes


@dataclass(frozen=True)
class TrajectoryCommit:
    """The upload is complete; the device checks it and answers ``Committed`` or ``Reject``."""


@dataclass(frozen=True)
class TrajectoryRun:
    """Run the uploaded trajectory; ``token`` is from the answer to its commit."""

    token: int


@dataclass(frozen=True)
class Stop:
    """Stop now; the device accepts it in every state."""

    abort: bool = False


@dataclass(frozen=True)
class Clear:
    """Leave the fault state if its cause is gone."""


@dataclass(frozen=True)
class AskStatus:
    """Ask for a status; answered by ``Status``."""


@dataclass(frozen=True)
class Simulate:
    """For simulated devices only: raise a fault, attach a payload."""

    action: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class AskPayload:
    """Asks for the payload assumed on the flange; answered by ``PayloadTold``."""


@dataclass(frozen=True)
class SetPayload:
    """Assume this payload until the next power-on; ``mass`` kg, ``center`` (3,) m in the flange frame.

    ``center`` is None for a controller that stores none.
    """

    mass: float
    center: tuple[float, float, float] | None


# Device to host


@dataclass(frozen=True)
class Ack:
    """The device accepted the request with this sequence number."""

    request: int


@dataclass(frozen=True)
class Reject:
    """The device refused the request with this sequence number; a code of the error taxonomy and facts."""

    request: int
    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class TrajectoryAck:
    """The device has all bytes of the upload below ``received``."""

    received: int


@dataclass(frozen=True)
class Committed:
    """The upload is complete and valid; this token runs it."""

    request: int
    token: int


@dataclass(frozen=True)
class Status:
    """The state of the device; sent at every change and ten times a second during a motion.

    ``motion`` counts the motions accepted since power-on; ``outcome`` is empty during a motion,
    else ``finished``, ``stopped`` or ``failed``.
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
    """The payload assumed on the flange; answers the request with this sequence number."""

    request: int
    mass: float
    center: tuple[float, float, float] | None


@dataclass(frozen=True)
class Samples:
    """Consecutive samples of the stream as raw bytes, in the order of the channel table.

    ``first`` is the device's sample counter of the first sample (16 bits on the wire, wraps).
    ``time_us`` (32 bits, wraps) is the device time of each sample. ``rows`` contains one record per
    sample: one value of each fast channel in table order, little-endian.
    """

    first: int
    time_us: tuple[int, ...]
    rows: bytes

    def is_continued_by(self, other: "Samples") -> bool:
        """True if ``other`` contains the samples that follow, in rows of the same length."""
        count, others = len(self.time_us), len(other.time_us)
        is_next = (self.first + count - other.first) & 0xFFFF == 0
        return is_next and len(self.rows) * others == len(other.rows) * count

    def followed_by(self, other: "Samples") -> "Samples":
        """These samples and those of ``other`` as one message."""
        return Samples(self.first, self.time_us + other.time_us, self.rows + other.rows)


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
