"""Learning what friction and rigid body leave of the torque, joint by joint, only where that is proven.

The size of every learner is chosen, and its use decided, by leaving out one motion after the other,
never by shuffled samples. What is switched on is then learned anew from all motions.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from core.compensation.features import COLUMNS, stacked_inputs
from core.compensation.gmm import GaussianMixture
from core.compensation.kinds import FeatureKind, ResidualKind
from core.compensation.motions import Motions, find_motions
from core.compensation.proof import usable_gain
from core.compensation.rbf import RadialBasis
from core.compensation.residual_model import JointResidualModel, ResidualModel
from core.compensation.samples import ResidualInputs, ResidualSamples
from core.errors import Fact
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

__all__ = ["ResidualInputs", "ResidualSamples", "learn_residual"]

SIZES: Mapping[ResidualKind, tuple[int, ...]] = {
    ResidualKind.NONE: (),
    ResidualKind.RBF: (4, 6, 9, 13),
    ResidualKind.GMM: (2, 4, 8, 16),
}
"""Centres along each input, or components; tried from the smallest, as long as the next is better."""
LARGER_IS_BETTER_BY = 0.01
"""A larger size is taken when the error on motions left out falls by more than this share."""
MOST_FOLDS = 5
"""Motions are left out together where there are more."""
MOST_ROWS = 6000
"""More rows are thinned evenly: 100 s at 60 rows a second say enough."""
FEWEST_ROWS = 200
"""Rows of a joint below which nothing is learned for it."""

_Learned = RadialBasis | GaussianMixture
_Learner = Callable[[FloatArray, FloatArray, int], _Learned]


def learn_residual(
    samples: Mapping[str, ResidualSamples],
    *,
    kind: ResidualKind,
    features: FeatureKind,
    joint_names: tuple[str, ...],
    seed: int = 0,
    monitor: Monitor | None = None,
) -> ResidualModel:
    """Learn the residual torque of every joint.

    Parameters
    ----------
    samples
        What the fit left along each of its recordings, by label.
    kind, features
        What learns, and from what.
    joint_names
        (joints,) names.
    seed
        Of the mixtures' starting points.
    monitor
        Asked every few iterations of a fit.

    Returns
    -------
    A model that is active for the joints where leaving out motions proved it. With one motion
    only (one recording, or repetitions of one), contiguous stretches of it are left out, more
    is demanded, and the judgement says so.

    Raises
    ------
    BadRequest
        ``no-deflection`` where ``features`` asks for the deflection and a recording has none.
    Cancelled
        When the monitor says so.
    """
    watching = monitor or NullMonitor()
    thin = _thinned(samples)
    inputs = np.concatenate([stacked_inputs(item.inputs, features) for item in thin.values()])
    residual = np.concatenate([item.residual for item in thin.values()])
    keep = np.concatenate([item.keep for item in thin.values()])
    motions = find_motions(thin, monitor=watching)
    joints = []
    for joint, name in enumerate(joint_names):
        watching.report(joint / len(joint_names), name)
        own = inputs[:, joint][:, COLUMNS[features]]
        known = keep[:, joint] & np.isfinite(own).all(axis=1) & np.isfinite(residual[:, joint])
        rows = _JointRows(name, own, residual[:, joint], known, motions)
        joints.append(_learn_joint(rows, kind, _learner(kind, seed, watching)))
    watching.report(1.0)
    return ResidualModel(kind, features, tuple(joints))


@dataclass(frozen=True)
class _JointRows:
    """One joint's rows: inputs (N, d), residual (N,), which of them count, and their motions."""

    name: str
    inputs: FloatArray
    residual: FloatArray
    known: np.ndarray
    motions: Motions

    def folds(self) -> Iterator[np.ndarray]:
        """Masks (N,) of what is left out, one after the other."""
        count = len(self.motions.names)
        fold = self.motions.number * min(MOST_FOLDS, count) // max(1, count)
        fold = np.where(self.motions.number < 0, -1, fold)
        for number in range(min(MOST_FOLDS, count)):
            left_out = (fold == number) & self.known
            if left_out.any():
                yield left_out

    def by_motion(self, error: FloatArray) -> tuple[FloatArray, list[str]]:
        """RMS of an error (N,) on each motion that has rows, and the motions' names."""
        found = [
            (float(np.sqrt(np.mean(error[own] ** 2))), name)
            for number, name in enumerate(self.motions.names)
            if (own := (self.motions.number == number) & self.known).any()
        ]
        return np.array([value for value, _ in found]), [name for _, name in found]


def _learner(kind: ResidualKind, seed: int, monitor: Monitor) -> _Learner:
    def radial(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        monitor.check()
        return RadialBasis.fit(inputs, target, size=size)

    def mixture(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        return GaussianMixture.fit(inputs, target, size=size, seed=seed, monitor=monitor)

    return radial if kind is ResidualKind.RBF else mixture


def _learn_joint(rows: _JointRows, kind: ResidualKind, learner: _Learner) -> JointResidualModel:
    count = int(rows.known.sum())
    if count < FEWEST_ROWS or len(list(rows.folds())) < 2:
        facts: dict[str, Fact] = {"joint": rows.name, "rows": count, "wanted": FEWEST_ROWS}
        reason = Reason("residual-too-few-rows", facts, Verdict.NOT_MEASURABLE)
        return _off(rows.name, Judgement.of([reason]))
    size, left = _chosen_size(rows, kind, learner)
    without, names = rows.by_motion(rows.residual)
    with_, _ = rows.by_motion(left)
    active, judgement = usable_gain(
        without, with_, joint=rows.name, motions=names, divided=rows.motions.divided
    )
    learned = learner(rows.inputs[rows.known], rows.residual[rows.known], size) if active else None
    return JointResidualModel(
        joint=rows.name,
        active=active,
        size=size,
        error_without=_rms(rows.residual[rows.known]),
        error_with=_rms(left[rows.known]),
        judgement=judgement,
        radial=learned if isinstance(learned, RadialBasis) else None,
        mixture=learned if isinstance(learned, GaussianMixture) else None,
    )


def _chosen_size(rows: _JointRows, kind: ResidualKind, learner: _Learner) -> tuple[int, FloatArray]:
    """The size that predicts motions left out best, and what it leaves there (N,)."""
    best: tuple[int, FloatArray] | None = None
    for size in SIZES[kind]:
        left = _left_out_error(rows, learner, size)
        if best is not None:
            improved = _rms(left[rows.known]) < (1.0 - LARGER_IS_BETTER_BY) * _rms(best[1][rows.known])
            if not improved:
                break
        best = (size, left)
    assert best is not None, "a learner has sizes"
    return best


def _left_out_error(rows: _JointRows, learner: _Learner, size: int) -> FloatArray:
    """(N,) residual that is left on every row when its motion was not learned from."""
    left = rows.residual.copy()
    for left_out in rows.folds():
        taken = rows.known & ~left_out
        if taken.sum() > 4 * size:
            learned = learner(rows.inputs[taken], rows.residual[taken], size)
            left[left_out] -= learned.faded_mean(rows.inputs[left_out])
    return left


def _off(name: str, judgement: Judgement) -> JointResidualModel:
    return JointResidualModel(name, False, 0, float("nan"), float("nan"), judgement)  # noqa: FBT003


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))


def _thinned(samples: Mapping[str, ResidualSamples]) -> Mapping[str, ResidualSamples]:
    total = sum(item.residual.shape[0] for item in samples.values())
    step = -(-total // MOST_ROWS)
    return {label: item.every(step) for label, item in samples.items()}
