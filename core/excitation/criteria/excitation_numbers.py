"""Names of the excitation criteria and the numbers they give; light to import."""

from dataclasses import dataclass
from enum import StrEnum


class CriterionName(StrEnum):
    """A criterion that rates a motion; smaller is better for all."""

    COND = "cond"
    """Condition number of the base regressor Y_b."""
    FROBENIUS = "frobenius"
    """Frobenius condition number of Y_bᵀ Y_b ([Szabo] eq. 20)."""
    LOGDET = "logdet"
    """D-optimality, −log det Y_bᵀ Y_b, for the base regressor."""
    BLOCK = "block"
    """[Liu]'s block index; it never has friction columns."""


@dataclass(frozen=True)
class BlockNumbers:
    """The block index and its parts.

    ``condition_numbers`` and ``columns`` of the whole, the acceleration, the velocity and the
    position part, in this order; ``weights`` of the three parts, which sum to one. A part that
    is zero for this arm has no columns, the condition number 1 and the weight 0.
    """

    index: float
    condition_numbers: tuple[float, float, float, float]
    columns: tuple[int, int, int, int]
    weights: tuple[float, float, float]


@dataclass(frozen=True)
class ExcitationNumbers:
    """All criteria of one motion; infinite where its rank is short.

    ``log_determinant`` is log det Y_bᵀ Y_b itself: larger is better, minus infinite where the
    rank is short. ``block`` is always without friction columns.
    """

    condition_number: float
    frobenius: float
    log_determinant: float
    block: BlockNumbers
