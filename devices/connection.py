"""From a name to a controller, and from a controller to a connection that finds its way back.

A lost link is opened again with growing pauses, for reading alone: whatever the arm was
doing is over, and it has to be armed and checked anew. Whoever answers with another
serial number is another robot.
"""

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, runtime_checkable

from core.errors import BadRequest
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.controller import Controller, Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, DeviceError, TransportError
from devices.families import family_of

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
PAUSE_GROWTH = 2.0


def open_controller(uri: str, *, robot: RobotModel, pulse: Pulse) -> Controller:
    """The controller that ``uri`` names, not connected yet.

    Parameters
    ----------
    uri
        As a family in ``devices.families`` names its controllers, such as ``virtual:ec66?pace=fast``.
    robot
        The arm's description.
    pulse
        Ticked by the thread that serves STOP; the heartbeat to the arm depends on it.

    Raises
    ------
    BadRequest
        ``unknown-controller``, and what the settings of the family refuse.
    BadFile
        Where the visit to be played cannot be opened.
    """
    family = family_of(uri)
    return family.open(family.parse(uri), robot, pulse)


def described_robot(uri: str) -> RobotModel:
    """The robot that the name of a controller implies: the simulated one, or that of the visit.

    Raises
    ------
    BadRequest
        As ``open_controller``; ``unknown-robot`` for a virtual arm that does not exist;
        ``robot-not-named`` for a family that implies none, such as a port.
    """
    family = family_of(uri)
    if family.described is None:
        raise BadRequest("robot-not-named", uri=uri)
    return family.described(family.parse(uri))


class ConnectionState(StrEnum):
    """Where a connection stands."""

    DISCONNECTED = "disconnected"
    CONNECTING = "connecting"
    READY = "ready"
    MOVING = "moving"
    LOST = "lost"


@runtime_checkable
class GivesUp(Protocol):
    """A controller whose ``connect`` may take long and can be cut short."""

    def give_up(self) -> None:
        """Let a ``connect`` under way end soon; from any thread."""


class Connection:
    """A controller's link over time; ``connect``, ``reconnect`` and ``disconnect`` from one thread.

    Parameters
    ----------
    controller
        Whose link it is.
    expected_serial
        Of the robot that is meant; empty for whoever answers first.
    wait
        Waits some seconds and says whether to give up; a test hands in its own.
    """

    def __init__(
        self,
        controller: Controller,
        *,
        expected_serial: str = "",
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._controller = controller
        self._expected_serial = expected_serial
        self._given_up = threading.Event()
        self._wait = wait or self._given_up.wait
        self._connecting = False
        self._identity: Identity | None = None
        self.attempts = 0
        """How often ``reconnect`` has tried since the link was lost."""

    @property
    def identity(self) -> Identity | None:
        """Who answered last; None before anybody has."""
        return self._identity

    @property
    def state(self) -> ConnectionState:
        """Where it stands now."""
        if self._connecting:
            return ConnectionState.CONNECTING
        lifecycle = self._controller.status.lifecycle
        if lifecycle is Lifecycle.DISCONNECTED:
            return ConnectionState.DISCONNECTED
        if lifecycle is Lifecycle.LOST:
            return ConnectionState.LOST
        return ConnectionState.MOVING if lifecycle is Lifecycle.MOVING else ConnectionState.READY

    def connect(self) -> Identity:
        """Open the link once.

        Raises
        ------
        ConfigurationError
            ``other-serial`` when another robot answers; the link is closed again.
        DeviceError
            What the controller could not do.
        """
        self.begin_anew()
        identity = self._open()
        self.attempts = 0
        return identity

    def _open(self) -> Identity:
        self._connecting = True
        try:
            identity = self._controller.connect()
            self._check_serial(identity)
        finally:
            self._connecting = False
        self._identity = identity
        return identity

    def reconnect(self, settle: Callable[[Identity], None] | None = None) -> Identity:
        """Open a lost link again, for reading, trying until it answers or ``give_up`` is called.

        After ``give_up`` it tries once, until ``begin_anew`` or ``connect``.

        Parameters
        ----------
        settle
            Called with whoever answered; a ``DeviceError`` from it counts as a try that failed.

        Raises
        ------
        ConfigurationError
            ``other-serial``: whoever answers is another robot; and what ``settle`` raises of its kind.
        TransportError
            ``gave-up-connecting`` after ``give_up``, with the reason of the last attempt.
        """
        pause_s, reason = FIRST_PAUSE_S, ""
        self._controller.disconnect()
        while True:
            self.attempts += 1
            try:
                identity = self._open()
                if settle is not None:
                    settle(identity)
            except ConfigurationError:
                raise
            except DeviceError as error:
                reason = error.code
                self._controller.disconnect()
            else:
                self.attempts = 0
                return identity
            if self._wait(pause_s):
                raise TransportError("gave-up-connecting", attempts=self.attempts, reason=reason)
            pause_s = min(PAUSE_GROWTH * pause_s, LONGEST_PAUSE_S)

    def begin_anew(self) -> None:
        """Forget a ``give_up``: the next ``reconnect`` tries again and again."""
        self._given_up.clear()

    def give_up(self) -> None:
        """End a ``reconnect`` under way, and the try in it; from any thread."""
        self._given_up.set()
        controller: object = self._controller
        if isinstance(controller, GivesUp):
            controller.give_up()

    def disconnect(self) -> None:
        """Close the link; idempotent."""
        self.give_up()
        self._controller.disconnect()

    def _check_serial(self, identity: Identity) -> None:
        expected = self._identity.serial if self._identity is not None else self._expected_serial
        if expected and identity.serial != expected:
            self._controller.disconnect()
            raise ConfigurationError("other-serial", expected=expected, found=identity.serial)
