"""Friction measured by sweeps as a JSON document: the one place that fixes its keys.

SI units; what is not known is null. Joints are counted from 1. Keys may be added, never renamed.
"""

from core.exchange.export_json import Document
from core.fields import to_json_value
from core.friction.sweeps.choice import best_for_all
from core.friction.sweeps.result import FrictionFit, FrictionSweeps, JointSweeps


def sweeps_json(sweeps: FrictionSweeps) -> Document:
    """The documented keys of ``friction``; SI, null where unknown."""
    best = best_for_all(sweeps.joints)
    return {
        "recordings": list(sweeps.recordings),
        "torque_from": sweeps.torque_from,
        "drive_gain": to_json_value(sweeps.drive_gain),
        "best_kind": None if best is None else best.value,
        "shapes": sweeps.shapes(best),
        "joints": [_joint_json(joint) for joint in sweeps.joints],
        "verdict": sweeps.judgement.verdict.value,
        "reasons": [reason.code for reason in sweeps.judgement.reasons],
    }


def _joint_json(joint: JointSweeps) -> Document:
    points = joint.points
    document = {
        "joint": joint.joint,
        "number": joint.number + 1,
        "speed": points.speed,
        "friction": points.torque,
        "friction_std": points.std,
        "even": points.even,
        "load": points.load,
        "pose": [int(pose) + 1 for pose in points.pose],
        "temperature": points.temperature if points.temperature.size else [None] * points.speed.size,
        "chosen": joint.chosen,
        "fits": [_fit_json(fit) for fit in joint.fits],
        "load_coefficient": joint.load_coefficient,
        "load_coefficient_std": joint.load_coefficient_std,
        "load_span": joint.load_span,
        "drift": joint.drift,
        "drift_std": joint.drift_std,
        "warming": joint.warming,
        "verdict": joint.judgement.verdict,
        "reasons": [reason.code for reason in joint.judgement.reasons],
        "earlier": list(joint.earlier),
        "replaced": list(joint.replaced),
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _fit_json(fit: FrictionFit) -> Document:
    return {
        "kind": fit.kind.value,
        "names": list(fit.names),
        "units": list(fit.units),
        "coefficients": fit.coefficients,
        "std": fit.std,
        "shape": fit.shape,
        "error": fit.error,
        "error_std": fit.error_std,
    }
