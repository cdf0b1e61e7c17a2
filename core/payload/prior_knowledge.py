"""Prior knowledge of drives and gears from other measurements of an arm, for a payload's estimate."""

import numpy as np

from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.payload.settings import ComplianceKnowledge, ComplianceSource, GainKnowledge, GainSource
from core.recording import FloatArray, LinkPosition


def identified_gains(
    drive_gain: FloatArray, covariance: FloatArray, *, described: FloatArray | None
) -> tuple[FloatArray, GainKnowledge]:
    """Drive gains (n,) in N·m/A for every joint, and the covariance of their errors.

    ``drive_gain`` (n,) and ``covariance`` (n, n) in (N·m/A)² are NaN for joints that the runs did not
    determine. Those take the ``described`` gain with a data sheet's uncertainty, or stay NaN with
    the uncertainty of unknown gains.
    """
    count = drive_gain.shape[0]
    is_given = np.isfinite(drive_gain) & np.isfinite(np.diagonal(covariance))
    gains = np.where(is_given, drive_gain, np.nan if described is None else described)
    rest = GainKnowledge.unknown(count) if described is None else GainKnowledge.manufacturer(count)
    both = np.outer(is_given, is_given)
    relative = np.divide(covariance, np.outer(gains, gains), out=np.zeros((count, count)), where=both)
    combined = np.where(both, relative, rest.covariance)  # other joints are uncorrelated
    return gains, GainKnowledge(GainSource.IDENTIFIED, combined)


def compliance_of(found: Elasticity) -> ComplianceKnowledge | None:
    """Compliance of each gear measured with its two encoders; None if no stiffness was measured.

    NaN for joints without a measured stiffness, zero for prismatic ones.
    """
    stiffness = [_measured(one) for one in found.joints]
    value, std = (np.array([getattr(one, name) for one in stiffness]) for name in ("value", "std"))
    slides = np.array([joint.is_prismatic for joint in found.joints])
    known = np.isfinite(value) & np.isfinite(std) & (value > 0.0)
    if not np.any(known & ~slides):
        return None
    compliance = np.where(slides, 0.0, np.where(known, 1.0 / value, np.nan))
    compliance_std = np.where(slides, 0.0, np.where(known, std / value**2, np.nan))
    return ComplianceKnowledge(ComplianceSource.TWIST, compliance, compliance_std)


def _measured(joint: JointElasticity) -> Measured:
    """A joint's stiffness; NaN where it is unknown, or a constant by which the controller computes."""
    is_computed = joint.link_position is LinkPosition.COMPUTED
    return Measured(np.nan, np.nan) if joint.stiffness is None or is_computed else joint.stiffness
