"""Every meaning that columns can have against every witness: accepted for a reason, never by exclusion.

What the file says and what physics confirms are words for a candidate; what contradicts it are words against
it. A candidate is accepted where it alone is confirmed and nothing contradicts it. All else is a question,
with what speaks for and against each candidate, the likeliest first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from core.exchange.cleaning import new_rows
from core.exchange.file_units import COUNTS, TIME_UNITS, UNITS_OF, factor_of
from core.recognition.arm_readings import (
    KINDS,
    TORQUE_ORDER,
    TORQUE_SIGN,
    ZERO,
    Found,
    found_reading,
)
from core.recognition.clock import is_count
from core.recognition.hearing import (
    AGREED,
    CURRENTS,
    ONE_TURN,
    POSITIONS,
    SIDES,
    SIZES,
    SPEED_UNITS,
    TORQUES,
    Hearing,
    Word,
    Words,
    sized_unit,
)
from core.recognition.physics import derivative_of, is_near, moving, peak, usual_step
from core.recognition.understanding import (
    CORRECT,
    LEAVE,
    REST,
    TIME,
    WAITS,
    ArmReading,
    Evidence,
    Facts,
    Group,
    Understanding,
    column_span,
)
from core.recognition.witnesses import (
    ANGLES,
    COUNTED,
    TOO_FAST,
    Followed,
    are_whole,
    first_units,
    followed,
    held_share,
    is_interleaved,
    lags,
    leaps,
    paces,
    unsigned,
    usual_ratio,
)
from core.recording import FloatArray, Quantity
from core.robot.model import JointKind, RobotModel

_ARRAYS = {"npz", "npy", "mat"}
"""Containers whose arrays may have clocks of their own."""
_FOLLOW_POSITION = {
    Quantity.VELOCITY, Quantity.ACCELERATION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION,
    Quantity.MOTOR_VELOCITY, Quantity.MOTOR_TORQUE, *TORQUES, *CURRENTS,
}  # fmt: skip
_CONTRADICTED = 0.6
"""A speed whose integral follows the position less than this is none of it."""
_FOLLOWS, _ALIKE = 0.9, 0.2
"""Correlation and ratio from which a noisy acceleration is the derivative of the speed."""
_TWISTED, _SAME_EFFORT = 0.8, 0.97
"""Correlation with the torque from which a gear is twisted by it, and of two efforts of one joint."""
_SHAFT_RATIO = 3.0
_WHOLE_RATIO = 0.005
_TOGETHER = 0.02
"""Share of the rows below which two quantities are never in one row."""
_OWN_ROWS = 0.2
_PACES_DIFFER = 1.5
"""Times that speeds may be other multiples of the change of the positions in other rows."""
_HELD = 0.1
"""Share of the rows in which a torque may stand while its joint moves."""
_MOVE = {*POSITIONS, *TORQUES, *CURRENTS, Quantity.MOTOR_TORQUE}
"""Quantities of a joint that change when it moves; of speeds another check knows more."""
_NO_SIGN = {Quantity.TEMPERATURE}
_UNSIGNED = "torque-unsigned"
_BY_PLACE = {"order-by-number", "order-of-file"}
"""Codes of an order of joints that no names of the robot's joints confirm."""
CORRECTIONS = ("encoder-sign", "velocity-order", *KINDS, REST)
"""Corrections that a person can accept by name."""


def weighed(found: Understanding, robot: RobotModel | None, accepted: Iterable[str] = ()) -> Understanding:
    """The understanding with each column's meaning accepted for a reason, or asked for.

    ``accepted`` are names of ``CORRECTIONS`` that a person wants where they are found.
    """
    work = _Weighing(found, robot, frozenset(accepted))
    work.leave_other_source()
    work.ask_for_one_of_a_kind()
    work.settle_position()
    work.settle_speed(Quantity.POSITION, Quantity.VELOCITY)
    work.settle_sides()
    work.settle_speed(Quantity.MOTOR_POSITION, Quantity.MOTOR_VELOCITY)
    work.settle_still()
    work.settle_unsigned()
    work.settle_reading()
    work.settle_twist()
    work.settle_second_effort()
    work.settle_efforts()
    work.settle_clock()
    work.settle_rest()
    work.wait_for_position()
    work.note_untold()
    return replace(found, groups=tuple(work.groups), reading=work.reading, faults=tuple(work.faults()))


class _Weighing(Hearing):
    """Groups of columns, settled one quantity after the other."""

    def ask_for_one_of_a_kind(self) -> None:
        """Two groups of one quantity: only a person can say which one counts."""
        kinds = Counter(group.meaning for group in self.groups if group.meaning != LEAVE)
        said = {group.meaning for group in self.groups if _is_said(group)}
        joints = self.robot.joint_count if self.robot is not None else 0
        of_arm = Counter(group.meaning for group in self.groups if len(group.columns) == joints)
        for group in list(self.groups):
            if kinds[group.meaning] < 2 or group.meaning == LEAVE or group.is_open or _is_said(group):
                continue
            if group.meaning in said:
                self.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-said"))
            elif group.meaning == TIME:
                self.put(group, meaning=LEAVE, units=(), evidence=Evidence("another-clock"))
            elif of_arm[group.meaning] == 1:  # a gripper, a rail or wheels beside the arm
                if len(group.columns) != joints:
                    self.put(
                        group, meaning=LEAVE, units=(), evidence=Evidence("not-of-the-arm", {"count": joints})
                    )
            else:
                units = group.units or first_units(Quantity(group.meaning))
                is_first = next(one for one in self.groups if one.meaning == group.meaning) is group
                choices = (f"{group.meaning} {unit}" for unit in units)
                self.ask(group, choices if is_first else (LEAVE, *choices), Evidence("two-of-a-kind"))

    def settle_position(self) -> None:
        """The unit of the joint positions."""
        position = self.group(Quantity.POSITION)
        if position is None or len(position.units) > 1:
            return
        if _is_said(position) and position.units:
            self._note_said(position)
            return
        values = self.values(position)
        high = max((peak(column) for column in values.T), default=0.0)
        slides = self.robot is not None and any(one.kind is JointKind.PRISMATIC for one in self.robot.joints)
        if slides and not position.units:
            self.ask_unit(position, (*ANGLES[:2], "m", "mm"), Evidence("unit-of-sliding-joint"))
            return
        if slides:
            return
        known = UNITS_OF[Quantity.POSITION]
        written = position.units[0] if position.units else ""
        stated = next((one for one in ANGLES if known[one] == known.get(written)), written)
        is_counts = are_whole(values) and not stated
        units = ((COUNTED,) if is_counts else ()) + tuple(dict.fromkeys((stated, *ANGLES)))
        units = tuple(unit for unit in units if unit)
        words: Words = {unit: [] for unit in units}
        if stated:
            words[stated].append(Word(1.0, position.evidence[-1]))
        self.hear_wraps(position, words)
        self.hear_limits(position, words, is_counts=is_counts)
        self.hear_speed(position, words)
        self.hear_gravity(position, words)
        self.hear_shaft(position, words)
        self.hear_shafts(position, words)
        if not stated:
            words["rad" if high <= ONE_TURN else "deg"].append(
                Word(0.2, Evidence("unit-open", {"peak": high}))
            )
        otherwise = Evidence("whole-numbers" if is_counts else "unit-open", {"peak": high})
        if position.evidence[0].code == "weak-name":
            otherwise = Evidence("weak-name-alone")
        spelt = {unit: written if unit == stated else unit for unit in words}
        self.weigh(position, {f"{position.meaning} {spelt[one]}": words[one] for one in words}, otherwise)

    def _note_said(self, position: Group) -> None:
        """Say where joints would be far faster than described in the unit that a person said."""
        factor = factor_of(position.units[0], UNITS_OF[Quantity.POSITION])
        beyond = self.beyond(self.values(position) * (factor or 1.0))
        fast = beyond > TOO_FAST
        if self.robot is not None and fast.any():
            joints = tuple((np.flatnonzero(fast) + 1).tolist())
            facts: Facts = {"unit": position.units[0], "joints": joints, "robot": self.robot.name,
                            "ratio": float(np.nanmax(beyond))}  # fmt: skip
            self.noted.append((position.columns, Evidence("said-too-fast", facts)))

    def settle_speed(self, place: Quantity, speed: Quantity) -> None:
        """Unit, sign and order of the speeds, each against its own joint's position and the others'."""
        position, velocity, time = self.group(place), self.group(speed), self.time
        if (
            position is None
            or velocity is None
            or time is None
            or len(position.columns) != len(velocity.columns)
            or max(len(position.units), len(velocity.units)) > 1  # each column has its own, named or said
        ):
            return
        follow = followed(self.values(position), self.values(velocity), time, is_rate=True)
        if _is_said_for_each(velocity) or self._is_contradicted(position, velocity, follow):
            return
        if _is_said(velocity) and velocity.units:
            return
        if not np.isfinite(follow.ratio) or not position.units:
            return
        known, speeds = UNITS_OF[position_kind(place)], UNITS_OF[speed]
        angle = factor_of(position.units[0], known) or 1.0
        units = velocity.units or (*SPEED_UNITS, *(unit for unit in position.units if COUNTS in unit))
        fits = [unit for unit in units if is_near(follow.ratio * (factor_of(unit, speeds) or 0.0), angle)]
        close = [one.correlation for one, judged in zip(follow.own, follow.judged, strict=True) if judged]
        facts: Facts = {"columns": position.span, "share": min(close)}
        if len(fits) == 1:
            evidence = Evidence("is-derivative", facts)
            is_new = velocity.evidence[-1].code != "is-derivative"
            lag = np.nan_to_num(lags(self.values(position), self.values(velocity), time))
            for code, found in (("speed-late", lag > 0.0), ("speed-ahead", lag < 0.0)):
                if found.any():
                    joints = tuple((np.flatnonzero(found) + 1).tolist())
                    most: Facts = {"joints": joints, "lag": float(np.abs(lag[found]).max())}
                    self.noted.append((velocity.columns, Evidence(code, most)))
            self.put(velocity, units=(fits[0],), evidence=evidence if is_new else ())
            return
        better = [unit for unit in SPEED_UNITS if is_near(follow.ratio * speeds[unit], angle)]
        ratio: Facts = {"columns": position.span, "ratio": follow.ratio}
        why = Evidence("ratio-without-unit" if not better else "speed-contradicts-unit", ratio)
        self.ask_unit(velocity, (*better, *(velocity.units or SPEED_UNITS)), why)

    def _is_contradicted(self, position: Group, velocity: Group, follow: Followed) -> bool:
        """Ask where speeds have another sign, belong to another joint, or follow nothing; True if so."""
        judged = np.flatnonzero(follow.judged)
        if not judged.size:
            return False
        units = velocity.units or self._speeds_by(position, velocity, follow)
        as_is = tuple(f"{velocity.meaning} {sized_unit([1] * len(follow.own), unit)}" for unit in units)
        facts: Facts = {"columns": position.span}
        signs = [one or 1 for one in follow.sign]
        if follow.is_exchanged or any(one < 0 for one in follow.sign):
            joints = tuple(
                place + 1
                for place, (sign, other) in enumerate(zip(follow.sign, follow.order, strict=True))
                if sign < 0 or other != place
            )
            code = "speeds-exchanged" if follow.is_exchanged else "sign-differs"
            columns = tuple(velocity.columns[place] for place in follow.order)
            front = f"{column_span(columns)}=" if follow.is_exchanged else ""
            better = tuple(f"{front}{velocity.meaning} {sized_unit(signs, unit)}" for unit in units)
            if "velocity-order" in self.accepted and len(units) == 1:
                sized = tuple(sized_unit([one], units[0]) if one < 0 else units[0] for one in signs)
                why = Evidence(code, {**facts, "joints": joints})
                self.put(velocity, columns=columns, units=sized, evidence=(why, Evidence("corrected")))
            else:
                self.ask(velocity, (*better, *as_is), Evidence(code, {**facts, "joints": joints}))
            return True
        unsigned = tuple(int(place) + 1 for place in judged if follow.sign[place] == 0)
        if unsigned:
            self.ask(velocity, (LEAVE, *as_is), Evidence("speed-unsigned", {**facts, "joints": unsigned}))
            return True
        weak = [
            int(place)
            for place in judged
            if follow.own[place].correlation < _CONTRADICTED or place in follow.astray
        ]
        if weak:
            share = max(follow.own[place].correlation for place in weak)
            why = Evidence("does-not-follow", {**facts, "share": share, "joints": tuple(p + 1 for p in weak)})
            self.ask(velocity, (LEAVE, *as_is) if len(weak) == judged.size else (*as_is, LEAVE), why)
            return True
        ratios = [follow.own[place].ratio for place in judged if follow.own[place].is_close]
        if any(not is_near(ratio, follow.ratio) for ratio in ratios):
            self.ask(velocity, as_is, Evidence("ratios-differ", {**facts, "ratios": tuple(ratios)}))
            return True
        return False

    def _speeds_by(self, position: Group, velocity: Group, follow: Followed) -> tuple[str, ...]:
        """Units in which the speeds follow the positions; the usual ones where none is known."""
        angle = factor_of(position.units[0], UNITS_OF[Quantity.POSITION]) if position.units else None
        speeds = UNITS_OF[Quantity(velocity.meaning)]
        known = (*SPEED_UNITS, *(unit for unit in position.units if COUNTS in unit))
        fits = [
            unit
            for unit in known
            if angle and is_near(follow.ratio * (factor_of(unit, speeds) or 0.0), angle)
        ]
        return tuple(fits) or SPEED_UNITS[:2]

    def settle_sides(self) -> None:
        """Unit, sign and ratio of the motors' and links' encoders, each against the other and the joints."""
        time = self.time
        for quantity in SIDES:
            side = self.group(quantity)
            others = (Quantity.POSITION, *(one for one in SIDES[::-1] if one is not quantity))
            reference = next((group for one in others if (group := self.group(one)) is not None), None)
            if side is None or _is_said_for_each(side):
                continue
            values = self.values(side)
            same = reference is not None and len(side.columns) == len(reference.columns)
            if same and reference is not None and time is not None and len(side.units) <= 1:
                follow = followed(self.values(reference), values, time, is_rate=False)
                if follow.is_exchanged:
                    self._ask_for_encoders(side, reference, follow)
                    continue
                if self._settle_side(side, reference, follow):
                    continue
            if len(side.units) == 1 and self._ask_for_shaft(side):
                continue
            if not side.units:
                high = max((peak(column) for column in values.T), default=0.0)
                code = "whole-numbers" if are_whole(values) else "unit-open"
                self.ask_unit(side, (*ANGLES, COUNTED), Evidence(code, {"peak": high}))

    def _ask_for_shaft(self, side: Group) -> bool:
        """Ask where an encoder turns far faster than the joints can, and nothing says that by how much."""
        robot = self.robot
        factor = factor_of(side.units[0], UNITS_OF[Quantity.POSITION]) or 1.0
        if robot is None or len(side.columns) != robot.joint_count or _is_said(side):
            return False
        at_shaft = side.meaning == Quantity.MOTOR_POSITION and robot.motor_position_at_shaft
        times = self.times_too_fast(
            self.values(side) * factor / (np.abs(robot.gear_ratio) if at_shaft else 1.0)
        )
        if times:
            facts: Facts = {"unit": side.units[0], "ratio": times, "robot": robot.name}
            self.ask_unit(side, (f"N {side.units[0]}", *side.units), Evidence("too-fast", facts))
        return bool(times)

    def _settle_side(self, side: Group, reference: Group, follow: Followed) -> bool:
        """Settle or ask by the relation to another encoder; False where it tells nothing."""
        if not np.isfinite(follow.ratio):
            return False
        at_shaft = (
            side.meaning == Quantity.MOTOR_POSITION
            and self.robot is not None
            and self.robot.motor_position_at_shaft
        )
        known = UNITS_OF[Quantity.POSITION]
        other = factor_of(reference.units[0], known) if len(reference.units) == 1 else None
        alike = [unit for unit in ANGLES if other and is_near(follow.ratio * known[unit], other)]
        units = side.units or tuple(alike) or reference.units
        if len(units) != 1 or len(reference.units) != 1:
            return False
        scale = (factor_of(units[0], known) or 1.0) / (factor_of(reference.units[0], known) or 1.0)
        signs = np.array(follow.sign)
        sure = follow.judged & np.array([abs(one.correlation) > _FOLLOWS for one in follow.own])
        if sure.any() and np.all(signs[sure] < 0):
            signs[:] = -1  # those that hardly move are as the others
        if at_shaft and self.robot is not None:
            gears = np.array([joint.gear_ratio for joint in self.robot.joints])
            signs = signs * np.sign(gears).astype(int) if gears.size == signs.size else np.abs(signs)
        ratio = follow.ratio * scale
        exact = [
            unit for unit in alike if abs(follow.ratio * known[unit] / (other or 1.0) - 1.0) < _WHOLE_RATIO
        ]
        is_other_unit = (
            bool(exact) and not at_shaft and known.get(units[0]) not in [known[unit] for unit in alike]
        )
        is_far = not at_shaft and (ratio > _SHAFT_RATIO or is_other_unit)
        joints = tuple(int(place) + 1 for place in np.flatnonzero((signs < 0) & follow.judged))
        if not joints and not is_far:
            if not side.units and alike:
                self.put(side, units=units, evidence=Evidence("copy-of", {"columns": reference.span}))
                return True
            return bool(side.units)
        if is_far and not side.units:
            return False
        unit = exact[0] if is_other_unit else units[0]
        turns = _turns(follow, scale) if is_far and not is_other_unit else np.ones(signs.size)
        sizes = (signs / turns).tolist()
        facts: Facts = {"columns": reference.span, "ratio": ratio * (-1.0 if joints else 1.0)}
        code = "in-another-unit" if is_other_unit else "counts-backwards" if joints else "at-the-shaft"
        why = Evidence(code, {**facts, "joints": joints})
        if "encoder-sign" in self.accepted and not is_far:
            sized = tuple(sized_unit([size], units[0]) if size < 0 else units[0] for size in sizes)
            self.put(side, units=sized, evidence=(why, Evidence("corrected")))
        else:
            shown = sizes[:1] if len(set(sizes)) == 1 else sizes
            better = unit if set(sizes) == {1.0} else sized_unit(shown, unit)
            self.ask_unit(side, (better, sized_unit([1] * len(sizes), units[0])), why)
        return True

    def settle_still(self) -> None:
        """Columns that never change while their joint moves: left out where all do so, else asked for."""
        moving_joints = self._moving_joints()
        for group in list(self.groups):
            if group.is_open or group.meaning not in _MOVE or len(group.columns) != moving_joints.size:
                continue
            values = self.values(group)
            still = np.fmax.reduce(values) == np.fmin.reduce(values)  # False where there is no number
            if group.meaning == Quantity.LINK_POSITION:  # zeros stand for encoders that are not there
                still &= np.fmax.reduce(np.abs(values)) > 0.0
            dead = np.flatnonzero(still & moving_joints)
            if not dead.size or (_is_said(group) and len(dead) < still.size):
                continue
            joints: Facts = {"joints": tuple((dead + 1).tolist())}
            if still.all():
                self.put(group, meaning=LEAVE, units=(), evidence=Evidence("all-still"))
            else:
                units = group.units if len(group.units) == 1 else first_units(Quantity(group.meaning))
                choices = (f"{group.meaning} {sized_unit([1] * still.size, unit)}" for unit in units)
                self.ask(group, choices, Evidence("still", joints))

    def _moving_joints(self) -> npt.NDArray[np.bool_]:
        """Joints (n,) that move by one of the columns that say so."""
        kinds = {*POSITIONS, Quantity.VELOCITY}
        groups = [one for one in self.groups if one.meaning in kinds and not one.is_open]
        count = max((len(one.columns) for one in groups), default=0)
        found = np.zeros(count, dtype=np.bool_)
        for group in groups:
            if len(group.columns) == count:
                found |= moving(self.values(group))
        return found

    def settle_twist(self) -> None:
        """Two encoders: the same numbers are no second measurement, and torques turn the motor ahead."""
        motor, link = (self.group(one) for one in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION))
        if motor is None or link is None or motor.units != link.units or len(motor.units) != 1:
            return
        if len(motor.columns) != len(link.columns) or _is_said(link) or _is_said(motor):
            return
        twist = self.values(motor) - self.values(link)
        if not np.any(np.abs(np.nan_to_num(twist)) > 0.0):
            self.put(
                link, meaning=LEAVE, units=(), evidence=Evidence("same-numbers", {"columns": motor.span})
            )
            return
        effort = next((one for one in self.efforts() if len(one.columns) == len(link.columns)), None)
        if effort is None or effort.is_open:
            return
        pairs = zip(self.values(link).T, twist.T, self.values(effort).T, strict=True)
        follow = np.array([_twisted_by(own, torque, place, self.time) for place, own, torque in pairs])
        backwards = np.flatnonzero(follow < -_TWISTED)
        if backwards.size and not np.any(follow > _TWISTED):
            facts: Facts = {"columns": effort.span, "joints": tuple((backwards + 1).tolist())}
            for group, other in ((motor, link), (link, motor)):
                unit = group.units[0]
                choices = (f"{other.meaning} {unit}", f"{group.meaning} {unit}")
                self.ask(group, choices, Evidence("twisted-backwards", facts))

    def settle_second_effort(self) -> None:
        """Currents and torques of one arm: each joint's against the other's, in order and sign."""
        efforts = [one for one in self.efforts() if not one.is_open and len(one.units) <= 1]
        first = next(iter(efforts), None)
        for group in efforts[1:]:
            if first is None or len(group.columns) != len(first.columns) or _is_said(group):
                continue
            own, other = self.values(first), self.values(group)
            table = np.array([[_correlation(a, b) for b in other.T] for a in own.T])
            best = np.argmax(np.abs(table), axis=1)
            sure = np.abs(table).max(axis=1, initial=0.0) > _SAME_EFFORT
            places = np.arange(len(group.columns))
            order = np.where(sure, best, places)
            signs = np.where(sure, np.sign(table[places, order]), 1.0)
            weak = np.abs(table[places, places]) < _FOLLOWS
            is_other = (order != places) & weak
            main = np.median(signs[sure]) if sure.any() else 1.0
            turned = sure & ~is_other & (signs != main) & ~weak
            if not (is_other | turned).any() or sorted(order) != places.tolist():
                continue
            units = group.units or first_units(Quantity(group.meaning))
            as_is = f"{group.meaning} {sized_unit([1] * places.size, units[0])}"
            sized = sized_unit([int(one) for one in np.where(turned, -1, 1)], units[0])
            columns = column_span(tuple(group.columns[place] for place in order))
            joints = tuple((np.flatnonzero(is_other | turned) + 1).tolist())
            front = f"{columns}=" if is_other.any() else ""
            why = Evidence("efforts-differ", {"columns": first.span, "joints": joints})
            self.ask(group, (f"{front}{group.meaning} {sized}", as_is), why)

    def _ask_for_encoders(self, side: Group, reference: Group, follow: Followed) -> None:
        """Ask where encoders of other joints follow those of the reference."""
        units = side.units or reference.units or ANGLES[:1]
        sized = f"{side.meaning} {sized_unit([one or 1 for one in follow.sign], units[0])}"
        as_is = f"{side.meaning} {sized_unit([1] * len(follow.own), units[0])}"
        joints = tuple(place + 1 for place, other in enumerate(follow.order) if other != place)
        columns = column_span(tuple(side.columns[place] for place in follow.order))
        why = Evidence("encoders-exchanged", {"columns": reference.span, "joints": joints})
        self.ask(side, (f"{columns}={sized}", as_is), why)

    def settle_efforts(self) -> None:
        """Units of currents, torques and temperatures; the source of an effort."""
        for group in list(self.groups):
            if group.evidence[-1].code == "motor-torque-side":
                self._ask_for_side(group)
        for quantity in SIZES:
            found = self.group(quantity)
            if found is None or len(found.units) > 1 or (_is_said(found) and found.units):
                continue
            words = self.by_size(found, quantity)
            self.hear_masses(found, words)
            high = max((peak(column) for column in self.values(found).T), default=0.0)
            self.weigh(found, words, Evidence("unit-open", {"peak": high}))

    def _ask_for_side(self, group: Group) -> None:
        """Of a motor's torque at the shaft or behind the gear, the side that the masses say comes first."""
        ratio = abs(usual_ratio(self.ratios(group)))
        if self.robot is not None and 1.0 / AGREED < ratio < AGREED:
            facts: Facts = {"unit": "N·m", "ratio": ratio, "robot": self.robot.name}
            why = (Evidence("torque-of-masses", facts), group.evidence[-1])
            self.put(group, choices=group.choices[::-1], evidence=why)

    def settle_unsigned(self) -> None:
        """Ask where torques have lost their sign, which no other reading brings back."""
        moved = self._moving_joints()
        for group in self.efforts():
            if group.is_open or len(group.columns) != moved.size or _is_said_for_each(group):
                continue
            joints = tuple((np.flatnonzero(unsigned(self.values(group)) & moved) + 1).tolist())
            if joints:
                units = group.units or first_units(Quantity(group.meaning))
                as_is = f"{group.meaning} {sized_unit([1] * moved.size, units[0])}"
                self.ask(group, (LEAVE, as_is), Evidence(_UNSIGNED, {"joints": joints}))

    def settle_clock(self) -> None:
        """Ask for a clock in seconds that counts the rows one by one, where no speed confirms it."""
        clock = next((one for one in self.groups if one.meaning == TIME and not one.is_open), None)
        if clock is None or clock.units != ("s",) or _is_said(clock) or self.group(Quantity.VELOCITY):
            return
        if is_count(self.found.table.channel(clock.columns[0]).values):
            self.ask(clock, (LEAVE, f"{TIME} s"), Evidence("clock-counts"))

    def settle_reading(self) -> None:
        """Ask where the masses explain the torques only with joints read otherwise than the file has them."""
        position, robot = self.joints, self.robot
        if position is None or robot is None or len(position.units) != 1 or _is_said_for_each(position):
            return
        factor = factor_of(position.units[0], UNITS_OF[Quantity.POSITION])
        signed = [one for one in self.efforts() if one.evidence[-1].code != _UNSIGNED]
        effort = next((one for one in signed if len(one.columns) == len(position.columns)), None)
        if factor is None or effort is None or _is_said_for_each(effort):
            return
        motion = self.motion(position, effort, factor)
        if motion is None:
            return
        is_torque = effort.meaning in TORQUES
        gains = np.ones(robot.joint_count) if is_torque else robot.drive_gain
        from_zero = robot.joint_count > 1 and not np.any(self.values(position)[0])
        found = found_reading(robot, motion, gains=gains, from_zero=from_zero)
        reading, self.alike = found.reading, found.alike if robot.inertial_parameters is not None else None
        self._note_doubts(found, position, effort, robot)
        if found.mounting and not self.accepted.intersection(KINDS):
            self._ask_for_mounting(found, effort, robot)
            return
        if reading is None:
            self._ask_where_none_explains(found, effort, robot, position if from_zero else None)
            return
        facts: Facts = {"columns": effort.span, "robot": robot.name, "joints": reading.joints}
        degrees = _angles(reading)
        reasons = tuple(
            Evidence(f"read-{kind}", {**facts, "angles": degrees} if kind == ZERO else facts)
            for kind in reading.kinds
        )
        if set(reading.kinds) <= self.accepted:
            self._read(reading, position, effort, reasons)
            return
        asked = effort if set(reading.kinds) <= {TORQUE_ORDER, TORQUE_SIGN} and effort.units else position
        as_is = f"{asked.meaning} {sized_unit([1] * len(asked.columns), asked.units[0])}"
        self.ask(asked, (CORRECT + ",".join(reading.kinds), as_is), *reasons)
        for group in list(self.groups):
            is_other = group.columns != asked.columns
            follows = group.meaning in _FOLLOW_POSITION and asked is position and is_other
            if follows and len(group.columns) == len(position.columns):
                waits = Evidence(WAITS, {"columns": position.span})
                choice = f"{group.meaning} {group.units[0]}" if group.units else group.meaning
                self.put(group, units=(), choices=(*group.choices, choice), evidence=waits)

    def _note_doubts(self, found: Found, position: Group, effort: Group, robot: RobotModel) -> None:
        """Say that torques are late, or that a zero could be a little off."""
        is_held = new_rows(self._taken(effort.columns)) is not None  # late until each value is taken once
        if found.lag_s and not is_held:
            late: Facts = {"columns": position.span, "lag": found.lag_s}
            self.noted.append((effort.columns, Evidence("late", late)))
        if found.doubtful is not None:
            facts: Facts = {"joints": found.doubtful.joints, "robot": robot.name}
            off = Evidence("zero-doubtful", {**facts, "angles": _angles(found.doubtful)})
            self.noted.append((position.columns, off))

    def _ask_for_zeros(self, position: Group, robot: RobotModel) -> None:
        """Ask where all joints begin at exactly zero, and the torques are none of that pose."""
        as_is = f"{position.meaning} {sized_unit([1] * len(position.columns), position.units[0])}"
        self.ask(position, (LEAVE, as_is), Evidence("begins-at-zero", {"robot": robot.name}))

    def _ask_for_mounting(self, found: Found, effort: Group, robot: RobotModel) -> None:
        """Ask where the masses explain the torques with the base mounted otherwise: no column is wrong."""
        units = effort.units or first_units(Quantity(effort.meaning))
        as_is = f"{effort.meaning} {sized_unit([1] * len(effort.columns), units[0])}"
        others = [CORRECT + ",".join(found.reading.kinds)] if found.reading is not None else []
        facts: Facts = {"columns": effort.span, "robot": robot.name, "mounting": found.mounting}
        self.ask(effort, (as_is, *others), Evidence("read-mounting", facts))

    def _ask_where_none_explains(
        self, found: Found, effort: Group, robot: RobotModel, from_zero: Group | None
    ) -> None:
        """Ask for a clock, or for torques that no other reading of the joints explains.

        ``from_zero`` are positions that begin at exactly zero.
        """
        if found.unexplained and from_zero is not None:
            self._ask_for_zeros(from_zero, robot)
            return
        if found.clock != 1.0 and self.group(Quantity.VELOCITY) is None:
            self._ask_for_clock(found.clock, robot)
        if found.unexplained and not effort.is_open and not _is_said(effort):
            units = effort.units or first_units(Quantity(effort.meaning))
            why = Evidence("not-of-this-arm", {"robot": robot.name, "joints": found.unexplained})
            self.ask_unit(effort, units, why)

    def _ask_for_clock(self, faster: float, robot: RobotModel) -> None:
        """Ask for the unit of a clock under which the moving masses do not explain the torques."""
        clock = next((one for one in self.groups if one.meaning == TIME and not one.is_open), None)
        if clock is None or len(clock.units) != 1 or _is_said(clock):
            return
        size = TIME_UNITS[clock.units[0]] / faster
        better = [
            unit for unit in ("s", "ms", "us", "ns", "min") if np.isclose(TIME_UNITS[unit], size, atol=0.0)
        ]
        why = Evidence("clock-of-masses", {"ratio": faster, "robot": robot.name})
        self.ask_unit(clock, (*better, *clock.units), why)

    def _read(
        self, reading: ArmReading, position: Group, effort: Group, reasons: tuple[Evidence, ...]
    ) -> None:
        """Put the columns of all quantities in the order, and count them, as the reading says."""
        for group in list(self.groups):
            is_effort = group is effort or group.meaning in {*TORQUES, *CURRENTS, Quantity.MOTOR_TORQUE}
            is_quantity = is_effort or group.meaning not in {TIME, LEAVE}
            if len(group.columns) != len(position.columns) or not is_quantity:
                continue
            places = reading.torques if is_effort else reading.order
            sizes = reading.turned if is_effort else self._sizes_of(reading, group, position)
            columns = tuple(group.columns[place] for place in places)
            units = group.units
            if len(units) == 1 and np.any(sizes != 1.0) and group.meaning not in _NO_SIGN:
                units = tuple(units[0] if one == 1.0 else sized_unit([one], units[0]) for one in sizes)
            is_read = group is position or (is_effort and reading.turned.min() < 0.0)
            said = (*reasons, Evidence("corrected")) if is_read else ()
            self.put(group, columns=columns, units=units, evidence=said)
        self.reading = reading

    def _sizes_of(self, reading: ArmReading, group: Group, position: Group) -> FloatArray:
        """Factors (n,) of a group as read: speeds that are right as they stand keep their unit."""
        time = self.time
        known = UNITS_OF[Quantity(group.meaning)]
        factor = factor_of(group.units[0], known) if len(group.units) == 1 else None
        if group.meaning != Quantity.VELOCITY or factor is None or time is None:
            return reading.size
        follow = followed(self.values(position), self.values(group), time, is_rate=True)
        angle = factor_of(position.units[0], UNITS_OF[Quantity.POSITION]) or 1.0
        own = np.array([abs(like.ratio) for like in follow.own]) * factor / angle
        follows = np.array([abs(like.correlation) > _FOLLOWS for like in follow.own])
        is_right = follows & (np.abs(np.abs(reading.size) / own - 1.0) < _ALIKE)
        return np.where(is_right, np.sign(reading.size), reading.size)

    def settle_rest(self) -> None:
        """Speeds and accelerations whose unit nothing has settled: zeros need none, others are asked for."""
        pairs = ((Quantity.VELOCITY, SPEED_UNITS[:3]), (Quantity.MOTOR_VELOCITY, SPEED_UNITS[:3]),
                 (Quantity.ACCELERATION, ("rad/s²", "deg/s²")))  # fmt: skip
        for quantity, units in pairs:
            group = self.group(quantity)
            if group is None or group.units:
                continue
            speed = self.group(Quantity.VELOCITY)
            if quantity is Quantity.ACCELERATION and speed is not None and self._is_rate_of(group, speed):
                unit = f"{speed.units[0]}²" if speed.units[0] in {"rad/s", "deg/s"} else "rad/s²"
                why = Evidence("is-derivative-of-velocity", {"columns": speed.span})
                self.put(group, units=(unit,), evidence=why)
            elif not np.any(np.abs(np.nan_to_num(self.values(group))) > 0.0):
                self.put(group, units=units[:1], evidence=Evidence("all-zero"))
            else:
                high = max(peak(column) for column in self.values(group).T)
                self.ask_unit(group, (*units, COUNTED), Evidence("unit-open", {"peak": high}))

    def _is_rate_of(self, acceleration: Group, speed: Group) -> bool:
        time = self.time
        if time is None or len(speed.columns) != len(acceleration.columns) or len(speed.units) != 1:
            return False
        likes = derivative_of(self.values(speed), self.values(acceleration), time)
        close = [like.ratio for like in likes if like.correlation > _FOLLOWS]
        return bool(close) and abs(float(np.median(close)) - 1.0) < _ALIKE

    def wait_for_position(self) -> None:
        """Speeds and torques whose unit follows once that of the positions is said are not asked for."""
        position = next((group for group in self.groups if group.meaning == Quantity.POSITION), None)
        if position is None or not position.is_open:
            return
        for group in list(self.groups):
            is_unit = group.evidence[-1].code == "unit-open" and group.meaning in _FOLLOW_POSITION
            if group.is_open and is_unit and len(group.columns) == len(position.columns):
                self.put(group, evidence=Evidence(WAITS, {"columns": position.span}))

    def note_untold(self) -> None:
        """Say what was found beside the meanings, what is unconfirmed, and which joints only places tell."""
        for columns, evidence in self.noted:
            group = next((one for one in self.groups if one.columns == columns and not one.is_open), None)
            if group is not None:
                self.put(group, evidence=evidence)
        position, robot = self.joints, self.robot
        if self.alike is None and self.reading is None:
            self._note_unweighed(position)
        if position is None or robot is None or len(position.columns) != robot.joint_count:
            return
        is_by_place = {one.code for one in position.evidence} & _BY_PLACE
        if is_by_place and self.reading is None and robot.joint_count > 1 and not _is_said(position):
            if self.alike is None:
                self.put(position, evidence=Evidence("order-untold"))
            elif self.alike:
                pairs = tuple(f"{first}/{second}" for first, second in self.alike)
                self.put(position, evidence=Evidence("joints-alike", {"joints": pairs, "robot": robot.name}))

    def _note_unweighed(self, position: Group | None) -> None:
        """Say that no masses confirm the signs, the order and the size of torques."""
        for group in self.efforts():
            if group.is_open or position is None or group.meaning == Quantity.MOTOR_TORQUE:
                continue
            self.put(group, evidence=Evidence("torque-unweighed"))

    def faults(self) -> list[Evidence]:
        """Reasons against an import that no choice of columns removes."""
        found = [*_other_clocks(self.found, self.groups), *self._apart()]
        found += [one for group in self.groups for one in group.evidence if one.code == "joint-names-change"]
        position = next((group for group in self.groups if group.meaning in POSITIONS), None)
        if position is not None and not found and self._leaps(self.values(position)):
            found.append(Evidence("rows-leap", {"columns": position.span}))
        if position is not None and not found:
            found += [*self._pace_changes(position), *self._held(position)]
        meanings = {group.meaning for group in self.groups}
        is_open = any(group.is_open for group in self.groups)
        if not any(quantity in meanings for quantity in POSITIONS) and not is_open:
            found.append(Evidence("no-position"))
        return found

    @staticmethod
    def _leaps(values: FloatArray) -> bool:
        return leaps(values) or is_interleaved(values)

    def _pace_changes(self, position: Group) -> list[Evidence]:
        """A fault where speeds are other multiples of the change of the positions in other rows."""
        velocity, time = self.group(Quantity.VELOCITY), self.time
        if velocity is None or time is None or len(velocity.columns) != len(position.columns):
            return []
        if _is_said_for_each(velocity) or _is_said_for_each(position):
            return []
        least, most = paces(self.values(position), self.values(velocity), time)
        if not most > _PACES_DIFFER * least:
            return []
        return [Evidence("pace-changes", {"columns": velocity.span, "ratio": most / least})]

    def _held(self, position: Group) -> list[Evidence]:
        """A fault where torques stand for long while their joints move: a signal that was lost."""
        for group in self.efforts():
            if group.is_open or len(group.columns) != len(position.columns):
                continue
            share = held_share(self.values(group), self.values(position))
            if share.max() > _HELD:
                joints = tuple((np.flatnonzero(share > _HELD) + 1).tolist())
                facts: Facts = {"columns": group.span, "joints": joints, "share": float(share.max())}
                return [Evidence("torque-held", facts)]
        return []

    def _apart(self) -> list[Evidence]:
        """A fault where two quantities never stand in one row: they have different rates."""
        known: dict[str, tuple[Group, npt.NDArray[np.bool_]]] = {}
        for group in self.groups:
            if group.meaning not in {LEAVE, TIME} and not group.is_open:
                known[group.meaning] = group, np.asarray(np.isfinite(self.values(group)).all(axis=1))
        for first, (group, rows) in known.items():
            for second, (other, others) in known.items():
                own = min(rows.mean(), others.mean()) if rows.size else 0.0
                if first < second and own > _OWN_ROWS / 10.0 and (rows & others).mean() < _TOGETHER * own:
                    facts: Facts = {"first": group.span, "second": other.span}
                    return [Evidence("never-in-one-row", facts)]
        return []


def position_kind(quantity: Quantity) -> Quantity:
    """The quantity whose units those of a position of any side are."""
    return Quantity.POSITION if quantity in POSITIONS else quantity


def _angles(reading: ArmReading) -> tuple[float, ...]:
    """The angles in degrees by which zeros of a reading are elsewhere."""
    return tuple(np.rad2deg(reading.zero[reading.zero != 0.0]).round(0).tolist())


def _correlation(first: FloatArray, second: FloatArray) -> float:
    """Correlation of two columns (N,); zero where one of them does not change."""
    known = np.isfinite(first) & np.isfinite(second)
    a, b = first[known], second[known]
    if not a.size or np.ptp(a) == 0.0 or np.ptp(b) == 0.0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def _turns(follow: Followed, scale: float) -> FloatArray:
    """Turns (n,) of an encoder for one of what it follows: whole numbers where they are nearly so."""
    found = []
    for place, own in enumerate(follow.own):
        turns = abs(own.ratio if follow.judged[place] and np.isfinite(own.ratio) else follow.ratio) * scale
        is_whole = abs(turns / round(max(turns, 1.0)) - 1.0) < _WHOLE_RATIO
        found.append(float(round(turns)) if is_whole else turns)
    return np.array(found)


def _twisted_by(
    twist: FloatArray, torque: FloatArray, position: FloatArray, time: FloatArray | None
) -> float:
    """Correlation of a twist with a torque (N,), apart from what goes along with speed or acceleration.

    An encoder that is read earlier or later than the other adds a twist in step with both, and so do
    friction and inertia to the torque.
    """
    rows = np.arange(position.size, dtype=np.float64) if time is None else time
    with np.errstate(divide="ignore", invalid="ignore"):
        speed = np.gradient(position, rows)
        motion = np.column_stack([np.ones_like(speed), speed, np.gradient(speed, rows)])
    known = np.isfinite(motion).all(axis=1) & np.isfinite(twist) & np.isfinite(torque)
    if not known.any():
        return 0.0
    motion, both = motion[known], np.column_stack([twist, torque])[known]
    rest = both - motion @ np.linalg.lstsq(motion, both, rcond=None)[0]
    return _correlation(*rest.T)


def _is_said(group: Group) -> bool:
    return group.evidence[0].code == "said"


def _is_said_for_each(group: Group) -> bool:
    """True if a person said how each column counts, not only in which unit."""
    return _is_said(group) and (
        len(group.units) > 1 or any(one[:1] in "-0123456789" and COUNTS not in one for one in group.units)
    )


def _other_clocks(found: Understanding, groups: Sequence[Group]) -> list[Evidence]:
    """A fault where columns with the clock's name say other times: their values belong to other rows."""
    clock = next((group for group in groups if group.meaning == TIME), None)
    name = found.table.channel(clock.columns[0]).name if clock is not None else ""
    if clock is None or not name:
        return []
    own = found.table.channel(clock.columns[0]).values
    is_arrays = found.table.container in _ARRAYS
    most = 0.5 * usual_step(own) if is_arrays else 0.0
    times = {column for group in groups if group.evidence[0].code == "left-time" for column in group.columns}
    others = [one for one in found.table.channels if one.name == name or (is_arrays and one.number in times)]
    for one in others:
        shift = one.values - own - (one.values[0] - own[0] if is_arrays else 0.0)
        if not np.all((np.abs(shift) <= most) | np.isnan(own)):
            return [Evidence("clocks-differ", {"name": name, "columns": len(others)})]
    return []
