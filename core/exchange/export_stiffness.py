"""The stiffness of an arm as a JSON document: the one place that fixes its keys.

SI units at the link side, shifts and forces in the base frame; what is not known is null. One entry per
joint, in joint order. Keys may be added, never renamed.
"""

import numpy as np

from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code
from core.fields import to_json_value
from core.stiffness.result import LinkContribution, LoadTestResidual, ReducedStiffness
from core.stiffness.spring_shares import PAIR_NAMES, link_shares, spring_pairs


def stiffness_json(found: ReducedStiffness, *, reason_text: ReasonText = reason_code) -> Document:
    """Everything about a reduced stiffness, ready for ``json.dumps``; ``reason_text`` words a reason."""
    joints = [judgement_json(joint.judgement, reason_text=reason_text) for joint in found.joints]
    document: Document = {
        "robot": found.robot,
        "route": found.route,
        "joints": found.joint_names,
        "stiffness": found.stiffness,
        "stiffness_std": [joint.stiffness_std for joint in found.joints],
        "compliance": found.compliance,
        "compliance_std": [joint.compliance_std for joint in found.joints],
        "usable_compliance": found.usable_compliance,
        "covariance": found.covariance,
        "springs": found.springs,
        "springs_std": [joint.spring_std for joint in found.joints],
        "spring_source": found.spring_source,
        "factor": found.factor,
        "usable_factor": found.usable_factor,
        "lever_m": [joint.lever for joint in found.joints],
        "held": [joint.number + 1 for joint in found.joints if joint.is_held],
        "verdict": [one["verdict"] for one in joints],
        "reasons": [one["reasons"] for one in joints],
        "arm": judgement_json(found.judgement, reason_text=reason_text),
        **_error_json(found),
        "pairs": PAIR_NAMES,
        "contributions": _contributions_json(found),
        "tests": [_test_json(test) for test in found.tests],
        "noise_m": found.noise,
        "poses": found.poses,
        "seconds": found.seconds,
        "settings": _settings_json(found),
        **_provenance_json(found),
    }
    ready: Document = to_json_value(document)
    return ready


def _error_json(found: ReducedStiffness) -> Document:
    error = found.error
    return {
        "mean_error_m": error.mean,
        "rms_error_m": error.rms,
        "largest_error_m": error.largest,
        "mean_deflection_m": error.mean_deflection,
        "rigid_links_error_m": error.rigid_links_mean,
        "error_force": error.force,
        "error_poses": error.poses,
    }


def _contributions_json(found: ReducedStiffness) -> list[Document]:
    shares = link_shares(found)
    return [_contribution_json(one, share) for one, share in zip(found.contributions, shares, strict=True)]


def _contribution_json(one: LinkContribution, share: np.ndarray) -> Document:
    """``coefficient`` and ``compliance`` have a row of 21 for every joint, as ``pairs`` names them."""
    return {
        "link": one.label,
        "coefficient": spring_pairs(one.coefficient),
        "compliance": spring_pairs(one.compliance),
        "total": one.total,
        "share": share,
    }


def _test_json(test: LoadTestResidual) -> Document:
    return {
        "name": test.name,
        "position": test.position,
        "force": test.force,
        "measured": test.measured,
        "predicted": test.predicted,
        "residual_m": test.size,
        "used": test.is_used,
    }


def _settings_json(found: ReducedStiffness) -> Document:
    settings = found.settings
    return {
        "tool": settings.tool,
        "turn_length": settings.turn_length,
        "lower": settings.lower,
        "upper": settings.upper,
        "force": settings.force,
        "error_poses": settings.error_poses,
        "seed": settings.seed,
    }


def _provenance_json(found: ReducedStiffness) -> Document:
    return {
        "source": found.source or None,
        "serial": found.serial or None,
        "software": found.software,
        "created_at": found.created_at,
        "mark": found.mark,
    }
