"""The answer whether the link position of an arm is measured, kept in its visit. No Qt."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.visit.stored_products import newest
from core.encoders.result import LINK_POSITION, LinkPositionFinding
from core.recording import BOTH_ENCODERS, LinkPosition, Recording

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.draft import Draft
    from core.storage.visit import Visit


def known_link_position(visit: "Visit", serial: str) -> LinkPositionFinding | None:
    """The stored answer for the arm with this serial number; None where there is none."""
    found = newest(visit, LINK_POSITION, LinkPositionFinding)
    is_known = found is not None and found.found is not LinkPosition.UNKNOWN
    return found if is_known and found is not None and found.serial == serial else None


def new_link_position(
    visit: "Visit", recordings: Sequence[Recording], robot: "RobotModel"
) -> LinkPositionFinding | None:
    """The answer of these recordings; None where the visit has one, or they lack one of the encoders."""
    both = [one for one in recordings if set(BOTH_ENCODERS) <= set(one.columns)]
    if not both or robot.output_locked or known_link_position(visit, both[0].origin.serial) is not None:
        return None
    from core.encoders.link_position import find_link_position

    return find_link_position(both, robot)


def keep_link_position(draft: "Draft", found: LinkPositionFinding | None) -> None:
    """Store an answer, unless the link position is unknown."""
    if found is not None and found.found is not LinkPosition.UNKNOWN:
        draft.add_result(LINK_POSITION, found)
