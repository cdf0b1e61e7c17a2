"""Reason why a motion cannot be started yet, and the button that helps, by the state of the link."""

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.search_words import search_words
from app.speech.language import tr

TO_BE_FOUND = {LinkState.LOST, LinkState.ENDED}
HELD_UP = {*TO_BE_FOUND, LinkState.SEARCHING, LinkState.FAULT}
"""States in which a button names what has to happen before the next preview."""
GONE = {*HELD_UP, LinkState.OFF, LinkState.CLOSING}


def look_words(link: RobotLink) -> str:
    """Caption of the button that leads to the next preview."""
    if link.state is LinkState.FAULT:
        return tr("Clear the fault and look again")
    if link.state in TO_BE_FOUND:
        return tr("Reconnect")
    if link.state is LinkState.SEARCHING:
        return tr("Stop looking")
    return tr("Check the start pose")


def waiting_words(link: RobotLink) -> str:
    """Reason why a motion cannot be started yet."""
    if link.state is LinkState.SEARCHING:
        return search_words(link)
    reasons = {
        LinkState.FAULT: tr("The controller holds a fault. Nothing moves until it is cleared."),
        LinkState.LOST: tr("The connection was lost. Nothing moves until the robot is found again."),
        LinkState.ENDED: tr("The replay has come to its end."),
        LinkState.CONNECTING: tr("Connecting …"),
    }
    if link.state in reasons:
        return reasons[link.state]
    if not link.is_connected:
        return tr("No robot is connected. Go back and connect it first.")
    return tr("Working out what the arm would pass through …")
