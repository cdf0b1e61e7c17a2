"""A reduced stiffness with what is read beside it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.exchange.load_tests_file import LoadTestFile
    from core.stiffness.compensated import CompensationResult
    from core.stiffness.result import ReducedStiffness
    from core.stiffness.view import StiffnessView


@dataclass(frozen=True, eq=False)
class Around:
    """What a stiffness is read with; None for what is not known or was not asked.

    ``algebra`` stands beside an experiment, whose load tests are from ``file``. ``view`` is what the
    stiffness means at a pose. ``corrected`` is a tool that was brought back by this stiffness.
    """

    algebra: "ReducedStiffness | None" = None
    file: "LoadTestFile | None" = None
    view: "StiffnessView | None" = None
    corrected: "CompensationResult | None" = None


ALONE = Around()
"""Nothing else is known."""
