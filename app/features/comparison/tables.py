"""How a comparison of visits looks on a terminal and in JSON."""

import math
from collections.abc import Iterator

from rich.console import RenderableType

from app.errors.text import mark_text, reason_text
from app.features.comparison.arm_change_words import payload_rows, stiffness_row, verification_row
from app.features.comparison.arm_json import (
    history_json,
    payload_changes_json,
    stiffness_changes_json,
    verification_changes_json,
)
from app.features.comparison.compared_visits import ComparedFile, ComparedPair, ComparedVisits
from app.features.comparison.sentences import NAMES, scale_and_unit, sentences
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.elasticity.compared import Change, ElasticityComparison, JointComparison, TwistQuantity
from core.elasticity.result import Measured
from core.elasticity.trend import ElasticityTrend, QuantityTrend
from core.exchange.export_json import judgement_json
from core.fields import to_json_value
from core.friction.sweeps.comparison import FrictionComparison, JointFrictionChange

_CELSIUS_ZERO_K = 273.15
_DEGREES, _MILLIMETRES, _PER_CENT = 180.0 / math.pi, 1e3, 100.0
_CHANGE_COLUMNS = ("joint", "quantity", "unit", "before", "±", "now", "±", "change", "±", "seen from", "")
_FRICTION_COLUMNS = ("joint", "speed °/s (mm/s)", "before N·m (N)", "±", "now", "±", "")
_ARM_COLUMNS = ("quantity", "before", "now", "change", "")
_TREND_COLUMNS = ("joint", "quantity", "unit", "visits", "a year", "±", "")


# JSON


def compare_json(found: ComparedVisits) -> dict[str, object]:
    """The documented keys of ``compare``; SI, null where there is no number."""
    document: dict[str, object] = {
        "robot": found.latest.robot,
        "visits": [_visit_json(visit) for visit in found.visits],
        "sentences": list(sentences(found)),
        "verdict": found.pairs[0].verdict.value,
        "comparisons": [_pair_json(found, pair) for pair in found.pairs],
        "trend": None if found.trend is None else _trend_json(found.trend),
        "history": None if found.history is None else history_json(found.history),
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _visit_json(visit: ComparedFile) -> dict[str, object]:
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
        "temperature": visit.elasticity.temperature if visit.elasticity else visit.sweeps_temperature,
    }


def _pair_json(found: ComparedVisits, pair: ComparedPair) -> dict[str, object]:
    return {
        "before": found.visits[pair.before].path,
        "after": found.latest.path,
        "verdict": pair.verdict.value,
        "twist": None if pair.twist is None else _twist_json(pair.twist),
        "friction": None if pair.friction is None else _friction_json(pair.friction),
        "payload": None if pair.payload is None else payload_changes_json(pair.payload),
        "verification": None if pair.verification is None else verification_changes_json(pair.verification),
        "stiffness": None if pair.stiffness is None else stiffness_changes_json(pair.stiffness),
    }


def _twist_json(twist: ElasticityComparison) -> dict[str, object]:
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


def _change_json(change: Change) -> dict[str, object]:
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


def _measured_json(key: str, measured: Measured | None) -> dict[str, object]:
    return {
        key: None if measured is None else measured.value,
        f"{key}_std": None if measured is None else measured.std,
    }


def _friction_json(friction: FrictionComparison) -> dict[str, object]:
    return {
        "comparisons": friction.comparisons,
        "threshold_stds": friction.threshold_stds,
        "false_alarm_rate": friction.false_alarm_rate,
        "before_temperature": friction.before_temperature,
        "after_temperature": friction.after_temperature,
        "joints": [_friction_joint_json(joint) for joint in friction.joints],
        **judgement_json(friction.judgement, reason_text=reason_text),
    }


def _friction_joint_json(joint: JointFrictionChange) -> dict[str, object]:
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


def _trend_json(trend: ElasticityTrend) -> dict[str, object]:
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


# Tables


def compare_lines(found: ComparedVisits) -> Iterator[RenderableType]:
    """Marks, sentences, the visits, and what changed since the oldest; JSON has the others as well."""
    marks = {mark for visit in found.visits for mark in visit.marks}
    yield from filter(None, (mark_text(mark) for mark in sorted(marks)))
    yield from sentences(found)
    yield table("Visits", ("visit", "recorded", "arm", "°C", "marks"), [_row(one) for one in found.visits])
    for pair in found.pairs[:1]:
        title = f"{found.visits[pair.before].name} against {found.latest.name}"
        if pair.twist is not None:
            rows = [_change_row(joint, one) for joint in pair.twist.joints for one in joint.changes]
            yield table(f"{title}: the gears", _CHANGE_COLUMNS, rows)
            yield from _doubts(pair.twist)
        if pair.friction is not None:
            yield table(f"{title}: friction", _FRICTION_COLUMNS, list(_friction_rows(pair.friction)))
            yield from judgement_lines(pair.friction.judgement)
        yield from _arm_tables(pair, title)
    if found.trend is not None:
        rows = [_trend_row(one) for one in found.trend.quantities if one.slope is not None]
        yield table("Trend", _TREND_COLUMNS, rows)


def _arm_tables(pair: ComparedPair, title: str) -> Iterator[RenderableType]:
    """Payload, verification and the whole arm's stiffness, where both visits have them."""
    if pair.payload is not None:
        rows = [(*row[:-1], row[-1].words) for row in payload_rows(pair.payload)]
        yield table(f"{title}: the payload", _ARM_COLUMNS, rows)
        yield from judgement_lines(pair.payload.judgement)
    if pair.verification is not None:
        joints = pair.verification.joints
        shown = [(joint.joint, *verification_row(joint)) for joint in joints]
        yield table(
            f"{title}: the model on fresh motion",
            ("joint", *_ARM_COLUMNS),
            [(*row[:-1], row[-1].words) for row in shown],
        )
        yield from judgement_lines(pair.verification.judgement)
    if pair.stiffness is not None:
        shown = [(joint.joint, *stiffness_row(joint)) for joint in pair.stiffness.joints]
        yield table(
            f"{title}: the whole arm",
            ("joint", *_ARM_COLUMNS),
            [(*row[:-1], row[-1].words) for row in shown],
        )
        yield from judgement_lines(pair.stiffness.judgement)


def _doubts(twist: ElasticityComparison) -> Iterator[str]:
    yield (
        f"A change counts from {twist.threshold_stds:.2f} standard deviations on: with "
        f"{twist.comparisons} comparisons, {_PER_CENT * twist.false_alarm_rate:.0f} % of arms that did not "
        "change show one."
    )
    for joint in twist.joints:
        for reason in joint.judgement.reasons:
            yield f"  - {reason_text(reason)}"
    yield from judgement_lines(twist.judgement)


def _row(visit: ComparedFile) -> tuple[object, ...]:
    warmth = visit.elasticity.temperature if visit.elasticity else visit.sweeps_temperature
    return (
        visit.name,
        visit.recorded_at or None,
        visit.serial or None,
        None if warmth is None else warmth - _CELSIUS_ZERO_K,
        ", ".join(mark.name for mark in visit.marks) or None,
    )


def _change_row(joint: JointComparison, change: Change) -> tuple[object, ...]:
    scale, unit = scale_and_unit(change.quantity, slides=joint.is_prismatic)
    before, after, difference = (
        _scaled(one, scale) for one in (change.before, change.after, change.difference)
    )
    return (
        joint.joint,
        _name(change.quantity, change.cycles_per_motor_turn),
        unit,
        *before,
        *after,
        *difference,
        scale * change.least_seen,
        _result(change),
    )


def _result(change: Change) -> str:
    if change.before is None or change.after is None:
        return "measured once"
    if not change.is_compared:
        return "not comparable"
    if not change.is_beyond_noise:
        return "within noise"
    return {True: "WORSE", False: "better", None: "changed"}[change.is_worse]


def _name(quantity: TwistQuantity, cycles: float | None) -> str:
    return NAMES[quantity] if cycles is None else f"{NAMES[quantity]} at {cycles:.4g}"


def _scaled(measured: Measured | None, scale: float) -> tuple[float | None, float | None]:
    return (None, None) if measured is None else (scale * measured.value, scale * measured.std)


def _friction_rows(friction: FrictionComparison) -> Iterator[tuple[object, ...]]:
    for joint in friction.joints:
        speeds = joint.speeds
        shown = speeds.speed * (_MILLIMETRES if joint.is_prismatic else _DEGREES)
        columns = (shown, speeds.before, speeds.before_std, speeds.after, speeds.after_std)
        rows = zip(*(column.tolist() for column in columns), speeds.is_beyond_noise.tolist(), strict=True)
        for *numbers, beyond in rows:
            yield joint.joint, *numbers, "changed" if beyond else "within noise"


def _trend_row(one: QuantityTrend) -> tuple[object, ...]:
    scale, unit = scale_and_unit(one.quantity, slides=one.is_prismatic)
    slope, std = _scaled(one.slope_per_year, scale)
    words = "more than noise" if one.is_beyond_noise else "within noise"
    name = _name(one.quantity, one.cycles_per_motor_turn)
    return one.joint, name, unit, len(one.visit), slope, std, words
