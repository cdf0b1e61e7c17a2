"""What each witness says of each meaning that columns can have: words for it, and words against it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.exchange.cleaning import new_rows, without_placeholders
from core.exchange.continuity import other_source, rows_of_zeros
from core.exchange.file_units import COUNTS, TIME_UNITS, UNITS_OF, factor_of
from core.recognition.nameless import is_torque_question
from core.recognition.physics import is_near, peak, usual_step
from core.recognition.understanding import (
    LEAVE,
    TIME,
    ArmReading,
    Evidence,
    Facts,
    Group,
    Rival,
    Understanding,
)
from core.recognition.witnesses import (
    ANGLES,
    COUNTED,
    TOO_FAST,
    Motion,
    are_whole,
    best_by_gravity,
    counted_columns,
    followed,
    limit_use,
    motion_of,
    possible_periods,
    speeds_of,
    too_fast_in,
    torque_ratios,
    usual_ratio,
    wrapped_unit,
)
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_WINDOW_ROWS, _WINDOWS = 12_000, 4
"""Rows of a long recording that are weighed: stretches of it, from its begin to its end."""
SPEED_UNITS = ("rad/s", "deg/s", "rpm", "rev/s")
SIDES = (Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)
POSITIONS = (Quantity.POSITION, *SIDES)
TORQUES = (Quantity.TORQUE, Quantity.TORQUE_REFERENCE)
CURRENTS = (Quantity.CURRENT, Quantity.CURRENT_REFERENCE)
ONE_TURN = 6.4
"""Numbers up to here can be radians that begin again."""
_TOO_FAR_FOR_RAD = 30.0
AGREED, _FAR = 2.0, 5.0
"""Ratio of the torques to those of the masses up to which they agree, and from which they do not."""
_SHOWN = {"begins-again", "unit-by-weights", "unit-by-masses"}
"""Evidence of a unit that does not come from limits."""
_CLEARLY = 1.5
"""Times that ratios to the masses must differ less from joint to joint in one unit than in another."""
_HARDLY = 0.05
"""Share of its range or speed below which a joint hardly moves."""
_UNIQUE_RATIO, _SURE = 0.03, 0.99
"""How near the ratio of speeds and positions, and their correlation, has to be to tell a pair of units."""
OF_WEIGHTS = ("lbf·ft", "lbf·in", "kgf·m", "kgf·cm", "N·cm")
_NEARER = 0.5
"""Units of torque that few files have: as a share, how near to the masses they must be against all others."""
_RATED = 3.0
"""Times the rated torque that a torque may be."""
SIZES: dict[Quantity, Sequence[tuple[str, float, float]]] = {
    Quantity.CURRENT: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.CURRENT_REFERENCE: (("A", 0.02, 80.0), ("mA", 200.0, 1e5)),
    Quantity.TORQUE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7), ("kN·m", 0.0, 0.0)),
    Quantity.TORQUE_REFERENCE: (("N·m", 0.05, 3_000.0), ("mN·m", 2e4, 1e7), ("kN·m", 0.0, 0.0)),
    Quantity.MOTOR_TORQUE: (("N·m", 0.001, 200.0), ("mN·m", 1e3, 1e6)),
    Quantity.TEMPERATURE: (("°C", 1.0, 150.0), ("K", 250.0, 420.0)),
}
"""For each quantity, the units and the peaks that leave no doubt about them in a file in SI units."""
_SOURCES = {"effort-of-ur", "effort-torque"}
"""Evidence of columns that a convention takes for currents or torques, and that can be the other."""


@dataclass(frozen=True)
class Word:
    """Word of a witness for one candidate: 1 confirms it, -1 contradicts it, less only ranks it."""

    score: float
    why: Evidence


Words = dict[str, list[Word]]


class Hearing:
    """Groups of columns, their values, and the words of the witnesses about them."""

    def __init__(self, found: Understanding, robot: RobotModel | None, accepted: frozenset[str]) -> None:
        self.found, self.robot, self.accepted = found, robot, accepted
        self.groups = list(found.groups)
        self._values: dict[tuple[int, ...], FloatArray] = {}
        self._wraps: dict[tuple[int, ...], tuple[str, float, int]] = {}
        count = found.table.channels[0].values.size if found.table.channels else 0
        starts = np.linspace(0, count - _WINDOW_ROWS, _WINDOWS).astype(int)
        is_long = count > 2 * _WINDOWS * _WINDOW_ROWS
        self.reading: ArmReading | None = None
        self._too_fast: tuple[Evidence, list[str]] | None = None
        """Why joints are too fast in the stated unit, and the units within their limits, the usual first."""
        self.noted: list[tuple[tuple[int, ...], Evidence]] = []
        """What was found of columns beside their meaning, such as that they are late: no question."""
        self.alike: tuple[tuple[int, int], ...] | None = None
        """Pairs of joints that the masses of the arm do not tell apart; None where there are none to ask."""
        self._is_other: npt.NDArray[np.bool_] | None = None
        """Rows of a second program between those of the first, or held; they tell nothing of the columns."""
        self._parts = [slice(a, a + _WINDOW_ROWS) for a in starts] if is_long else [slice(0, count)]

    def leave_other_source(self) -> None:
        """Weigh the rows of one program alone, and values that a recorder held once."""
        position = next((one for one in self.groups if one.meaning in POSITIONS), None)
        new = new_rows(self._taken(position.columns)) if position is not None else None
        if new is not None:
            self._is_other = ~new
            return
        if position is not None and len(position.columns) > 1:
            values = self._taken(position.columns)
            if (empty := rows_of_zeros(values)).any():
                self._is_other = empty
                return
            known = np.isfinite(values).all(axis=1)
            for period in (np.inf, *possible_periods(values[known])):
                found = other_source(values[known], period)
                if found is not None and self._is_other is None:
                    self._is_other = np.zeros(known.size, dtype=np.bool_)
                    self._is_other[known] = found

    def group(self, quantity: Quantity) -> Group | None:
        """The settled columns of a quantity."""
        return next((group for group in self.groups if group.meaning == quantity and not group.is_open), None)

    @property
    def joints(self) -> Group | None:
        """The settled columns that say where the joints are: those of the links' encoders without others."""
        found = (self.group(one) for one in (Quantity.POSITION, Quantity.LINK_POSITION))
        return next((one for one in found if one is not None), None)

    def times_too_fast(self, position: FloatArray) -> float:
        """Times their limits that the joints are faster in positions (N, joints) rad; 0 for possible ones."""
        time, robot = self.time, self.robot
        if time is None or robot is None or robot.joint_count != position.shape[1]:
            return 0.0
        share = speeds_of(position, time) / np.array([joint.velocity for joint in robot.joints])
        fast = share[np.isfinite(share) & (share > TOO_FAST)]
        return float(np.median(fast)) if fast.size >= min(2, share.size) else 0.0

    def beyond(self, position: FloatArray) -> FloatArray:
        """Times (joints,) of speed or range that joints go in positions (N, joints) rad; NaN: unknown."""
        robot = self.robot
        if robot is None or robot.joint_count != position.shape[1]:
            return np.full(position.shape[1], np.nan)
        ranges = np.array([joint.upper - joint.lower for joint in robot.joints])
        travel = np.array(
            [np.ptp(one[np.isfinite(one)]) if np.isfinite(one).any() else 0.0 for one in position.T]
        )
        share = travel / ranges
        if self.time is not None:
            speed = speeds_of(position, self.time) / np.array([joint.velocity for joint in robot.joints])
            share = np.fmax(share, speed)
        return np.asarray(share)

    def hear_shafts(self, position: Group, words: Words) -> None:
        """Single joints far beyond what the arm can, beside others within it: counted at their motors.

        Without a stated unit, degrees make up for it only where the others would hardly move in them.
        """
        values, known, robot = self.values(position), UNITS_OF[Quantity.POSITION], self.robot
        stated = position.units[0] if position.units else "rad"
        factor = known.get(stated)
        if robot is None or factor is None or robot.joint_count != values.shape[1]:
            return
        beyond = self.beyond(values * factor)
        fast = beyond > TOO_FAST
        others = beyond[~fast & (beyond > 0.0)]
        in_degrees = self.beyond(values * known["deg"])[~fast]
        if not fast.any() or others.size < np.count_nonzero(fast) or np.nanmax(others) > TOO_FAST / 2.0:
            return
        if not position.units and not np.nanmax(in_degrees) < _HARDLY:
            return
        joints = tuple((np.flatnonzero(fast) + 1).tolist())
        facts: Facts = {"unit": stated, "joints": joints, "robot": robot.name,
                        "ratio": float(np.nanmax(beyond[fast]))}  # fmt: skip
        why = Evidence("joints-at-the-shaft", facts)
        for one in words:
            if known.get(one) == factor:
                words[one].append(Word(-1.0, why))
            elif one in ANGLES and np.nanmax(in_degrees) < _HARDLY:
                words[one].append(Word(-1.5, why))
        gears = np.array([joint.gear_ratio for joint in robot.joints])
        is_known = bool(np.all(np.abs(gears[fast]) > TOO_FAST))
        sizes = [("N" if not is_known else f"{1.0 / gear:.9g}") if at else "1"
                 for at, gear in zip(fast, gears, strict=True)]  # fmt: skip
        words[f"{','.join(sizes)} {stated}"] = [Word(0.95, why)]

    def _taken(self, columns: tuple[int, ...]) -> FloatArray:
        """Values (N, columns) of the rows that are weighed; a row of NaN parts their stretches."""
        channels = [without_placeholders(self.found.table.channel(one).values) for one in columns]
        parts = [np.column_stack([values[part] for values in channels]) for part in self._parts]
        gap = np.full((1, len(columns)), np.nan)
        whole = np.concatenate([one for part in parts for one in (part, gap)][:-1])
        return whole if self._is_other is None else whole[~self._is_other]

    def values(self, group: Group) -> FloatArray:
        """Values (N, columns) of a group in its own units; angles that begin again are counted on."""
        if group.columns not in self._values:
            values = self._taken(group.columns)
            if group.meaning in POSITIONS:
                pace = self._pace
                self._wraps[group.columns] = wrap = wrapped_unit(values, pace)
                values = counted_columns(values, wrap[1], pace) if wrap[1] else values
            self._values[group.columns] = values
        return self._values[group.columns]

    def wrap(self, group: Group) -> tuple[str, float, int]:
        """Unit and period after which angles begin again, and how often."""
        self.values(group)
        return self._wraps.get(group.columns, ("", 0.0, 0))

    @property
    def time(self) -> FloatArray | None:
        """The clock in s; None where it is not settled."""
        clock = next((group for group in self.groups if group.meaning == TIME and not group.is_open), None)
        if clock is not None:
            factors = np.array([TIME_UNITS[unit] for unit in clock.units])
            stamps = self.values(clock)
            return np.asarray((stamps - stamps[np.isfinite(stamps).all(axis=1)][:1]) @ factors)
        if not self.found.rate_hz:
            return None
        rows = [np.arange(part.start, part.stop) / self.found.rate_hz for part in self._parts]
        clock_rows = np.concatenate([one for part in rows for one in (part, [np.nan])][:-1])
        return clock_rows if self._is_other is None else clock_rows[~self._is_other]

    @property
    def _pace(self) -> FloatArray | None:
        """Length of each step of the clock in usual ones, at least one; None for no clock."""
        time = self.time
        usual = float("nan") if time is None else usual_step(time)
        if time is None or not usual > 0.0:
            return None
        return np.maximum(np.nan_to_num(np.diff(time) / usual, nan=1.0), 1.0)

    def put(self, group: Group, **changes: object) -> Group:
        """Replace a group; returns the new one."""
        evidence = changes.pop("evidence", ())
        more = (evidence,) if isinstance(evidence, Evidence) else evidence
        new = replace(group, evidence=(*group.evidence, *more), **changes)  # type: ignore[misc, arg-type]
        self.groups[self.groups.index(group)] = new
        return new

    def ask(
        self,
        group: Group,
        choices: Iterable[str],
        *evidence: Evidence,
        rivals: tuple[Rival, ...] = (),
    ) -> None:
        """Leave the meaning of a group to a person; ``choices`` have units, the likeliest first."""
        all_choices = tuple(dict.fromkeys((*choices, LEAVE)))
        self.put(group, units=(), choices=all_choices, evidence=evidence, rivals=rivals)

    def ask_unit(self, group: Group, units: Iterable[str], *evidence: Evidence) -> None:
        """Leave the unit of a group to a person."""
        self.ask(group, (f"{group.meaning} {unit}" for unit in units), *evidence)

    def weigh(self, group: Group, words: Words, otherwise: Evidence) -> Group:
        """Accept the one candidate that is confirmed and not contradicted; else ask, the likeliest first.

        ``words`` are those about each candidate, a meaning with its unit; ``otherwise`` is the reason where
        nothing is confirmed.
        """
        score = {one: sum(word.score for word in said) for one, said in words.items()}
        ranked = sorted(words, key=lambda one: -score[one])
        rivals = tuple(
            Rival(*one.partition(" ")[::2], score[one], tuple(word.why for word in words[one]))
            for one in ranked
        )
        confirmed = [one for one in ranked if any(word.score >= 1.0 for word in words[one])]
        against = [word.why for one in confirmed for word in words[one] if word.score <= -1.0]
        reasons = [word.why for one in confirmed for word in words[one] if word.score >= 1.0]
        new = _unsaid(group, (*reasons, *against))
        if len(confirmed) == 1 and not against and not confirmed[0].endswith(COUNTED):
            meaning, unit = confirmed[0].split(" ", maxsplit=1)
            return self.put(group, meaning=meaning, units=(unit,), choices=(), rivals=rivals, evidence=new)
        self.ask(group, ranked, *(new if confirmed else (otherwise,)), rivals=rivals)
        return group

    def hear_wraps(self, position: Group, words: Words) -> None:
        """Periods after which the angles begin again."""
        unit, period, times = self.wrap(position)
        if not times:
            return
        why = Evidence("begins-again", {"period": period, "times": times})
        if unit == COUNTED:  # most often a turn, which only a person can say
            words[f"{period:.0f} {COUNTS}"] = [Word(0.9, why)]
        for one in list(words):
            if one == unit == COUNTED:
                words[one].append(Word(0.5, why))
            elif one == unit:
                words[one].append(Word(1.0, why))
            elif one in ANGLES or one == COUNTED:
                words[one].append(Word(-1.0, why))

    def hear_limits(self, position: Group, words: Words, *, is_counts: bool) -> None:
        """Limits of the arm: rad is never ruled out for numbers that can have begun again.

        In degrees, several joints that keep to limits which the same numbers in rad exceed confirm them.
        """
        values, time, robot = self.values(position), self.time, self.robot
        high = max((peak(column) for column in values.T), default=0.0)
        known = UNITS_OF[Quantity.POSITION]
        is_convention = position.evidence[0].code in {"form", "stated"}
        if robot is None or robot.joint_count != values.shape[1]:
            if high > _TOO_FAR_FOR_RAD and "rad" in words:
                score = -1.0 if is_convention or not position.units else -0.5
                words["rad"].append(Word(score, Evidence("too-far-for-rad", {"peak": high})))
            return
        speed = speeds_of(values, time) if time is not None else None
        angles = [unit for unit in words if unit in ANGLES]
        fast = too_fast_in(angles, speed, robot) if speed is not None else set[str]()
        uses = {unit: None if unit in fast else limit_use(values * known[unit], robot) for unit in angles}
        for unit, use in uses.items():
            if use is None:
                facts: Facts = {"unit": unit, "peak": high, "robot": robot.name}
                is_free = unit == "rad" and high <= ONE_TURN
                is_veto = not position.units or (is_convention and high > _TOO_FAR_FOR_RAD)
                score = -1.0 if is_veto and not is_free else -0.4
                words[unit].append(Word(score, Evidence("outside-limits", facts)))
        stated = position.units[0] if len(position.units) == 1 else ""
        factor = factor_of(stated, known)
        times = self.times_too_fast(values * factor) if factor is not None else 0.0
        if times:
            why = Evidence("too-fast", {"unit": stated, "ratio": times, "robot": robot.name})
            for one in [one for one in words if known.get(one) == factor]:
                words[one].append(Word(-1.0, why))
            inside = [one for one in angles if uses[one] is not None and known[one] != factor]
            self._too_fast = why, inside if high <= ONE_TURN else inside[::-1]
        in_degrees = uses.get("deg")
        known_columns = [one[np.isfinite(one)] for one in values.T]
        moved = int(np.count_nonzero([one.size and np.ptp(one) > ONE_TURN for one in known_columns]))
        if (
            in_degrees is not None
            and np.isfinite(in_degrees)
            and high > ONE_TURN
            and moved > 1
            and not is_counts
            and all(uses[unit] is None for unit in ("rad", "rev"))
        ):
            facts = {"unit": "deg", "share": in_degrees, "robot": robot.name}
            words["deg"].append(Word(1.0, Evidence("unit-by-limits", facts)))

    def hear_speed(self, position: Group, words: Words) -> None:
        """The integral of the speed, where its unit is known, or the ratio leaves one pair of units."""
        velocity, time = self.group(Quantity.VELOCITY), self.time
        if velocity is None or time is None or len(velocity.columns) != len(position.columns):
            return
        follow = followed(self.values(position), self.values(velocity), time, is_rate=True)
        if not np.isfinite(follow.ratio) or len(velocity.units) > 1:
            return
        known, speeds = UNITS_OF[Quantity.POSITION], UNITS_OF[Quantity.VELOCITY]
        factor = factor_of(velocity.units[0], speeds) if velocity.units else None
        facts: Facts = {"columns": velocity.span, "ratio": follow.ratio}
        if factor is None:
            pairs = [
                unit
                for unit in words
                for speed in SPEED_UNITS
                if unit in ANGLES and abs(follow.ratio * speeds[speed] / known[unit] - 1.0) < _UNIQUE_RATIO
            ]
            several = np.count_nonzero([abs(one.correlation) > _SURE for one in follow.own]) > 1
            if len(pairs) == 1 and several and not position.units:
                words[pairs[0]].append(Word(1.0, Evidence("unit-by-speed", {"unit": pairs[0], **facts})))
            return
        turn = follow.ratio * abs(factor)
        for unit in list(words):
            if unit in known:
                fits = is_near(turn, known[unit])
                why = Evidence("unit-by-speed", {"unit": unit, **facts})
                other = Evidence("speed-contradicts", {"unit": unit, "speed": velocity.units[0], **facts})
                words[unit].append(
                    Word(1.0, why) if fits else Word(-1.0 if not position.units else -0.9, other)
                )
            elif unit == COUNTED:
                size = 2.0 * np.pi / turn
                exact = f"{round(size)} {COUNTS}"
                if abs(size / max(round(size), 1) - 1.0) < _UNIQUE_RATIO:
                    words[exact] = [Word(0.9, Evidence("unit-by-speed", {"unit": exact, **facts}))]

    def hear_shaft(self, position: Group, words: Words) -> None:
        """The shaft of a motor, where joints are too fast in the stated unit and no other is likelier.

        A speed that agrees with the stated unit is on that shaft as well; without it, or where the angles
        begin again or the weights say so, a unit that keeps to the limits is asked for first.
        """
        if self._too_fast is None:
            return
        why, inside = self._too_fast
        stated, known = position.units[0], UNITS_OF[Quantity.POSITION]
        agrees = [
            word.why.code for one in words if known.get(one) == known.get(stated) for word in words[one]
        ]
        shown = [
            one for one in inside for word in words[one] if word.score >= 1.0 and word.why.code in _SHOWN
        ]
        is_last = bool(shown or (inside and "unit-by-speed" not in agrees))
        words[f"N {stated}"] = [Word(0.05 if is_last else 0.9, why)]
        if is_last and not shown:
            words[inside[0]].append(Word(0.2, why))

    def motion(self, position: Group, effort: Group, factor: float = 1.0) -> Motion | None:
        """The motion of the arm, positions times ``factor``; None where it has other joints."""
        time, robot = self.time, self.robot
        count = len(position.columns)
        if time is None or robot is None or not robot.joint_count == count == len(effort.columns):
            return None
        return motion_of(time, factor * self.values(position), self.values(effort))

    def efforts(self) -> list[Group]:
        """Columns that are, or can be, torques and currents."""
        kinds = {*TORQUES, *CURRENTS, Quantity.MOTOR_TORQUE}
        return [group for group in self.groups if group.meaning in kinds or is_torque_question(group)]

    def hear_gravity(self, position: Group, words: Words) -> None:
        """The unit in which gravity explains a torque or current."""
        known = UNITS_OF[Quantity.POSITION]
        factors = {unit: known[unit] for unit in words if unit in ANGLES}
        robot = self.robot
        found: dict[str, Evidence] = {}
        for group in self.efforts():
            motion = self.motion(position, group)
            if motion is None or robot is None:
                continue
            facts: Facts = {"columns": group.span, "robot": robot.name}
            in_newton_metres = group.meaning in {*TORQUES, LEAVE} and {
                factor_of(unit, UNITS_OF[Quantity.TORQUE]) for unit in group.units
            } <= {1.0}
            if in_newton_metres and not position.units:
                ratios = {
                    unit: usual_ratio(torque_ratios(robot, motion, one)) for unit, one in factors.items()
                }
                fits = [unit for unit, ratio in ratios.items() if 1.0 / AGREED < ratio < AGREED]
                if len(fits) == 1:
                    told: Facts = {"unit": fits[0], "ratio": ratios[fits[0]], **facts}
                    found[fits[0]] = Evidence("unit-by-masses", told)
                    continue
            best = best_by_gravity(robot, dict.fromkeys(factors, motion), factors)
            if best:
                found[best] = Evidence("unit-by-weights", {"unit": best, **facts})
        if len(found) == 1:
            ((unit, why),) = found.items()
            words[unit].append(Word(1.0, why))
            for other in words:
                if other != unit and other in factors:
                    words[other].append(Word(-1.0, why))

    def by_size(self, group: Group, quantity: Quantity) -> Words:
        """What the file says of a unit, and what its size says in a file in SI units."""
        values = self.values(group)
        high = max((peak(column) for column in values.T), default=0.0)
        sizes = SIZES[quantity]
        units = tuple(unit for unit, _, _ in sizes)
        known = UNITS_OF[quantity]
        stated = {factor_of(unit, known) for unit in group.units}
        all_units = (*group.units, *(unit for unit in units if known[unit] not in stated))
        names = {unit: f"{group.meaning} {unit}" for unit in all_units}
        words: Words = {name: [] for name in names.values()}
        if group.units:
            words[names[group.units[0]]].append(Word(1.0, group.evidence[-1]))
            return words
        fits = [unit for unit, least, most in sizes if least <= high <= most]
        first = names[units[0]]
        if quantity is Quantity.TEMPERATURE or high == 0.0:
            if len(fits) == 1 or high == 0.0:
                unit = fits[0] if fits else units[0]
                words[names[unit]].append(Word(1.0, Evidence("unit-by-size", {"unit": unit, "peak": high})))
            return words
        words[f"{group.meaning} N {units[0]}"] = []
        is_rated = quantity not in TORQUES or self._is_rated(values)
        if fits == [units[0]] and self._is_si() and not are_whole(values):
            facts: Facts = {"unit": units[0], "peak": high}
            words[first].append(Word(1.0 if is_rated else 0.5, Evidence("unit-of-si-file", facts)))
        return words

    def _is_rated(self, values: FloatArray) -> bool:
        """True if torques N·m can be those of the arm's joints, as far as their rated torques are known."""
        robot = self.robot
        if robot is None or robot.joint_count != values.shape[1]:
            return True
        rated = np.array([joint.torque for joint in robot.joints])
        share = np.array([peak(column) for column in values.T]) / rated
        known = share[np.isfinite(rated) & np.isfinite(share)]
        return not known.size or bool(_RATED >= known.max() > 1.0 / 300.0)

    def _is_si(self) -> bool:
        """True for a file whose angles are known to be in rad."""
        angles = [group for one in POSITIONS if (group := self.group(one)) is not None]
        return bool(angles) and all(set(group.units) == {"rad"} for group in angles)

    def ratios(self, group: Group) -> FloatArray:
        """Ratio of each joint's numbers to the torques of the masses in N·m, (joints,); NaN for unknown."""
        position, robot = self.joints, self.robot
        nothing = np.full(len(group.columns), np.nan)
        if position is None or robot is None or len(position.units) != 1:
            return nothing
        factor = factor_of(position.units[0], UNITS_OF[Quantity.POSITION])
        motion = self.motion(position, group)
        return nothing if factor is None or motion is None else torque_ratios(robot, motion, factor)

    def hear_masses(self, group: Group, words: Words) -> None:
        """The torques that the masses of the description need, in N·m, and through its gains in A."""
        robot = self.robot
        if group.meaning not in {*TORQUES, *CURRENTS} or robot is None:
            return
        ratios = self.ratios(group)
        if not np.isfinite(usual_ratio(ratios)):
            return
        if any(one.code in _SOURCES for one in group.evidence):  # a field named effort: either of the two
            for other in (f"{Quantity.TORQUE} N·m", f"{Quantity.CURRENT} A"):
                words.setdefault(other, [])
        stated = {f"{group.meaning} {unit}": words[f"{group.meaning} {unit}"] for unit in group.units}
        is_agreed = max(self._hear_ratios(ratios, stated).values(), default=np.inf) < np.log(AGREED)
        if is_agreed and group.units[0] in OF_WEIGHTS:
            return
        away = self._hear_ratios(ratios, {name: said for name, said in words.items() if name not in stated})
        if all(any(word.score <= -1.0 for word in said) for said in words.values() if said):
            others = CURRENTS[:1] if group.meaning in TORQUES else TORQUES[:1]
            more: Words = {f"{one} {unit}": [] for one in others for unit, _, _ in SIZES[one]}
            self._hear_ratios(ratios, more, most=0.9)  # the name says otherwise: never by itself
            words |= {name: said for name, said in more.items() if any(word.score > 0.0 for word in said)}
        if group.meaning in TORQUES and not group.units:
            self._hear_weights(group, ratios, words, nearest=min(away.values()))
            self._hear_rated_torques(group, ratios, words)

    def _hear_weights(self, group: Group, ratios: FloatArray, words: Words, *, nearest: float) -> None:
        """Units of torque that few files have, where they are far nearer to the masses than usual ones."""
        rare: Words = {f"{group.meaning} {unit}": [] for unit in OF_WEIGHTS}
        found = self._hear_ratios(ratios, rare, most=0.9)
        best = min(found, key=lambda name: found[name])
        plain, sized = words[f"{group.meaning} N·m"], words.get(f"{group.meaning} N N·m")
        if found[best] < min(_NEARER * nearest, float(np.log(AGREED))):
            words[best] = rare[best]
            plain.append(Word(-1.5, plain[-1].why))
        elif sized is not None and plain[-1].score <= -1.0:
            sized.append(Word(0.05, plain[-1].why))

    def _hear_ratios(self, ratios: FloatArray, words: Words, most: float = 1.0) -> dict[str, float]:
        """How near to the torques of the masses the numbers are in each unit; ``most`` for a confirmation.

        The logarithm of that ratio for each name in ``words`` whose unit has a size.
        """
        robot = self.robot
        assert robot is not None
        found: dict[str, float] = {}
        for name, said in words.items():
            meaning, _, unit = name.partition(" ")
            factor = factor_of(unit, UNITS_OF[Quantity(meaning)])
            gains = robot.drive_gain if meaning in CURRENTS else np.ones(ratios.size)
            if factor is None or gains is None:
                continue
            ratio = abs(usual_ratio(ratios * gains)) * factor
            found[name] = away = abs(float(np.log(ratio)))
            facts: Facts = {"unit": unit, "ratio": ratio, "robot": robot.name}
            if not away < np.log(_FAR):
                said.append(Word(-1.0, Evidence("not-of-masses", facts)))
            else:  # farther from one, masses or a load that the description does not know
                score = (most if most == 1.0 else most - 0.01 * away) if away < np.log(AGREED) else 0.5
                said.append(Word(score, Evidence("torque-of-masses", facts)))
        return found

    def _hear_rated_torques(self, group: Group, ratios: FloatArray, words: Words) -> None:
        """Shares of the joints' rated torques agree with the masses joint by joint, other numbers do not."""
        assert self.robot is not None
        rated = np.array([joint.torque for joint in self.robot.joints])
        known = np.isfinite(ratios) & np.isfinite(rated) & (rated > 0.0)
        if known.sum() < 2:
            return
        plain = _spread(ratios[known])
        for parts, unit in ((100.0, "%"), (1000.0, "‰")):
            shares = np.abs(ratios[known]) * rated[known] / parts
            agrees = bool(np.all((shares < AGREED) & (shares > 1.0 / AGREED)))
            if agrees and _spread(shares) * _CLEARLY < plain:
                why = Evidence("share-of-rated", {"unit": unit, "robot": self.robot.name})
                for said in words.values():
                    said.append(Word(-1.5, why))
                sized = sized_unit([round(one, 6) for one in rated / parts], "N·m")
                words[f"{group.meaning} {sized}"] = [Word(0.9, why)]


def sized_unit(sizes: Sequence[float], unit: str) -> str:
    """A unit with a size for each joint, as it is written in an answer: ``1,-1 rad``.

    >>> sized_unit((1, -1), "rad"), sized_unit((-1, -1), "rad"), sized_unit((1, -1), "4096 counts/turn")
    ('1,-1 rad', '-1,-1 rad', '4096,-4096 counts/turn')
    """
    number, _, name = unit.rpartition(" ")
    turn = float(number) if number else 1.0
    return f"{','.join(f'{size * turn:.9g}' for size in sizes)} {name}"


def _spread(ratios: FloatArray) -> float:
    """Times that the largest of some ratios is the smallest."""
    sizes = np.abs(ratios)
    return float(sizes.max() / max(sizes.min(), np.finfo(np.float64).tiny))


def _unsaid(group: Group, reasons: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The reasons that the group does not have yet, each once."""
    new: list[Evidence] = []
    for one in reasons:
        if one not in group.evidence and one not in new:
            new.append(one)
    return tuple(new)
