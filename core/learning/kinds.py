"""The names of the residual learners and of what they learn from."""

from enum import StrEnum


class ResidualKind(StrEnum):
    """What learns the torque that friction and rigid body leave."""

    NONE = "none"
    RBF = "rbf"
    """Radial basis functions ([Liu] section 5)."""
    GMM = "gmm"
    """Gaussian mixture regression ([Liu] section 5)."""


class FeatureKind(StrEnum):
    """What it learns from."""

    DEFLECTION = "deflection"
    """Twist of the joint and its rate."""
    STATE = "state"
    """Position and velocity of the joint."""
    BOTH = "both"
