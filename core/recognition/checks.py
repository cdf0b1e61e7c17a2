"""Units that no name states, and contradictions between columns: settled by numbers, or left as questions."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from core.exchange.file_units import COUNTS, TIME_UNITS, UNITS_OF, factor_of
from core.recognition.mechanics import (
    is_torque,
    motion_of,
    torque_ratio,
    unit_by_gravity,
    unit_by_masses,
)
from core.recognition.nameless import is_torque_question
from core.recognition.physics import (
    derivative_of,
    increments,
    is_near,
    likeness,
    moving,
    peak,
    usual_step,
    whole_rows,
)
from core.recognition.understanding import (
    LEAVE,
    TIME,
    WAITS,
    Evidence,
    Facts,
    Group,
    Understanding,
)
from core.recognition.units import (
    ANGLES,
    COUNTED,
    Found,
    are_whole,
    first_units,
    position_units,
    unit_by_size,
)
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_SPEED_UNITS = ("rad/s", "deg/s", "rpm", "rev/s")
_POSITIONS = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
_ARRAYS = {"npz", "npy", "mat"}
"""Containers whose arrays may have clocks of their own."""
_CONTRADICTED = 0.6
"""A speed whose integral follows the position less than this is none of it."""
_FOLLOWS, _ALIKE = 0.9, 0.2
"""Correlation and ratio from which a noisy acceleration is the derivative of the speed."""
_SHAFT_RATIO = 3.0
_OPEN = {"unit-open", "unit-of-sliding-joint", "unit-outside-limits"}
_NEWTON_METRES = {unit for unit, factor in UNITS_OF[Quantity.TORQUE].items() if factor == 1.0}
_TORQUES = (Quantity.TORQUE, Quantity.TORQUE_REFERENCE)
_FOLLOW_POSITION = {
    Quantity.VELOCITY, Quantity.ACCELERATION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION,
    Quantity.MOTOR_VELOCITY, Quantity.TORQUE, Quantity.TORQUE_REFERENCE, Quantity.CURRENT,
    Quantity.CURRENT_REFERENCE,
}  # fmt: skip
_EFFORTS = {*_TORQUES, Quantity.MOTOR_TORQUE, Quantity.CURRENT, Quantity.CURRENT_REFERENCE}
_BY_SIZE = (
    Quantity.CURRENT, Quantity.CURRENT_REFERENCE, Quantity.TORQUE, Quantity.TORQUE_REFERENCE,
    Quantity.MOTOR_TORQUE, Quantity.TEMPERATURE,
)  # fmt: skip


def checked(found: Understanding, robot: RobotModel | None) -> Understanding:
    """The understanding with every unit settled or asked for, and every contradiction as a question."""
    work = _Checks(found, robot)
    work.ask_for_one_of_a_kind()
    work.settle_speeds(Quantity.POSITION, Quantity.VELOCITY)
    work.settle_position()
    work.settle_speeds(Quantity.POSITION, Quantity.VELOCITY)
    work.settle_other_sides()
    work.settle_speeds(Quantity.MOTOR_POSITION, Quantity.MOTOR_VELOCITY)
    work.settle_motor_alone()
    work.settle_by_size()
    work.settle_rest()
    work.wait_for_position()
    return replace(found, groups=tuple(work.groups), faults=tuple(work.faults()))


@dataclass
class _Checks:
    found: Understanding
    robot: RobotModel | None

    def __post_init__(self) -> None:
        self.groups = list(self.found.groups)

    def group(self, quantity: Quantity) -> Group | None:
        """The settled columns of a quantity."""
        return next((group for group in self.groups if group.meaning == quantity and not group.is_open), None)

    def values(self, group: Group) -> FloatArray:
        return self.found.table.matrix(group.columns)

    def put(self, group: Group, **changes: object) -> Group:
        """Replace a group; returns the new one."""
        evidence = changes.pop("evidence", None)
        if isinstance(evidence, Evidence):
            changes["evidence"] = (*group.evidence, evidence)
        new = replace(group, **changes)  # type: ignore[arg-type]
        self.groups[self.groups.index(group)] = new
        return new

    def ask(self, group: Group, units: tuple[str, ...], evidence: Evidence) -> None:
        """Leave the meaning of a group to a person."""
        choices = (*(f"{group.meaning} {unit}" for unit in units), LEAVE)
        self.put(group, units=(), choices=choices, evidence=evidence)

    @property
    def time(self) -> FloatArray | None:
        """The clock in s; None where it is not settled."""
        clock = next((group for group in self.groups if group.meaning == TIME and not group.is_open), None)
        if clock is not None:
            factors = np.array([TIME_UNITS[unit] for unit in clock.units])
            stamps = self.found.table.matrix(clock.columns)
            return np.asarray((stamps - stamps[np.isfinite(stamps).all(axis=1)][:1]) @ factors)
        rate = self.found.rate_hz
        return np.arange(self.found.table.channels[0].values.size) / rate if rate else None

    def ask_for_one_of_a_kind(self) -> None:
        """Two groups of one quantity: only a person can say which one counts."""
        kinds = Counter(group.meaning for group in self.groups if group.meaning != LEAVE)
        said = {group.meaning for group in self.groups if group.evidence[0].code == "said"}
        for group in list(self.groups):
            if kinds[group.meaning] < 2 or group.meaning == LEAVE or group.is_open:
                continue
            if group.evidence[0].code == "said":
                continue
            if group.meaning in said:
                self.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-said"))
            elif group.meaning == TIME:
                self.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-clock"))
            else:
                units = group.units or first_units(Quantity(group.meaning))
                self.ask(group, units, Evidence("two-of-a-kind"))

    def settle_speeds(self, place: Quantity, speed: Quantity) -> None:
        """Settle the units of position and speed by the derivative; ask where they contradict each other."""
        position, velocity, time = self.group(place), self.group(speed), self.time
        if (
            position is None
            or velocity is None
            or time is None
            or len(position.columns) != len(velocity.columns)
            or max(len(position.units), len(velocity.units)) > 1  # their names state a unit for each column
            or any(one.code == "is-derivative" for one in velocity.evidence if velocity.units)
        ):
            return
        values, speeds = self.values(position), self.values(velocity)
        moves = moving(values)
        likes = [
            like for like, moved in zip(derivative_of(values, speeds, time), moves, strict=True) if moved
        ]
        likes = [like for like in likes if np.isfinite(like.ratio)]
        close = [like for like in likes if like.is_close]
        if not close:
            weak = [like for like in likes if like.correlation < _CONTRADICTED]
            if weak and 2 * len(weak) > len(likes):
                facts: Facts = {"columns": position.span, "share": max(like.correlation for like in weak)}
                self.ask(velocity, velocity.units or _SPEED_UNITS[:2], Evidence("does-not-follow", facts))
            return
        if any(like.correlation < -_CONTRADICTED for like in likes):
            self.ask(
                velocity,
                velocity.units or _SPEED_UNITS[:2],
                Evidence("sign-differs", {"columns": position.span}),
            )
            return
        ratio = float(np.median([like.ratio for like in close]))
        if any(not is_near(like.ratio, ratio) for like in close):
            ratios = tuple(like.ratio for like in close)
            self.ask(
                velocity,
                velocity.units or _SPEED_UNITS[:2],
                Evidence("ratios-differ", {"columns": position.span, "ratios": ratios}),
            )
            return
        agreement: Facts = {"columns": position.span, "share": min(like.correlation for like in close)}
        self._settle_pair(position, velocity, ratio, Evidence("is-derivative", agreement))

    def _settle_pair(self, position: Group, velocity: Group, ratio: float, evidence: Evidence) -> None:
        possible = position.units[:1] or self._position_units(position)[0]
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
        if not position.units and are_whole(self.values(position)):
            return
        if not fits:
            facts: Facts = {"columns": position.span, "ratio": ratio}
            self.ask(velocity, velocity.units or _SPEED_UNITS, Evidence("ratio-without-unit", facts))
            if not position.units and len(possible) > 1:
                return
            return
        if len({one for one, _ in fits}) == 1 and (position.units or velocity.units or len(possible) == 1):
            if not position.units:
                why = self._position_units(position)[1]
                if why.code in _OPEN:
                    why = Evidence("unit-by-speed", {"unit": fits[0][0], "columns": velocity.span})
                self.put(position, units=(fits[0][0],), evidence=why)
            self.put(velocity, units=(fits[0][1],), evidence=evidence)

    def _position_units(self, position: Group) -> Found:
        """Units that a position can have; without a name, large numbers can be those of a motor's shaft."""
        values = self.values(position)
        units, why = position_units(values, self._speeds(values), self.robot)
        if position.evidence[0].code == "has-derivative" and units == ("deg",):
            return ANGLES[::-1], Evidence("unit-open", {"peak": max(peak(column) for column in values.T)})
        return units, why

    def _speeds(self, values: FloatArray) -> FloatArray | None:
        """Speeds (joints,) that positions (N, joints) reach; None without a clock."""
        if self.time is None:
            return None
        rows = whole_rows(self.time)
        change, wait = increments(values, rows), increments(self.time[:, np.newaxis], rows)
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = np.abs(change) / wait
        return np.array([peak(column) for column in speed.T])

    def _by_gravity(self, position: Group, units: tuple[str, ...]) -> Evidence | None:
        """The one of the units in which gravity explains a torque or current, as evidence; None if none."""
        time, robot = self.time, self.robot
        count = len(position.columns)
        if time is None or robot is None or robot.joint_count != count:
            return None
        known = UNITS_OF[Quantity.POSITION]
        factors = {unit: known[unit] for unit in units if unit in known}
        found: dict[str, Evidence] = {}
        for group in self.groups:
            if len(group.columns) != count or not (group.meaning in _EFFORTS or is_torque_question(group)):
                continue
            motion = motion_of(time, self.values(position), self.values(group))
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

    def settle_position(self) -> None:
        """The unit of the joint positions; a question where rad and degrees are both possible."""
        position = self.group(Quantity.POSITION)
        if position is None:
            return
        high = max(peak(column) for column in self.values(position).T)
        units, why = self._position_units(position)
        first = position.evidence[0].code
        gravity = self._by_gravity(position, ANGLES if position.units else units)
        confirmed = any(group.evidence[-1].code == "is-derivative" for group in self.groups)
        if first == "weak-name" and not (position.units or confirmed):
            self.ask(position, units, Evidence("weak-name-alone"))
            return
        if not position.units:
            if gravity is not None:
                self.put(position, units=(gravity.facts["unit"],), evidence=gravity)
            elif len(units) == 1:
                self.put(position, units=units, evidence=why)
            else:
                self.ask(position, units, why)
        elif first in {"form", "stated"} and position.units == ("rad",) and units == ("deg",):
            self.ask(position, ANGLES, Evidence("too-far-for-rad", {"peak": high}))
        elif (
            first in {"form", "stated"} and gravity is not None and gravity.facts["unit"] != position.units[0]
        ):
            self.ask(position, ANGLES, gravity)

    def settle_other_sides(self) -> None:
        """Motor and link positions by their ratio to the joint positions."""
        position = self.group(Quantity.POSITION)
        for quantity in (Quantity.LINK_POSITION, Quantity.MOTOR_POSITION):
            side = self.group(quantity)
            reference = position or (
                self.group(Quantity.MOTOR_POSITION) if quantity is Quantity.LINK_POSITION else None
            )
            time = self.time
            if side is None or side.units or reference is None or not reference.units or time is None:
                continue
            if len(side.columns) != len(reference.columns):
                continue
            rows = whole_rows(time)
            pairs = zip(
                increments(self.values(reference), rows).T, increments(self.values(side), rows).T, strict=True
            )
            close = [like.ratio for like in (likeness(a, b) for a, b in pairs) if like.is_close]
            if close and is_near(float(np.median(close)), 1.0):
                facts: Facts = {"columns": reference.span}
                self.put(side, units=reference.units, evidence=Evidence("copy-of", facts))

    def settle_motor_alone(self) -> None:
        """Motor and link positions that nothing gives a unit are asked for."""
        for quantity in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION):
            side = self.group(quantity)
            if side is not None and not side.units:
                high = max(peak(column) for column in self.values(side).T)
                code = "whole-numbers" if are_whole(self.values(side)) else "unit-open"
                self.ask(side, (*ANGLES, "rev", COUNTED), Evidence(code, {"peak": high}))

    def settle_by_size(self) -> None:
        """Currents, torques and temperatures without a unit."""
        for quantity in _BY_SIZE:
            group = self.group(quantity)
            if group is None or group.units:
                continue
            units, why = unit_by_size(quantity, self.values(group), is_si=self._is_si)
            if len(units) == 1:
                self.put(group, units=units, evidence=why)
            elif quantity in _TORQUES and self._is_of_masses(group):
                self.put(group, units=("N·m",), evidence=Evidence("torque-of-masses", {"unit": "N·m"}))
            else:
                self.ask(group, units, why)

    @property
    def _is_si(self) -> bool:
        """True for a file whose angles are known to be in rad."""
        angles = [group for one in _POSITIONS if (group := self.group(one)) is not None]
        return bool(angles) and all(set(group.units) == {"rad"} for group in angles)

    def _is_of_masses(self, group: Group) -> bool:
        """True if torques in N·m are those of the masses in the robot's description."""
        position, time, robot = self.group(Quantity.POSITION), self.time, self.robot
        count = len(group.columns)
        if position is None or time is None or robot is None or len(position.units) != 1:
            return False
        factor = factor_of(position.units[0], UNITS_OF[Quantity.POSITION])
        if factor is None or not len(position.columns) == count == robot.joint_count:
            return False
        motion = motion_of(time, self.values(position), self.values(group))
        return motion is not None and is_torque(torque_ratio(robot, motion, factor))

    def settle_rest(self) -> None:
        """Speeds and accelerations whose unit nothing has settled: zeros need none, others are asked for."""
        pairs = ((Quantity.VELOCITY, _SPEED_UNITS[:3]), (Quantity.MOTOR_VELOCITY, _SPEED_UNITS[:3]),
                 (Quantity.ACCELERATION, ("rad/s²", "deg/s²")))  # fmt: skip
        for quantity, units in pairs:
            group = self.group(quantity)
            if group is None or group.units:
                continue
            speed = self.group(Quantity.VELOCITY)
            if (
                quantity is Quantity.ACCELERATION
                and speed is not None
                and speed.units
                and self._follows(speed, group)
            ):
                unit = f"{speed.units[0]}²" if speed.units[0] in {"rad/s", "deg/s"} else "rad/s²"
                self.put(
                    group,
                    units=(unit,),
                    evidence=Evidence("is-derivative-of-velocity", {"columns": speed.span}),
                )
            elif not np.any(np.abs(np.nan_to_num(self.values(group))) > 0.0):
                self.put(group, units=units[:1], evidence=Evidence("all-zero"))
            else:
                high = max(peak(column) for column in self.values(group).T)
                self.ask(group, (*units, COUNTED), Evidence("unit-open", {"peak": high}))

    def wait_for_position(self) -> None:
        """Speeds and torques whose unit follows once that of the positions is said are not asked for."""
        position = next((group for group in self.groups if group.meaning == Quantity.POSITION), None)
        if position is None or not position.is_open:
            return
        for group in list(self.groups):
            is_unit = group.evidence[-1].code == "unit-open" and group.meaning in _FOLLOW_POSITION
            if group.is_open and is_unit and len(group.columns) == len(position.columns):
                self.put(group, evidence=Evidence(WAITS, {"columns": position.span}))

    def _other_clocks(self) -> list[Evidence]:
        """A fault where columns with the clock's name say other times: their values belong to other rows."""
        clock = next((group for group in self.groups if group.meaning == TIME), None)
        name = self.found.table.channel(clock.columns[0]).name if clock is not None else ""
        if clock is None or not name:
            return []
        own = self.found.table.channel(clock.columns[0]).values
        is_arrays = self.found.table.container in _ARRAYS
        most = 0.5 * usual_step(own) if is_arrays else 0.0
        times = {
            column
            for group in self.groups
            if group.evidence[0].code == "left-time"
            for column in group.columns
        }
        others = [
            one
            for one in self.found.table.channels
            if one.name == name or (is_arrays and one.number in times)
        ]
        for one in others:
            shift = one.values - own - (one.values[0] - own[0] if is_arrays else 0.0)
            if not np.all((np.abs(shift) <= most) | np.isnan(own)):
                return [Evidence("clocks-differ", {"name": name, "columns": len(others)})]
        return []

    def _follows(self, speed: Group, acceleration: Group) -> bool:
        time = self.time
        if time is None or len(speed.columns) != len(acceleration.columns):
            return False
        likes = derivative_of(self.values(speed), self.values(acceleration), time)
        close = [like.ratio for like in likes if like.correlation > _FOLLOWS]
        return bool(close) and abs(float(np.median(close)) - 1.0) < _ALIKE

    def faults(self) -> list[Evidence]:
        """Reasons against an import that no choice of columns removes."""
        found: list[Evidence] = [*self._other_clocks()]
        meanings = {group.meaning for group in self.groups}
        if not any(quantity in meanings for quantity in _POSITIONS) and not any(
            group.is_open for group in self.groups
        ):
            found.append(Evidence("no-position"))
        motor, position = self.group(Quantity.MOTOR_POSITION), self.group(Quantity.POSITION)
        time = self.time
        at_shaft = self.robot is not None and self.robot.motor_position_at_shaft
        if motor is None or position is None or time is None or at_shaft or self.robot is None:
            return found
        if len(motor.columns) == len(position.columns) and motor.units and position.units:
            rows = whole_rows(time)
            scale = (
                UNITS_OF[Quantity.POSITION][motor.units[0]] / UNITS_OF[Quantity.POSITION][position.units[0]]
            )
            pairs = zip(
                increments(self.values(position), rows).T, increments(self.values(motor), rows).T, strict=True
            )
            ratios = [scale * like.ratio for like in (likeness(a, b) for a, b in pairs) if like.is_close]
            if ratios and abs(float(np.median(np.abs(ratios)))) > _SHAFT_RATIO:
                found.append(
                    Evidence("motor-at-shaft", {"ratio": float(np.median(ratios)), "columns": motor.span})
                )
        return found
