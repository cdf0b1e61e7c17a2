"""The JSON of ``compare`` about payload, verification, the whole arm's stiffness, and their history."""

import math

from app.errors.text import reason_text
from app.features.comparison.compared_visits import ArmHistory
from core.exchange.export_json import judgement_json
from core.identification.verification_comparison import VerificationComparison
from core.payload.comparison import PayloadComparison
from core.signals.trend_line import ValueTrend
from core.signals.value_change import ValueChange
from core.stiffness.comparison import StiffnessComparison


def payload_changes_json(payload: PayloadComparison) -> dict[str, object]:
    """Kg and m; the centre of mass in the flange frame."""
    return {
        "quantities": {name: value_change_json(change) for name, change in payload.named.items()},
        "false_alarm_rate": payload.false_alarm_rate,
        **judgement_json(payload.judgement, reason_text=reason_text),
    }


def verification_changes_json(verification: VerificationComparison) -> dict[str, object]:
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


def stiffness_changes_json(stiffness: StiffnessComparison) -> dict[str, object]:
    """N·m/rad (N/m), the links' share in it."""
    return {
        "joints": [
            {
                "joint": joint.joint,
                "number": joint.number + 1,
                **value_change_json(joint.change),
                "worse": joint.is_worse if joint.change.is_compared else None,
            }
            for joint in stiffness.joints
        ],
        "false_alarm_rate": stiffness.false_alarm_rate,
        **judgement_json(stiffness.judgement, reason_text=reason_text),
    }


def value_change_json(change: ValueChange) -> dict[str, object]:
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


def history_json(history: ArmHistory) -> dict[str, object]:
    """Friction and payload over the dated visits."""
    return {
        "recorded_at": list(history.recorded_at),
        "friction": [
            {
                "joint": one.joint,
                "number": one.number + 1,
                "speeds": one.speeds,
                **_trend_json(one.level),
            }
            for one in history.friction
        ],
        "payload": {name: _trend_json(level) for name, level in history.payload.items()},
    }


def _trend_json(trend: ValueTrend) -> dict[str, object]:
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
