"""Other readings of positions and torques, by the weights that hold the described arm.

Joints in another order, one that counts the other way round or in another unit, one counted from the horizon
instead of the link before it, a zero that is elsewhere: each is a small change of the columns. Where the
masses of the description do not explain the torques as they are, the changes are tried one after the other,
and the reading is told under which they explain the torques of all joints.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.recognition.understanding import ArmReading
from core.recognition.witnesses import EXPLAINED, Motion, friction_columns
from core.recording import FloatArray
from core.robot.dynamics import inverse_dynamics, regressor
from core.robot.model import RobotModel
from core.robot.mounting import mounting_name

_ROWS = 200
_NEEDED = 0.2
"""Share of a torque that friction and inertia must leave over for its weight to tell something."""
_LEAST_GAIN, _ZERO_GAIN = 2.0, 6.0
"""Change of the summed logarithms of what is left over from which another reading explains better, and from
which other zeros do: a load beside the flange's axis looks like a small one."""
_STEP_GAIN = float(np.log(3.0))
"""The same for one change among several."""
_LATE_GAIN = 3.0
"""Change of the summed logarithms from which torques that are late are said to be so."""
_LATE_ROWS = (1, 2, 3, 5, 8, 12, 20)
_CLOCKS = (1e3, 60.0, 2.0, 0.5)
_MOST_CHANGES, _FOLLOWED = 3, 4
_ORDER_GAIN = float(np.log(6.0))
"""The same for torques of other joints, where too few joints carry weight for more to be known."""
_HEAVY, _UNEXPLAINED = 0.3, 0.5
"""Share of the largest weight, and share left over from which a torque is not that of the arm."""
_WEIGHS = 3.0
"""Times as much that must be left over without the weight for its sign to be known."""
_ALIKE = 3.0
"""Times that the ratios of the joints' torques to those of the masses may differ from their median."""
_FLOOR = 1e-4
_FRICTION = 0.02
"""Share of a torque from which its friction tells which way a joint moves, if no more is left unexplained."""
_TRAVEL = 0.2
"""Share of the longest travel of a joint that one must move for its friction to tell its way."""
_FRICTION_COLUMNS = [0, 1, 4, 5]
_FEWEST_JOINTS = 2
_ZEROS = np.deg2rad([90.0, -90.0, 180.0, 45.0, -45.0])
_FINER = np.deg2rad([10.0, 3.0, 1.0])
_LEAST_ZERO = float(np.deg2rad(1.5))
"""Shift of a zero below which nothing is said of it; it is found in whole degrees."""
_SAME_WAY = float(np.cos(np.deg2rad(15.0)))
"""Cosine of the angle up to which two mountings are the same: smaller ones are found once the masses are."""
_UNITS = (np.pi / 180.0, 180.0 / np.pi)
_ALL_UNITS = (*_UNITS, 2.0 * np.pi, 0.5 / np.pi, 360.0, 1.0 / 360.0)
"""Factors between rad, deg and revolutions, which all columns of a file can be wrong by."""

ORDER, SIGN, UNIT, COUPLING, ZERO = "joint-order", "joint-sign", "joint-unit", "coupling", "zero"
TORQUE_ORDER, TORQUE_SIGN = "torque-order", "torque-sign"
KINDS = (ORDER, SIGN, UNIT, COUPLING, ZERO, TORQUE_ORDER, TORQUE_SIGN)
"""Names of the changes, as they are accepted."""


@dataclass(frozen=True)
class _Judged:
    """What the masses leave over of each torque, joints turned or of much weight, and if all is well."""

    left: FloatArray
    turned: npt.NDArray[np.bool_]
    heavy: npt.NDArray[np.bool_]
    backwards: npt.NDArray[np.bool_]
    """Joints of much weight whose torque it explains with the wrong sign, and as friction has it."""
    driven: npt.NDArray[np.bool_]
    """Joints of little weight that friction would drive, were the sign of their torque right."""
    is_sound: bool

    @property
    def score(self) -> float:
        return float(np.log(np.maximum(self.left, _FLOOR)).sum())

    @property
    def rank(self) -> tuple[bool, float]:
        """Sound readings first, then those that leave less over."""
        return not self.is_sound, self.score


@dataclass(frozen=True)
class Found:
    """What the masses of an arm say of a motion."""

    reading: ArmReading | None = None
    """How it is to be read, where the torques are not explained as it stands."""
    lag_s: float = 0.0
    """Time by which the torques are late; zero where that explains nothing."""
    alike: tuple[tuple[int, int], ...] = ()
    """Pairs of joints, from 1, whose columns could be exchanged and explain the torques as well."""
    unexplained: tuple[int, ...] = ()
    """Joints, from 1, of much weight whose torque neither it nor friction explains in any reading."""
    clock: float = 1.0
    """Times as fast as the clock says that the inertia of the arm explains its motion far better."""
    mounting: str = ""
    """Mounting of the base under which the masses explain the torques, where it is another than described."""
    doubtful: ArmReading | None = None
    """A zero that is a little off explains the torques better, but so could masses that are."""


def found_reading(
    robot: RobotModel, motion: Motion, *, gains: FloatArray | None, from_zero: bool = False
) -> Found:
    """What the masses of an arm say of how a motion is to be read.

    Parameters
    ----------
    motion
        Positions in rad as reported, torques or currents in any unit.
    gains
        Factors (n,) that bring the torques of all joints to one unit; None where they are not known.
    from_zero
        All positions begin at exactly zero: the zeros may be the pose in which the recorder was started.
    """
    joints = robot.joint_count
    if robot.inertial_parameters is None or joints < _FEWEST_JOINTS:
        return Found(alike=tuple(combinations(range(1, joints + 1), 2)))
    judge = _Judge(robot, motion, gains)
    best, plain = ArmReading.plain(joints), judge(ArmReading.plain(joints))
    shifted = _shifted(judge, robot, plain)
    mounting = _mounting(judge, plain, than=plain.score if shifted is None else judge(shifted).score)
    if plain.is_sound and plain.turned.any():
        reading = replace(best.changed(TORQUE_SIGN), turned=np.where(plain.turned, -1.0, 1.0))
        return Found(reading, mounting=mounting)
    is_off = shifted is not None and judge(shifted).score < min(
        plain.score - _ZERO_GAIN, judge.with_body() - _LEAST_GAIN
    )
    if mounting or is_off:
        return Found(mounting=mounting) if mounting else Found(shifted)
    now = plain
    for _ in range(_MOST_CHANGES):
        found, reading = _best(judge, _changes(best, robot))
        if not found.is_sound and not best.kinds:
            found, reading = min(
                ((found, reading), _best(judge, _zeros_of_two(best, robot))), key=lambda one: one[0].rank
            )
        if not found.score < now.score - _STEP_GAIN and not found.is_sound:
            break
        best = reading if found.is_sound else _followed(reading, judge)  # most often a right angle
        now = judge(best)
        if now.is_sound:
            break
    if now.is_sound and now.score < plain.score - (_ZERO_GAIN if ZERO in best.kinds else _LEAST_GAIN):
        return Found(replace(best, turned=np.where(now.turned, -1.0, 1.0)))
    alike = tuple(
        (first + 1, second + 1)
        for first, second in combinations(range(joints), 2)
        if judge(_exchanged(ArmReading.plain(joints), first, second)).score < plain.score + _LEAST_GAIN
    )
    late = _late(robot, motion, gains, plain)
    lost = _lost(plain, is_late=late > 0.0, from_zero=from_zero)
    likeliest = None if late else _likeliest(judge, robot)
    if likeliest is not None:
        return Found(likeliest, late, alike)
    clock = 1.0 if late or lost else _clock(robot, motion, gains, plain)
    return Found(None, late, alike, lost, clock, doubtful=None if late or lost else shifted)


def _shifted(judge: "_Judge", robot: RobotModel, plain: _Judged) -> ArmReading | None:
    """The reading with the zero of one joint elsewhere, where it explains far better than all else; or None.

    The rivals are a body on the flange that is not described, and every other change.
    """
    if plain.turned.any() or plain.left[plain.heavy].max(initial=0.0) > _UNEXPLAINED:
        return None
    as_is = ArmReading.plain(robot.joint_count)
    begun = [
        as_is.changed(ZERO, zero=angle * np.eye(robot.joint_count)[joint])
        for joint in np.flatnonzero(~robot.is_prismatic)
        for angle in (*_FINER[:2], *-_FINER[:2])
    ]
    likely = sorted(begun, key=lambda one: judge(one).score)[:_FOLLOWED]
    if not judge(likely[0]).score < plain.score - 0.5 * _STEP_GAIN:
        return None
    best = min((_followed(one, judge) for one in likely), key=lambda one: judge(one).score)
    found = judge(best)
    rival, _ = _best(judge, _changes(as_is, robot))
    is_clear = found.score < min(plain.score, judge.with_body()) - _STEP_GAIN
    is_first = not rival.is_sound or found.score < rival.score
    explains = bool(np.all(found.left[found.heavy] < EXPLAINED)) and not found.turned.any()
    return best if is_clear and is_first and explains and np.abs(best.zero).max() > _LEAST_ZERO else None


def _lost(plain: _Judged, *, is_late: bool, from_zero: bool) -> tuple[int, ...]:
    """Joints, from 1, of much weight whose torques nothing explains."""
    wrong = plain.heavy & (plain.left > _UNEXPLAINED) & (not is_late)
    if from_zero and not plain.is_sound:
        wrong = plain.heavy
    return tuple((np.flatnonzero(wrong) + 1).tolist())


def _likeliest(judge: "_Judge", robot: RobotModel) -> ArmReading | None:
    """The reading to ask for first where too few joints carry weight for one to be sound; None for none.

    One that explains the weight of every heavy joint, with torques turned round that count backwards. A
    load that is not described looks like another zero, so only exchanged torques are asked for where what
    is left over could be such a load.
    """
    as_is = ArmReading.plain(robot.joint_count)
    plain = judge(as_is)
    if plain.backwards.any() or (plain.driven.any() and plain.left[plain.heavy].max() < EXPLAINED):
        return replace(as_is.changed(TORQUE_SIGN), turned=np.where(plain.turned, -1.0, 1.0))
    most = plain.left[plain.heavy].max(initial=0.0)
    if most < EXPLAINED:
        return None
    kinds = KINDS if most > _UNEXPLAINED else (TORQUE_ORDER,)
    found, reading = min(
        ((judge(one), one) for one in _changes(as_is, robot) if set(one.kinds) <= set(kinds)),
        key=lambda one: one[0].score,
    )
    is_explained = np.all(found.left[reading.torques][found.heavy] < EXPLAINED)
    if not is_explained or found.score > plain.score - _ORDER_GAIN:
        return None
    return replace(reading, turned=np.where(found.turned, -1.0, 1.0))


def _mounting(judge: "_Judge", plain: _Judged, *, than: float) -> str:
    """The mounting of the base under which the masses explain the torques far better; empty for none.

    It must explain better ``than`` the best zero of a joint as well.

    Upside down, all weights change their sign, but friction and inertia do not: torques that count the other
    way round change all three.
    """
    described, gravity = np.asarray(judge.robot.gravity), judge.gravity()
    size = float(np.linalg.norm(described))
    if not size or not np.any(gravity):
        return ""
    axis = np.sign(gravity) * (np.abs(gravity) == np.abs(gravity).max())
    down = gravity / np.linalg.norm(gravity)
    down = axis if down @ axis > _SAME_WAY else down
    found = judge.on(replace(judge.robot, gravity=size * down))
    needed = _ZERO_GAIN if plain.is_sound and not plain.turned.any() else _LEAST_GAIN
    is_other = down @ described < _SAME_WAY * size
    explains = bool(np.all(found.left < EXPLAINED)) and not found.turned.any()
    if not (is_other and explains and found.score < min(plain.score - needed, than)):
        return ""
    name = mounting_name(down)
    return name if name.isalpha() else ",".join(f"{round(float(angle))}" for angle in name.split(","))


def _clock(robot: RobotModel, motion: Motion, gains: FloatArray | None, plain: _Judged) -> float:
    """Factor of all speeds under which the moving masses explain the torques far better; else one.

    Other clocks change what masses in motion need, not their weight.
    """

    def judged(faster: float) -> _Judged:
        velocity, acceleration = faster * motion.velocity, faster**2 * motion.acceleration
        other = replace(motion, velocity=velocity, acceleration=acceleration)
        return _Judge(robot, other, gains)(ArmReading.plain(robot.joint_count))

    least = min(plain.score, judged(0.0).score)  # rounded positions are explained best without inertia
    best, found = least - _LEAST_GAIN, 1.0
    for faster in _CLOCKS:
        other = judged(faster)
        if other.is_sound and other.score < best:
            best, found = other.score, faster
    return found


def _exchanged(reading: ArmReading, first: int, second: int) -> ArmReading:
    """The reading with all columns of two joints exchanged."""
    order, torques = reading.order.copy(), reading.torques.copy()
    order[[first, second]] = order[[second, first]]
    torques[[first, second]] = torques[[second, first]]
    return reading.changed(ORDER, order=order, torques=torques)


def _late(robot: RobotModel, motion: Motion, gains: FloatArray | None, plain: _Judged) -> float:
    """Time in s by which torques are late against the positions; zero where it explains no more."""
    best, found = plain.score - _LATE_GAIN, 0.0
    for rows in _LATE_ROWS:
        if motion.position.shape[0] < 4 * rows or motion.period <= 0.0:
            continue
        late = Motion(
            motion.position[:-rows],
            motion.velocity[:-rows],
            motion.acceleration[:-rows],
            motion.effort[rows:],
        )
        judged = _Judge(robot, late, gains)(ArmReading.plain(robot.joint_count))
        if judged.score < best:
            best, found = judged.score, rows * motion.period
    return found


class _Judge:
    """Judges readings of one motion by the weights of the arm."""

    def __init__(self, robot: RobotModel, motion: Motion, gains: FloatArray | None) -> None:
        step = max(1, motion.position.shape[0] // _ROWS)
        self.robot, self.gains = robot, gains
        columns = (motion.position, motion.velocity, motion.acceleration, motion.effort)
        position, velocity, acceleration, effort = (one[::step] for one in columns)
        self.motion = Motion(position, velocity, acceleration, effort)
        self._friction = [friction_columns(self.motion, joint) for joint in range(robot.joint_count)]
        self._alone: dict[tuple[int, int], float] = {}
        self._judged: dict[bytes, _Judged] = {}

    def gravity(self) -> FloatArray:
        """Gravity (3,) in the base frame, of any size, under which the masses explain the torques best."""
        motion, sign = self.motion, self.robot.reported_sign
        place, still = self.robot.position_from_reported(motion.position), np.zeros_like(motion.position)
        speed, change = motion.velocity * sign, motion.acceleration * sign
        tables = [
            inverse_dynamics(replace(self.robot, gravity=axis), place, still, still) * sign
            for axis in np.eye(3)
        ]
        tables.append(inverse_dynamics(replace(self.robot, gravity=np.zeros(3)), place, speed, change) * sign)
        efforts = motion.effort * (self.gains if self.gains is not None else 1.0)
        left = []
        for joint, friction in enumerate(self._friction):
            both = np.column_stack([*(one[:, joint] for one in tables), efforts[:, joint]])
            left.append(both - friction @ np.linalg.lstsq(friction, both, rcond=_FLOOR)[0])
        rows = np.concatenate(left)
        found, *_ = np.linalg.lstsq(rows[:, :-1], rows[:, -1], rcond=_FLOOR)
        return np.asarray(found[:3])

    def on(self, robot: RobotModel) -> _Judged:
        """The columns as the file has them, on the same arm mounted otherwise."""
        return _Judge(robot, self.motion, self.gains)(ArmReading.plain(robot.joint_count))

    def with_body(self) -> float:
        """The score of the columns as they are, with any body on the flange besides."""
        motion, sign = self.motion, self.robot.reported_sign
        place = self.robot.position_from_reported(motion.position)
        speed, change = motion.velocity * sign, motion.acceleration * sign
        needed = regressor(self.robot, place, speed, change)[:, :, -10:] * sign[:, np.newaxis]
        moving = inverse_dynamics(self.robot, place, speed, change) * sign
        efforts = motion.effort * (self.gains if self.gains is not None else 1.0)
        joints, parts, whole = efforts.shape[1], [], []
        for joint, friction in enumerate(self._friction):
            both = np.column_stack([moving[:, joint], needed[:, joint], efforts[:, joint]])
            both -= friction @ np.linalg.lstsq(friction, both, rcond=_FLOOR)[0]
            size = max(float(np.std(efforts[:, joint])), np.finfo(np.float64).tiny)
            rows = np.zeros((both.shape[0], joints + 11))
            rows[:, joint], rows[:, joints:] = both[:, 0], both[:, 1:]
            parts.append(rows / size)
            whole.append(both.shape[0])
        table = np.concatenate(parts)
        found, *_ = np.linalg.lstsq(table[:, :-1], table[:, -1], rcond=_FLOOR)
        rest = np.split(table[:, -1] - table[:, :-1] @ found, np.cumsum(whole)[:-1])
        left = np.array([float(np.mean(one**2)) for one in rest])
        return float(np.log(np.maximum(left, _FLOOR)).sum())

    def alone(self, joint: int, place: int) -> float:
        """Share of a torque that friction and inertia of a joint, places in the file, leave over."""
        if (joint, place) not in self._alone:
            self._alone[joint, place] = _left(self._friction[joint], self.motion.effort[:, place])[0]
        return self._alone[joint, place]

    def __call__(self, reading: ArmReading) -> _Judged:
        key = b"".join(
            one.tobytes()
            for one in (reading.order, reading.torques, reading.size, reading.coupled, reading.zero)
        )
        if key not in self._judged:
            self._judged[key] = self._judge(reading)
        return self._judged[key]

    def _judge(self, reading: ArmReading) -> _Judged:
        motion, robot = self.motion, self.robot
        position = reading.of_positions(motion.position[:, reading.order] * reading.size)
        velocity = reading.of_rates(motion.velocity[:, reading.order] * reading.size)
        acceleration = reading.of_rates(motion.acceleration[:, reading.order] * reading.size)
        still = np.zeros_like(position)
        place, sign = robot.position_from_reported(position), robot.reported_sign
        weights = inverse_dynamics(robot, place, still, still) * sign
        moving = inverse_dynamics(robot, place, velocity * sign, acceleration * sign) * sign
        loaded = np.ptp(weights, axis=0) > 0.05 * np.abs(weights).max()
        left, ratio = np.ones(position.shape[1]), np.full(position.shape[1], np.nan)
        drives = np.zeros(position.shape[1])
        largest = float(np.ptp(position, axis=0).max())
        for joint, place in enumerate(reading.torques):
            effort = motion.effort[:, place]
            columns = self._friction[reading.order[joint]]
            if reading.coupled[joint]:
                own = Motion(position, velocity, acceleration, motion.effort)
                columns = friction_columns(own, joint)
            left[place], found = _left(np.hstack([columns, moving[:, [joint]]]), effort)
            if loaded[joint]:
                ratio[joint] = found[-1]
            friction = columns[:, _FRICTION_COLUMNS] @ found[_FRICTION_COLUMNS]
            share = float(np.var(friction)) / max(float(np.var(effort)), np.finfo(np.float64).tiny)
            travel = float(np.ptp(position[:, joint]))
            says_way = share > max(_FRICTION, left[place]) and left[place] < _NEEDED
            if says_way and travel > _TRAVEL * largest:  # friction takes power from the motion
                drives[joint] = np.sign(friction @ velocity[:, joint])
        alone = [
            self.alone(*places)
            for places in zip(reading.order.tolist(), reading.torques.tolist(), strict=True)
        ]
        tells = (np.array(alone) > _NEEDED) & loaded
        ratios = ratio * (self.gains if self.gains is not None else 1.0)
        known = np.abs(ratios[tells])
        turned = np.where(tells, ratio < 0.0, drives < 0.0)
        is_sound = bool(
            np.all(~tells | (drives == 0.0) | (drives == np.sign(ratio)))
            and known.size >= min(_FEWEST_JOINTS, ratio.size)
            and np.all(left[reading.torques[tells]] < EXPLAINED)
        )
        if is_sound and self.gains is not None:
            middle = float(np.median(known))
            is_sound = bool(np.all((known < _ALIKE * middle) & (known * _ALIKE > middle)))
        heavy = np.ptp(weights, axis=0) > _HEAVY * np.ptp(weights, axis=0).max()
        own_left = left[reading.torques]
        weighs = heavy & (own_left < EXPLAINED) & (np.array(alone) > _WEIGHS * own_left)
        backwards = weighs & (ratio < 0.0) & turned
        return _Judged(left, turned, heavy, backwards, ~tells & (drives < 0.0), is_sound)


def _left(columns: FloatArray, effort: FloatArray) -> tuple[float, FloatArray]:
    """Share of a torque (N,) that columns (N, c) leave over, and their factors (c,)."""
    length = np.linalg.norm(columns, axis=0)
    scaled = columns / np.where(length > 0.0, length, 1.0)
    found, *_ = np.linalg.lstsq(scaled, effort, rcond=_FLOOR)
    whole = float(np.sum((effort - effort.mean()) ** 2))
    rest = effort - scaled @ found
    share = float(rest @ rest) / whole if whole > 0.0 else 1.0
    return share, found / np.where(length > 0.0, length, 1.0)


def _changes(reading: ArmReading, robot: RobotModel) -> Iterator[ArmReading]:
    """All readings that are one change away."""
    joints = robot.joint_count
    orders = [tuple(sorted(range(joints), key=lambda joint: robot.joint_names[joint]))]
    for first, second in combinations(range(joints), 2):
        swapped = list(range(joints))
        swapped[first], swapped[second] = second, first
        orders.append(tuple(swapped))
    for places in orders:  # the alphabet has the names' places; the columns of joints are the way back
        order = np.argsort(places)
        yield reading.changed(ORDER, order=reading.order[order], torques=reading.torques[order])
        yield reading.changed(TORQUE_ORDER, torques=reading.torques[order])
    for joint in range(joints):
        own = np.eye(joints)[joint]
        yield reading.changed(SIGN, size=reading.size * (1.0 - 2.0 * own))
        for factor in _UNITS if not robot.is_prismatic[joint] else ():
            yield reading.changed(UNIT, size=reading.size * factor**own)
            yield reading.changed(UNIT, size=reading.size * factor ** (1.0 - own))
        for angle in _ZEROS if not robot.is_prismatic[joint] else ():
            yield reading.changed(ZERO, zero=reading.zero + angle * own)
    turning = ~robot.is_prismatic
    gears = np.array([joint.gear_ratio for joint in robot.joints])
    for sizes in (
        *(np.full(joints, factor) for factor in _ALL_UNITS),
        1.0 / gears,
    ):  # or at the motors' shafts
        if turning.any() and not np.all(sizes == 1.0):
            yield reading.changed(UNIT, size=reading.size * np.where(turning, sizes, 1.0))
    for joint in robot.parallel_pairs:
        for share in (-1.0, 1.0):
            yield reading.changed(COUPLING, coupled=share * np.eye(joints)[joint])


def _zeros_of_two(reading: ArmReading, robot: RobotModel) -> Iterator[ArmReading]:
    """Readings with the zeros of two joints moved by right angles, as between two conventions of an arm."""
    turning = np.flatnonzero(~robot.is_prismatic).tolist()
    for first, second in combinations(turning, 2):
        for signs in ((1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)):
            zero = reading.zero.copy()
            zero[[first, second]] += 0.5 * np.pi * np.array(signs)
            yield reading.changed(ZERO, zero=zero)


def _best(
    judge: Callable[[ArmReading], _Judged], readings: Iterator[ArmReading]
) -> tuple[_Judged, ArmReading]:
    return min(((judge(one), one) for one in readings), key=lambda one: one[0].rank)


def _followed(reading: ArmReading, judge: Callable[[ArmReading], _Judged]) -> ArmReading:
    """The zeros of a reading, moved by ever smaller steps to where they explain best."""
    best, score = reading, judge(reading).score
    for step in _FINER if ZERO in reading.kinds else ():
        for joint in np.flatnonzero(reading.zero):
            for way in (step, -step):
                while True:
                    zero = best.zero.copy()
                    zero[joint] += way
                    other = replace(best, zero=zero)
                    other_score = judge(other).score
                    if other_score >= score or abs(zero[joint]) > np.pi:
                        break
                    best, score = other, other_score
    return best
