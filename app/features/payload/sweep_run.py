"""A run of payload sweeps: which motion is under way, and what it has found: plan, coverage and payload.

Pages need these before anything moves; the procedure, which loads the recorder, comes with the first preview.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.arm.procedure import MotionsInTurn
from app.visit.payload import PAYLOAD_SWEEP

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.payload.plan import Coverage, PayloadPlan, PayloadSweep
    from core.payload.result import PayloadEstimate, PayloadResult
    from core.quality import Judgement


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
        self._turns = MotionsInTurn(motions)
        by_number = {sweep.number: sweep for sweep in plan.sweeps}
        rows: dict[int, dict[int, PayloadSweep]] = {}
        for row, planned in zip(self._turns.row_of, self._turns.motions, strict=False):
            if planned.code == PAYLOAD_SWEEP:
                number = _number(planned)
                rows.setdefault(row, {})[number] = by_number[number]
        self.rows = tuple(tuple(sweeps.values()) for sweeps in rows.values())

    def seconds_of(self, row: int) -> float:
        """Duration of the motions of a row with their approaches, s."""
        pairs = zip(self._turns.motions, self._turns.row_of, strict=False)
        return float(sum(one.preview.duration for one, own in pairs if own == row))

    def at(self, share: float) -> PayloadMoment | None:
        """The motion under way at a share (0 to 1) of the whole duration; None without motions."""
        now = self._turns.at(share)
        if now is None:
            return None
        place, motions = now[0], self._turns.motions
        number = next(_number(planned) for planned in motions[place:] if planned.code == PAYLOAD_SWEEP)
        return PayloadMoment(self._turns.row_of[place], number, motions[place].code != PAYLOAD_SWEEP)


def _number(planned: "PlannedMotion") -> int:
    number = planned.facts["number"]
    assert isinstance(number, int)
    return number


@dataclass(frozen=True, eq=False)
class PayloadSoFar:
    """The payload by the first ``rows`` of the plan's sweeps; a row is one joint, there and back."""

    rows: int
    estimate: "PayloadEstimate"


@dataclass(frozen=True, eq=False)
class PayloadFound:
    """Plan of a run of payload sweeps, its coverage and the payload.

    ``coverage`` includes the finished sweeps of the runs that this one completes. ``result`` is None until
    there is a reference.
    """

    plan: "PayloadPlan"
    coverage: "Coverage | None" = None
    result: "PayloadResult | None" = None

    @property
    def missing_sweeps(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are not done yet."""
        done = () if self.coverage is None else self.coverage.done
        return tuple(sweep.number for sweep in self.plan.sweeps if sweep.number not in done)

    @property
    def judgement(self) -> "Judgement | None":
        """Judgement of the payload; None without a payload."""
        return None if self.result is None else self.result.judgement


def finished_rows(plan: "PayloadPlan", coverage: "Coverage | None") -> tuple[tuple[int, int], ...]:
    """Joint (from 0) and orientation of the rows of a plan that were swept in all their ways."""
    done = () if coverage is None else coverage.done
    missing = {(sweep.joint, sweep.orientation) for sweep in plan.sweeps if sweep.number not in done}
    rows = dict.fromkeys((sweep.joint, sweep.orientation) for sweep in plan.sweeps)
    return tuple(row for row in rows if row not in missing)
