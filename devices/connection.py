"""Opening a controller by its name, and a connection that reopens its link after it was lost.

A lost link is reopened with growing pauses, and for reading only: a motion that was running is
over, and the arm has to be checked and armed again. A device with another serial number is
another robot and is refused.
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
    """Create the controller that ``uri`` names; it is not connected yet.

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
        If the visit to be replayed cannot be opened.
    """
    family = family_of(uri)
    return family.open(family.parse(uri), robot, pulse)


def described_robot(uri: str) -> RobotModel:
    """The robot description that a controller's name implies: of the virtual robot or of the replayed visit.

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
    """The states of a connection, for display."""

    DISCONNECTED = "disconnected"
    CONNECTING = "connecting"
    READY = "ready"
    MOVING = "moving"
    LOST = "lost"


@runtime_checkable
class GivesUp(Protocol):
    """A controller whose ``connect`` may take long and can be cancelled."""

    def give_up(self) -> None:
        """Make a ``connect`` in progress end soon; may be called from any thread."""


class Connection:
    """The link of one controller over time; one thread calls ``connect``, ``reconnect`` and ``disconnect``.

    Parameters
    ----------
    controller
        The controller that is connected.
    expected_serial
        Serial number of the robot that is meant; empty accepts the first robot that answers.
    wait
        Waits some seconds and returns True to give up; tests pass their own.
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
        """Number of attempts of ``reconnect`` since the link was lost."""

    @property
    def identity(self) -> Identity | None:
        """Identity of the device that answered last; None before the first handshake."""
        return self._identity

    @property
    def state(self) -> ConnectionState:
        """The present state, from the controller's lifecycle."""
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
            If the controller cannot be connected.
        """
        self.clear_give_up()
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
        """Reopen a lost link for reading; try until the device answers or ``give_up`` is called.

        After ``give_up`` it makes one attempt only, until ``clear_give_up`` or ``connect`` is called.

        Parameters
        ----------
        settle
            Called with the identity of the device; if it raises a ``DeviceError`` the attempt has failed.

        Raises
        ------
        ConfigurationError
            ``other-serial`` if another robot answers, or raised by ``settle``.
        TransportError
            ``gave-up-connecting`` after ``give_up``, with the reason of the last attempt.
        """
        pause_s, reason = FIRST_PAUSE_S, ""
        # a controller in the state LOST must be disconnected before it can connect again
        self._controller.disconnect()
        while True:
            self.attempts += 1
            try:
                identity = self._open()
                if settle is not None:
                    settle(identity)
            # another robot: no further attempt can cure this
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
            # back off, so that a controller that boots is not asked several times a second
            pause_s = min(PAUSE_GROWTH * pause_s, LONGEST_PAUSE_S)

    def clear_give_up(self) -> None:
        """Cancel the effect of ``give_up``: the next ``reconnect`` tries until the device answers."""
        self._given_up.clear()

    def give_up(self) -> None:
        """End a ``reconnect`` in progress and its present attempt; may be called from any thread."""
        self._given_up.set()
        controller: object = self._controller
        if isinstance(controller, GivesUp):
            controller.give_up()

    def disconnect(self) -> None:
        """Close the link and end any ``reconnect``; may be called again."""
        self.give_up()
        self._controller.disconnect()

    def _check_serial(self, identity: Identity) -> None:
        # after the first handshake the robot that answered then is the one that is expected
        expected = self._identity.serial if self._identity is not None else self._expected_serial
        if expected and identity.serial != expected:
            self._controller.disconnect()
            raise ConfigurationError("other-serial", expected=expected, found=identity.serial)
