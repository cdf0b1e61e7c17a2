"""The contents of the report on an arm's stiffness. No Qt."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from app.presentation import Presentation
    from core.stiffness.compensated import CompensationResult
    from core.storage.tag import VisitTag


@dataclass(frozen=True, eq=False)
class StiffnessPaper:
    """Contents of the report of an arm's stiffness: the reduced model, and the newest correction by it."""

    found: ReducedStiffness
    compensation: "CompensationResult | None" = None
    tag: "VisitTag | None" = None
    """Customer and note of the visit."""

    def shown(self, robot: str = "") -> "Presentation":
        """Presentation for the report; ``robot`` is the name of the arm in its title."""
        from app.features.stiffness.presentation import present

        return present(self.found, corrected=self.compensation, robot=robot)
