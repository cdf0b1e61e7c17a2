"""Result of the procedure that corrects the tool."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.quality import Judgement
    from core.stiffness.compensation_result import CompensationReference, CompensationResult


@dataclass(frozen=True, eq=False)
class CompensationFound:
    """Places without the load, and places corrected under it; None for a run that was not made."""

    reference: "CompensationReference | None" = None
    result: "CompensationResult | None" = None

    @property
    def judgement(self) -> "Judgement | None":
        """Judgement of the correction; None without one."""
        return None if self.result is None else self.result.judgement
