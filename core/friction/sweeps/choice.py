"""Choice of the friction model: the simplest within one standard error of the smallest validation error."""

from collections.abc import Sequence

import numpy as np

from core.friction.models import FORMS, FrictionKind
from core.friction.sweeps.result import FrictionFit, JointSweeps
from core.recording import FloatArray


def standard_error(fold_errors: FloatArray) -> float:
    """Standard error of the mean of the folds' errors (P,)."""
    return float(fold_errors.std(ddof=1) / np.sqrt(fold_errors.size)) if fold_errors.size > 1 else np.inf


def simplest_first(fits: Sequence[FrictionFit]) -> tuple[FrictionFit, ...]:
    """The fits in order of the number of fitted values."""
    return tuple(sorted(fits, key=complexity))


def complexity(fit: FrictionFit) -> int:
    """Number of determined coefficients plus the number of shape constants."""
    form = FORMS[fit.kind]
    return int(fit.determined.sum()) + len(form.shape_bounds) + (form.threshold is not None)


def best_for_joint(fits: Sequence[FrictionFit]) -> FrictionKind:
    """The model chosen for one joint."""
    best = min(fits, key=lambda fit: float(fit.fold_errors.mean()))
    allowed = float(best.fold_errors.mean()) + standard_error(best.fold_errors)
    within = [fit for fit in fits if float(fit.fold_errors.mean()) <= allowed]
    return min(within, key=lambda fit: (complexity(fit), float(fit.fold_errors.mean()))).kind


def best_for_all(joints: Sequence[JointSweeps]) -> FrictionKind | None:
    """One model for the whole arm; None without any joint that has fits.

    Each joint's cross-validated mean squares count in units of its friction's, summed over
    joints; the simplest model within one standard error of the smallest sum.
    """
    joints = [joint for joint in joints if joint.fits]
    if not joints:
        return None
    kinds = set.intersection(*({fit.kind for fit in joint.fits} for joint in joints))
    means, stds, sizes = {}, {}, {}
    for kind in kinds:
        fits = [fit for joint in joints if (fit := joint.fit_of(kind)) is not None]
        scale = [float(np.mean(np.square(joint.points.torque))) for joint in joints]
        means[kind] = sum(float(fit.fold_errors.mean()) / size for fit, size in zip(fits, scale, strict=True))
        errors = [standard_error(fit.fold_errors) / size for fit, size in zip(fits, scale, strict=True)]
        stds[kind] = float(np.sqrt(np.sum(np.square(errors))))
        sizes[kind] = sum(complexity(fit) for fit in fits)
    best = min(kinds, key=lambda kind: means[kind])
    within = [kind for kind in kinds if means[kind] <= means[best] + stds[best]]
    return min(within, key=lambda kind: (sizes[kind], means[kind]))
