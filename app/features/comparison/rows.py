"""What changed in a joint between visits, as the rows of a table; the units of what is compared."""

from app.features.comparison.arm_change_words import Row, stiffness_row, verification_row
from app.features.comparison.compared_visits import ComparedPair
from app.speech.language import translate
from app.speech.signs import Glyph, Signed
from app.speech.units import (
    MILLISECOND,
    NEWTON,
    NEWTON_METRE,
    NO_BREAK,
    DisplayUnit,
    damping_unit,
    number,
    stiffness_unit,
    twist_unit,
    with_std,
)
from core.elasticity.compared import Change, JointComparison, TwistQuantity
from core.elasticity.result import Measured
from core.friction.sweeps.comparison import JointFrictionChange

PER_CENT = DisplayUnit("%", 100.0)
_JOULE = DisplayUnit("J", 1.0)


def _tr(text: str) -> str:
    return translate("CompareRows", text)


def quantity_word(quantity: TwistQuantity, cycles: float | None = None) -> str:
    """What is compared; ``cycles`` per motor turn of a line of ripple."""
    word = {
        TwistQuantity.STIFFNESS: _tr("Stiffness"),
        TwistQuantity.BACKLASH: _tr("Backlash"),
        TwistQuantity.HYSTERESIS_WIDTH: _tr("Width of the loop"),
        TwistQuantity.HYSTERESIS_ENERGY: _tr("Energy of the loop"),
        TwistQuantity.LOST_MOTION: _tr("Lost motion"),
        TwistQuantity.DAMPING: _tr("Damping"),
        TwistQuantity.LAG: _tr("Channel lag"),
        TwistQuantity.RIPPLE: _tr("Ripple"),
    }[quantity]
    if cycles is None:
        return word
    return _tr("{word} {cycles}×").format(word=word, cycles=number(cycles, digits=4))


def quantity_unit(quantity: TwistQuantity, size: float, *, slides: bool) -> DisplayUnit:
    """In which a quantity of this size is shown."""
    if quantity is TwistQuantity.STIFFNESS:
        return stiffness_unit(size, slides=slides)
    if quantity is TwistQuantity.DAMPING:
        return damping_unit(size, slides=slides)
    if quantity is TwistQuantity.HYSTERESIS_ENERGY:
        return _JOULE
    return MILLISECOND if quantity is TwistQuantity.LAG else twist_unit(size, slides=slides)


def shown(measured: Measured, unit: DisplayUnit) -> str:
    """A value with its ± and unit."""
    value = with_std(measured.value * unit.per_si, measured.std * unit.per_si)
    return f"{value}{NO_BREAK}{unit.symbol}"


def change_headings() -> tuple[str, str, str, str, str]:
    """The headings of a joint's changes."""
    return _tr("Quantity"), _tr("Before"), _tr("Now"), _tr("Change"), _tr("Result")


def compared_joints(pair: ComparedPair) -> tuple[int, ...]:
    """Joints (from 0) that were compared in some way."""
    parts = (pair.twist, pair.friction, pair.stiffness, pair.verification)
    return tuple(sorted({joint.number for part in parts if part is not None for joint in part.joints}))


def joint_rows(pair: ComparedPair, number: int) -> tuple[Row, ...]:
    """Everything that was compared of a joint (from 0), a row each."""
    twist = [joint for joint in (pair.twist.joints if pair.twist else ()) if joint.number == number]
    friction = [joint for joint in (pair.friction.joints if pair.friction else ()) if joint.number == number]
    stiffness = [
        joint for joint in (pair.stiffness.joints if pair.stiffness else ()) if joint.number == number
    ]
    verified = pair.verification.joints if pair.verification else ()
    return (
        *(row for joint in twist for row in change_rows(joint)),
        *(friction_row(joint) for joint in friction if joint.speeds.speed.size),
        *(stiffness_row(joint) for joint in stiffness),
        *(verification_row(joint) for joint in verified if joint.number == number),
    )


def change_rows(joint: JointComparison) -> tuple[Row, ...]:
    """A row per quantity, each in a unit of its own."""
    return tuple(_change_row(joint, change) for change in joint.changes)


def friction_row(joint: JointFrictionChange) -> Row:
    """The friction over all common speeds as one more row."""
    speeds = joint.speeds
    unit = NEWTON if joint.is_prismatic else NEWTON_METRE
    before, now = (shown(Measured(*mean), unit) for mean in (speeds.mean_before, speeds.mean_after))
    change = shown(Measured(joint.relative, joint.relative_std), PER_CENT)
    result = _result(beyond=joint.is_beyond_noise, worse=joint.is_worse)
    name = _tr("Friction, {count} speeds").format(count=speeds.speed.size)
    return name, before, now, change, result


def _change_row(joint: JointComparison, change: Change) -> Row:
    size = max((abs(one.value) for one in (change.before, change.after) if one is not None), default=0.0)
    unit = quantity_unit(change.quantity, size, slides=joint.is_prismatic)
    before, after = (_value(one, unit) for one in (change.before, change.after))
    difference = change.relative and shown(change.relative, PER_CENT)
    if difference is None and change.difference is not None:
        difference = shown(change.difference, unit)
    name = quantity_word(change.quantity, change.cycles_per_motor_turn)
    return name, before, after, difference or "", _change_result(change)


def _value(measured: Measured | None, unit: DisplayUnit) -> str:
    return _tr("not measured") if measured is None else shown(measured, unit)


def _change_result(change: Change) -> Signed:
    if change.before is None or change.after is None:
        return Signed(Glyph.EMPTY, _tr("measured once"))
    if not change.is_compared:
        return Signed(Glyph.EMPTY, _tr("not comparable"))
    return _result(beyond=change.is_beyond_noise, worse=change.is_worse)


def _result(*, beyond: bool, worse: bool | None) -> Signed:
    if not beyond:
        return Signed(Glyph.CHECK, _tr("within noise"))
    if worse is None:
        return Signed(Glyph.NOTE, _tr("changed"))
    return Signed(Glyph.WARNING, _tr("worse")) if worse else Signed(Glyph.NOTE, _tr("better"))
