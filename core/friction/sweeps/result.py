"""What the sweeps of an arm said about its friction: points, curves, the load's part, and a verdict."""

from dataclasses import dataclass, field

import numpy as np

from core.friction.kinds import FrictionKind
from core.quality import Judgement
from core.recording import FloatArray

FRICTION_SWEEPS = "friction-sweeps"
"""Under this kind they are stored in a visit."""


@dataclass(frozen=True, eq=False)
class SweepPoints:
    """Friction of one joint at constant speeds, a pair of strokes each; arrays (P,), slowest first.

    Speeds are positive: a pair is one stroke there and one back over the same positions.
    """

    speed: FloatArray
    """rad/s (m/s)."""
    torque: FloatArray
    """N·m (N): half the difference of the two strokes at equal positions, the odd part of friction."""
    std: FloatArray
    """N·m: from the scatter within the stroke and between strokes of the same speed."""
    even: FloatArray
    """N·m: what the half-sum has beyond the profile that all speeds share; zero on average."""
    load: FloatArray
    """N·m: mean size of the half-sum, which the gear carries."""
    count: FloatArray
    """How many positions were compared."""
    pose: FloatArray
    """Number (from 0) of the pose of the other joints."""
    time: FloatArray
    """s between the beginning of the first pair and of this one."""


@dataclass(frozen=True, eq=False)
class FrictionFit:
    """One friction model fitted to the sweeps of one joint.

    Coefficients that the sweeps cannot tell are zero with a standard deviation of NaN: the
    offset always (it is part of the half-sum), the load's where the load hardly changed.
    """

    kind: FrictionKind
    names: tuple[str, ...]
    units: tuple[str, ...]
    coefficients: FloatArray
    std: FloatArray
    """By leaving out one pair of strokes after the other."""
    shape: dict[str, float]
    """The shape constants that constant speeds can tell; empty for a model without any."""
    error: float
    """N·m: root mean square over strokes that were left out of the fit."""
    error_std: float
    fold_errors: FloatArray
    """(P,) (N·m)²: mean square over each pair that was left out, in the order of the points."""
    curve: FloatArray
    """(K,) N·m at ``JointSweeps.curve_speed``, at the mean load."""

    @property
    def determined(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """(k,) which coefficients the sweeps could tell."""
        return np.isfinite(self.std)


@dataclass(frozen=True, eq=False)
class JointSweeps:
    """One joint; without enough strokes there are no fits, and the judgement says why."""

    joint: str
    number: int
    """From 0."""
    is_prismatic: bool
    points: SweepPoints
    fits: tuple[FrictionFit, ...] = ()
    """Simplest first."""
    chosen: FrictionKind | None = None
    """The simplest whose cross-validated error is within a standard error of the smallest."""
    load_coefficient: float | None = None
    """Friction per N·m that the gear carries, whatever the speed; None where the load hardly changed."""
    load_coefficient_std: float | None = None
    load_span: float = 0.0
    """N·m between the least and the most the gear carried."""
    drift: float | None = None
    """N·m by which friction changed from the first to the last pair, speed and load allowed for."""
    drift_std: float | None = None
    warming: float | None = None
    """K from the first to the last stroke; None where no temperature was recorded."""
    curve_speed: FloatArray = field(default_factory=lambda: np.empty(0))
    """(K,) rad/s (m/s), both directions."""
    mean_load: float = 0.0
    """N·m at which the curves are drawn."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def fit(self) -> FrictionFit | None:
        """The chosen model's."""
        return None if self.chosen is None else self.fit_of(self.chosen)

    def fit_of(self, kind: FrictionKind) -> FrictionFit | None:
        """One model's; None where it was not fitted."""
        return next((fit for fit in self.fits if fit.kind is kind), None)


@dataclass(frozen=True, eq=False)
class FrictionSweeps:
    """All joints that were swept, and what it was measured from."""

    recordings: tuple[str, ...]
    robot: str
    joints: tuple[JointSweeps, ...]
    judgement: Judgement
    torque_from: str = ""
    """Which recorded quantity the torque is from."""
    drive_gain: FloatArray | None = None
    """(n,) N·m/A that turned currents into torques."""
    profile_from: str = "half-sum"
    """Where the load-bearing profile is from that the two directions are compared with."""
    serial: str = ""
    power_on: str = ""
    software: str = ""
    measured_at: str = ""

    def shapes(self, kind: FrictionKind | None = None) -> dict[str, dict[str, float]]:
        """Shape constants of each joint by its name, of one model; of each joint's own where None."""
        found: dict[str, dict[str, float]] = {}
        for joint in self.joints:
            fit = joint.fit if kind is None else joint.fit_of(kind)
            if fit is not None:
                found[joint.joint] = dict(fit.shape)
        return found
