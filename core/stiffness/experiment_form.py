"""Effect of the choice of poses on an experiment: elastic links act differently at other poses.

Leaving out tests cannot show it if all poses are similar, such as those that load the joints most. If
the links' springs are known, the full model predicts the same tests without noise.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.recording import FloatArray
from core.stiffness.cartesian import full_compliance
from core.stiffness.experiment_fit import Fit, fit_compliance
from core.stiffness.model import StiffnessModel
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings


def with_form_doubt(  # noqa: PLR0913  # the tests' parts as the fit took them
    fit: Fit,
    model: StiffnessModel,
    *,
    matrix: FloatArray,
    positions: FloatArray,
    wrenches: FloatArray,
    levers: FloatArray,
    torques: FloatArray,
    held: Sequence[int],
    settings: StiffnessSettings,
) -> Fit:
    """The fit with the difference between these poses and all poses added to its uncertainty.

    Parameters
    ----------
    model
        With the springs of its links.
    matrix, levers, torques
        As for ``fit_compliance``.
    positions, wrenches
        (m, n) rad (m) and (m, 6) N, N·m of the tests.
    """
    n = model.robot.joint_count
    full = np.einsum("kij,kj->ki", full_compliance(model, positions)[:, :3], wrenches)
    known = np.where(np.isin(np.arange(n), held), model.joint_compliance, np.nan)
    here = fit_compliance(
        matrix,
        full,
        std=np.full(len(positions), np.nan),
        known=known,
        levers=levers,
        torques=torques,
        is_prismatic=model.robot.is_prismatic,
    )
    lost = np.flatnonzero(~np.isfinite(fit.compliance)).tolist()
    kept = tuple(sorted({*held, *lost}))
    everywhere = reduce_stiffness(model, replace(settings, held=kept)).compliance
    difference = np.where(np.isfinite(fit.compliance), here.compliance - everywhere, np.nan)
    return replace(fit, covariance=fit.covariance + np.outer(difference, difference))
