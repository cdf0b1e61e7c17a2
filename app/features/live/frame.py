"""Frame of the live page: one moment of the stream, ready to be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from app.features.live.model import ModelFrame
from core.diagnostics.lag_in_use import ShownLag
from core.diagnostics.signals import Signal as Watched
from core.recording import FloatArray
from core.stiffness.live_correction import LiveCorrection


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """Curves and values of one moment, in SI units; n joints, M points a curve."""

    time: FloatArray
    """(M,) s before the newest sample."""
    curves: Mapping[Watched, FloatArray]
    """(M, n) of every signal: smallest and largest sample of each bucket, NaN where samples are missing."""
    now: Mapping[Watched, FloatArray]
    """(n,) the mean of the last moment."""
    tool: FloatArray
    """(n,) m at the tool for each joint's deflection."""
    tool_shift: float
    """m at the tool for all of them together."""
    pose: FloatArray
    """(n,) the model's joint positions."""
    is_stale: bool
    heard_at: datetime | None
    """Arrival of the newest sample on the wall clock; None before the first."""
    model: ModelFrame | None = None
    """Torques of the identified model, where there is one."""
    lag: ShownLag | None = None
    """Lag between the encoders' channels, where it is known."""
    tool_axes: FloatArray | None = None
    """(3,) m, all deflections at the tool in the base frame's directions."""
    correction: LiveCorrection | None = None
    """Shift of the tool with the links counted, where the arm's stiffness is known."""
