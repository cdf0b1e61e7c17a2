"""The columns that friction adds to the regressor when a motion is judged: sign(v), v, 1 per joint."""

from enum import StrEnum


class FrictionColumns(StrEnum):
    """Which friction columns stand beside the inertial ones."""

    NONE = "none"
    COULOMB_VISCOUS = "coulomb-viscous"
