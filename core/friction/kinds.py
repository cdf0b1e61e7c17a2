"""The names of the friction models."""

from enum import StrEnum
from typing import TYPE_CHECKING

from core.friction.discovery import MODELS

if TYPE_CHECKING:

    class FrictionKind(StrEnum):
        """A friction model by its name; code may use the names listed here, and further models may exist."""

        COULOMB_VISCOUS = "coulomb-viscous"
        STRIBECK = "stribeck"
        CONTINUOUS = "continuous"
        BIDIRECTIONAL = "bidirectional"
        LOAD_DEPENDENT = "load-dependent"
        EXTENDED = "extended"

else:  # the members are whatever models there are
    FrictionKind = StrEnum(
        "FrictionKind", {form.name.replace("-", "_").upper(): form.name for form in MODELS}, module=__name__
    )
