"""Words of the pages while a lost robot is searched for, and when it is back."""

from app.arm.link import RobotLink
from app.arm.link_state import Return
from app.speech.language import tr


def search_words(link: RobotLink) -> str:
    """State of the search for a lost robot, in words."""
    if link.is_giving_up:
        return tr("Looking for the robot ends with this try …")
    words = tr("Looking for the robot … Nothing moves until you start it.")
    if link.tries:
        words = f"{words} {tr('Try {number}.').format(number=link.tries)}"
    return words


def return_words(back: Return) -> tuple[str, str]:
    """Title and meaning of the message that the robot is back."""
    meaning = tr("Nothing moves until you start it.")
    if back.was_off:
        meaning += " " + tr("It was switched off in between: its encoders have to be checked again.")
    return tr("The robot is back."), meaning
