"""The result of an arm's friction sweeps: points, fitted curves, the load's effect, and a verdict."""

from dataclasses import dataclass, field, replace

import numpy as np

from core.friction.models import FrictionKind
from core.quality import Judgement
from core.recording import FloatArray

FRICTION_SWEEPS = "friction-sweeps"
"""Kind under which the result is stored in a visit."""


@dataclass(frozen=True, eq=False)
class SweepPoints:
    """Friction of one joint at constant speeds, a pair of strokes each; arrays (P,), slowest first.

    Speeds are positive: a pair is one stroke there and one back over the same positions.
    """

    speed: FloatArray
    """Speed of each pair, rad/s (m/s)."""
    torque: FloatArray
    """Half the difference of the two torques at equal positions, N·m (N): the odd part of friction."""
    std: FloatArray
    """Standard deviation from the scatter within a stroke and between strokes of equal speed, N·m."""
    even: FloatArray
    """Half-sum minus the profile common to all speeds, N·m; zero on average."""
    load: FloatArray
    """Mean size of the half-sum, the torque carried by the gear, N·m."""
    count: FloatArray
    """Number of positions compared in each pair."""
    pose: FloatArray
    """Number (from 0) of the pose of the other joints."""
    time: FloatArray
    """Time from the beginning of the first pair to that of this one, s."""
    temperature: FloatArray = field(default_factory=lambda: np.empty(0))
    """Temperature of the joint, K; NaN where not recorded, empty in older results."""


@dataclass(frozen=True, eq=False)
class FrictionFit:
    """One friction model fitted to the sweeps of one joint.

    Coefficients that the sweeps do not determine are zero with a standard deviation of NaN. The offset
    is always one of them (it is part of the half-sum), the load's where the load hardly changed.
    """

    kind: FrictionKind
    names: tuple[str, ...]
    units: tuple[str, ...]
    coefficients: FloatArray
    std: FloatArray
    """Standard deviations by a jackknife over the pairs of strokes."""
    shape: dict[str, float]
    """Shape constants identifiable at constant speeds; empty if the model has none."""
    error: float
    """Cross-validated root mean square error, N·m."""
    error_std: float
    fold_errors: FloatArray
    """Mean square error of each pair when left out, (P,) (N·m)², in the order of the points."""
    curve: FloatArray
    """Friction (K,) N·m at ``JointSweeps.curve_speed`` and the mean load."""

    @property
    def determined(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """(k,) True for the coefficients that the sweeps determined."""
        return np.isfinite(self.std)


@dataclass(frozen=True, eq=False)
class JointSweeps:
    """The sweeps of one joint; without enough strokes ``fits`` is empty and the judgement has the reason."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    points: SweepPoints
    fits: tuple[FrictionFit, ...] = ()
    """Fitted models, the simplest first."""
    chosen: FrictionKind | None = None
    """The simplest whose cross-validated error is within a standard error of the smallest."""
    load_coefficient: float | None = None
    """Friction per N·m of gear load at any speed; None where the load hardly changed."""
    load_coefficient_std: float | None = None
    load_span: float = 0.0
    """Difference between the largest and the smallest gear load, N·m."""
    drift: float | None = None
    """Change of friction from the first to the last pair, N·m, corrected for speed and load."""
    drift_std: float | None = None
    warming: float | None = None
    """Temperature change from the first to the last stroke, K; None if not recorded."""
    curve_speed: FloatArray = field(default_factory=lambda: np.empty(0))
    """Speeds of the curves in both directions, (K,) rad/s (m/s)."""
    mean_load: float = 0.0
    """Load at which the curves are drawn, N·m."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    earlier: tuple[str, ...] = ()
    """Labels of the recordings of an earlier run that it was measured from; empty for the last run's."""
    replaced: tuple[str, ...] = ()
    """Labels of the recordings that it was measured from before; empty where it was measured once."""

    @property
    def fit(self) -> FrictionFit | None:
        """The fit of the chosen model, or None."""
        return None if self.chosen is None else self.fit_of(self.chosen)

    def fit_of(self, kind: FrictionKind) -> FrictionFit | None:
        """The fit of one model; None if it was not fitted."""
        return next((fit for fit in self.fits if fit.kind is kind), None)


@dataclass(frozen=True, eq=False)
class FrictionSweeps:
    """The result of all swept joints, and the data it was measured from."""

    recordings: tuple[str, ...]
    """Labels of the recordings of the last run."""
    robot: str
    joints: tuple[JointSweeps, ...]
    judgement: Judgement
    torque_from: str = ""
    """Recorded quantity from which the torque was computed."""
    drive_gain: FloatArray | None = None
    """Drive gains (n,) N·m/A used for the conversion of currents to torques."""
    profile_from: str = "half-sum"
    """Source of the load profile that is subtracted from both directions."""
    serial: str = ""
    power_on: str = ""
    software: str = ""
    measured_at: str = ""

    def after(self, before: "FrictionSweeps | None") -> "FrictionSweeps":
        """Return the result completed by the joints of the one before that were not measured again.

        Of a joint that was, the latest counts. A result of another arm, of another source of the torque or
        with other drive gains adds nothing.
        """
        if before is None or not self._is_like(before):
            return self
        old = {
            joint.number: replace(joint, earlier=joint.earlier or before.recordings)
            for joint in before.joints
            if joint.points.speed.size
        }
        joints = dict(old)
        for joint in self.joints:
            last = old.get(joint.number)
            if last is None:
                joints[joint.number] = joint
            elif joint.points.speed.size:
                again = last.earlier if last.earlier != self.recordings else ()
                joints[joint.number] = replace(joint, replaced=again)
        judged = Judgement.of(reason for joint in joints.values() for reason in joint.judgement.reasons)
        return replace(self, joints=tuple(joints[number] for number in sorted(joints)), judgement=judged)

    def _is_like(self, other: "FrictionSweeps") -> bool:
        """True if the two were measured in the same way on the same arm."""
        names = ("robot", "serial", "torque_from", "profile_from")
        mine, its = self.drive_gain, other.drive_gain
        same = mine is its if mine is None or its is None else np.array_equal(mine, its)
        return same and all(getattr(self, name) == getattr(other, name) for name in names)

    def shapes(self, kind: FrictionKind | None = None) -> dict[str, dict[str, float]]:
        """Shape constants of each joint by its name, for one model.

        For each joint's chosen one where None.
        """
        found: dict[str, dict[str, float]] = {}
        for joint in self.joints:
            fit = joint.fit if kind is None else joint.fit_of(kind)
            if fit is not None:
                found[joint.joint] = dict(fit.shape)
        return found
