"""The name of a visit as it is shown. No Qt."""

from app.speech.dates import day_word
from core.storage.tag import VisitTag, usual_name


def shown_name(tag: VisitTag, *, robot: str, serial: str, recorded_at: str) -> str:
    """Name of a visit: the one that a person gave it, else robot, serial number and day."""
    return tag.name or usual_name(robot, serial or tag.serial, day_word(recorded_at))
