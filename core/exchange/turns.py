"""Angles that begin again after a whole turn, such as 0° to 360°, counted on."""

from dataclasses import replace

import numpy as np

from core.exchange.samples import Samples
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import JointKind, RobotModel

TURN = 2.0 * np.pi
_SLACK = 0.6
"""rad by which the ends of a motion may lie outside a joint's limits."""
_HALF = 0.5
"""A step of more than half a period is one over its end."""
_FULL = 1.001
"""Periods that values which begin again span at most."""
_USUAL = 0.25
"""Periods that nearly all other steps stay below: else the samples come too seldom to tell."""
_LIKE_OTHERS = 3.0
"""Times the largest step beside it that a step over the end may be, the period taken away."""
_BESIDE = 3
"""Rows to either side whose steps are compared with that over the end."""
_MOST = 0.8
"""Share of the steps over the end that must be like the others; garbled rows step as well."""
_FEWEST_PARTS = 3
"""Times that an angle must begin again after another period than a whole turn."""
_PARTS = (2.0, 4.0, 0.5, 0.25, 0.125, 0.0625)
"""Other turns after which an encoder may begin again: the counter of some holds less than a turn, or more."""
_ANGLES = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)


def wrap_count(
    angle: FloatArray, period: float, *, within: bool = True, pace: FloatArray | None = None
) -> int:
    """Number of rows at which ``angle`` (N,) begins again after ``period``; 0 for one that does not.

    The steps over its end are like those beside them once the period is taken away; and unless ``within`` is
    False, the values lie in one period that begins at zero or half a period below. NaN parts stretches that
    do not follow each other. ``pace`` (N - 1,) is the length of each step in usual ones: over a gap, a joint
    moves on by more.
    """
    known = angle[np.isfinite(angle)]
    if known.size < 3:
        return 0
    low, high = np.percentile(known, [0.2, 99.8])
    slack = (_FULL - 1.0) * period
    is_one = _HALF * period < high - low <= _FULL * period and (
        (low >= -slack and high <= period + slack) or max(-low, high) <= _HALF * period + slack
    )
    if within and not is_one:
        return 0
    step = np.diff(angle)
    is_known = np.isfinite(step)
    step, waits = step[is_known], (np.ones(step.size) if pace is None else pace)[is_known]
    over = np.abs(step) > _HALF * period
    usual = np.abs(step[~over])
    if not over.any() or not usual.size:
        return 0
    if np.percentile(usual, 90.0) > _USUAL * period:
        return 0
    size = np.where(over, 0.0, np.abs(step))
    beside = np.lib.stride_tricks.sliding_window_view(np.pad(size, _BESIDE), 2 * _BESIDE + 1)[over].max(
        axis=1
    )
    rest = np.abs(step[over] - period * np.rint(step[over] / period))
    is_usual = (rest <= _LIKE_OTHERS * beside * waits[over] + slack) & (beside <= _USUAL * period)
    return int(is_usual.sum()) if is_usual.mean() >= _MOST else 0


def counted(angle: FloatArray, period: float) -> FloatArray:
    """``angle`` (N,) that goes on where it begins again after ``period``."""
    step = np.nan_to_num(np.diff(angle, prepend=angle[:1]))
    return np.asarray(angle - period * np.cumsum(np.rint(step / period) * (np.abs(step) > _HALF * period)))


def counted_on(samples: Samples) -> Samples:
    """The samples with angles that go on over a whole turn; each such quantity is remarked once."""
    for quantity in _ANGLES:
        column = samples.columns.get(quantity)
        if column is None or samples.count < 2:
            continue
        joints = list(column.T)
        step = np.diff(samples.time)
        pace = np.maximum(step / max(float(np.median(step)), np.finfo(np.float64).tiny), 1.0)
        whole = [_counted_on(joint, pace) for joint in joints]
        changed = [place for place, joint in enumerate(joints) if whole[place] is not joint]
        if changed:
            first = min(int(np.argmax(whole[place] != joints[place])) for place in changed)
            columns = {**samples.columns, quantity: np.column_stack(whole)}
            samples = replace(samples, columns=columns).noting(
                "angle-counted-on", row=int(samples.row[first]), detail=f"quantity={quantity}"
            )
    return samples


def _counted_on(angle: FloatArray, pace: FloatArray) -> FloatArray:
    if not np.isfinite(angle).all() or np.abs(np.diff(angle)).max() < _HALF * min(_PARTS) * TURN:
        return angle
    if wrap_count(angle, TURN, within=False, pace=pace):
        return counted(angle, TURN)
    period = next((part * TURN for part in _PARTS if wrap_count(angle, part * TURN) >= _FEWEST_PARTS), 0.0)
    return counted(angle, period) if period else angle


def within_limits(recording: Recording, robot: RobotModel) -> Recording:
    """The recording with angles moved by whole turns to within the limits of the robot's joints."""
    quantities = [one for one in _ANGLES if one in recording.columns]
    if robot.motor_position_at_shaft:
        quantities = [one for one in quantities if one is not Quantity.MOTOR_POSITION]
    columns = dict(recording.columns)
    for quantity in quantities:
        values = np.asarray(recording.columns[quantity][:], dtype=np.float64)
        shifts = np.array(
            [_turns_outside(values[:, place], robot, place) for place in range(robot.joint_count)]
        )
        if shifts.any():
            columns[quantity] = values - TURN * shifts
    return replace(recording, columns=columns)


def _turns_outside(angle: FloatArray, robot: RobotModel, place: int) -> float:
    """Whole turns to take from a joint's angles; zero where that does not bring all of them within limits."""
    joint = robot.joints[place]
    known = joint.reported_sign * angle[np.isfinite(angle)] + joint.reported_zero
    if (
        joint.kind is JointKind.PRISMATIC
        or not known.size
        or not np.isfinite([joint.lower, joint.upper]).all()
    ):
        return 0.0
    low, high = float(known.min()), float(known.max())
    if joint.lower - _SLACK <= low and high <= joint.upper + _SLACK:
        return 0.0
    turns = float(np.rint((0.5 * (low + high) - 0.5 * (joint.lower + joint.upper)) / TURN))
    is_inside = joint.lower - _SLACK <= low - TURN * turns and high - TURN * turns <= joint.upper + _SLACK
    return turns * joint.reported_sign if is_inside else 0.0
