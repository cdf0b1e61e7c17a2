"""The effect of the parameters' uncertainty on the torque: the measure of sufficient excitation.

A parameter with a wide interval may still be known well enough, if everything in that interval gives
the same torque. Parameters and the motion as a whole are therefore judged by the torque uncertainty
from their covariance.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.estimation import Estimate
from core.identification.regression_rows import RegressionRows
from core.monitor import Monitor
from core.recording import FloatArray

ROW_STEP = 7
"""Row step: every seventh row is enough, because neighbours differ little."""


@dataclass(frozen=True)
class TorqueUncertainty:
    """Torque uncertainty from the parameters along a motion.

    ``relative`` is its RMS over the RMS of the measured torque, every joint divided by its
    residual's standard deviation; ``of_parameter`` (p,) is each parameter's own share,
    its standard deviation times the RMS of its column, in residual standard deviations.
    """

    relative: float
    of_parameter: FloatArray


def torque_uncertainty(rows: RegressionRows, estimate: Estimate, *, monitor: Monitor) -> TorqueUncertainty:
    """One pass over ``rows``, of a motion fitted or held back.

    Columns that the fit could not determine are left out; they are named elsewhere.
    """
    determined = np.isfinite(estimate.std)
    spread = _square_root(estimate.covariance[np.ix_(determined, determined)])
    # a joint that was never fitted, because it stood still, has no deviation and does not count
    std = estimate.joint_std
    weight = np.divide(1.0, std, out=np.zeros_like(std), where=std > 0.0)
    open_torque, torque, count = 0.0, 0.0, 0
    columns = np.zeros(estimate.estimate.shape[0])
    # of the measured torque; what a learner explains also belongs to the runs of the fit only
    for block in replace(rows, learned=()).blocks(monitor):
        regressor = block.regressor[::ROW_STEP] * weight[:, np.newaxis]
        target = block.target[::ROW_STEP] * weight
        count += target.size
        torque += float(np.sum(target**2))
        columns += np.einsum("ijk,ijk->k", regressor, regressor)
        open_torque += float(np.sum((regressor[..., determined] @ spread) ** 2))
    parameter_std = np.where(determined, estimate.std, np.inf)
    rms = np.sqrt(columns / max(count, 1))
    with np.errstate(invalid="ignore"):
        of_parameter = np.where(rms > 0.0, parameter_std * rms, np.inf)
    return TorqueUncertainty(float(np.sqrt(open_torque / torque)) if torque > 0.0 else np.inf, of_parameter)


def _square_root(covariance: FloatArray) -> FloatArray:
    """S with S Sᵀ = covariance; a jackknife covariance may be singular, so Cholesky would fail."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))
