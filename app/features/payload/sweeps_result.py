"""The result of a run of payload sweeps: its plan, coverage and payload."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan
    from core.payload.result import PayloadEstimate, PayloadResult
    from core.quality import Judgement


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
