"""Units that no name states: settled by numbers, or left as questions."""

import numpy as np

from core.exchange.file_units import COUNTS, UNITS_OF, factor_of
from core.recognition.draft import Draft
from core.recognition.mechanics import is_torque, motion_of, torque_ratio, unit_by_gravity, unit_by_masses
from core.recognition.nameless import is_torque_question
from core.recognition.physics import derivative_of, increments, is_near, likeness, moving, peak, whole_rows
from core.recognition.understanding import LEAVE, Evidence, Facts, Group
from core.recognition.units import ANGLES, COUNTED, Found, are_whole, position_units, unit_by_size
from core.recording import FloatArray, Quantity

_SPEED_UNITS = ("rad/s", "deg/s", "rpm", "rev/s")
_POSITIONS = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
_CONTRADICTED = 0.6
"""A speed whose integral follows the position less than this is none of it."""
_FOLLOWS, _ALIKE = 0.9, 0.2
"""Correlation and ratio from which a noisy acceleration is the derivative of the speed."""
_OPEN = {"unit-open", "unit-of-sliding-joint", "unit-outside-limits"}
_NEWTON_METRES = {unit for unit, factor in UNITS_OF[Quantity.TORQUE].items() if factor == 1.0}
_TORQUES = (Quantity.TORQUE, Quantity.TORQUE_REFERENCE)
_EFFORTS = {*_TORQUES, Quantity.MOTOR_TORQUE, Quantity.CURRENT, Quantity.CURRENT_REFERENCE}
_BY_SIZE = (
    Quantity.CURRENT, Quantity.CURRENT_REFERENCE, Quantity.TORQUE, Quantity.TORQUE_REFERENCE,
    Quantity.MOTOR_TORQUE, Quantity.TEMPERATURE,
)  # fmt: skip


def settle_units(draft: Draft) -> None:
    """Settle every unit that the numbers tell, and ask for the others."""
    _settle_speeds(draft, Quantity.POSITION, Quantity.VELOCITY)
    _settle_position(draft)
    _settle_speeds(draft, Quantity.POSITION, Quantity.VELOCITY)
    _settle_other_sides(draft)
    _settle_speeds(draft, Quantity.MOTOR_POSITION, Quantity.MOTOR_VELOCITY)
    _settle_motor_alone(draft)
    _settle_by_size(draft)
    _settle_rest(draft)


def _settle_speeds(draft: Draft, place: Quantity, speed: Quantity) -> None:
    """Settle the units of position and speed by the derivative; ask where they contradict each other."""
    position, velocity, time = draft.group(place), draft.group(speed), draft.time
    if (
        position is None
        or velocity is None
        or time is None
        or len(position.columns) != len(velocity.columns)
        or max(len(position.units), len(velocity.units)) > 1  # their names state a unit for each column
        or any(one.code == "is-derivative" for one in velocity.evidence if velocity.units)
    ):
        return
    values, speeds = draft.values(position), draft.values(velocity)
    moves = moving(values)
    likes = [like for like, moved in zip(derivative_of(values, speeds, time), moves, strict=True) if moved]
    likes = [like for like in likes if np.isfinite(like.ratio)]
    close = [like for like in likes if like.is_close]
    if not close:
        weak = [like for like in likes if like.correlation < _CONTRADICTED]
        if weak and 2 * len(weak) > len(likes):
            facts: Facts = {"columns": position.span, "share": max(like.correlation for like in weak)}
            draft.ask(velocity, velocity.units or _SPEED_UNITS[:2], Evidence("does-not-follow", facts))
        return
    if any(like.correlation < -_CONTRADICTED for like in likes):
        draft.ask(
            velocity,
            velocity.units or _SPEED_UNITS[:2],
            Evidence("sign-differs", {"columns": position.span}),
        )
        return
    ratio = float(np.median([like.ratio for like in close]))
    if any(not is_near(like.ratio, ratio) for like in close):
        ratios = tuple(like.ratio for like in close)
        draft.ask(
            velocity,
            velocity.units or _SPEED_UNITS[:2],
            Evidence("ratios-differ", {"columns": position.span, "ratios": ratios}),
        )
        return
    agreement: Facts = {"columns": position.span, "share": min(like.correlation for like in close)}
    _settle_pair(draft, position, velocity, ratio, Evidence("is-derivative", agreement))


def _settle_pair(draft: Draft, position: Group, velocity: Group, ratio: float, evidence: Evidence) -> None:
    possible = position.units[:1] or _position_units(draft, position)[0]
    if position.meaning == Quantity.MOTOR_POSITION:
        possible = position.units[:1] or (*ANGLES, "rev")
    speeds = velocity.units[:1] or (*_SPEED_UNITS, *(unit for unit in position.units if COUNTS in unit))
    fits = [
        (one, other)
        for one in possible
        for other in speeds
        for angle, speed in [
            (factor_of(one, UNITS_OF[Quantity.POSITION]), factor_of(other, UNITS_OF[Quantity.VELOCITY]))
        ]
        if angle is not None and speed is not None and is_near(ratio, angle / speed)
    ]
    if not position.units and are_whole(draft.values(position)):
        return
    if not fits:
        facts: Facts = {"columns": position.span, "ratio": ratio}
        draft.ask(velocity, velocity.units or _SPEED_UNITS, Evidence("ratio-without-unit", facts))
        if not position.units and len(possible) > 1:
            return
        return
    if len({one for one, _ in fits}) == 1 and (position.units or velocity.units or len(possible) == 1):
        if not position.units:
            why = _position_units(draft, position)[1]
            if why.code in _OPEN:
                why = Evidence("unit-by-speed", {"unit": fits[0][0], "columns": velocity.span})
            draft.put(position, units=(fits[0][0],), evidence=why)
        draft.put(velocity, units=(fits[0][1],), evidence=evidence)


def _position_units(draft: Draft, position: Group) -> Found:
    """Units that a position can have; without a name, large numbers can be those of a motor's shaft."""
    values = draft.values(position)
    units, why = position_units(values, _speeds(draft, values), draft.robot)
    if position.evidence[0].code == "has-derivative" and units == ("deg",):
        return ANGLES[::-1], Evidence("unit-open", {"peak": max(peak(column) for column in values.T)})
    return units, why


def _speeds(draft: Draft, values: FloatArray) -> FloatArray | None:
    """Speeds (joints,) that positions (N, joints) reach; None without a clock."""
    if draft.time is None:
        return None
    rows = whole_rows(draft.time)
    change, wait = increments(values, rows), increments(draft.time[:, np.newaxis], rows)
    with np.errstate(divide="ignore", invalid="ignore"):
        speed = np.abs(change) / wait
    return np.array([peak(column) for column in speed.T])


def _by_gravity(draft: Draft, position: Group, units: tuple[str, ...]) -> Evidence | None:
    """The one of the units in which gravity explains a torque or current, as evidence; None if none."""
    time, robot = draft.time, draft.robot
    count = len(position.columns)
    if time is None or robot is None or robot.joint_count != count:
        return None
    known = UNITS_OF[Quantity.POSITION]
    factors = {unit: known[unit] for unit in units if unit in known}
    found: dict[str, Evidence] = {}
    for group in draft.groups:
        if len(group.columns) != count or not (group.meaning in _EFFORTS or is_torque_question(group)):
            continue
        motion = motion_of(time, draft.values(position), draft.values(group))
        if motion is None:
            continue
        in_newton_metres = group.meaning in {*_TORQUES, LEAVE} and not set(group.units) - _NEWTON_METRES
        unit = unit_by_masses(robot, motion, factors) if in_newton_metres else None
        code = "unit-by-weights" if unit is None else "unit-by-masses"
        unit = unit or unit_by_gravity(robot, motion, factors)
        if unit is not None:
            facts: Facts = {"unit": unit, "columns": group.span, "robot": robot.name}
            found[unit] = Evidence(code, facts)
    return next(iter(found.values())) if len(found) == 1 else None


def _settle_position(draft: Draft) -> None:
    """The unit of the joint positions; a question where rad and degrees are both possible."""
    position = draft.group(Quantity.POSITION)
    if position is None:
        return
    high = max(peak(column) for column in draft.values(position).T)
    units, why = _position_units(draft, position)
    first = position.evidence[0].code
    gravity = _by_gravity(draft, position, ANGLES if position.units else units)
    confirmed = any(group.evidence[-1].code == "is-derivative" for group in draft.groups)
    if first == "weak-name" and not (position.units or confirmed):
        draft.ask(position, units, Evidence("weak-name-alone"))
        return
    if not position.units:
        if gravity is not None:
            draft.put(position, units=(gravity.facts["unit"],), evidence=gravity)
        elif len(units) == 1:
            draft.put(position, units=units, evidence=why)
        else:
            draft.ask(position, units, why)
    elif first in {"form", "stated"} and position.units == ("rad",) and units == ("deg",):
        draft.ask(position, ANGLES, Evidence("too-far-for-rad", {"peak": high}))
    elif first in {"form", "stated"} and gravity is not None and gravity.facts["unit"] != position.units[0]:
        draft.ask(position, ANGLES, gravity)


def _settle_other_sides(draft: Draft) -> None:
    """Motor and link positions by their ratio to the joint positions."""
    position = draft.group(Quantity.POSITION)
    for quantity in (Quantity.LINK_POSITION, Quantity.MOTOR_POSITION):
        side = draft.group(quantity)
        reference = position or (
            draft.group(Quantity.MOTOR_POSITION) if quantity is Quantity.LINK_POSITION else None
        )
        time = draft.time
        if side is None or side.units or reference is None or not reference.units or time is None:
            continue
        if len(side.columns) != len(reference.columns):
            continue
        rows = whole_rows(time)
        pairs = zip(
            increments(draft.values(reference), rows).T, increments(draft.values(side), rows).T, strict=True
        )
        close = [like.ratio for like in (likeness(a, b) for a, b in pairs) if like.is_close]
        if close and is_near(float(np.median(close)), 1.0):
            facts: Facts = {"columns": reference.span}
            draft.put(side, units=reference.units, evidence=Evidence("copy-of", facts))


def _settle_motor_alone(draft: Draft) -> None:
    """Motor and link positions that nothing gives a unit are asked for."""
    for quantity in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION):
        side = draft.group(quantity)
        if side is not None and not side.units:
            high = max(peak(column) for column in draft.values(side).T)
            code = "whole-numbers" if are_whole(draft.values(side)) else "unit-open"
            draft.ask(side, (*ANGLES, "rev", COUNTED), Evidence(code, {"peak": high}))


def _settle_by_size(draft: Draft) -> None:
    """Currents, torques and temperatures without a unit."""
    for quantity in _BY_SIZE:
        group = draft.group(quantity)
        if group is None or group.units:
            continue
        units, why = unit_by_size(quantity, draft.values(group), is_si=_is_si(draft))
        if len(units) == 1:
            draft.put(group, units=units, evidence=why)
        elif quantity in _TORQUES and _is_of_masses(draft, group):
            draft.put(group, units=("N·m",), evidence=Evidence("torque-of-masses", {"unit": "N·m"}))
        else:
            draft.ask(group, units, why)


def _is_si(draft: Draft) -> bool:
    """True for a file whose angles are known to be in rad."""
    angles = [group for one in _POSITIONS if (group := draft.group(one)) is not None]
    return bool(angles) and all(set(group.units) == {"rad"} for group in angles)


def _is_of_masses(draft: Draft, group: Group) -> bool:
    """True if torques in N·m are those of the masses in the robot's description."""
    position, time, robot = draft.group(Quantity.POSITION), draft.time, draft.robot
    count = len(group.columns)
    if position is None or time is None or robot is None or len(position.units) != 1:
        return False
    factor = factor_of(position.units[0], UNITS_OF[Quantity.POSITION])
    if factor is None or not len(position.columns) == count == robot.joint_count:
        return False
    motion = motion_of(time, draft.values(position), draft.values(group))
    return motion is not None and is_torque(torque_ratio(robot, motion, factor))


def _settle_rest(draft: Draft) -> None:
    """Speeds and accelerations whose unit nothing has settled: zeros need none, others are asked for."""
    pairs = ((Quantity.VELOCITY, _SPEED_UNITS[:3]), (Quantity.MOTOR_VELOCITY, _SPEED_UNITS[:3]),
             (Quantity.ACCELERATION, ("rad/s²", "deg/s²")))  # fmt: skip
    for quantity, units in pairs:
        group = draft.group(quantity)
        if group is None or group.units:
            continue
        speed = draft.group(Quantity.VELOCITY)
        if (
            quantity is Quantity.ACCELERATION
            and speed is not None
            and speed.units
            and _follows(draft, speed, group)
        ):
            unit = f"{speed.units[0]}²" if speed.units[0] in {"rad/s", "deg/s"} else "rad/s²"
            draft.put(
                group,
                units=(unit,),
                evidence=Evidence("is-derivative-of-velocity", {"columns": speed.span}),
            )
        elif not np.any(np.abs(np.nan_to_num(draft.values(group))) > 0.0):
            draft.put(group, units=units[:1], evidence=Evidence("all-zero"))
        else:
            high = max(peak(column) for column in draft.values(group).T)
            draft.ask(group, (*units, COUNTED), Evidence("unit-open", {"peak": high}))


def _follows(draft: Draft, speed: Group, acceleration: Group) -> bool:
    time = draft.time
    if time is None or len(speed.columns) != len(acceleration.columns):
        return False
    likes = derivative_of(draft.values(speed), draft.values(acceleration), time)
    close = [like.ratio for like in likes if like.correlation > _FOLLOWS]
    return bool(close) and abs(float(np.median(close)) - 1.0) < _ALIKE
