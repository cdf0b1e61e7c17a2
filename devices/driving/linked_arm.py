"""The driver of an arm that is read over one link, and moved where its settings allow it.

It holds what all makers share: the connection from ``connect`` to ``disconnect``, and the way of every
order to what moves the arm. A maker's driver says how a connection begins and what its arm reports.
"""

import datetime as dt
import threading
from abc import abstractmethod
from typing import Generic, Protocol, TypeVar

from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock, WallClock
from devices.controller import (
    Controller,
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    StopLevel,
)
from devices.controller_facts import ControllerFacts
from devices.driving.moving import MovingArm
from devices.driving.pulse import Pulse
from devices.driving.sample_queue import SampleQueue
from devices.errors import ConfigurationError, DeviceError, MotionRejected, TransportError
from devices.motion import Motion, MotionPlan, motion_kind
from devices.samples import SampleBlock

SAME_BOOT_S = 5.0
"""Two estimates of one boot time differ by less: the clocks of controller and computer drift apart."""


class ArmSettings(Protocol):
    """Settings that name an arm and say whether it may be moved."""

    @property
    def uri(self) -> str:
        """The name of the arm."""

    @property
    def can_move(self) -> bool:
        """True if the arm may be moved under these settings."""


class ArmLink(Protocol):
    """The stream of one connection."""

    samples: SampleQueue
    """Samples that wait for a reader."""

    @property
    def error(self) -> DeviceError | None:
        """The error that ended the connection."""

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples."""

    def close(self) -> None:
        """End the threads and the connection; may be called again."""


class Closable(Protocol):
    """A connection that can be closed from any thread, also again."""

    def close(self) -> None:
        """Close it."""


Settings = TypeVar("Settings", bound=ArmSettings)
Link = TypeVar("Link", bound=ArmLink)
Mover = TypeVar("Mover", bound=MovingArm)
Opened = TypeVar("Opened", bound=Closable)


class LinkedArm(Controller, Generic[Settings, Link, Mover]):
    """An arm that ``settings`` name; ``robot`` is its description, ``joints`` the number it should have.

    ``capabilities`` are the expected ones, until a connection has found others.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        robot: RobotModel,
        pulse: Pulse,
        joints: int,
        capabilities: Capabilities,
    ) -> None:
        self._settings, self._robot, self._pulse = settings, robot, pulse
        self._joints, self._capabilities = joints, capabilities
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect; stop() takes none
        self._link: Link | None = None
        self._moving: Mover | None = None
        """Mover of the arm; None while it is only read."""
        self._opening: tuple[Closable, ...] = ()
        """The connections during ``connect``, so that ``give_up`` can end them."""
        self._identity: Identity | None = None
        self._facts: ControllerFacts | None = None
        self._refusal: MotionRejected | None = None

    # What is known

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def capabilities(self) -> Capabilities:
        """The expected capabilities before the first connection, the found ones from then on."""
        return self._capabilities

    @property
    def clock(self) -> ArmClock:
        """The computer's own clock: a real arm does not wait."""
        return self._clock

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        link, moving = self._link, self._moving
        if link is None:
            return ControllerStatus(Lifecycle.DISCONNECTED)
        return self._status_when_read(link) if moving is None else moving.status

    @abstractmethod
    def _status_when_read(self, link: Link) -> ControllerStatus:
        """The newest status of an arm that is only read."""

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``."""
        link = self._link
        return LinkCounters() if link is None else link.counters

    @property
    def refusal(self) -> MotionRejected | None:
        """Reason why the arm is only read though it may be moved; None if it is not so."""
        return self._refusal

    @property
    def facts(self) -> ControllerFacts | None:
        """Facts of the connected controller; None while nothing is connected."""
        return None if self._link is None else self._facts

    # The connection

    def connect(self) -> Identity:
        """Open the connection and start the stream; see ``Controller``, and ``_begin`` for the errors.

        Raises
        ------
        ConfigurationError
            ``wrong-joint-count``.
        """
        with self._changing:
            self.disconnect()
            found, expected = self._joints, self._robot.joint_count
            if found != expected:
                raise ConfigurationError("wrong-joint-count", found=found, expected=expected, model=self.uri)
            try:
                return self._begin()
            except BaseException:  # whatever the error is, no connection may stay open
                self.disconnect()
                self.give_up()
                raise
            finally:
                self._opening = ()

    @abstractmethod
    def _begin(self) -> Identity:
        """Open the connection, set ``_link`` and what else is found, and start the link."""

    def _opened(self, connection: Opened) -> Opened:
        """Let ``give_up``, and an error of ``_begin``, close a connection."""
        self._opening = (*self._opening, connection)
        return connection

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        for each in self._opening:
            each.close()

    def disconnect(self) -> None:
        """Stop a motion, close the connection and end the threads; see ``Controller``."""
        with self._changing:
            link, moving = self._link, self._moving
            if moving is not None:
                moving.take_leave()
            self._link = self._moving = None
            if link is not None:
                link.close()
            if moving is not None:
                moving.close()
            self._close_rest()

    def _close_rest(self) -> None:
        """Close what the maker's driver has open beside the link."""

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        if link is None:
            self._clock.sleep(timeout)
            return None
        return link.samples.take(timeout)

    # Motion

    def arm(self) -> None:
        """Enter the armed state; see ``Controller``.

        Raises
        ------
        MotionRejected
            Without consent; ``refusal`` where the arm cannot be moved from here.
        DeviceError
            As ``arm`` of the maker's ``Moving``.
        """
        self._expect_moving().arm()

    def disarm(self) -> None:
        """Let no motion begin; the arm holds its position."""
        if self._moving is not None:
            self._moving.disarm()

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; see ``Controller``."""
        moving, kind = self._expect_moving(), motion_kind(plan)
        if kind not in self._capabilities.motions:
            raise MotionRejected("motion-not-offered", motion=str(kind))
        return moving.start(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop a motion of this program, from any thread in any state, without waiting."""
        moving = self._moving
        if moving is not None:
            moving.stop(level)

    def _expect_moving(self) -> Mover:
        """Return the mover of the arm; raise an error if it is only read."""
        moving, refusal = self._moving, self.refusal
        if moving is not None:
            return moving
        if refusal is not None:
            raise refusal
        raise TransportError("not-connected", uri=self.uri) if self._settings.can_move else self._read_only()

    @abstractmethod
    def _read_only(self) -> MotionRejected:
        """The error for an arm that is opened without consent."""

    # Identity and payload

    def read_identity(self) -> Identity:
        """The identity of this connection; see ``Controller``. No other arm can take its place meanwhile."""
        if self._link is None or self._identity is None or self._link.error is not None:
            raise TransportError("not-connected", uri=self.uri)
        return self._identity

    def read_payload(self) -> PayloadSetting:
        """Raise ``MotionRejected`` ``payload-not-offered``, where the arm knows none; see ``Controller``."""
        raise MotionRejected("payload-not-offered")

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Raise ``MotionRejected`` ``payload-not-offered``, where the arm takes none; see ``Controller``."""
        raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)


class PowerOn:
    """Names the power-on of a controller by the moment at which its clock began."""

    def __init__(self) -> None:
        self._began: dt.datetime | None = None

    def name(self, *, timestamp: float, now: dt.datetime | None = None) -> str:
        """The same name as before, unless the clock began at another moment."""
        now = now or dt.datetime.now(dt.UTC)
        began = now - dt.timedelta(seconds=timestamp)
        if self._began is None or abs((began - self._began).total_seconds()) > SAME_BOOT_S:
            self._began = began
        return self._began.strftime("%Y-%m-%dT%H:%M:%SZ")
