"""The state of the link to the arm in words."""

from app.arm.link_state import LinkState
from app.speech.language import translate


def link_word(state: LinkState) -> str:
    """State of the link to the robot in words."""
    return translate(
        "Words",
        {
            LinkState.OFF: "No robot connected",
            LinkState.CONNECTING: "Connecting …",
            LinkState.READY: "Connected",
            LinkState.ARMED: "Armed, may move",
            LinkState.MOVING: "Moving",
            LinkState.FAULT: "Stopped by a fault",
            LinkState.LOST: "Connection lost",
            LinkState.SEARCHING: "Looking for the robot …",
            LinkState.ENDED: "Replay has ended",
            LinkState.CLOSING: "Disconnecting …",
        }[state],
    )
