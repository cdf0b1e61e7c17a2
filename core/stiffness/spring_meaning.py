"""Meaning of each of a link's six springs for its tube: stretch, sag, twist or bend."""

from enum import StrEnum

import numpy as np

from core.robot.link_spring import LinkSpring

_ALONG = 0.999
"""Cosine from which a direction counts as that of the tube."""
_ACROSS = 1.0 - _ALONG


class SpringMeaning(StrEnum):
    """Type of the deformation of a link."""

    STRETCH = "stretch"
    """Elongation along the tube's axis."""
    SAG = "sag"
    """Sideways shift of the tube's end."""
    TWIST = "twist"
    """Rotation about the tube's axis."""
    BEND = "bend"
    """Tilt of the tube's end."""
    SHIFT = "shift"
    TURN = "turn"
    """Rotation of a link without a tube, or oblique to it."""


def spring_meaning(spring: LinkSpring, number: int) -> SpringMeaning:
    """Type of one of the springs, ``number`` from 0 as in ``SPRING_NAMES``."""
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
