"""The contract that every controller fulfils, whatever wire or file is behind it.

Lifecycle: disconnected → connected (reading only) → armed (may move) → moving, and
fault, which only ``clear_fault`` leaves. Reading never needs arming. All methods may be
called from any thread; ``stop`` in any state, as often as one likes, and it never waits.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from core.errors import Fact
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock
from devices.motion import Motion, MotionPlan
from devices.samples import SampleBlock


class Lifecycle(StrEnum):
    """Where a controller stands."""

    DISCONNECTED = "disconnected"
    CONNECTED = "connected"
    ARMED = "armed"
    MOVING = "moving"
    FAULT = "fault"
    LOST = "lost"
    """The link broke; nothing is known about the arm until it is connected again."""


class StopLevel(StrEnum):
    """How a stop is done. The hardware emergency stop is never software."""

    CONTROLLED = "controlled"
    """Decelerate along the path within the joint limits."""
    ABORT = "abort"
    """Each joint as fast as its drive can, leaving the path."""


@dataclass(frozen=True)
class ControllerStatus:
    """The last that the controller said about itself, with the host's time of hearing it."""

    lifecycle: Lifecycle
    heard_at: float = float("nan")
    """s on the clock that is kept with the arm; NaN before anything was heard."""
    fault_code: str = ""
    """A code of the error taxonomy, such as ``emergency-stop``; empty when all is well."""
    fault_facts: dict[str, Fact] = field(default_factory=dict)
    remote_enabled: bool = True
    """Whether the controller takes motions from outside at all (automatic or remote mode)."""
    brakes_released: bool = False
    payload_mass: float | None = None
    """kg that the controller assumes on its flange; None when it does not say."""


@dataclass(frozen=True)
class PayloadSetting:
    """What a controller assumes on its flange: ``mass`` kg, ``center`` (3,) m in the flange frame.

    ``center`` is None where the controller holds none.
    """

    mass: float
    center: tuple[float, float, float] | None = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class LinkCounters:
    """How the link is doing since it was connected."""

    frames: int = 0
    damaged: int = 0
    """Frames thrown away because their checksum did not fit."""
    samples: int = 0
    missed: int = 0
    """Samples that never arrived, by their sequence numbers, with those of ``overflowed``."""
    overflowed: int = 0
    """Samples that arrived and were thrown away because nobody read them in time."""


class Controller(Protocol):
    """What the recorder, the safety layer and the procedures know of an arm."""

    @property
    def uri(self) -> str:
        """How it was named, such as ``virtual:ec66``."""

    @property
    def capabilities(self) -> Capabilities:
        """What it can do; known before it is connected."""

    @property
    def clock(self) -> ArmClock:
        """By which to wait for the arm and to judge its silence; another one after each ``connect``."""

    @property
    def status(self) -> ControllerStatus:
        """What it last said; costs nothing, may be asked in a paint event."""

    @property
    def counters(self) -> LinkCounters:
        """How the link is doing."""

    def connect(self) -> Identity:
        """Open the link, check the protocol, start the stream.

        Raises
        ------
        TransportError
            ``port-missing``, ``port-busy``, ``no-answer``.
        ProtocolError
            ``protocol-version`` or ``protocol-field``.
        """

    def disconnect(self) -> None:
        """Stop a motion, close the link and end every thread, each with a deadline; idempotent."""

    def read(self, timeout: float) -> SampleBlock | None:
        """The samples that arrived since the last call, waiting up to ``timeout`` s; None when none came.

        Raises
        ------
        TransportError
            ``link-lost`` once, when the link has broken and everything received was read.
        """

    def arm(self) -> None:
        """Let it move: release the brakes, enter the armed state.

        Raises
        ------
        RobotStateError
            ``emergency-stop``, ``protective-stop``, ``not-remote``, ``fault-latched`` …
        """

    def disarm(self) -> None:
        """Take the right to move back; the arm holds."""

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return at once; the arm must be armed and at rest.

        Only the safety layer calls this: it checks first.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, ``motion-not-offered``, ``outside-limits`` …
        """

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop, from any thread in any state, without waiting; the plan is discarded, the arm disarmed."""

    def clear_fault(self) -> None:
        """Leave the fault state where its cause is gone.

        Raises
        ------
        RobotStateError
            The fault that persists.
        """

    def read_identity(self) -> Identity:
        """Who answers now, asked anew over the present link; ``TransportError`` ``not-connected``."""

    def read_payload(self) -> PayloadSetting:
        """What the controller assumes on its flange.

        Raises
        ------
        MotionRejected
            ``payload-not-offered`` where it does not tell.
        """

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Set what it is to assume; what it says afterwards, which need not be what was asked.

        Only the safety layer calls this: it checks first.

        Raises
        ------
        MotionRejected
            ``payload-not-offered`` where it takes none, ``payload-outside-limits``.
        RobotStateError
            ``not-at-rest`` while it moves.
        """


@runtime_checkable
class Simulated(Protocol):
    """A controller behind which there may be a simulated device."""

    def simulate(self, action: str, **facts: Fact) -> None:
        """Make the device do something to itself: have a fault, carry a payload.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` where the device is none.
        """
