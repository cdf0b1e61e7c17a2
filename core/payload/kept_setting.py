"""The payload that a controller assumed, as a visit keeps it with each attempt to change it."""

from dataclasses import dataclass

from core.recording import Mark

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
