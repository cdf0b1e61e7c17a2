"""Witnesses of what columns mean: what begins again, the arm's limits, derivatives, gravity, other encoders.

The torque that holds an arm depends on its angles as its description says, whatever its masses are. In the
right unit, the weights of the links explain a measured torque or current; in a wrong one, they do not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.exchange.file_units import COUNTS, UNITS_OF
from core.exchange.turns import TURN, counted, wrap_count
from core.recognition.physics import (
    LEAST_CORRELATION,
    Likeness,
    derivative_of,
    increments,
    integrals,
    likeness,
    moving,
    peak,
    usual_step,
    whole_rows,
)
from core.recording import FloatArray, Quantity
from core.robot.dynamics import inverse_dynamics, regressor
from core.robot.model import JointKind, RobotModel

COUNTED = f"N {COUNTS}"
"""A unit with a number that has to be said."""
ANGLES = ("rad", "deg", "rev")
_PERIODS = {"rad": TURN, "deg": 360.0, "rev": 1.0}
_COUNTER_BITS = range(8, 33)
_LIMIT_SLACK = 0.15
TOO_FAST = 3.0
"""Times its limit from which the speed of a joint cannot be its own: a description may state half of it."""
_MOST_SAMPLES = 0.98
_WINDOW_S = 0.15
"""Length over which positions are smoothed to take their derivatives."""
_FEWEST_ROWS = 200
_MOST_ROWS = 1000
EXPLAINED = 0.1
"""Largest share of a joint's torque that may be left over for it to say something."""
_TIMES_WORSE, _ONE_JOINT = 64.0, 4.0
"""So many times more must be left over in every other unit, by all joints together and by one of them."""
_NEEDED = 0.2
"""Share that must be left over without any weight: else friction explains the torque."""
_BREAKAWAY = (0.02, 0.1)
"""Travel over which friction builds up after a reversal, as shares of a joint's whole travel."""
_FLOOR = 1e-4
_SLOWEST = 0.05
_SMALLEST = 1e-4
"""Singular value relative to the largest one below which columns count as dependent."""
_FEWEST_JOINTS = 2
"""Joints that have to tell the ratio of the torques to those of the masses."""
_LOADED = 0.05
"""Share of the largest weight that a joint's must vary by to tell a ratio."""
_LEAP = 0.2
"""Usual step of a column, as a share of its range, from which its rows do not follow each other."""
_SOURCES, _GOES_ON = (2, 3, 4), 0.3
"""Programs whose rows take turns, and steps to a row of the same one as a share of those to the next row."""
_LOW, _HIGH, _TOUCHES = 0.1, 0.3, 3
"""Shares of its peak below which a torque is at zero and above which it is not, and times it comes down."""
_REVERSED = -0.9
"""Correlation below which a column follows another one the other way round."""
_PARTS = 8
"""Parts of the rows that are compared with each other."""
_HELD_ROWS, _HELD_TRAVEL, _CHANGES = 50, 0.05, 0.8
"""Rows for which a torque stands, share of its joint's travel meanwhile, of the other rows that change."""
_SIDE = 4
"""Rows to either side over which the change of a change is taken."""
_LATE_ROWS, _LATE_SURE, _LATE_PARTS = 0.75, 5.0, 0.85
"""Rows, standard deviations and share of the parts from which a speed is late; half a row is the difference
of two rows that many controllers take for the speed."""
_LEAST_MOTION = 0.02
"""Share of the fastest joint's speed below which a joint's own is too small to be judged by itself."""


def first_units(quantity: Quantity) -> tuple[str, ...]:
    """The units that columns of a quantity most often have."""
    units = tuple(UNITS_OF[quantity])
    return tuple(unit for unit in units if unit.split("/")[0] in ANGLES[:2]) or units[:1]


def are_whole(values: FloatArray) -> bool:
    """True for columns (N, joints) that change and have whole numbers only, such as counts of an encoder."""
    known = values[np.isfinite(values).all(axis=1)]
    return bool(known.size and np.all(known == np.floor(known)) and moving(values).any())


def wrapped_unit(values: FloatArray, pace: FloatArray | None = None) -> tuple[str, float, int]:
    """Unit and period after which columns (N, joints) begin again, and how often; empty and 0 for never.

    ``pace`` (N - 1,) is the length of each step of the clock in usual ones.
    """
    periods = dict(_PERIODS)
    if are_whole(values):
        periods = {"deg": 360.0} | {f"{COUNTED} {bits}": 2.0**bits for bits in _COUNTER_BITS}
    times = {
        unit: sum(wrap_count(one, period, pace=pace) for one in values.T) for unit, period in periods.items()
    }
    best = max(times, key=lambda unit: times[unit])
    if not times[best]:
        return "", 0.0, 0
    return (COUNTED if best.startswith(COUNTED) else best), periods[best], times[best]


def possible_periods(values: FloatArray) -> tuple[float, ...]:
    """Periods after which columns (N, joints) of this size can begin again."""
    span = float(np.ptp(values, axis=0).max()) if values.size else 0.0
    periods = (*_PERIODS.values(), *(2.0**bits for bits in _COUNTER_BITS if are_whole(values)))
    return tuple(one for one in periods if 0.5 * one < span <= 1.001 * one)


def is_interleaved(values: FloatArray) -> bool:
    """True for columns (N, joints) that go on from every second or third row, not from the row before."""
    values = values[:, np.fmax.reduce(values) > np.fmin.reduce(values)]
    steps = [
        np.nanmedian(np.abs(values[rows:] - values[:-rows]), axis=0)
        for rows in (1, *_SOURCES)
        if values.shape[0] > _FEWEST_ROWS and values.shape[1] > 1
    ]
    return any(2 * np.count_nonzero(step < _GOES_ON * steps[0]) > step.size for step in steps[1:])


def unsigned(values: FloatArray) -> npt.NDArray[np.bool_]:
    """True for the columns (N, joints) that come down to zero again and again and never go below it.

    One alone says nothing: the sensor of a joint that carries little can be off by as much as its friction.
    """
    touches = np.zeros(values.shape[1], dtype=np.int64)
    for joint, column in enumerate(values.T):
        known = column[np.isfinite(column)]
        size = peak(known) if known.size else 0.0
        if size > 0.0 and known.min() >= 0.0:
            state = (known > _LOW * size).astype(int) + (known > _HIGH * size)
            touches[joint] = np.count_nonzero(np.diff(state[state != 1]) > 0)
    is_several = np.count_nonzero(touches) > 1 and touches.sum() > _TOUCHES
    return (touches > 0) & is_several


def leaps(values: FloatArray) -> bool:
    """True for columns (N, joints) whose usual step is a large part of their range: no joint moves so."""
    found = []
    for column in values.T:
        step = np.abs(np.diff(column))
        known = column[np.isfinite(column)]
        if known.size > _FEWEST_ROWS and np.ptp(known) > 0.0:
            low, high = np.percentile(known, [1.0, 99.0])
            found.append(float(np.nanmedian(step)) > _LEAP * (high - low) > 0.0)
    return len(found) > 1 and all(found)


def counted_columns(values: FloatArray, period: float, pace: FloatArray | None = None) -> FloatArray:
    """Columns (N, joints) that go on where they begin again after ``period``; ``pace`` as above."""
    return np.column_stack(
        [counted(one, period) if wrap_count(one, period, pace=pace) else one for one in values.T]
    )


def speeds_of(values: FloatArray, time: FloatArray) -> FloatArray:
    """Speeds (joints,) that positions (N, joints) reach."""
    rows = whole_rows(time)
    change, wait = increments(values, rows), increments(time[:, np.newaxis], rows)
    with np.errstate(divide="ignore", invalid="ignore"):
        speed = np.abs(change) / wait
    return np.array([peak(column) for column in speed.T])


def limit_use(values: FloatArray, robot: RobotModel) -> float | None:
    """Largest share of a joint's range that positions (N, joints) rad use; None outside a range.

    Whole turns more or less do not count: encoders begin anywhere. NaN where no joint has a range.
    """
    shares = []
    for joint, column in zip(robot.joints, values.T, strict=True):
        position = joint.reported_sign * column[np.isfinite(column)] + joint.reported_zero
        if not position.size or not np.isfinite([joint.lower, joint.upper]).all():
            continue
        turn = TURN if joint.kind is not JointKind.PRISMATIC else np.inf
        middle = 0.5 * (float(position.min()) + float(position.max()) - joint.lower - joint.upper)
        inside = [
            float(np.mean((at >= joint.lower - _LIMIT_SLACK) & (at <= joint.upper + _LIMIT_SLACK)))
            for turns in {0.0, float(np.rint(middle / turn))}
            for at in [position - (turns * turn if turns else 0.0)]
        ]
        if max(inside) < _MOST_SAMPLES:
            return None
        shares.append(float(np.ptp(position)) / (joint.upper - joint.lower))
    return max(shares, default=float("nan"))


def too_fast_in(units: Iterable[str], speed: FloatArray, robot: RobotModel) -> set[str]:
    """The units in which speeds (joints,), as in the file, are beyond the limits of the joints.

    A unit is ruled out for the sake of degrees only where in degrees the fastest joint is nearer to its
    limit, as a ratio.
    """
    share = float(np.nanmax(speed / np.array([joint.velocity for joint in robot.joints]), initial=0.0))
    known = UNITS_OF[Quantity.POSITION]
    return {
        unit
        for unit in units
        if share * known[unit] > TOO_FAST
        and (unit == "deg" or share * known[unit] * share * known["deg"] > 1.0)
    }


def paces(position: FloatArray, speed: FloatArray, time: FloatArray) -> tuple[float, float]:
    """Least and largest ratio of ``speed`` to the change of ``position`` (N, joints) in parts of the rows.

    Each is the median over the joints that follow closely in that part; NaN where no two parts tell.
    """
    found = []
    for rows in np.array_split(np.arange(time.size), _PARTS):
        if rows.size > _FEWEST_ROWS // _PARTS:
            likes = derivative_of(position[rows], speed[rows], time[rows])
            close = [one.ratio for one in likes if one.is_close and one.ratio > 0.0]
            if len(close) >= min(_FEWEST_JOINTS, len(likes)):
                found.append(float(np.median(close)))
    return (min(found), max(found)) if len(found) > 1 else (float("nan"), float("nan"))


def lags(position: FloatArray, speed: FloatArray, time: FloatArray) -> FloatArray:
    """Time (joints,) in s by which ``speed`` is behind ``position`` (N, joints); negative: ahead.

    A late speed is v(t) ≈ r (q'(t) − d q''(t)); both factors are fitted to parts of the rows. Zero where
    the parts do not agree, or for less than most of a row; NaN for joints that hardly move.
    """
    usual, parts = usual_step(time), list[slice]()
    for rows in whole_rows(time):
        count = max(1, round(_PARTS * (rows.stop - rows.start) / time.size))
        edges = np.linspace(rows.start, rows.stop, count + 1).astype(int).tolist()
        parts += [slice(first, last) for first, last in pairwise(edges)]
    found = np.full((len(parts), position.shape[1]), np.nan)
    for place, part in enumerate(parts):
        for joint in np.flatnonzero(moving(position)):
            change = increments(position[:, [joint]], [part])[:, 0]
            moved = integrals(speed[:, [joint]], time, [part])[:, 0]
            ahead, behind, middle = change[2 * _SIDE :], change[: -2 * _SIDE], change[_SIDE:-_SIDE]
            both = np.column_stack([middle, (ahead - behind) / (2 * _SIDE * usual)])
            own = moved[_SIDE:-_SIDE]
            known = np.isfinite(both).all(axis=1) & np.isfinite(own)
            if known.sum() > 2 * _SIDE and np.ptp(middle[known]) > 0.0:
                factor, late = np.linalg.lstsq(both[known], own[known], rcond=None)[0]
                found[place, joint] = -late / factor if factor else np.nan
    told = np.isfinite(found).sum(axis=0)
    lag = np.full(position.shape[1], np.nan)
    for joint in np.flatnonzero(told >= _PARTS // 2):
        own = found[np.isfinite(found[:, joint]), joint]
        usually = float(np.median(own))
        spread = 1.4826 * float(np.median(np.abs(own - usually))) / np.sqrt(own.size)
        is_late = abs(usually) > max(_LATE_ROWS * usual, _LATE_SURE * spread)
        lag[joint] = usually if is_late and np.mean(np.sign(own) == np.sign(usually)) > _LATE_PARTS else 0.0
    return lag


def held_share(effort: FloatArray, position: FloatArray) -> FloatArray:
    """Share of the rows (joints,) in which a torque that changes elsewhere stands while its joint moves.

    A torque at its largest or smallest value can be at the limit of the drive, and does not count.
    """
    found = np.zeros(effort.shape[1])
    for joint, (torque, place) in enumerate(zip(effort.T, position.T, strict=True)):
        starts = np.flatnonzero(np.r_[True, np.diff(torque) != 0.0])
        lengths = np.diff(np.r_[starts, torque.size])
        is_long = lengths >= _HELD_ROWS
        is_steady = np.count_nonzero(~is_long) < _CHANGES * lengths[~is_long].sum()
        if is_steady or is_long.all() or not is_long.any():
            continue
        ends = np.nanmin(torque), np.nanmax(torque)
        for start, length in zip(starts[is_long].tolist(), lengths[is_long].tolist(), strict=True):
            rows = slice(start, start + length)
            moves = np.ptp(place[rows]) > _HELD_TRAVEL * np.nanmax(np.abs(place - np.nanmean(place)))
            if moves and torque[start] not in ends:
                found[joint] += length / torque.size
    return found


@dataclass(frozen=True)
class Followed:
    """How one column of each joint follows the positions of the joints.

    ``own`` is the relation to the own joint; ``sign`` (joints,) is -1 where it runs the other way, 0 where it
    has no sign at all, 1 elsewhere; ``order`` has the place of the column that follows each joint, if that is
    another one; ``judged`` (joints,) is True for the joints that move enough.
    """

    own: tuple[Likeness, ...]
    sign: tuple[int, ...]
    order: tuple[int, ...]
    judged: npt.NDArray[np.bool_]
    astray: tuple[int, ...]
    """Joints, from 0, whose column follows another joint, not theirs, with no exchange to explain it."""
    ratio: float
    """Median ratio of the joints that follow, without sign; NaN for none."""
    lag_s: float = 0.0

    @property
    def is_exchanged(self) -> bool:
        """True if columns of other joints follow."""
        return self.order != tuple(range(len(self.order)))


def followed(position: FloatArray, other: FloatArray, time: FloatArray, *, is_rate: bool) -> Followed:
    """How ``other`` (N, joints), a speed or the reading of another encoder, follows ``position``."""
    rows = whole_rows(time)
    change = increments(position, rows)
    moved = integrals(other, time, rows) if is_rate else increments(other, rows)
    size = np.array([peak(column) for column in change.T])
    judged = moving(position) & (size > _LEAST_MOTION * np.nanmax(size, initial=0.0))
    count = position.shape[1]
    own = tuple(likeness(change[:, joint], moved[:, joint]) for joint in range(count))
    sign, order = [1] * count, list(range(count))
    alone = integrals(np.abs(other), time, rows) if is_rate else moved
    for joint in np.flatnonzero(judged):
        like = own[joint]
        if like.correlation >= LEAST_CORRELATION or not np.isfinite(like.ratio):
            continue
        if like.correlation <= _REVERSED:
            sign[joint] = -1
            continue
        others = [likeness(change[:, joint], moved[:, place]) for place in range(count)]
        best = int(np.argmax([abs(one.correlation) for one in others]))
        if best != joint and abs(others[best].correlation) >= LEAST_CORRELATION:
            order[joint] = best
            sign[joint] = int(np.sign(others[best].correlation))
        elif is_rate and np.nanmin(other[:, joint]) >= 0.0:
            unsigned = likeness(np.abs(change[:, joint]), alone[:, joint])
            sign[joint] = 0 if unsigned.correlation > LEAST_CORRELATION - 0.03 else 1
    lost = [joint for joint in np.flatnonzero(judged) if abs(own[joint].correlation) < LEAST_CORRELATION]
    astray = tuple(
        int(joint)
        for joint in lost
        if order[joint] == joint
        and any(abs(likeness(one, moved[:, joint]).correlation) >= LEAST_CORRELATION for one in change.T)
    )
    if sorted(order) != list(range(count)):  # one column cannot be that of two joints
        astray = (*astray, *(place for place in range(count) if order[place] != place))
        order = list(range(count))
    close = [
        abs(own[j].ratio) for j in range(count) if judged[j] and abs(own[j].correlation) >= LEAST_CORRELATION
    ]
    return Followed(
        own, tuple(sign), tuple(order), judged, astray, float(np.median(close)) if close else float("nan")
    )


@dataclass(frozen=True)
class Motion:
    """Smoothed rows of a motion: position, velocity, acceleration and torque (N, joints), as in the file."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    effort: FloatArray
    period: float = 0.0
    """s from row to row; 0 where it is not known."""


def motion_of(time: FloatArray, position: FloatArray, effort: FloatArray) -> Motion | None:
    """The smoothed motion of the whole stretches of ``time`` (N,); None for too few rows.

    ``position`` and ``effort`` are (N, joints) in the units of the file; a row with an unknown value is left
    out, and the smoothing goes across a few such rows.
    """
    known = np.isfinite(position).all(axis=1) & np.isfinite(effort).all(axis=1)
    time, position, effort = time[known], position[known], effort[known]
    parts = [_smooth(time[rows], position[rows], effort[rows]) for rows in whole_rows(time)]
    parts = [part for part in parts if part[0].shape[0]]
    if sum(part[0].shape[0] for part in parts) < _FEWEST_ROWS:
        return None
    whole = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
    step = max(1, whole[0].shape[0] // _MOST_ROWS)
    period = step * float(np.nanmedian(np.diff(time)))
    position, velocity, acceleration, torque = (columns[::step] for columns in whole)
    return Motion(position, velocity, acceleration, torque, period)


def _smooth(
    time: FloatArray, position: FloatArray, effort: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    from scipy.signal import savgol_filter

    period = float(np.median(np.diff(time)))
    width = max(5, round(_WINDOW_S / period) | 1) if period > 0.0 else time.size
    clock = np.arange(time[0], time[-1], period) if width < time.size else time[:0]
    if clock.size <= 3 * width:
        empty = np.zeros((0, position.shape[1]))
        return empty, empty, empty, empty
    even = [
        np.column_stack([np.interp(clock, time, column) for column in table.T])
        for table in (position, effort)
    ]
    kept = slice(width, -width)
    place, torque = (savgol_filter(table, width, 3, axis=0) for table in even)
    speed = np.gradient(place, period, axis=0)  # the same filter for all: what is fast stays in phase
    return place[kept], speed[kept], np.gradient(speed, period, axis=0)[kept], torque[kept]


def best_by_gravity(robot: RobotModel, motions: Mapping[str, Motion], factors: Mapping[str, float]) -> str:
    """The candidate in which gravity explains the torques far better than in all others; empty for none.

    Parameters
    ----------
    motions
        For each candidate the motion, in units of which ``factors`` lead to rad.
    """
    if not motions:
        return ""
    without = _without_weights(next(iter(motions.values())))
    left = {one: _left_over(robot, motion, factors[one]) for one, motion in motions.items()}
    least = np.min(list(left.values()), axis=0)
    tells = (without > _NEEDED) & (least < EXPLAINED)
    if not tells.any():
        return ""
    logs = {one: np.log(np.maximum(share[tells], _FLOOR)) for one, share in left.items()}
    best = min(logs, key=lambda one: float(logs[one].sum()))
    worse = [other - logs[best] for one, other in logs.items() if one != best]
    is_sure = all(one.sum() > np.log(_TIMES_WORSE) and one.max() > np.log(_ONE_JOINT) for one in worse)
    return best if is_sure else ""


def _without_weights(motion: Motion) -> FloatArray:
    """Share of each joint's torque that friction and its own inertia leave over, (joints,)."""
    nothing = np.zeros((motion.effort.shape[0], 0))
    return np.array(
        [_share(_columns(motion, nothing, joint), motion.effort[:, joint])
         for joint in range(motion.effort.shape[1])]
    )  # fmt: skip


def _left_over(robot: RobotModel, motion: Motion, factor: float) -> FloatArray:
    """Share of each joint's torque that weight, friction and its own inertia leave over, (joints,)."""
    position = robot.position_from_reported(motion.position * factor)
    still = np.zeros_like(position)
    weights = regressor(robot, np.ascontiguousarray(position), still, still)
    return np.array(
        [_share(_columns(motion, weights[:, joint], joint), motion.effort[:, joint])
         for joint in range(position.shape[1])]
    )  # fmt: skip


def friction_columns(motion: Motion, joint: int) -> FloatArray:
    """Columns (N, 6) of a joint: dry and viscous friction, inertia, a constant, friction that builds up."""
    speed = motion.velocity[:, joint]
    slow = _SLOWEST * max(float(np.abs(speed).max()), np.finfo(np.float64).tiny)
    own = [np.tanh(speed / slow), speed, motion.acceleration[:, joint], np.ones(speed.size)]
    return np.column_stack([*own, *(_building_up(motion.position[:, joint], share) for share in _BREAKAWAY)])


def _columns(motion: Motion, weights: FloatArray, joint: int) -> FloatArray:
    columns = np.hstack([weights, friction_columns(motion, joint)])
    length = np.linalg.norm(columns, axis=0)
    return np.asarray(columns[:, length > 0.0] / length[length > 0.0])


def _building_up(position: FloatArray, share: float) -> FloatArray:
    """Friction (N,) between -1 and 1 that builds up over a share of the travel after each reversal."""
    travel = max(share * float(np.ptp(position)), np.finfo(np.float64).tiny)
    state, states = 0.0, np.empty(position.size)
    for row, step in enumerate(np.diff(position, prepend=position[0]) / travel):
        state = min(1.0, max(-1.0, state + float(step)))
        states[row] = state
    return states


def _share(columns: FloatArray, torque: FloatArray) -> float:
    rows, corner = np.linalg.qr(columns)
    basis, size, _ = np.linalg.svd(corner)  # of a few rows: the singular values are those of the columns
    basis = basis[:, size > _SMALLEST * size[0]]
    left = torque - rows @ (basis @ (basis.T @ (rows.T @ torque)))
    whole = float(np.sum((torque - torque.mean()) ** 2))
    return float(np.sum(left**2)) / whole if whole > 0.0 else 1.0


def torque_ratios(robot: RobotModel, motion: Motion, factor: float) -> FloatArray:
    """Ratio of each joint's torque to that of the description's masses, (joints,); NaN for unknown ones.

    Only joints tell it that gravity loads, and whose torque is that of the masses but for friction.
    """
    ratios = np.full(motion.position.shape[1], np.nan)
    if robot.inertial_parameters is None:
        return ratios
    position = robot.position_from_reported(motion.position * factor)
    still = np.zeros_like(position)
    weight = inverse_dynamics(robot, position, still, still) * robot.reported_sign
    for joint in range(position.shape[1]):
        own = weight[:, joint]
        if np.ptp(own) <= _LOADED * np.abs(weight).max():  # gravity loads no joint of an upright axis
            continue
        columns = _columns(motion, own[:, np.newaxis], joint)
        if _share(columns, motion.effort[:, joint]) < EXPLAINED:
            found, *_ = np.linalg.lstsq(columns, motion.effort[:, joint], rcond=None)
            ratios[joint] = float(found[0]) / float(np.linalg.norm(own))
    return ratios


def usual_ratio(ratios: FloatArray) -> float:
    """Median of the ratios that are known, for two joints at least, or the one of an arm of one; else NaN."""
    known = ratios[np.isfinite(ratios)]
    return float(np.median(known)) if known.size >= min(_FEWEST_JOINTS, ratios.size) else float("nan")
