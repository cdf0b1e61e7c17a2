"""What a run of the payload's sweeps finds."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan
    from core.payload.result import PayloadResult
    from core.quality import Judgement


@dataclass(frozen=True, eq=False)
class PayloadFound:
    """The sweeps, which of them are done, and the payload.

    ``coverage`` is that after the sweeps that were finished, those of the runs that this one completes
    among them. ``result`` is None until there is something to compare with.
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
        """That of the payload."""
        return None if self.result is None else self.result.judgement
