"""The payload that a controller assumed, as a visit keeps it with each attempt to change it."""

import math
from dataclasses import dataclass

from core.payload.result import PayloadEstimate, PayloadResult
from core.quality import Word, word_of
from core.recording import Mark
from core.signals.significance import threshold_stds

PAYLOAD_WRITE = "payload-write"
"""Kind under which a visit stores every attempt to change the setting."""


@dataclass(frozen=True)
class SetLoad:
    """``mass`` kg and ``center`` (3,) m in the flange frame; None where the controller stores none."""

    mass: float
    center: tuple[float, float, float] | None = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class KeptSetting:
    """Record of an attempt to set a payload; ``present`` is None where the present setting is unknown."""

    old: SetLoad
    asked: SetLoad
    present: SetLoad | None = None
    error: str = ""
    measured_at: str = ""
    """Time stamp of the payload that was written; empty without one."""
    created_at: str = ""
    mark: Mark = Mark.NONE


def is_set_wrong(measured: PayloadEstimate, set_mass: float) -> bool:
    """True if the mass set in the controller, kg, is not the measured one; False where it is NaN."""
    return abs(measured.mass - set_mass) > threshold_stds(1) * measured.mass_std


def payload_word(found: PayloadResult, set_mass: float = math.nan) -> Word:
    """The word of a payload: the worst of its quantities, or *needs care* where it is set wrong."""
    return word_of(found.overall.verdict, needs_care=is_set_wrong(found.estimate, set_mass))
