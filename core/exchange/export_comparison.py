"""A comparison of visits as a JSON document: the one place that fixes its keys.

SI units, the centre of mass in the flange frame; what is not known is null. Keys may be added, never
renamed.
"""

import math
from collections.abc import Sequence

from core.comparison import ArmHistory, ComparedFile, ComparedPair, ComparedVisits
from core.elasticity.comparison_result import Change, ElasticityComparison
from core.elasticity.result import Measured
from core.elasticity.trend import ElasticityTrend
from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code
from core.fields import to_json_value
from core.friction.sweeps.comparison import FrictionComparison, JointFrictionChange
from core.identification.verification_result import VerificationComparison
from core.payload.comparison import PayloadComparison
from core.signals.trend_line import ValueTrend
from core.signals.value_change import ValueChange
from core.stiffness.comparison import StiffnessComparison


def comparison_json(
    found: ComparedVisits, *, sentences: Sequence[str] = (), reason_text: ReasonText = reason_code
) -> Document:
    """The document of ``torsion compare --json``, ready for ``json.dumps``; null where there is no number.

    ``sentences`` say the same to people.
    """
    document: Document = {
        "robot": found.latest.robot,
        "visits": [_visit_json(visit) for visit in found.visits],
        "sentences": list(sentences),
        "verdict": found.pairs[0].verdict.value,
        "comparisons": [_pair_json(found, pair, reason_text) for pair in found.pairs],
        "trend": None if found.trend is None else _trend_json(found.trend),
        "history": None if found.history is None else _history_json(found.history),
    }
    ready: Document = to_json_value(document)
    return ready


def _visit_json(visit: ComparedFile) -> Document:
    return {
        "file": visit.path,
        "serial": visit.serial or None,
        "recorded_at": visit.recorded_at or None,
        "marks": [mark.value for mark in visit.marks],
        "has_twist": visit.elasticity is not None,
        "has_friction": visit.sweeps is not None,
        "has_payload": visit.payload is not None,
        "has_verification": visit.verification is not None,
        "has_stiffness": visit.stiffness is not None,
        "temperature": visit.temperature,
    }


def _pair_json(found: ComparedVisits, pair: ComparedPair, reason_text: ReasonText) -> Document:
    return {
        "before": found.visits[pair.before].path,
        "after": found.latest.path,
        "verdict": pair.verdict.value,
        "twist": None if pair.twist is None else _twist_json(pair.twist, reason_text),
        "friction": None if pair.friction is None else _friction_json(pair.friction, reason_text),
        "payload": None if pair.payload is None else _payload_json(pair.payload, reason_text),
        "verification": None
        if pair.verification is None
        else _verification_json(pair.verification, reason_text),
        "stiffness": None if pair.stiffness is None else _stiffness_json(pair.stiffness, reason_text),
    }


def _twist_json(twist: ElasticityComparison, reason_text: ReasonText) -> Document:
    return {
        "comparisons": twist.comparisons,
        "threshold_stds": twist.threshold_stds,
        "false_alarm_rate": twist.false_alarm_rate,
        "shared_gain_std": twist.shared_gain_std,
        "joints": [
            {
                "joint": joint.joint,
                "number": joint.number + 1,
                "changes": [_change_json(change) for change in joint.changes],
                **judgement_json(joint.judgement, reason_text=reason_text),
            }
            for joint in twist.joints
        ],
        **judgement_json(twist.judgement, reason_text=reason_text),
    }


def _change_json(change: Change) -> Document:
    return {
        "quantity": change.quantity.value,
        "cycles_per_motor_turn": change.cycles_per_motor_turn,
        "line": None if change.line is None else change.line.value,
        **_measured_json("before", change.before),
        **_measured_json("after", change.after),
        **_measured_json("change", change.difference),
        **_measured_json("relative_change", change.relative),
        "stds": change.stds,
        "least_seen": change.least_seen,
        "significant": change.is_beyond_noise,
        "worse": change.is_worse,
    }


def _measured_json(key: str, measured: Measured | None) -> Document:
    return {
        key: None if measured is None else measured.value,
        f"{key}_std": None if measured is None else measured.std,
    }


def _friction_json(friction: FrictionComparison, reason_text: ReasonText) -> Document:
    return {
        "comparisons": friction.comparisons,
        "threshold_stds": friction.threshold_stds,
        "false_alarm_rate": friction.false_alarm_rate,
        "before_temperature": friction.before_temperature,
        "after_temperature": friction.after_temperature,
        "joints": [_friction_joint_json(joint, reason_text) for joint in friction.joints],
        **judgement_json(friction.judgement, reason_text=reason_text),
    }


def _friction_joint_json(joint: JointFrictionChange, reason_text: ReasonText) -> Document:
    speeds = joint.speeds
    return {
        "joint": joint.joint,
        "number": joint.number + 1,
        "speed": speeds.speed,
        "before": speeds.before,
        "before_std": speeds.before_std,
        "after": speeds.after,
        "after_std": speeds.after_std,
        "significant_at": speeds.is_beyond_noise.tolist(),
        "relative_change": joint.relative,
        "relative_change_std": joint.relative_std,
        "significant": joint.is_beyond_noise,
        "worse": joint.is_worse,
        **judgement_json(joint.judgement, reason_text=reason_text),
    }


def _trend_json(trend: ElasticityTrend) -> Document:
    return {
        "recorded_at": list(trend.recorded_at),
        "undated": trend.undated,
        "threshold_stds": trend.threshold_stds,
        "false_alarm_rate": trend.false_alarm_rate,
        "quantities": [
            {
                "joint": one.joint,
                "number": one.number + 1,
                "quantity": one.quantity.value,
                "cycles_per_motor_turn": one.cycles_per_motor_turn,
                "visit": list(one.visit),
                "time": one.time,
                "value": one.value,
                "std": one.std,
                **_measured_json("slope", one.slope),
                "significant": one.is_beyond_noise,
            }
            for one in trend.quantities
        ],
    }


def _payload_json(payload: PayloadComparison, reason_text: ReasonText) -> Document:
    """Kg and m; the centre of mass in the flange frame."""
    return {
        "quantities": {name: _value_change_json(change) for name, change in payload.named.items()},
        "false_alarm_rate": payload.false_alarm_rate,
        **judgement_json(payload.judgement, reason_text=reason_text),
    }


def _verification_json(verification: VerificationComparison, reason_text: ReasonText) -> Document:
    """Errors as shares of the torque while moving, against their limits."""
    return {
        "motions": [motion.value for motion in verification.motions],
        "joints": [
            {
                "joint": joint.joint,
                "number": joint.number + 1,
                "before": joint.before,
                "before_limit": _finite(joint.before_limit),
                "before_passed": joint.before_passed,
                "after": joint.after,
                "after_limit": _finite(joint.after_limit),
                "after_passed": joint.after_passed,
                "worse": joint.is_worse,
                "better": joint.is_better,
            }
            for joint in verification.joints
        ],
        **judgement_json(verification.judgement, reason_text=reason_text),
    }


def _stiffness_json(stiffness: StiffnessComparison, reason_text: ReasonText) -> Document:
    """N·m/rad (N/m), the links' share in it."""
    return {
        "joints": [
            {
                "joint": joint.joint,
                "number": joint.number + 1,
                **_value_change_json(joint.change),
                "worse": joint.is_worse if joint.change.is_compared else None,
            }
            for joint in stiffness.joints
        ],
        "false_alarm_rate": stiffness.false_alarm_rate,
        **judgement_json(stiffness.judgement, reason_text=reason_text),
    }


def _value_change_json(change: ValueChange) -> Document:
    """Before, after and difference with their standard deviations, and whether it counts."""
    is_compared = change.is_compared
    return {
        "before": change.before,
        "before_std": change.before_std,
        "after": change.after,
        "after_std": change.after_std,
        "change": change.difference if is_compared else None,
        "change_std": change.difference_std if is_compared else None,
        "stds": change.stds,
        "least_seen": change.least_seen,
        "significant": change.is_beyond_noise,
    }


def _history_json(history: ArmHistory) -> Document:
    """Friction and payload over the dated visits."""
    return {
        "recorded_at": list(history.recorded_at),
        "friction": [
            {
                "joint": one.joint,
                "number": one.number + 1,
                "speeds": one.speeds,
                **_value_trend_json(one.level),
            }
            for one in history.friction
        ],
        "payload": {name: _value_trend_json(level) for name, level in history.payload.items()},
    }


def _value_trend_json(trend: ValueTrend) -> Document:
    return {
        "visit": list(trend.visit),
        "time": trend.time,
        "value": trend.value,
        "std": trend.std,
        "slope": trend.slope,
        "slope_std": trend.slope_std,
        "significant": trend.is_beyond_noise,
    }


def _finite(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None
