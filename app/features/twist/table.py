"""The twist of all gears as a table: a row per quantity with its unit, a column per joint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.features.twist.words import JOULE, measured_text
from app.speech.language import translate
from app.speech.units import KILOGRAM, MILLISECOND, DisplayUnit, damping_unit, stiffness_unit, twist_unit
from app.speech.words import joint_name
from app.widgets.table import Cell, Column
from core.elasticity.result import Elasticity, JointElasticity, Measured

_INERTIA = DisplayUnit("kg·m²", 1.0)
_TIMES = DisplayUnit("", 1.0)


def _tr(text: str) -> str:
    return translate("TwistTable", text)


@dataclass(frozen=True)
class _Row:
    name: str
    of: Callable[[JointElasticity], Measured | None]
    unit: Callable[[float, bool], DisplayUnit]


def _twist(size: float, slides: bool) -> DisplayUnit:  # noqa: FBT001  # one of a kind of functions
    return twist_unit(size, slides=slides)


def _fixed(turning: DisplayUnit, sliding: DisplayUnit | None = None) -> Callable[[float, bool], DisplayUnit]:
    return lambda _size, slides: sliding if slides and sliding is not None else turning


def _ripple_amplitude(joint: JointElasticity) -> Measured | None:
    first = joint.ripple[0] if joint.ripple else None
    return None if first is None else Measured(first.amplitude, first.amplitude_std)


def _ripple_order(joint: JointElasticity) -> Measured | None:
    first = joint.ripple[0] if joint.ripple else None
    return None if first is None else Measured(first.cycles_per_motor_turn, first.cycles_std)


def _rows() -> tuple[_Row, ...]:
    return (
        _Row(_tr("Stiffness"), lambda j: j.stiffness, lambda v, s: stiffness_unit(v, slides=s)),
        _Row(_tr("Backlash"), lambda j: j.backlash, _twist),
        _Row(_tr("Loop width"), lambda j: j.hysteresis_width, _twist),
        _Row(_tr("Energy of a loop"), lambda j: j.hysteresis_energy, _fixed(JOULE)),
        _Row(_tr("Lost motion"), lambda j: j.lost_motion, _twist),
        _Row(_tr("Ripple"), _ripple_amplitude, _twist),
        _Row(_tr("Ripple per motor turn"), _ripple_order, _fixed(_TIMES)),
        _Row(_tr("Lag"), lambda j: j.lag, _fixed(MILLISECOND)),
        _Row(_tr("Offset"), lambda j: j.offset, _twist),
        _Row(_tr("Damping"), lambda j: j.damping, lambda v, s: damping_unit(v, slides=s)),
        _Row(_tr("Rotor inertia"), lambda j: j.rotor_inertia, _fixed(_INERTIA, KILOGRAM)),
    )


def table_columns(found: Elasticity) -> tuple[Column, ...]:
    """A column per joint."""
    joints = (Column(joint_name(joint), is_number=True, stretches=True) for joint in found.joints)
    return (Column(_tr("Quantity")), *joints)


def table_rows(found: Elasticity) -> tuple[tuple[Cell, ...], ...]:
    """A row per quantity that some joint has; one unit a row, a joint of the other kind with its own."""
    return tuple(_table_row(row, found.joints) for row in _rows() if any(map(row.of, found.joints)))


def _table_row(row: _Row, joints: Sequence[JointElasticity]) -> tuple[Cell, ...]:
    slides = all(joint.is_prismatic for joint in joints if row.of(joint) is not None)
    unit = row.unit(_usual(row, joints, slides=slides), slides)
    name = f"{row.name}, {unit.symbol}" if unit.symbol else row.name
    return (name, *(_table_cell(row, joint, unit, slides=slides) for joint in joints))


def _usual(row: _Row, joints: Sequence[JointElasticity], *, slides: bool) -> float:
    """The middle one of the joints' values, for the unit of all."""
    values = [abs(one.value) for joint in joints if joint.is_prismatic == slides and (one := row.of(joint))]
    return float(np.median(values)) if values else 0.0


def _table_cell(row: _Row, joint: JointElasticity, unit: DisplayUnit, *, slides: bool) -> str:
    found = row.of(joint)
    if found is None:
        return "–"
    if joint.is_prismatic == slides:
        return measured_text(found, unit)
    own = row.unit(found.value, joint.is_prismatic)
    return f"{measured_text(found, own)} {own.symbol}"
