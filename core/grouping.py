"""Names of the two ways to the base parameters, which ``core.base_parameters`` computes."""

from enum import StrEnum


class Route(StrEnum):
    """Method of finding the grouping; both give the same result."""

    ROW_ECHELON = "row-echelon"
    """Reduced row echelon form of the regressor's row space ([Szabo] section 4.1)."""
    QR = "qr"
    """Rank by pivoted QR, then column after column orthogonalised in order ([Liu] section 2)."""
