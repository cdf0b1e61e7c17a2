"""The motions of prepared payload sweeps in their order, and the one under way; no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.payload.plan import PayloadPlan, PayloadSweep

SWEEP = "payload-sweep"
"""Code of the motions that sweep, as in ``app.visit.payload_runs``."""


@dataclass(frozen=True)
class PayloadMoment:
    """The motion under way: its row, the number of its sweep, and whether it is still the approach."""

    row: int
    number: int
    is_on_the_way: bool


class PayloadUnderWay:
    """The motions of a plan; a row is one joint in one orientation of the flange, there and back."""

    def __init__(self, motions: "Sequence[PlannedMotion]", plan: "PayloadPlan") -> None:
        self.plan = plan
        self._motions = tuple(motions)
        self._end_s = np.cumsum([planned.preview.duration for planned in self._motions])
        self._number_of = _numbers_of(self._motions)
        by_number = {sweep.number: sweep for sweep in plan.sweeps}
        self.rows: tuple[tuple[PayloadSweep, ...], ...] = _rows(
            [by_number[number] for number in dict.fromkeys(self._number_of)]
        )
        self._row_of = {sweep.number: row for row, sweeps in enumerate(self.rows) for sweep in sweeps}

    def seconds_of(self, row: int) -> float:
        """Duration of the motions of a row with their approaches, s."""
        pairs = zip(self._motions, self._number_of, strict=True)
        return float(sum(one.preview.duration for one, number in pairs if self._row_of[number] == row))

    def at(self, share: float) -> PayloadMoment | None:
        """The motion under way at a share (0 to 1) of the whole duration; None without motions."""
        if not self._motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self._motions) - 1)
        number = self._number_of[place]
        return PayloadMoment(self._row_of[number], number, self._motions[place].code != SWEEP)


def _numbers_of(motions: "Sequence[PlannedMotion]") -> list[int]:
    """The number of the sweep of every motion; an approach belongs to the sweep after it."""
    numbers: list[int] = []
    following = 0
    for planned in reversed(motions):
        if planned.code == SWEEP:
            number = planned.facts["number"]
            assert isinstance(number, int)
            following = number
        numbers.append(following)
    return numbers[::-1]


def _rows(sweeps: "Sequence[PayloadSweep]") -> "tuple[tuple[PayloadSweep, ...], ...]":
    """Rows of sweeps that follow each other and differ in their way alone."""
    rows = groupby(sweeps, key=lambda sweep: (sweep.joint, sweep.orientation))
    return tuple(tuple(row) for _, row in rows)
