"""Planned motions that follow each other: which one is under way, and which row of a table it belongs to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion


class MotionsInTurn:
    """Motions in the order in which they run.

    ``row_of`` numbers the rows, from 0: motions of one ``joint`` (in a ``pose`` or ``orientation``) that
    follow each other are a row, and the way there, whose facts name no joint, belongs to the row that comes
    next.
    """

    def __init__(self, motions: "Sequence[PlannedMotion]") -> None:
        self.motions = tuple(motions)
        self.row_of = _rows(self.motions)
        self._end_s = np.cumsum([planned.preview.duration for planned in self.motions])

    def at(self, share: float) -> tuple[int, float] | None:
        """Place of the motion under way, and s since it began, when ``share`` of their time has passed.

        None where there is no motion.
        """
        if not self.motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self.motions) - 1)
        began_s = float(self._end_s[place]) - self.motions[place].preview.duration
        return place, passed_s - began_s


def _rows(motions: "Sequence[PlannedMotion]") -> list[int]:
    rows: list[int] = []
    now: tuple[object, ...] = ()
    on_the_way, row = 0, -1
    for planned in motions:
        if "joint" not in planned.facts:
            on_the_way += 1
            continue
        key = (planned.facts["joint"], planned.facts.get("pose"), planned.facts.get("orientation"))
        row += key != now
        rows += [row] * (on_the_way + 1)
        now, on_the_way = key, 0
    return rows
