"""A payload as a JSON document: the one place that fixes its keys.

SI units, the centre of mass in the flange frame; what is not known is null. Joints are counted from 1,
as orientations are. Keys may be added, never renamed.
"""

from typing import TYPE_CHECKING

from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code, unseen_json
from core.fields import to_json_value
from core.payload.result import (
    QUANTITIES,
    GainCheck,
    PayloadEstimate,
    PayloadPrediction,
    PayloadResult,
    PayloadStep,
    Reference,
    SweepResidual,
)
from core.payload.settings import SweepKey

if TYPE_CHECKING:
    from core.payload.methods import PayloadOfLogs


def payload_json(found: PayloadResult, *, reason_text: ReasonText = reason_code) -> Document:
    """Everything about a payload, ready for ``json.dumps``; ``reason_text`` words a reason."""
    document: Document = {
        "robot": found.robot,
        "method": found.method,
        **_estimate_json(found.estimate),
        "covariance": found.estimate.covariance,
        "steps": [_step_json(step) for step in found.steps],
        **_verdicts_json(found.estimate, reason_text),
        "judgement": judgement_json(found.judgement, reason_text=reason_text),
        "overall": judgement_json(found.overall, reason_text=reason_text),
        **unseen_json(found.unseen, reason_text=reason_text),
        "residual": found.residual,
        "sweeps": [_sweep_json(sweep, reason_text) for sweep in found.sweeps],
        "refused": [
            {"recording": one.recording, "joint": one.joint + 1, "code": one.code, "count": one.count}
            for one in found.refused
        ],
        "reference": _reference_json(found.reference),
        "gains": _gains_json(found.gains),
        "compliance": {"source": found.compliance_source, "value": found.compliance},
        "inertia": found.inertia,
        "inertia_std": found.inertia_std,
        "predictions": [_prediction_json(one) for one in found.predictions],
        "recordings": found.recordings,
        "known_recordings": found.known_recordings,
        "joints": found.joint_names,
        "settings": {
            "method": found.settings.method,
            "directions": found.settings.directions,
            "leave_out": [sweep_id(key) for key in found.settings.leave_out],
            "joints": [joint + 1 for joint in found.settings.joints],
        },
        "robot_seconds": found.robot_seconds,
        "serial": found.serial or None,
        "power_on": found.power_on or None,
        "recorded_at": found.recorded_at or None,
        "software": found.software,
        "created_at": found.created_at,
        "mark": found.mark,
    }
    ready: Document = to_json_value(document)
    return ready


def logs_json(found: "PayloadOfLogs", *, reason_text: ReasonText = reason_code) -> Document:
    """A payload from any logs: the same keys, and how recordings and method were found."""
    ready: Document = to_json_value(
        {
            "told_by": found.told_by,
            "unloaded": found.unloaded,
            "loaded": found.loaded,
            "tried": [
                {
                    "method": one.method,
                    "recordings": one.recordings,
                    "code": one.code or None,
                    "mass": one.mass,
                    "mass_std": one.mass_std,
                    "chosen": one.is_chosen,
                }
                for one in found.tried
            ],
        }
    )
    return {**payload_json(found.result, reason_text=reason_text), **ready}


def sweep_id(key: SweepKey) -> str:
    """``recording:joint:orientation:round``, joint from 1; ``--leave-out`` takes it."""
    return f"{key.recording}:{key.joint + 1}:{key.orientation}:{key.round}"


def _estimate_json(found: PayloadEstimate) -> Document:
    return {
        "mass": found.mass,
        "mass_std": found.mass_std,
        "center_of_mass": found.center_of_mass,
        "center_of_mass_std": found.center_of_mass_std,
    }


def _verdicts_json(found: PayloadEstimate, reason_text: ReasonText) -> Document:
    """``verdict`` and ``reasons``, each by quantity."""
    documents = [judgement_json(one, reason_text=reason_text) for one in found.judgements]
    return {
        name: {quantity: one[name] for quantity, one in zip(QUANTITIES, documents, strict=True)}
        for name in ("verdict", "reasons")
    }


def _step_json(step: PayloadStep) -> Document:
    return {
        "stage": step.stage,
        **_estimate_json(step.estimate),
        "verdict": {
            quantity: one.verdict for quantity, one in zip(QUANTITIES, step.estimate.judgements, strict=True)
        },
        "sweeps": [sweep_id(key) for key in step.sweeps],
        "residual": step.rms,
        "improved_by": step.improved_by,
    }


def _sweep_json(sweep: SweepResidual, reason_text: ReasonText) -> Document:
    key = sweep.key
    return {
        "id": sweep_id(key),
        "recording": key.recording,
        "joint": key.joint + 1,
        "joint_name": sweep.joint_name,
        "orientation": key.orientation,
        "round": key.round,
        "low": sweep.low,
        "high": sweep.high,
        "speed": sweep.speed,
        "samples": sweep.samples,
        "rms": sweep.rms,
        "mean": sweep.mean,
        "expected": sweep.expected,
        "used": sweep.is_used,
        "mass_without": sweep.mass_without,
        "center_of_mass_without": sweep.center_without,
        **judgement_json(sweep.judgement, reason_text=reason_text),
    }


def _reference_json(reference: Reference | None) -> Document | None:
    if reference is None:
        return None
    return {
        "kind": reference.kind,
        "recordings": reference.recordings,
        "visit": reference.visit or None,
        "model": reference.model or None,
        "age_s": reference.age_s,
        "warmer_by": reference.warmer_by,
    }


def _gains_json(gains: GainCheck | None) -> Document | None:
    if gains is None:
        return None
    return {
        "source": gains.source,
        "joints": [joint + 1 for joint in gains.joints],
        "std": gains.std,
        "ratio_found": gains.ratio_found,
        "ratio_std": gains.ratio_std,
        "ratio_known_std": gains.ratio_known_std,
    }


def _prediction_json(found: PayloadPrediction) -> Document:
    return {
        "recording": found.recording,
        "unit": found.unit,
        "rms": found.rms,
        "rms_without": found.rms_without,
        "total": found.total,
        "total_without": found.total_without,
    }
