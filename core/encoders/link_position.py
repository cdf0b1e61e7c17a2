"""The check whether a link position is measured, or computed from the motor and the torque.

A computed one gives a twist that holds no more than the torque: hysteresis, backlash and ripple read from
it would be artefacts, and its stiffness is the controller's own constant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.encoders.result import JointLinkPosition, LinkPositionFinding
from core.encoders.twist import twist
from core.recording import FloatArray, LinkPosition, Mark, Quantity, Recording
from core.robot.model import RobotModel
from core.signals.resampling import segments
from core.signals.spectrum import cross_spectra
from core.stamp import software_name, time_stamp

_TORQUES = (Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT)
_SIGNIFICANT = 12.0
"""Significance from which a structure over position is none of chance."""
_SEEN = 2e-6
"""Smallest amplitude of such a structure, rad (m)."""
_FINEST_STEPS = 0.25
"""Smallest one that tells of an encoder, in steps of the file: its rounding alone makes smaller ones."""
_STDS = 4.0
_FOLLOWS, _STANDS_ALONE = 0.3, 0.35
"""Slopes: above the one by four standard deviations it follows, below the other it does not."""
_FAST_HZ = 200.0
"""Sample rate below which the arm's own motion reaches into the band of the encoder's noise."""
_SURE_STD = 0.15
_NOTHING_LEFT = 1e-6
_FORMAT_STEPS = 3.0
_SAME_STEPS = 1.5
_COARSE_STEP = 1e-4
"""A format in which a twist of usual size cannot be seen, rad."""
_GEARED = 0.2
"""Difference of the ways from which a motor counts before an unknown gear."""
LEAST_S = 6.0
_BRIDGED_S = 0.02
"""Longest gap that is filled: samples that were lost on their way."""
_MOST_SAMPLES = 40_000
_MOST_READ = 1_000_000
_MOVING = 0.1
"""Share of the top speed from which a joint moves."""
_LEAST_WAY = 1e-3
"""Shortest way of a joint that moves, rad (m); one that rests gives under the others' motion by less."""
_MARGIN_S = 0.5
_Rows = NDArray[np.int64]
"""Row numbers (M,)."""
_FILTER_S = (0.002, 0.005, 0.015, 0.05, 0.15, 0.4)
"""Time constants of the filters through which a controller may have taken torque and motor position, s."""
_SMALLEST_STEP = 1e-12
_FINEST_FORMAT = 1e-9
_GRID_SHARE = 0.98
_ON_GRID = 0.05
_FEWEST_STEPS = 8
_BITS = (8.0, 24.5)
_BINARY = 3e-4
_CELLS = 1500
_FEWEST_CELLS = 40
_SPLINE_KNOTS = 22
_SMOOTH_LINES = 41
_LEAST_STROKE = 0.2
"""Share of the whole range that a stroke has to cover."""
_FOLLOWS_FROM, _FOLLOWS_TO = 0.22, 0.48
"""Band in which the followed motion is compared, as shares of the sample rate."""


def find_link_position(recordings: Sequence[Recording], robot: RobotModel | None) -> LinkPositionFinding:
    """Look at every joint in these recordings of one arm; the recording that tells most decides.

    Slow strokes to and fro of half a minute tell most. Recordings without both encoders tell nothing.
    Where no arm is known, motors that count behind the gear are compared as they are.
    """
    count = recordings[0].joint_count if recordings else 0
    names = robot.joint_names if robot is not None else tuple(f"J{one + 1}" for one in range(count))
    every = [_joints(recording, robot, names) for recording in recordings]
    joints = tuple(_clearest([one[number] for one in every], name) for number, name in enumerate(names))
    if any(one.found is LinkPosition.COMPUTED for one in joints):
        joints = tuple(map(_like_the_others, joints))
    origin = recordings[0].origin if recordings else None
    return LinkPositionFinding(
        robot=robot.name if robot is not None else "",
        recordings=tuple(one.label for one in recordings),
        joints=joints,
        serial=origin.serial if origin else "",
        recorded_at=origin.recorded_at if origin else "",
        software=software_name(),
        created_at=time_stamp(),
        mark=origin.mark if origin else Mark.NONE,
    )


def _like_the_others(joint: JointLinkPosition) -> JointLinkPosition:
    """An unknown joint of an arm that computes: its electronics are those of the other joints."""
    if joint.found is not LinkPosition.UNKNOWN:
        return joint
    return replace(joint, found=LinkPosition.COMPUTED, reason="like-others")


def _clearest(found: Sequence[JointLinkPosition], name: str) -> JointLinkPosition:
    order = (LinkPosition.COMPUTED, LinkPosition.MEASURED, LinkPosition.NONE, LinkPosition.UNKNOWN)
    nothing = JointLinkPosition(name, LinkPosition.UNKNOWN, "no-link-position")
    return min(found, key=lambda one: order.index(one.found), default=nothing)


def _joints(recording: Recording, robot: RobotModel | None, names: Sequence[str]) -> list[JointLinkPosition]:
    if not {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= set(recording.columns):
        return [JointLinkPosition(name, LinkPosition.NONE, "no-link-position") for name in names]
    rows = _whole_part(recording)
    time = np.asarray(rows.time)
    link = np.asarray(rows.columns[Quantity.LINK_POSITION])
    motor = np.asarray(rows.columns[Quantity.MOTOR_POSITION])
    motor = motor if robot is None else twist(motor, link, robot) + link
    load = next((np.asarray(rows.columns[one]) for one in _TORQUES if one in rows.columns), None)
    return [
        JointLinkPosition(name, LinkPosition.UNKNOWN, "before-gear")
        if robot is None and not _counts_behind_gear(motor[:, number], link[:, number])
        else _joint(name, time, motor[:, number], link[:, number], None if load is None else load[:, number])
        for number, name in enumerate(names)
    ]


def _whole_part(recording: Recording) -> Recording:
    """The longest part without a long gap, as far as it fits into memory, its short gaps filled."""
    time = np.asarray(recording.time[:])
    starts = [
        part.first
        for part in segments(time, missing=recording.missing)
        if part.first == 0 or time[part.first] - time[part.first - 1] > _BRIDGED_S
    ]
    first, last = max(pairwise([*starts, time.size]), key=lambda part: part[1] - part[0])
    return _filled(recording.block(first, min(last, first + _MOST_READ)), first)


def _filled(part: Recording, first: int) -> Recording:
    """The part that begins at row ``first`` of its recording, with straight lines over counted gaps.

    A straight line keeps what torque and motor tell of the link; rows that were pushed together would look
    like jumps that all signals share.
    """
    rows = part.time.shape[0]
    lost = np.zeros(rows, dtype=np.int64)
    for gap in part.missing:
        if 0 <= gap.index - first < rows - 1:
            lost[gap.index - first + 1] += gap.missing
    if not lost.any():
        return part
    places = np.arange(rows) + np.cumsum(lost)
    every = np.arange(places[-1] + 1)

    def over(values: FloatArray) -> FloatArray:
        return np.column_stack([np.interp(every, places, column) for column in values.T])

    columns = {quantity: over(np.asarray(values)) for quantity, values in part.columns.items()}
    filled = np.interp(every, places, np.asarray(part.time))
    return replace(part, time=filled, columns=columns, missing=(), host_time=None)


def _joint(
    name: str, time: FloatArray, motor: FloatArray, link: FloatArray, load: FloatArray | None
) -> JointLinkPosition:
    if not np.isfinite(link).any():
        return JointLinkPosition(name, LinkPosition.NONE, "no-link-position")
    return sweep_answer(name, time, motor, link, load)


# Evidence whether a link position is measured: what of the twist nothing else explains, and how it behaves.
#
# A controller may compute the link position from the motor's encoder and the torque. Its twist then holds
# nothing but torque and motor position, filtered perhaps. An encoder of its own sees more: the errors of the
# gear, which come again at the same position on every stroke, and none of the motor encoder's own noise.


@dataclass(frozen=True)
class Structure:
    """The strongest line of the unexplained twist over position: significance and amplitude, rad (m)."""

    significance: float = 0.0
    amplitude: float = 0.0


@dataclass(frozen=True)
class Following:
    """By how much the fast part of the link position repeats that of the motor; 1 for a computed one."""

    slope: float
    std: float


def format_step(values: FloatArray) -> float:
    """Step of the grid on which all values (N,) lie; 0 if there is none."""
    steps = np.diff(np.unique(values))
    steps = steps[steps > _SMALLEST_STEP]
    if steps.size < _FEWEST_STEPS:
        return 0.0
    step = float(np.quantile(steps, 0.02))
    if step < _FINEST_FORMAT:
        return 0.0
    step = float(steps.sum() / np.round(steps / step).sum())
    off = np.abs(steps / step - np.round(steps / step))
    return step if np.quantile(off, _GRID_SHARE) < _ON_GRID else 0.0


def is_encoder_step(step: float) -> bool:
    """True for a step that divides a turn by a power of two, as encoders do."""
    if step <= 0.0:
        return False
    bits = float(np.log2(2.0 * np.pi / step))
    return _BITS[0] <= bits <= _BITS[1] and abs(bits - round(bits)) < _BINARY


def _unexplained(period: float, motor: FloatArray, link: FloatArray, torque: FloatArray) -> FloatArray:
    """The twist without all that torque and motor position tell, directly or through filters.

    Least squares on 1, τ, τ², τ³ and the exponentially filtered τ and θ; columns (N,), ``period`` in s.

    Returns
    -------
    (N, 2) the residual, and the explained part.
    """
    twist = motor - link
    load = (torque - torque.mean()) / max(float(np.std(torque)), _SMALLEST_STEP)
    place = motor - motor.mean()
    columns = [np.ones_like(twist), load, load**2, load**3]
    for constant in _FILTER_S:
        share = float(np.exp(-period / constant))
        for signal in (load, place):
            once = _exponential(signal, share)
            columns += [once - signal, _exponential(once, share) - signal]
    regressor = np.column_stack(columns)
    regressor /= np.maximum(np.linalg.norm(regressor, axis=0), 1e-300)
    explained = regressor @ np.linalg.lstsq(regressor, twist, rcond=1e-10)[0]
    return np.column_stack([twist - explained, explained])


def _exponential(signal: FloatArray, share: float) -> FloatArray:
    from scipy.signal import lfilter

    filtered, _ = lfilter([1.0 - share], [1.0, -share], signal, zi=[share * signal[0]])
    return np.asarray(filtered)


def position_strokes(period: float, motor: FloatArray) -> list[_Rows]:
    """Row numbers of each stroke: a motion in one direction over a fifth of the range or more.

    Standstills on the way are left out.
    """
    width = max(3, int(0.2 / period))
    speed = np.convolve(np.gradient(motor) / period, np.ones(width) / width, "same")
    direction = np.sign(speed) * (np.abs(speed) > 0.3 * np.quantile(np.abs(speed), 0.9))
    rows = np.flatnonzero(direction)
    parts = np.split(rows, np.flatnonzero(np.diff(direction[rows])) + 1)
    least = _LEAST_STROKE * np.ptp(motor)
    return [part for part in parts if part.size and np.ptp(motor[part]) > least]


def _structure_over_position(
    period: float, motor: FloatArray, residual: FloatArray, explained: FloatArray, *, step: float
) -> Structure:
    """Lines of the residual (N,) over motor position that come again on every stroke.

    The spectra of the strokes' residuals over position are averaged; a line counts by its power against
    the scatter between the strokes, less the logarithm of the number of lines that were looked at.
    """
    low, high = float(motor.min()), float(motor.max())
    moved = 2.0 * float(np.quantile(np.abs(np.diff(motor)), 0.9))
    cell = max(8.0 * step, (high - low) / _CELLS, moved)
    count = int((high - low) / cell) if cell > 0.0 else 0
    parts = position_strokes(period, motor)
    if len(parts) < 2 or count < _FEWEST_CELLS:
        return Structure()
    cells = np.clip(((motor - low) / cell).astype(np.int64), 0, count - 1)
    own = _spectra(cells, residual, parts, count)
    others = _spectra(cells, explained, parts, count)
    if len(own) < 2:
        return Structure()
    mean, of_explained = own.mean(axis=0), np.abs(others.mean(axis=0))
    scatter = (np.abs(own - mean) ** 2).sum(axis=0) / (len(own) - 1)
    padded = np.pad(scatter, _SMOOTH_LINES // 2, mode="reflect")
    usual = np.convolve(padded, np.ones(_SMOOTH_LINES) / _SMOOTH_LINES, "valid")
    noise = np.maximum(np.maximum(usual, scatter / 8.0), 1e-300)
    # what is half as large as the explained part may be its imperfect explanation
    power = np.where(np.abs(mean) > 0.5 * of_explained, len(own) * np.abs(mean) ** 2 / noise, 0.0)
    best = int(power.argmax())
    return Structure(float(power[best] - np.log(power.size)), float(4.0 * np.abs(mean[best]) / count))


def _spectra(cells: _Rows, values: FloatArray, parts: Sequence[_Rows], count: int) -> NDArray[np.complex128]:
    """Spectrum over position of each stroke, without its smooth part (strokes, lines)."""
    smooth = _splines(count)
    found = []
    for rows in parts:
        hits = np.bincount(cells[rows], minlength=count)
        seen = hits > 0
        if seen.sum() < _FEWEST_CELLS:
            continue
        mean = np.bincount(cells[rows], weights=values[rows], minlength=count)[seen] / hits[seen]
        weights = np.linalg.lstsq(smooth[seen], mean, rcond=1e-8)[0]
        profile = np.zeros(count)
        profile[seen] = mean - smooth[seen] @ weights
        found.append(profile)
    if not found:
        return np.zeros((0, 0), dtype=np.complex128)
    return np.asarray(np.fft.rfft(np.array(found) * np.hanning(count), axis=1)[:, 3:-2])


def _splines(count: int) -> FloatArray:
    from scipy.interpolate import BSpline

    place = np.linspace(0.0, 1.0, count)
    knots = np.r_[[0.0] * 3, np.linspace(0.0, 1.0, _SPLINE_KNOTS), [1.0] * 3]
    return np.asarray(BSpline.design_matrix(np.clip(place, 0.0, 1.0 - 1e-12), knots, 3).toarray())


def _following(period: float, motor: FloatArray, link: FloatArray, torque: FloatArray) -> Following:
    """Slope of the link's increments on those of the motor at high frequency, what torque tells left out.

    The fast part of the motor's position is the noise of its encoder, which no link encoder repeats.
    """
    rate, length = 1.0 / period, 256 if motor.size > 6000 else 128
    moves = np.diff(np.column_stack([motor, link, torque]), axis=0)
    length = min(length, moves.shape[0])
    spectra = cross_spectra(moves, length=length)
    by_torque = np.maximum(spectra[2][2].real, 1e-300)
    own = spectra[0][0].real - np.abs(spectra[0][2]) ** 2 / by_torque
    of_link = spectra[1][1].real - np.abs(spectra[1][2]) ** 2 / by_torque
    common = (spectra[0][1] - spectra[0][2] * spectra[2][1] / by_torque).real
    lines = np.fft.rfftfreq(length, period)
    band = (lines > _FOLLOWS_FROM * rate) & (lines < _FOLLOWS_TO * rate)
    own, of_link, common = own[band], of_link[band], common[band]
    if not own.size or own.sum() <= 0.0:
        return Following(0.0, float("inf"))
    slope, weight = common.sum() / own.sum(), np.ones(own.size)
    for _ in range(3):  # lines with less of its own noise count more
        rest = np.maximum(of_link - 2.0 * slope * common + slope**2 * own, 1e-300)
        weight = 1.0 / np.convolve(np.pad(rest, 4, mode="edge"), np.ones(9) / 9.0, "valid")
        slope = (weight * common).sum() / (weight * own).sum()
    independent = 2.0 * (_FOLLOWS_TO - _FOLLOWS_FROM) * motor.size / own.size
    return Following(float(slope), float(1.0 / np.sqrt((weight * own).sum() * independent)))


def sweep_answer(
    name: str, time: FloatArray, motor: FloatArray, link: FloatArray, load: FloatArray | None
) -> JointLinkPosition:
    """The answer for one joint, whose motion is looked for; all (N,), rad (m), s.

    ``motor`` is behind the gear, ``load`` the torque or current in any unit; None where there is neither.
    """
    known = np.isfinite(motor) & np.isfinite(link)
    if not np.ptp((motor - link)[known]) > _SAME_STEPS * max(format_step(link[known]), 1e-12):
        return _same(name, link[known])
    if load is None or not np.isfinite(load).any() or np.ptp(load[np.isfinite(load)]) == 0.0:
        return JointLinkPosition(name, LinkPosition.UNKNOWN, "no-torque")
    rows = _moving(time, motor, known & np.isfinite(load))
    if rows.size < 2 or np.ptp(motor[rows]) < _LEAST_WAY:
        return JointLinkPosition(name, LinkPosition.UNKNOWN, "not-moved")
    if time[rows[-1]] - time[rows[0]] < LEAST_S:
        return JointLinkPosition(name, LinkPosition.UNKNOWN, "too-short")
    return _told(name, time[rows], motor[rows], link[rows], load[rows])


def _counts_behind_gear(motor: FloatArray, link: FloatArray) -> bool:
    """True unless the motor turns plainly further than the link: its gear is not known then."""
    ways = [float(np.ptp(one[np.isfinite(one)])) if np.isfinite(one).any() else 0.0 for one in (motor, link)]
    return abs(ways[0] - ways[1]) <= _GEARED * ways[1]


def _same(name: str, link: FloatArray) -> JointLinkPosition:
    step = format_step(link)
    if step >= _COARSE_STEP:
        return JointLinkPosition(name, LinkPosition.UNKNOWN, "too-coarse", step=step)
    return JointLinkPosition(name, LinkPosition.NONE, "same", step=step)


def _moving(time: FloatArray, motor: FloatArray, known: NDArray[np.bool_]) -> _Rows:
    """Row numbers from the joint's first motion to its last, with a little rest on either side.

    Of a long recording those in which it goes the longest way.
    """
    rows = np.flatnonzero(known)
    if rows.size < 3:
        return np.zeros(0, dtype=np.int64)
    speed = np.abs(np.gradient(motor[rows], time[rows]))
    top = float(np.quantile(speed, 0.99))
    if not top > 0.0:
        return np.zeros(0, dtype=np.int64)
    moves = time[rows[speed > _MOVING * top]]
    if not moves.size:
        return np.zeros(0, dtype=np.int64)
    inside = (time[rows] >= moves[0] - _MARGIN_S) & (time[rows] <= moves[-1] + _MARGIN_S)
    rows = rows[inside]
    way = np.cumsum(np.abs(np.diff(motor[rows], prepend=motor[rows[0]])))
    first = int(np.argmax(way[_MOST_SAMPLES:] - way[:-_MOST_SAMPLES])) if rows.size > _MOST_SAMPLES else 0
    return np.asarray(rows[first : first + _MOST_SAMPLES])


def _told(
    name: str, time: FloatArray, motor: FloatArray, link: FloatArray, load: FloatArray
) -> JointLinkPosition:
    period = float(np.median(np.diff(time)))
    step = format_step(link)
    left, explained = _unexplained(period, motor, link, load).T
    structure = _structure_over_position(period, motor, left, explained, step=step)
    follows = _following(period, motor, link, load)
    rms = float(np.std(left))
    found, reason = _answer(structure, follows, rms=rms, step=step, rate=1.0 / period)
    return JointLinkPosition(
        name, found, reason, structure.significance, structure.amplitude,
        follows.slope, follows.std, rms, step,
    )  # fmt: skip


def _answer(
    structure: Structure, follows: Following, *, rms: float, step: float, rate: float
) -> tuple[LinkPosition, str]:
    has_steps, is_fast = is_encoder_step(step), rate > _FAST_HZ
    if structure.significance > _SIGNIFICANT and structure.amplitude > _SEEN:
        if follows.slope - _STDS * follows.std > _FOLLOWS:
            return (LinkPosition.COMPUTED, "partly") if is_fast else (LinkPosition.UNKNOWN, "too-slow")
        if structure.amplitude < _FINEST_STEPS * step:
            return LinkPosition.UNKNOWN, "not-told-apart"
        if follows.slope + _STDS * follows.std < _STANDS_ALONE:
            return LinkPosition.MEASURED, "own-structure"
        return (LinkPosition.MEASURED, "own-steps") if has_steps else (LinkPosition.UNKNOWN, "not-told-apart")
    if rms < _NOTHING_LEFT or (rms < _FORMAT_STEPS * step and not has_steps):
        return LinkPosition.COMPUTED, "follows-torque"
    is_sure = follows.slope > _FOLLOWS and follows.std < _SURE_STD
    if is_sure and abs(follows.slope - 1.0) < 5.0 * follows.std + 0.05:
        # of a slow recording that is the arm's own motion, which a measured position follows as well
        return (LinkPosition.COMPUTED, "follows-torque") if is_fast else (LinkPosition.UNKNOWN, "too-slow")
    return LinkPosition.UNKNOWN, "not-told-apart"
