"""Shares of the links' springs in every joint of the reduced model ([Mikhel], Table 2)."""

from dataclasses import dataclass

import numpy as np

from core.quality import Verdict
from core.recording import FloatArray
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


def pairs(matrix: FloatArray) -> FloatArray:
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
        for joint, values in zip(found.joints, pairs(one.compliance), strict=True)
        if joint.judgement.verdict is not Verdict.NOT_MEASURABLE
        for pair, value in zip(PAIR_NAMES, values, strict=True)
        if value
    ]
    return tuple(sorted(shares, key=lambda one: -abs(one.share))[:count])
