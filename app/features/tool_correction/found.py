"""What a run at the places finds."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.quality import Judgement
    from core.stiffness.compensated import CompensationReference, CompensationResult


@dataclass(frozen=True, eq=False)
class CompensationFound:
    """The places without the load, and the places corrected under it; None for a run that was not made."""

    reference: "CompensationReference | None" = None
    result: "CompensationResult | None" = None

    @property
    def judgement(self) -> "Judgement | None":
        """That of the correction."""
        return None if self.result is None else self.result.judgement
