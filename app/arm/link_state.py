"""States of the link to the robot; no Qt."""

from enum import StrEnum

from devices.controller import Lifecycle


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
