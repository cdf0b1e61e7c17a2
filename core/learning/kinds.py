"""Names of the residual learners and of their features."""

from enum import StrEnum


class ResidualKind(StrEnum):
    """Learner of the torque residual after friction and rigid body."""

    NONE = "none"
    RBF = "rbf"
    """Radial basis functions ([Liu] section 5)."""
    GMM = "gmm"
    """Gaussian mixture regression ([Liu] section 5)."""


class FeatureKind(StrEnum):
    """Input features of the learner."""

    DEFLECTION = "deflection"
    """Twist of the joint and its rate."""
    STATE = "state"
    """Position and velocity of the joint."""
    BOTH = "both"
