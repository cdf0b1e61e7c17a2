"""Contradictions between columns: left as questions, or reported as faults of the whole table."""

from collections import Counter
from dataclasses import replace

import numpy as np

from core.exchange.file_units import UNITS_OF
from core.recognition.draft import Draft
from core.recognition.physics import increments, likeness, usual_step, whole_rows
from core.recognition.settling import settle_units
from core.recognition.understanding import LEAVE, TIME, WAITS, Evidence, Understanding
from core.recognition.units import first_units
from core.recording import Quantity
from core.robot.model import RobotModel

_POSITIONS = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
_ARRAYS = {"npz", "npy", "mat"}
"""Containers whose arrays may have clocks of their own."""
_SHAFT_RATIO = 3.0
_FOLLOW_POSITION = {
    Quantity.VELOCITY, Quantity.ACCELERATION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION,
    Quantity.MOTOR_VELOCITY, Quantity.TORQUE, Quantity.TORQUE_REFERENCE, Quantity.CURRENT,
    Quantity.CURRENT_REFERENCE,
}  # fmt: skip


def checked(found: Understanding, robot: RobotModel | None) -> Understanding:
    """The understanding with every unit settled or asked for, and every contradiction as a question."""
    draft = Draft(found, robot)
    _ask_for_one_of_a_kind(draft)
    settle_units(draft)
    _wait_for_position(draft)
    return replace(found, groups=tuple(draft.groups), faults=tuple(_faults(draft)))


def _ask_for_one_of_a_kind(draft: Draft) -> None:
    """Two groups of one quantity: only a person can say which one counts."""
    kinds = Counter(group.meaning for group in draft.groups if group.meaning != LEAVE)
    said = {group.meaning for group in draft.groups if group.evidence[0].code == "said"}
    for group in list(draft.groups):
        if kinds[group.meaning] < 2 or group.meaning == LEAVE or group.is_open:
            continue
        if group.evidence[0].code == "said":
            continue
        if group.meaning in said:
            draft.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-said"))
        elif group.meaning == TIME:
            draft.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-clock"))
        else:
            units = group.units or first_units(Quantity(group.meaning))
            draft.ask(group, units, Evidence("two-of-a-kind"))


def _wait_for_position(draft: Draft) -> None:
    """Speeds and torques whose unit follows once that of the positions is said are not asked for."""
    position = next((group for group in draft.groups if group.meaning == Quantity.POSITION), None)
    if position is None or not position.is_open:
        return
    for group in list(draft.groups):
        is_unit = group.evidence[-1].code == "unit-open" and group.meaning in _FOLLOW_POSITION
        if group.is_open and is_unit and len(group.columns) == len(position.columns):
            draft.put(group, evidence=Evidence(WAITS, {"columns": position.span}))


def _faults(draft: Draft) -> list[Evidence]:
    """Reasons against an import that no choice of columns removes."""
    found: list[Evidence] = [*_other_clocks(draft)]
    meanings = {group.meaning for group in draft.groups}
    if not any(quantity in meanings for quantity in _POSITIONS) and not any(
        group.is_open for group in draft.groups
    ):
        found.append(Evidence("no-position"))
    motor, position = draft.group(Quantity.MOTOR_POSITION), draft.group(Quantity.POSITION)
    time = draft.time
    at_shaft = draft.robot is not None and draft.robot.motor_position_at_shaft
    if motor is None or position is None or time is None or at_shaft or draft.robot is None:
        return found
    if len(motor.columns) == len(position.columns) and motor.units and position.units:
        rows = whole_rows(time)
        scale = UNITS_OF[Quantity.POSITION][motor.units[0]] / UNITS_OF[Quantity.POSITION][position.units[0]]
        pairs = zip(
            increments(draft.values(position), rows).T, increments(draft.values(motor), rows).T, strict=True
        )
        ratios = [scale * like.ratio for like in (likeness(a, b) for a, b in pairs) if like.is_close]
        if ratios and abs(float(np.median(np.abs(ratios)))) > _SHAFT_RATIO:
            found.append(
                Evidence("motor-at-shaft", {"ratio": float(np.median(ratios)), "columns": motor.span})
            )
    return found


def _other_clocks(draft: Draft) -> list[Evidence]:
    """A fault where columns with the clock's name say other times: their values belong to other rows."""
    clock = next((group for group in draft.groups if group.meaning == TIME), None)
    name = draft.found.table.channel(clock.columns[0]).name if clock is not None else ""
    if clock is None or not name:
        return []
    own = draft.found.table.channel(clock.columns[0]).values
    is_arrays = draft.found.table.container in _ARRAYS
    most = 0.5 * usual_step(own) if is_arrays else 0.0
    times = {
        column for group in draft.groups if group.evidence[0].code == "left-time" for column in group.columns
    }
    others = [
        one for one in draft.found.table.channels if one.name == name or (is_arrays and one.number in times)
    ]
    for one in others:
        shift = one.values - own - (one.values[0] - own[0] if is_arrays else 0.0)
        if not np.all((np.abs(shift) <= most) | np.isnan(own)):
            return [Evidence("clocks-differ", {"name": name, "columns": len(others)})]
    return []
