"""Prepared payload sweeps in the order in which they run: which one is under way; no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.payload.plan import PayloadPlan, PayloadSweep

SWEEP = "payload-sweep"
"""Code of what sweeps, as ``app.visit.payload_runs`` has it."""


@dataclass(frozen=True)
class PayloadMoment:
    """What is under way: its row, the sweep's number, and whether it is still on the way there."""

    row: int
    number: int
    is_on_the_way: bool


class PayloadUnderWay:
    """The motions of a plan; a row is one joint with the flange held in one way, there and back."""

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
        """How long the motions of a row take, those on the way there among them."""
        own = (
            planned.preview.duration
            for planned, number in zip(self._motions, self._number_of, strict=True)
            if self._row_of[number] == row
        )
        return float(sum(own))

    def at(self, share: float) -> PayloadMoment | None:
        """What is under way when this share of all motion is done; None without any."""
        if not self._motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self._motions) - 1)
        number = self._number_of[place]
        return PayloadMoment(self._row_of[number], number, self._motions[place].code != SWEEP)


def _numbers_of(motions: "Sequence[PlannedMotion]") -> list[int]:
    """The sweep of every motion: the way there belongs to what is swept then."""
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
    """Sweeps that follow each other and differ in their way alone are one row."""
    rows: list[list[PayloadSweep]] = []
    for sweep in sweeps:
        same = rows and (rows[-1][0].joint, rows[-1][0].orientation) == (sweep.joint, sweep.orientation)
        if same:
            rows[-1].append(sweep)
        else:
            rows.append([sweep])
    return tuple(tuple(row) for row in rows)
