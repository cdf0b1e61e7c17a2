"""States of the link to the robot, and the search for a lost one: cause, attempts, return. No Qt."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.recording import Mark
from devices.controller import Lifecycle
from devices.errors import DeviceError, TransportError

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from devices.capabilities import Identity


REPLAY_ENDED = "replay-ended"
_GONE = {Lifecycle.LOST, Lifecycle.DISCONNECTED}


class LinkState(StrEnum):
    """State of the link to the robot, as the badge shows it."""

    OFF = "off"
    CONNECTING = "connecting"
    READY = "ready"
    ARMED = "armed"
    MOVING = "moving"
    FAULT = "fault"
    LOST = "lost"
    SEARCHING = "searching"
    """The link was lost, and the program tries to reconnect by itself."""
    ENDED = "ended"
    """A replay has been played to its end."""
    CLOSING = "closing"


OF_LIFECYCLE = {
    Lifecycle.DISCONNECTED: LinkState.LOST,
    Lifecycle.CONNECTED: LinkState.READY,
    Lifecycle.ARMED: LinkState.ARMED,
    Lifecycle.MOVING: LinkState.MOVING,
    Lifecycle.FAULT: LinkState.FAULT,
    Lifecycle.LOST: LinkState.LOST,
}


@dataclass(frozen=True)
class Return:
    """Return of a lost robot; it is read, and nothing is armed."""

    identity: "Identity"
    was_off: bool
    """True if it was switched off meanwhile: its encoders then count from another zero."""


class Search:
    """The search for the lost robot of one link.

    It begins by itself at each loss, unless the user stopped the last one or it found another robot; the
    replay of a visit is never searched for.
    """

    def __init__(self) -> None:
        self.is_wanted = False
        """True if the next loss begins a search."""
        self.tries = 0
        """Number of attempts since the robot was lost."""
        self.is_given_up = False
        """True if the user stopped the search; the attempt under way ends first."""

    def robot_is_there(self, session: "RobotSession") -> None:
        """Note that the robot answers; from now on a loss begins a search."""
        self.is_wanted = session.capabilities.mark is not Mark.REPLAY
        self.is_given_up = False

    def begin(self, session: "RobotSession") -> None:
        """Prepare a search; called on the thread that may give it up, before the session reconnects."""
        self.tries, self.is_given_up = 0, False
        session.connection.clear_give_up()

    def has_new_tries(self, session: "RobotSession") -> bool:
        """Update ``tries``; return True if there were more since the last call."""
        before, self.tries = self.tries, max(self.tries, session.connection.attempts)
        return self.tries != before

    def give_up(self, session: "RobotSession") -> None:
        """End the search, because the user stopped it."""
        self.is_given_up, self.is_wanted = True, False
        session.connection.give_up()

    def ended_in_vain(self) -> None:
        """Note that the search failed; the next one begins only when the user asks for it."""
        self.is_wanted = False


def state_of(session: "RobotSession") -> LinkState:
    """Link state of a session, from its controller and its stream."""
    acquisition = session.acquisition
    error = acquisition.error if acquisition is not None else None
    if error is not None:
        return LinkState.ENDED if error.code == REPLAY_ENDED else LinkState.LOST
    return OF_LIFECYCLE[session.controller.status.lifecycle]


def loss_of(session: "RobotSession") -> DeviceError | None:
    """Cause of a loss: the error that ended the stream, or the fault that the controller reports."""
    acquisition = session.acquisition
    if acquisition is not None and acquisition.error is not None:
        return acquisition.error
    status = session.controller.status
    if status.lifecycle not in _GONE:
        return None
    if status.fault_code:
        return TransportError(status.fault_code, **status.fault_facts)
    return TransportError("link-lost", errno=0, reason="the controller is not connected")
