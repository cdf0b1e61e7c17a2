"""The names of the friction models."""

from enum import StrEnum


class FrictionKind(StrEnum):
    """The friction models; ``core.friction.forms`` says what each one is."""

    COULOMB_VISCOUS = "coulomb-viscous"
    STRIBECK = "stribeck"
    CONTINUOUS = "continuous"
    BIDIRECTIONAL = "bidirectional"
    LOAD_DEPENDENT = "load-dependent"
