"""Prepared load steps in the order in which they run: which joint is under way; no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.elasticity.load_steps_plan import LoadStepPlan

STROKE = "load-stroke"
"""Code of the strokes, as ``app.features.twist.load_steps_procedure`` has it."""


@dataclass(frozen=True)
class LoadMoment:
    """What is under way: the row of the joint, and the round (from 1) where a stroke runs."""

    row: int
    round: int | None


class LoadStepsUnderWay:
    """The motions of a plan; a row is a joint of it."""

    def __init__(self, motions: "Sequence[PlannedMotion]", plan: "LoadStepPlan") -> None:
        self.plan = plan
        self._motions = tuple(motions)
        self._end_s = np.cumsum([planned.preview.duration for planned in self._motions])
        self._row_of = _rows_of(self._motions, [block.joint for block in plan.blocks])

    def at(self, share: float) -> LoadMoment | None:
        """What is under way when this share of all motion is done; None without any."""
        if not self._motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self._motions) - 1)
        number = self._motions[place].facts.get("round")
        return LoadMoment(self._row_of[place], number if isinstance(number, int) else None)


def _rows_of(motions: "Sequence[PlannedMotion]", joints: list[int]) -> list[int]:
    """The row of every motion: the way to a pose belongs to the joint that is loaded there."""
    rows: list[int] = []
    following = 0
    for planned in reversed(motions):
        if planned.code == STROKE:
            joint = planned.facts["joint"]
            assert isinstance(joint, int)
            following = joints.index(joint)
        rows.append(following)
    return rows[::-1]
