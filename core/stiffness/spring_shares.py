"""The links' springs in the reduced model ([Mikhel], Table 2): shares in every joint, and meaning."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.quality import Verdict
from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.stiffness.result import SPRING_NAMES, ReducedStiffness

_ROWS, _COLUMNS = np.triu_indices(len(SPRING_NAMES))
PAIR_NAMES = tuple(
    SPRING_NAMES[row] + SPRING_NAMES[column] for row, column in zip(_ROWS, _COLUMNS, strict=True)
)
"""Pairs of a symmetric (6, 6), row by row from the diagonal: xx xy … xγ yy … γγ."""


@dataclass(frozen=True)
class SpringShare:
    """The ``share`` of one link's spring, or pair of springs, in a joint's reduced compliance."""

    link: str
    pair: str
    joint: str
    share: float


def spring_pairs(matrix: FloatArray) -> FloatArray:
    """The elements (..., 21) of symmetric (..., 6, 6) as ``PAIR_NAMES``, both halves of a pair together."""
    twice = np.where(_ROWS == _COLUMNS, 1.0, 2.0)
    return np.asarray(matrix)[..., _ROWS, _COLUMNS] * twice


def link_shares(found: ReducedStiffness) -> FloatArray:
    """Share (s, n) of each set of link springs in each joint's reduced compliance; may be negative."""
    totals = np.array([one.total for one in found.contributions]).reshape(-1, len(found.joints))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(totals / found.compliance)


def leading_springs(found: ReducedStiffness, *, count: int) -> tuple[SpringShare, ...]:
    """The springs with the largest shares in any determined joint, largest first."""
    shares = [
        SpringShare(one.label, pair, joint.joint, float(value / joint.compliance))
        for one in found.contributions
        for joint, values in zip(found.joints, spring_pairs(one.compliance), strict=True)
        if joint.judgement.verdict is not Verdict.NOT_MEASURABLE
        for pair, value in zip(PAIR_NAMES, values, strict=True)
        if value
    ]
    return tuple(sorted(shares, key=lambda one: -abs(one.share))[:count])


_ALONG = 0.999
"""Cosine from which a direction counts as that of the tube."""
_ACROSS = 1.0 - _ALONG
PAIR_PLACES = tuple(
    (row, column) for row in range(len(SPRING_NAMES)) for column in range(row, len(SPRING_NAMES))
)
"""Row and column of every pair, in the order of ``core.stiffness.spring_shares.PAIR_NAMES``."""
_SHIFTS = 3
_TURNS = np.array([(row >= _SHIFTS) + (column >= _SHIFTS) for row, column in PAIR_PLACES])


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


def unit_scales(values: FloatArray) -> FloatArray:
    """Largest size (21,) among all pairs of the same unit, of geometry (21, ...)."""
    size = np.abs(np.asarray(values)).reshape(len(PAIR_PLACES), -1).max(axis=1)
    return np.array([size[turns == _TURNS].max() for turns in _TURNS])
