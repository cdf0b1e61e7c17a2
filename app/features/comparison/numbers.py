"""The changes between two visits in numbers: a line for each quantity, and the friction at each speed."""

from collections.abc import Iterator

from app.presentation import Cell, Column, Line, Table
from app.speech.language import tr
from app.speech.units import (
    KILOGRAM,
    MILLIMETRE,
    MILLISECOND,
    PER_CENT,
    DisplayUnit,
    Value,
    damping_unit,
    number,
    parameter_value,
    percent,
    share,
    speed_unit,
    stiffness_unit,
    torque_unit,
    twist_unit,
)
from app.speech.words import Glyph, Signed
from app.speech.words import quantity_word as payload_word
from core.comparison import ComparedPair
from core.elasticity.comparison_result import Change, JointComparison, TwistQuantity
from core.elasticity.result import Measured
from core.friction.sweeps.comparison import JointFrictionChange
from core.identification.verification_result import JointVerificationChange
from core.signals.value_change import ValueChange

NUMBERS, SPEEDS, PAYLOAD = "numbers", "speeds", "payload"
_DIGITS = 2
"""Digits of the ± of the whole arm's stiffness, as in its own table."""
_CHANGED = (Glyph.WARNING, Glyph.NOTE)
_PARAMETERS = (TwistQuantity.STIFFNESS, TwistQuantity.DAMPING)
"""Quantities that are not determined where they are smaller than their uncertainty."""


_JOULE = DisplayUnit("J", 1.0)


def joint_line(number: int) -> str:
    """Name of the lines of a joint, such as ``joint-1``; ``number`` counts from 0."""
    return f"joint-{number + 1}"


def numbers(pair: ComparedPair) -> Iterator[Table]:
    """Table joint by joint, the payload last; none where nothing was compared."""
    if not (lines := tuple(_lines(pair))):
        return
    yield Table(
        name=NUMBERS,
        title=tr("In numbers"),
        columns=(
            Column("subject", ""),
            Column("quantity", tr("quantity")),
            Column("before", tr("before"), has_units=True),
            Column("now", tr("now"), has_units=True),
            Column("change", tr("change"), has_units=True),
            Column("relative", tr("change in %"), has_units=True),
            Column("seen-from", tr("seen from"), has_units=True),
            Column("result", tr("result")),
        ),
        lines=lines,
        note=tr(
            "A value counts as changed only where the difference is beyond the uncertainty of both visits. "
            "Of a hundred arms that did not change, about one shows a change of its gears by chance, one of "
            "its friction, one of its payload. ± is the expanded uncertainty (k = 2)."
        ),
    )


def is_changed(line: Line) -> bool:
    """True if the quantity of a line has changed."""
    result = line.cells[-1]
    return isinstance(result, Signed) and result.glyph in _CHANGED


def compared_joints(pair: ComparedPair) -> tuple[int, ...]:
    """Numbers (from 0) of the joints of which anything was compared."""
    parts = (pair.twist, pair.friction, pair.stiffness, pair.verification)
    return tuple(sorted({joint.number for part in parts if part is not None for joint in part.joints}))


def _lines(pair: ComparedPair) -> Iterator[Line]:
    for joint in compared_joints(pair):
        subject = tr("Joint {number}").format(number=joint + 1)
        for cells in _joint(pair, joint):
            yield Line(joint_line(joint), (subject, *cells))
    for name, change in pair.payload.named.items() if pair.payload is not None else ():
        word, unit = payload_word(name), KILOGRAM if name == "mass" else MILLIMETRE
        cells = _value_change(f"{word[:1].upper()}{word[1:]}", change, unit, is_worse=None)
        yield Line(PAYLOAD, (tr("Payload"), *cells))


def _joint(pair: ComparedPair, number: int) -> Iterator[tuple[Cell, ...]]:
    for twist in pair.twist.joints if pair.twist is not None else ():
        if twist.number == number:
            yield from (_twist(twist, change) for change in twist.changes)
    for friction in pair.friction.joints if pair.friction is not None else ():
        if friction.number == number and friction.speeds.speed.size:
            yield _friction(friction)
    for whole in pair.stiffness.joints if pair.stiffness is not None else ():
        if whole.number == number:
            unit = stiffness_unit(_size(whole.change.before, whole.change.after), slides=whole.is_prismatic)
            name = tr("Stiffness with the links")
            yield _value_change(name, whole.change, unit, is_worse=whole.is_worse, digits=_DIGITS)
    for model in pair.verification.joints if pair.verification is not None else ():
        if model.number == number:
            yield _verification(model)


def _size(*values: float) -> float:
    """The largest of the known values; 0 where all are NaN."""
    return max((abs(value) for value in values if value == value), default=0.0)  # noqa: PLR0124  NaN


def _twist(joint: JointComparison, change: Change) -> tuple[Cell, ...]:
    size = _size(*(one.value for one in (change.before, change.after) if one is not None))
    unit = quantity_unit(change.quantity, size, slides=joint.is_prismatic)
    return (
        quantity_word(change.quantity, change.cycles_per_motor_turn),
        _visit(change, change.before, unit),
        _visit(change, change.after, unit),
        _measured(change.difference, unit),
        _measured(change.relative, PER_CENT),
        Value(change.least_seen, unit) if change.is_compared else "",
        _result(
            is_once=change.before is None or change.after is None,
            is_compared=change.is_compared,
            is_beyond=change.is_beyond_noise,
            is_worse=change.is_worse,
        ),
    )


def _visit(change: Change, measured: Measured | None, unit: DisplayUnit) -> Cell:
    """Cell of the value of one visit."""
    if measured is None:
        return tr("not measured")
    value = Value(measured.value, unit, measured.std)
    return parameter_value(value) if change.quantity in _PARAMETERS else value


def _measured(measured: Measured | None, unit: DisplayUnit) -> Cell:
    return "" if measured is None else Value(measured.value, unit, measured.std)


def _friction(joint: JointFrictionChange) -> tuple[Cell, ...]:
    """Cells of the mean friction over all common speeds."""
    speeds, unit = joint.speeds, torque_unit(slides=joint.is_prismatic)
    return (
        tr("Friction, {count} speeds").format(count=speeds.speed.size),
        *(Value(mean, unit, std) for mean, std in (speeds.mean_before, speeds.mean_after)),
        "",
        Value(joint.relative, PER_CENT, joint.relative_std),
        "",
        _result(is_beyond=joint.is_beyond_noise, is_worse=joint.is_worse),
    )


def _value_change(
    name: str, change: ValueChange, unit: DisplayUnit, *, is_worse: bool | None, digits: int | None = None
) -> tuple[Cell, ...]:
    return (
        name,
        *(
            Value(value, unit, std, digits=digits) if value == value else tr("not measured")  # noqa: PLR0124  NaN
            for value, std in ((change.before, change.before_std), (change.after, change.after_std))
        ),
        Value(change.difference, unit, change.difference_std, digits=digits) if change.is_compared else "",
        "",
        Value(change.least_seen, unit) if change.is_compared else "",
        _result(
            is_once=change.is_measured_once,
            is_compared=change.is_compared,
            is_beyond=change.is_beyond_noise,
            is_worse=is_worse,
        ),
    )


def _verification(joint: JointVerificationChange) -> tuple[Cell, ...]:
    """Cells of the model's error, which has no ± and therefore no difference."""
    name = tr("Error of the model, limit {limit}").format(limit=percent(joint.after_limit))
    before, after = (share(one) for one in (joint.before, joint.after))
    if not joint.same_limits:
        result = Signed(Glyph.EMPTY, tr("other limits"))
    elif not joint.is_compared:
        result = Signed(Glyph.EMPTY, tr("not judged in both"))
    elif joint.is_worse:
        result = Signed(Glyph.WARNING, tr("now beyond"))
    elif joint.is_better:
        result = Signed(Glyph.NOTE, tr("now within"))
    elif joint.after_passed:
        result = Signed(Glyph.CHECK, tr("within limit"))
    else:
        result = Signed(Glyph.WARNING, tr("beyond limit"))
    return name, before, after, "", "", "", result


def _result(
    *, is_beyond: bool, is_worse: bool | None, is_once: bool = False, is_compared: bool = True
) -> Signed:
    """Sign and word of a change; ``is_worse`` is None for a quantity without a worse direction."""
    if is_once:
        return Signed(Glyph.EMPTY, tr("measured once"))
    if not is_compared:
        return Signed(Glyph.EMPTY, tr("not comparable"))
    if not is_beyond:
        return Signed(Glyph.CHECK, tr("within noise"))
    if is_worse is None:
        return Signed(Glyph.NOTE, tr("changed"))
    return Signed(Glyph.WARNING, tr("worse")) if is_worse else Signed(Glyph.NOTE, tr("better"))


def speeds(pair: ComparedPair) -> Iterator[Table]:
    """Table of the friction of every joint at each speed that both visits swept."""
    joints = pair.friction.joints if pair.friction is not None else ()
    lines = tuple(line for joint in joints for line in _at_speeds(joint))
    if lines:
        columns = (
            Column("subject", ""),
            Column("speed", tr("speed"), has_units=True),
            Column("before", tr("before"), has_units=True),
            Column("now", tr("now"), has_units=True),
            Column("result", tr("result")),
        )
        yield Table(name=SPEEDS, title=tr("Friction at each speed"), columns=columns, lines=lines)


def _at_speeds(joint: JointFrictionChange) -> Iterator[Line]:
    unit, found = torque_unit(slides=joint.is_prismatic), joint.speeds
    columns = (found.speed, found.before, found.before_std, found.after, found.after_std)
    rows = zip(*(column.tolist() for column in columns), found.is_beyond_noise.tolist(), strict=True)
    for speed, before, before_std, after, after_std, is_beyond in rows:
        yield Line(
            joint_line(joint.number),
            (
                tr("Joint {number}").format(number=joint.number + 1),
                Value(speed, speed_unit(slides=joint.is_prismatic)),
                Value(before, unit, before_std),
                Value(after, unit, after_std),
                _result(is_beyond=is_beyond, is_worse=None),
            ),
        )


def quantity_word(quantity: TwistQuantity, cycles: float | None = None) -> str:
    """Name of a quantity; for a line of ripple with its ``cycles`` per motor turn."""
    word = {
        TwistQuantity.STIFFNESS: tr("Stiffness"),
        TwistQuantity.BACKLASH: tr("Gear play"),
        TwistQuantity.HYSTERESIS_WIDTH: tr("Width of the loop"),
        TwistQuantity.HYSTERESIS_ENERGY: tr("Energy of the loop"),
        TwistQuantity.LOST_MOTION: tr("Lost motion"),
        TwistQuantity.DAMPING: tr("Damping"),
        TwistQuantity.LAG: tr("Channel lag"),
        TwistQuantity.RIPPLE: tr("Ripple"),
    }[quantity]
    if cycles is None:
        return word
    return tr("{word} {cycles}×").format(word=word, cycles=number(cycles, digits=4))


def quantity_unit(quantity: TwistQuantity, size: float, *, slides: bool) -> DisplayUnit:
    """Unit for a quantity of this size (SI)."""
    if quantity is TwistQuantity.STIFFNESS:
        return stiffness_unit(size, slides=slides)
    if quantity is TwistQuantity.DAMPING:
        return damping_unit(size, slides=slides)
    if quantity is TwistQuantity.HYSTERESIS_ENERGY:
        return _JOULE
    return MILLISECOND if quantity is TwistQuantity.LAG else twist_unit(size, slides=slides)
