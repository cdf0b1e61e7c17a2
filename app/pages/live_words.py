"""What the live page says about its stream: live, held, silent, looked for; and what the twist means."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.live_frames import LiveFrame
from app.robot_link import RobotLink
from app.units import MILLIMETRE, number
from app.views.glyphs import Glyph


def _tr(text: str) -> str:
    return QCoreApplication.translate("LiveWords", text)


def stream_words(
    frame: LiveFrame | None, *, paused_at: datetime | None, is_recording: bool
) -> tuple[Glyph, str]:
    """How the stream, or the held picture of it, stands: a sign and the words for it."""
    if paused_at is not None:
        words = _tr("Paused at {time}. The stream goes on.")
        if is_recording:
            words = _tr("Paused at {time}. Recording goes on.")
        return Glyph.NOTE, words.format(time=f"{paused_at:%H:%M:%S}")
    if frame is None or frame.heard_at is None:
        return Glyph.EMPTY, _tr("No data yet")
    if frame.is_stale:
        return Glyph.WARNING, _tr("No data since {time}").format(time=f"{frame.heard_at:%H:%M:%S}")
    return Glyph.MOVING, _tr("Live")


def looking_words(link: RobotLink) -> str:
    """How the search for a lost robot goes, in one line."""
    if link.is_giving_up:
        return _tr("Looking for the robot ends with this try …")
    if link.tries:
        return _tr("Looking for the robot … Try {number}.").format(number=link.tries)
    return _tr("Looking for the robot …")


def shift_words(frame: LiveFrame | None) -> str:
    """What the twist of all gears means at the tool; nothing about what is silent."""
    if frame is None or frame.is_stale:
        return ""
    shift_mm = round(MILLIMETRE.shown(frame.tool_shift), 2)
    return _tr("All twist together moves the tool by {shift} mm.").format(shift=number(shift_mm, decimals=2))
