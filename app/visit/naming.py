"""The name of a visit without one of its own. No Qt."""

from app.speech.dates import day_word
from core.storage.tag import usual_name


def usual_visit_name(robot: str, *, serial: str, recorded_at: str) -> str:
    """Robot, serial number and day, as far as they are known."""
    return usual_name(robot, serial, day_word(recorded_at))
