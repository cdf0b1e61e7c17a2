"""What each of a link's six springs is to the tube that it was reckoned from: stretch, sag, twist or bend."""

from enum import StrEnum

import numpy as np

from core.robot.link_spring import LinkSpring

_ALONG = 0.999
"""Cosine from which a direction counts as that of the tube."""
_ACROSS = 1.0 - _ALONG


class SpringMeaning(StrEnum):
    """What gives."""

    STRETCH = "stretch"
    """Along the tube."""
    SAG = "sag"
    """Its end aside."""
    TWIST = "twist"
    """About the tube."""
    BEND = "bend"
    """Its end tilts."""
    SHIFT = "shift"
    TURN = "turn"
    """Of a link that no tube stands for, or askew to it."""


def spring_meaning(spring: LinkSpring, number: int) -> SpringMeaning:
    """What one of the springs is, ``number`` from 0 as in ``SPRING_NAMES``."""
    turns, axis = number >= 3, number % 3
    if spring.beam is None:
        return SpringMeaning.TURN if turns else SpringMeaning.SHIFT
    along = np.subtract(spring.beam.end, spring.beam.start) / spring.beam.length
    share = abs(float(spring.placement[:3, axis] @ along))
    if share > _ALONG:
        return SpringMeaning.TWIST if turns else SpringMeaning.STRETCH
    if share < _ACROSS:
        return SpringMeaning.BEND if turns else SpringMeaning.SAG
    return SpringMeaning.TURN if turns else SpringMeaning.SHIFT
