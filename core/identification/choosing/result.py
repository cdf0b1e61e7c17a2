"""The choice of a friction model and a cut-off, with everything that was tried."""

from dataclasses import dataclass

from core.friction.models import FrictionKind
from core.recording import FloatArray


@dataclass(frozen=True)
class Candidate:
    """One friction model at one cut-off, and its error on motion left out of the fit.

    ``error`` is the norm of the residual over the norm of the torque, joints in motion, mean of the folds;
    ``std`` is the standard error of that mean. ``behind`` is the mean difference to the best candidate in
    the same folds with its standard error; ``is_close`` is True if the difference may be chance, at one
    standard error and wider for few folds. ``joint_error`` (n,) is the error of each joint.
    """

    friction: FrictionKind
    filter_hz: float
    error: float
    std: float
    behind: float
    behind_std: float
    is_close: bool
    joint_error: FloatArray


@dataclass(frozen=True)
class Choice:
    """The chosen candidate among those tried, which are listed from simple to rich.

    All errors were computed in one band, up to ``band_hz``. ``folds`` parts were left out one by one:
    whole runs (``leaves_runs``), or blocks of the only run. Without ``tried`` the motion was too short to
    choose, and the usual values were taken. From the cut-off ``noisy_from_hz`` on noise of position and
    velocity makes the parameters too small, so that it and higher ones were not tried; None if none is so.
    ``velocity_late_s`` is the time in s by which the recorded velocity is late where velocities were taken
    from the positions instead; None where the recorded ones were used.
    """

    friction: FrictionKind
    filter_hz: float
    band_hz: float
    folds: int
    leaves_runs: bool
    tried: tuple[Candidate, ...] = ()
    noisy_from_hz: float | None = None
    velocity_late_s: float | None = None

    def is_chosen(self, candidate: Candidate) -> bool:
        """True for the chosen candidate."""
        return (candidate.friction, candidate.filter_hz) == (self.friction, self.filter_hz)
