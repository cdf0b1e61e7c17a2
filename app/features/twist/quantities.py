"""Quantities of the gears: a table of all joints, and the values of one joint. No Qt."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import Protocol

import numpy as np

from app.features.twist.results import ToolTwist
from app.features.twist.sentences import (
    SEEN_FROM_STD,
    amplitude,
    is_judged,
    is_seen,
    measured_text,
    ripple_words,
)
from app.presentation import Cell, Column, Line, Row, Rows, Table, joint_columns, value_text
from app.speech.language import tr
from app.speech.units import (
    ARCMINUTE,
    KILOGRAM,
    MICROMETRE,
    MILLIMETRE,
    MILLISECOND,
    PURE,
    DisplayUnit,
    Value,
    damping_unit,
    load_unit,
    not_determined,
    number,
    stiffness_unit,
    twist_unit,
)
from core.elasticity.result import JointElasticity, Measured
from core.quality import is_determined
from core.recording import LinkPosition

GEARS, VERDICT = "gears", "verdict"
_WIDTHS = {"backlash", "width"}
"""Quantities that may be smaller than their uncertainty."""
_PARAMETERS = {"stiffness", "damping", "inertia"}
"""Quantities that are not determined where they are smaller than their uncertainty."""
_JOULE = DisplayUnit("J", 1.0)
_INERTIA = DisplayUnit("kg·m²", 1.0)


class UnitOf(Protocol):
    """Function that chooses the unit of a value by its size, for a joint that turns or slides."""

    def __call__(self, size: float, /, *, slides: bool) -> DisplayUnit:
        """Return the unit, such as arcmin or µm."""


@dataclass(frozen=True)
class _Quantity:
    """A quantity: its name and label, its value of a joint, and its unit."""

    name: str
    label: str
    of: Callable[[JointElasticity], Measured | None]
    unit: UnitOf

    def value(self, found: Measured, joint: JointElasticity) -> Value:
        """Return the value in the unit for its size."""
        return Value(found.value, self.unit(found.value, slides=joint.is_prismatic), found.std)


def _fixed(turning: DisplayUnit, sliding: DisplayUnit | None = None) -> UnitOf:
    def unit(_size: float, /, *, slides: bool) -> DisplayUnit:
        return sliding if slides and sliding is not None else turning

    return unit


RMS_UNIT = _fixed(ARCMINUTE, MICROMETRE)
"""Unit of deflections that are compared with one another, whatever their size."""


def _number(value: float) -> Measured | None:
    """Value without a standard deviation; None where it is not finite."""
    return Measured(value, nan) if isfinite(value) else None


def _is_computed(joint: JointElasticity) -> bool:
    return joint.link_position is LinkPosition.COMPUTED


def _branch(joint: JointElasticity, pick: Callable[[tuple[float, float]], float]) -> Measured | None:
    return None if joint.branch_stiffness is None else _number(pick(joint.branch_stiffness))


def _ripple_order(joint: JointElasticity) -> Measured | None:
    first = joint.ripple[0] if joint.ripple else None
    return None if first is None else Measured(first.cycles_per_motor_turn, first.cycles_std)


def _quantities() -> tuple[_Quantity, ...]:
    return (
        _Quantity(
            "stiffness", tr("Stiffness"), lambda j: None if _is_computed(j) else j.stiffness, stiffness_unit
        ),
        _Quantity(
            "constant",
            tr("Controller's own constant"),
            lambda j: j.stiffness if _is_computed(j) else None,
            stiffness_unit,
        ),
        _Quantity("softest", tr("Softest branch"), lambda j: _branch(j, min), stiffness_unit),
        _Quantity("stiffest", tr("Stiffest branch"), lambda j: _branch(j, max), stiffness_unit),
        _Quantity("backlash", tr("Gear play"), lambda j: j.backlash, twist_unit),
        _Quantity("width", tr("Loop width"), lambda j: j.hysteresis_width, twist_unit),
        _Quantity("energy", tr("Energy of a loop"), lambda j: j.hysteresis_energy, _fixed(_JOULE)),
        _Quantity("lost-motion", tr("Lost motion"), lambda j: j.lost_motion, twist_unit),
        _Quantity("ripple", tr("Ripple"), lambda j: amplitude(j.ripple[0]) if j.ripple else None, twist_unit),
        _Quantity("ripple-order", tr("Ripple per motor turn"), _ripple_order, _fixed(PURE)),
        _Quantity("lag", tr("Lag of the link encoder"), lambda j: j.lag, _fixed(MILLISECOND)),
        _Quantity("offset", tr("Offset"), lambda j: j.offset, twist_unit),
        _Quantity("damping", tr("Damping"), lambda j: j.damping, damping_unit),
        _Quantity("inertia", tr("Rotor inertia"), lambda j: j.rotor_inertia, _fixed(_INERTIA, KILOGRAM)),
        _Quantity("load-low", tr("Least load"), lambda j: _number(j.load_low), load_unit),
        _Quantity("load-high", tr("Most load"), lambda j: _number(j.load_high), load_unit),
        _Quantity("raw", tr("Twist, rms"), lambda j: _number(j.rms_raw), RMS_UNIT),
        _Quantity("left", tr("Left unexplained, rms"), lambda j: _number(j.rms_explained), RMS_UNIT),
    )


def gears_table(joints: Sequence[JointElasticity]) -> Table:
    """Table with a line per quantity that some joint has, a column per joint, and the verdicts below."""
    lines = [_line(one, joints) for one in _quantities() if any(map(one.of, joints))]
    verdicts = Line(VERDICT, (tr("Verdict"), *(joint.judgement.verdict for joint in joints)))
    return Table(
        name=GEARS,
        title=tr("The gears"),
        columns=(Column("quantity", tr("Quantity")), *gear_columns(joints)),
        lines=(*lines, verdicts),
    )


def gear_columns(joints: Sequence[JointElasticity]) -> tuple[Column, ...]:
    """Columns of numbers, one per joint; the first column of each line has the unit."""
    return joint_columns((one.joint for one in joints), [PURE] * len(joints))


def _line(quantity: _Quantity, joints: Sequence[JointElasticity]) -> Line:
    found = [quantity.of(one) for one in joints]
    return measured_line(quantity.name, quantity.label, found, joints, unit=quantity.unit)


def measured_line(
    name: str,
    label: str,
    found: Sequence[Measured | None],
    joints: Sequence[JointElasticity],
    *,
    unit: UnitOf,
) -> Line:
    """Line of values in one unit, chosen for their median; a joint of the other kind has its own unit."""
    pairs = list(zip(found, joints, strict=True))
    slides = all(joint.is_prismatic for one, joint in pairs if one is not None)
    sizes = [abs(one.value) for one, joint in pairs if one is not None and joint.is_prismatic == slides]
    common = unit(float(np.median(sizes)), slides=slides) if sizes else PURE

    def cell(one: Measured | None, joint: JointElasticity) -> Cell:
        if one is None:
            return "–"
        if name in _PARAMETERS and not is_determined(one.value, one.std):
            return not_determined()
        if joint.is_prismatic == slides:
            return Value(one.value, common, one.std)
        return value_text(Value(one.value, unit(one.value, slides=joint.is_prismatic), one.std))

    head = Column(name, label, common).head
    return Line(name, (head, *(cell(one, joint) for one, joint in pairs)))


def joint_values(joint: JointElasticity, moved: ToolTwist | None = None) -> Rows:
    """Values of one joint, and the shift of the flange that all joints together caused (``moved``)."""
    every = {one.name: one for one in _quantities()}
    rows = [_row(every[name], joint) for name in _names(joint)]
    if moved is not None:
        remark = tr("rms {value}").format(value=value_text(Value(moved.rms, MILLIMETRE)))
        rows.append(Row("moved", tr("Tool moved by up to"), Value(moved.largest, MILLIMETRE), remark=remark))
    return Rows(name=joint.joint, title=joint.joint, rows=tuple(rows))


def _names(joint: JointElasticity) -> Iterator[str]:
    """Names of the quantities to show; a joint that cannot be judged has load, ripple, lag and rest only."""
    if is_judged(joint):
        has_branches = joint.stiffness is None and joint.branch_stiffness is not None
        has_energy_alone = joint.hysteresis_width is None and joint.hysteresis_energy is not None
        yield from ("softest", "stiffest") if has_branches else ("stiffness",)
        yield "backlash" if joint.lost_motion is None else "lost-motion"
        yield "energy" if has_energy_alone else "width"
    else:
        if _is_computed(joint):
            yield "constant"
        yield from ("load-low", "load-high")
    if joint.spectrum is not None or (is_judged(joint) and joint.lost_motion is None):
        yield "ripple"
    if joint.lag is not None:
        yield "lag"
    if isfinite(joint.rms_raw + joint.rms_explained):
        yield "left"


def _row(quantity: _Quantity, joint: JointElasticity) -> Row:
    """Value with its ±; for a width within its own uncertainty, the largest width that it can have."""
    name, label, found = quantity.name, quantity.label, quantity.of(joint)
    none_seen = tr("none seen")
    if found is None:
        is_quiet = name == "ripple" and joint.spectrum is not None
        return Row(name, label, none_seen) if is_quiet else Row(name, label, "–", remark=tr("not measured"))
    if name in _WIDTHS and not is_seen(found):
        most = quantity.value(Measured(max(found.value, 0.0) + SEEN_FROM_STD * found.std, nan), joint)
        return Row(name, label, none_seen, remark=tr("below {most}").format(most=value_text(most)))
    return Row(name, label, quantity.value(found, joint), remark=_remark(name, joint))


def _remark(name: str, joint: JointElasticity) -> str:
    """Remark beside a value: range of the load, energy of the loop, cause of the ripple, or the whole."""
    if name == "stiffness" and isfinite(joint.load_low + joint.load_high):
        unit = load_unit(max(abs(joint.load_low), abs(joint.load_high)), slides=joint.is_prismatic)
        low, high = (number(load * unit.per_si, digits=2) for load in (joint.load_low, joint.load_high))
        return tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)
    if name == "width" and joint.hysteresis_energy is not None:
        return measured_text(joint.hysteresis_energy, _JOULE)
    if name == "ripple":
        return ripple_words(joint.ripple[0])
    if name == "left":
        return tr("of {raw}").format(
            raw=number(joint.rms_raw * RMS_UNIT(0.0, slides=joint.is_prismatic).per_si)
        )
    return ""
