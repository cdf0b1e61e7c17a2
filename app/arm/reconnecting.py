"""A robot that is lost and found: what broke, whether it is looked for by itself, how far that is. No Qt."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.arm.link_state import OF_LIFECYCLE, LinkState
from core.recording import Mark
from devices.controller import Lifecycle
from devices.errors import DeviceError, TransportError

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from devices.capabilities import Identity

REPLAY_ENDED = "replay-ended"
_GONE = {Lifecycle.LOST, Lifecycle.DISCONNECTED}


@dataclass(frozen=True)
class Return:
    """A robot that was lost and answers again; it is read, and nothing is armed."""

    identity: "Identity"
    was_off: bool
    """Whether it was switched off meanwhile: its encoders count from another zero then."""


class Search:
    """The search for the robot of one link, from each loss to the end that it finds.

    A robot that is lost is looked for without asking, unless the user stopped the search or
    what answered was not it; the replay of a visit has nothing to be found.
    """

    def __init__(self) -> None:
        self.is_wanted = False
        """Whether the next loss begins a search."""
        self.tries = 0
        """How often the robot has been looked for since it was lost."""
        self.is_given_up = False
        """Whether the user stopped the search; the try under way ends first."""

    def robot_is_there(self, session: "RobotSession") -> None:
        """The robot answers: when it is lost now, it is looked for."""
        self.is_wanted = session.capabilities.mark is not Mark.REPLAY
        self.is_given_up = False

    def begin(self, session: "RobotSession") -> None:
        """Before the session looks for the robot; on the thread that may give up."""
        self.tries, self.is_given_up = 0, False
        session.clear_give_up()

    def has_new_tries(self, session: "RobotSession") -> bool:
        """Whether there were more tries since the last call."""
        before, self.tries = self.tries, max(self.tries, session.attempts)
        return self.tries != before

    def give_up(self, session: "RobotSession") -> None:
        """The user stops the search."""
        self.is_given_up, self.is_wanted = True, False
        session.give_up()

    def ended_in_vain(self) -> None:
        """It is of no use to begin once more without being asked."""
        self.is_wanted = False


def state_of(session: "RobotSession") -> LinkState:
    """State of the link of a session, from its controller and its stream."""
    acquisition = session.acquisition
    error = acquisition.error if acquisition is not None else None
    if error is not None:
        return LinkState.ENDED if error.code == REPLAY_ENDED else LinkState.LOST
    return OF_LIFECYCLE[session.controller.status.lifecycle]


def loss_of(session: "RobotSession") -> DeviceError | None:
    """Why nothing comes any more: what ended the stream, or what the controller's driver says."""
    acquisition = session.acquisition
    if acquisition is not None and acquisition.error is not None:
        return acquisition.error
    status = session.controller.status
    if status.lifecycle not in _GONE:
        return None
    if status.fault_code:
        return TransportError(status.fault_code, **status.fault_facts)
    return TransportError("link-lost", errno=0, reason="the controller is not connected")
