"""Learning of the residual torque, joint by joint, used only where it is validated.

The size of every learner is chosen, and its use decided, by leaving out one motion after the other,
never by shuffled samples. An accepted learner is then trained again on all motions.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.errors import Fact
from core.learning.gmm import GaussianMixture
from core.learning.joint_rows import JointRows, joint_rows
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.proof import usable_gain
from core.learning.rbf import RadialBasis
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.learning.samples import ResidualInputs, ResidualSamples
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

__all__ = ["ResidualInputs", "ResidualSamples", "learn_residual"]

SIZES: Mapping[ResidualKind, tuple[int, ...]] = {
    ResidualKind.RBF: (4, 6, 9, 13),
    ResidualKind.GMM: (2, 4, 8, 16),
}
"""Centres along each input, or components; tried from the smallest while the next one improves."""
LARGER_IS_BETTER_BY = 0.01
"""A larger size is taken when the error on motions left out falls by more than this share."""
STARTS = 3
"""Number of starts of the final mixtures; those for validation have one."""
MOST_ROWS = 12_000
"""Largest number of rows; more are thinned evenly, 200 s at 60 rows per second are enough."""
FEWEST_ROWS = 100
"""Smallest number of rows of a joint for learning."""

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
        Residuals of the fit along each of its recordings, by label.
    kind, features
        The learner (not ``NONE``), and its features.
    joint_names
        (joints,) names.
    seed
        Seed of the mixtures' starting points.
    monitor
        Asked every few iterations of a fit.

    Returns
    -------
    A model that is active for the joints validated by leaving out motions. With one motion only
    (one recording, or repetitions of one), contiguous stretches of it are left out, a larger
    gain is required, and the judgement states that.

    Raises
    ------
    BadRequest
        ``no-deflection`` where ``features`` asks for the deflection and a recording has none.
    Cancelled
        If the monitor requests it.
    """
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    watching = monitor or NullMonitor()
    starts = range(seed, seed + STARTS)
    trial, final = _learner(kind, starts[:1], watching), _learner(kind, starts, watching)
    joints: list[JointResidualModel] = []
    # matrices this small only make threads wait for each other: fifty times slower on two busy cores
    with threadpool_limits(1, user_api="blas"):
        for rows in joint_rows(_thinned(samples), features, joint_names=joint_names, monitor=watching):
            watching.report(len(joints) / len(joint_names), rows.name)
            joints.append(_learn_joint(rows, kind, trial=trial, final=final))
    watching.report(1.0)
    return ResidualModel(kind, features, tuple(joints))


def _learner(kind: ResidualKind, starts: Sequence[int], monitor: Monitor) -> _Learner:
    def radial(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        monitor.check()
        return RadialBasis.fit(inputs, target, size=size)

    def mixture(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        return GaussianMixture.fit(inputs, target, size=size, starts=starts, monitor=monitor)

    return radial if kind is ResidualKind.RBF else mixture


def _learn_joint(
    rows: JointRows, kind: ResidualKind, *, trial: _Learner, final: _Learner
) -> JointResidualModel:
    hindrance = _hindrance(rows)
    if hindrance is not None:
        return _off(rows.name, Judgement.of([hindrance]))
    size, left = _chosen_size(rows, kind, trial)
    without, names = rows.by_motion(rows.residual)
    with_, _ = rows.by_motion(left)
    active, judgement = usable_gain(
        without, with_, joint=rows.name, motions=names, divided=rows.motions.divided
    )
    learned = final(rows.inputs[rows.known], rows.residual[rows.known], size) if active else None
    return JointResidualModel(
        joint=rows.name,
        active=active,
        size=size,
        error_without=rows.left_out_rms(rows.residual),
        error_with=rows.left_out_rms(left),
        judgement=judgement,
        radial=learned if isinstance(learned, RadialBasis) else None,
        mixture=learned if isinstance(learned, GaussianMixture) else None,
    )


def _chosen_size(rows: JointRows, kind: ResidualKind, learner: _Learner) -> tuple[int, FloatArray]:
    """The size with the best prediction of motions left out, and its residual there (N,)."""
    best: tuple[int, FloatArray] | None = None
    for size in SIZES[kind]:
        left = _left_out_error(rows, learner, size)
        if best is not None:
            wanted = (1.0 - LARGER_IS_BETTER_BY) * rows.left_out_rms(best[1])
            if rows.left_out_rms(left) > wanted:
                break
        best = (size, left)
    assert best is not None, "a learner has sizes"
    return best


def _left_out_error(rows: JointRows, learner: _Learner, size: int) -> FloatArray:
    """Residual (N,) of every row predicted without its motion."""
    left = rows.residual.copy()
    for left_out in rows.folds():
        taken = rows.known & ~left_out
        if taken.sum() > 4 * size:
            learned = learner(rows.inputs[taken], rows.residual[taken], size)
            left[left_out] -= learned.faded_mean(rows.inputs[left_out])
    return left


def _hindrance(rows: JointRows) -> Reason | None:
    """Reason why nothing can be learned for a joint."""
    if not np.isfinite(rows.inputs).any():
        return Reason("residual-no-link-encoder", {"joint": rows.name}, Verdict.NOT_MEASURABLE)
    count = int(rows.known.sum())
    if count < FEWEST_ROWS or len(list(rows.folds())) < 2:
        facts: dict[str, Fact] = {"joint": rows.name, "rows": count, "wanted": FEWEST_ROWS}
        return Reason("residual-too-few-rows", facts, Verdict.NOT_MEASURABLE)
    return None


def _off(name: str, judgement: Judgement) -> JointResidualModel:
    unknown = float("nan")
    return JointResidualModel(
        joint=name, active=False, size=0, error_without=unknown, error_with=unknown, judgement=judgement
    )


def _thinned(samples: Mapping[str, ResidualSamples]) -> Mapping[str, ResidualSamples]:
    total = sum(item.residual.shape[0] for item in samples.values())
    step = -(-total // MOST_ROWS)
    return {label: item.every(step) for label, item in samples.items()}
