"""A planned or judged motion as people read it: its criteria, and every joint against its limits."""

from collections.abc import Iterator, Sequence
from math import inf, isfinite, nan

import numpy as np

from app.errors.text import reason_rows, shortfall_text
from app.presentation import Column, Line, Presentation, Row, Rows, Table, value_text
from app.speech.language import listed, tr
from app.speech.units import (
    DEGREE,
    DEGREE_PER_SECOND,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    PER_CENT,
    PURE,
    SECOND,
    DisplayUnit,
    Value,
    number,
    seconds,
    whole,
)
from app.speech.words import body_word
from core.exchange.trajectory_json import trajectory_json
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import LimitOrigin, MotionLimits
from core.quality import Verdict
from core.recording import FloatArray

NUMBERS, MOMENT = "numbers", "closest-at"
CONDITION, PERIOD, SPEED, APPROACH, LIMITS, TORQUE = (
    "condition",
    "period",
    "speed",
    "approach",
    "limits",
    "torque",
)
_DEGREE_PER_SECOND2, _MM_PER_SECOND2 = DisplayUnit("°/s²", DEGREE.per_si), DisplayUnit("mm/s²", 1e3)
_QUANTITIES = ("position", "velocity", "acceleration")
_DEFAULT_MARK = "*"


def present(
    plan: ExcitationPlan, limits: MotionLimits, *, joints: Sequence[str], slides: Sequence[bool]
) -> Presentation:
    """Presentation of a plan; ``limits`` are those that it was judged against."""
    judged = (_shortfall(one) for one in plan.shortfalls)
    return Presentation(
        title=tr("Excitation of {robot}").format(robot=plan.robot),
        headline=headline(plan.judgement.verdict),
        verdict=plan.judgement.verdict,
        sections=(
            numbers(plan),
            _criteria(plan),
            _limit_table(plan, limits, joints=joints, slides=slides),
            reason_rows([("", plan.judgement)], *judged),
        ),
        circumstances=_circumstances(plan),
    )


def headline(verdict: Verdict) -> str:
    """Sentence on the verdict of a plan."""
    return {
        Verdict.GOOD: tr("Good data: every parameter that can be determined shows clearly."),
        Verdict.USABLE: tr("Usable data: some parameters will show only faintly."),
        Verdict.REPEAT: tr("Plan again: this motion will not do."),
        Verdict.NOT_MEASURABLE: tr("Not measurable: some parameters do not show in this motion at all."),
    }[verdict]


def too_near(plan: ExcitationPlan) -> str:
    """Sentence on a path that comes nearer to anything than is to be kept off, else empty."""
    pair, keep_off = plan.closest, plan.settings.keep_off
    if pair is None or pair.distance >= keep_off:
        return ""
    words = tr("{first} comes as near as {distance} to {second}, nearer than {limit}. Watch the slow run.")
    said = words.format(
        first=body_word(pair.first),
        second=body_word(pair.second),
        distance=value_text(Value(pair.distance, MILLIMETRE, decimals=0)),
        limit=value_text(Value(keep_off, MILLIMETRE, decimals=0)),
    )
    return said[:1].upper() + said[1:]


def condition(value: float) -> Value | str:
    """A condition number; ∞ where a parameter does not show at all."""
    return Value(value) if isfinite(value) else "∞"


def condition_text(value: float) -> str:
    """A condition number as text."""
    return value_text(condition(value))


def _circumstances(plan: ExcitationPlan) -> str:
    trajectory, settings = plan.trajectory, plan.settings
    words = tr("{robot}: {kind}, {count} harmonics, period {period}, limits {limits}.")
    if settings.locked:
        words = tr(
            "{robot}: {kind}, {count} harmonics, period {period}, limits {limits}, joint {locked} locked."
        )
    return words.format(
        robot=plan.robot,
        kind=trajectory_json(plan)["kind"],
        count=trajectory.a.shape[1],
        period=f"{number(trajectory.period_s)} s",
        limits=settings.limits,
        locked=listed(str(joint + 1) for joint in settings.locked),
    )


def numbers(plan: ExcitationPlan) -> Rows:
    """Condition number, time and speed, and the nearness to collision, limits and rated torque."""
    parameters = tr("{count} parameters").format(count=plan.base_parameter_count)
    waves = tr("{count} harmonics").format(count=plan.settings.harmonics)
    rows = [
        Row(
            CONDITION,
            tr("Condition number"),
            condition(plan.condition_number),
            remark=parameters,
        ),
        Row(PERIOD, tr("One period"), Value(plan.settings.period_s, SECOND), remark=waves),
        Row(
            SPEED,
            tr("Top speed"),
            Value(plan.top_speed, MILLIMETRE_PER_SECOND, decimals=0),
            remark=tr("at full speed"),
        ),
        *_approach(plan),
        _limit_use(plan),
        torque(plan.torque_share),
        Row("rest", tr("Start pose and rest at both ends are missed by"), _missed(plan.boundary_error)),
    ]
    if plan.evaluations:
        evaluations = tr("{count} evaluations").format(count=whole(plan.evaluations))
        rows.append(Row("planned", tr("Planned in"), seconds(plan.seconds), remark=evaluations))
    return Rows(name=NUMBERS, title=tr("The motion"), rows=tuple(rows))


def _missed(error: float) -> Value:
    return Value(error, DisplayUnit(tr("rad, rad/s, rad/s²"), 1.0))


def _approach(plan: ExcitationPlan) -> Iterator[Row]:
    """Rows on the two bodies that come nearest to one another, with the time."""
    label, pair = tr("Closest approach"), plan.closest
    if pair is None:
        yield Row(APPROACH, label, "–", remark=tr("not looked at"))
    elif not pair.first:
        yield Row(APPROACH, label, "–", remark=tr("nothing can touch anything"))
    else:
        first, second = body_word(pair.first), body_word(pair.second)
        remark = tr("{first} – {second}").format(first=first, second=second)
        yield Row(APPROACH, label, Value(pair.distance, MILLIMETRE, decimals=0), remark=remark)
        yield Row(MOMENT, tr("Closest at"), Value(plan.closest_time, SECOND, decimals=1))


def _limit_use(plan: ExcitationPlan) -> Row:
    joint, quantity = divmod(int(np.argmax(plan.peaks.limit_use)), len(_QUANTITIES))
    what = (tr("position"), tr("speed"), tr("acceleration"))[quantity]
    remark = tr("{what}, joint {joint}").format(what=what, joint=joint + 1)
    return Row(LIMITS, tr("Limits used"), Value(plan.limit_use, PER_CENT, decimals=1), remark=remark)


def torque(share: FloatArray) -> Row:
    """The largest share (n,) of the rated torques."""
    label = tr("Torque")
    if not np.any(np.isfinite(share)):
        return Row(TORQUE, label, "–", remark=tr("not known"))
    joint = int(np.nanargmax(share))
    remark = tr("of rated, joint {joint}").format(joint=joint + 1)
    return Row(TORQUE, label, Value(float(share[joint]), PER_CENT, decimals=0), remark=remark)


def _criteria(plan: ExcitationPlan) -> Table:
    """Table of the other criteria of a good motion."""
    found, block = plan.numbers, plan.numbers.block
    parts = (tr("whole regressor"), tr("acceleration part"), tr("velocity part"), tr("position part"))
    words = tr("condition number, {part}")
    unknown = (Value(nan), Value(nan))
    lines = [
        (tr("Frobenius condition number"), condition(found.frobenius), *unknown),
        ("log det YᵀY", _logarithm(found.log_determinant), *unknown),
        (tr("block index"), condition(block.index), *unknown),
        *(
            (words.format(part=part), condition(value), Value(count, decimals=0), Value(weight))
            for part, value, count, weight in zip(
                parts, block.condition_numbers, block.columns, (nan, *block.weights), strict=True
            )
        ),
    ]
    heads = (Column("criterion", ""), Column("value", tr("value")))
    counted = (Column("columns", tr("columns"), PURE), Column("weight", tr("weight"), PURE))
    return Table(
        name="criteria",
        title=tr("Other criteria"),
        columns=(*heads, *counted),
        lines=tuple(Line("", cells) for cells in lines),
        note=plan.convention,
    )


def _logarithm(value: float) -> Value | str:
    return "−∞" if value == -inf else condition(value)


def _limit_table(
    plan: ExcitationPlan, limits: MotionLimits, *, joints: Sequence[str], slides: Sequence[bool]
) -> Table:
    """Table of the peaks of every joint against its limits."""
    pairs = (
        (DEGREE, MILLIMETRE),
        (DEGREE_PER_SECOND, MILLIMETRE_PER_SECOND),
        (_DEGREE_PER_SECOND2, _MM_PER_SECOND2),
    )
    heads = [DisplayUnit(f"{a.symbol} ({b.symbol})", 1.0) if any(slides) else a for a, b in pairs]
    place, speed, change = heads
    used, limit = tr("used"), tr("limit")
    columns = (
        Column("joint", tr("joint")),
        Column("from", tr("from"), place),
        Column("to", tr("to"), place),
        Column("limits", tr("limits {unit}").format(unit=place.symbol)),
        Column("position-used", used, PER_CENT),
        Column("speed", tr("speed"), speed),
        Column("speed-limit", f"{limit}, {speed.symbol}"),
        Column("speed-used", used, PER_CENT),
        Column("acceleration", tr("acceleration"), change),
        Column("acceleration-limit", f"{limit}, {change.symbol}"),
        Column("acceleration-used", used, PER_CENT),
        Column("torque", tr("torque"), PER_CENT),
    )
    lines = (
        Line(name, (name, *_peaks(plan, limits, joint, [pair[slides[joint]] for pair in pairs])))
        for joint, name in enumerate(joints)
    )
    has_default = any(limits.origin.joints(one, origin=LimitOrigin.DEFAULT) for one in _QUANTITIES)
    note = tr("{mark} the maker gives none; this is the program's default").format(mark=_DEFAULT_MARK)
    return Table(
        name="limits",
        title=tr("Peaks against limits"),
        columns=columns,
        lines=tuple(lines),
        note=note if has_default else "",
    )


def _peaks(
    plan: ExcitationPlan, limits: MotionLimits, joint: int, units: Sequence[DisplayUnit]
) -> Iterator[Value | str]:
    """Cells of one joint, behind its name."""
    peaks, (place, *rates) = plan.peaks, units
    position, *shares = (Value(share, PER_CENT, decimals=1) for share in peaks.limit_use[joint].tolist())
    yield Value(float(peaks.lower[joint]), place, decimals=1)
    yield Value(float(peaks.upper[joint]), place, decimals=1)
    low, high = (number(place.shown(float(end[joint])), decimals=1) for end in (limits.lower, limits.upper))
    ends = tr("{first} to {last}").format(first=low, last=high)
    yield f"{ends}{_mark(limits, 'position', joint)}"
    yield position
    for quantity, unit, share in zip(_QUANTITIES[1:], rates, shares, strict=True):
        yield Value(float(getattr(peaks, quantity)[joint]), unit, decimals=1)
        limit = number(unit.shown(float(getattr(limits, quantity)[joint])), decimals=1)
        yield f"{limit}{_mark(limits, quantity, joint)}"
        yield share
    yield Value(float(plan.torque_share[joint]), PER_CENT, decimals=1)


def _mark(limits: MotionLimits, quantity: str, joint: int) -> str:
    return _DEFAULT_MARK if joint in limits.origin.joints(quantity, origin=LimitOrigin.DEFAULT) else ""


def _shortfall(one: Shortfall) -> Row:
    label = tr("not allowed") if one.blocking else tr("note")
    return Row(one.code, label, shortfall_text(one), Verdict.REPEAT if one.blocking else Verdict.USABLE)
