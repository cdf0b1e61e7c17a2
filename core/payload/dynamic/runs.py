"""The excitation runs of a payload identification: selected, checked, and grouped by motion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.bounds import CUTOFF, check_value
from core.errors import BadRequest, NotIdentifiable
from core.identification.chunks import Conditioning
from core.identification.joint_side import check_fits_robot, torque_source
from core.identification.repeated_period import RepeatedPeriod, find_repeated_period
from core.monitor import Monitor
from core.payload.strokes import expect_other_files
from core.recording import FloatArray, Quantity, Recording
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel, expect_free_output

STUCK_SHARE = 0.2
"""Share of a joint's travel over which an exactly constant torque means a stuck signal."""
_LEAST_TRAVEL = 0.02
"""Travel below which a constant torque is plausible, rad or m."""
_SAME = 0.01
"""Largest difference of two runs of one motion relative to a joint's travel, including following errors."""
_ENOUGH = 0.9
"""Share of the motion of either run in which they must agree."""
_STEP_S = 0.02
"""Time step of the comparison, s."""
_MOST_MOMENTS = 100_000
_BLOCK_MOMENTS = 1000
_MOVING = 0.01
"""Speed relative to the highest below which the arm is at rest."""
_ROUNDS = 3


@dataclass(frozen=True, eq=False)
class DynamicRun:
    """One run; runs with the same ``motion`` (from 0) follow the same one, from ``began`` s on their clocks.

    ``repeats`` is the span in which the motion repeats a period, on this run's clock.
    """

    recording: Recording
    is_loaded: bool
    motion: int
    began: float
    repeats: RepeatedPeriod | None

    @property
    def label(self) -> str:
        """Label of the run's recording."""
        return self.recording.label


def choose_dynamic_runs(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    unloaded: Sequence[str],
    loaded: Sequence[str],
    monitor: Monitor,
) -> tuple[DynamicRun, ...]:
    """The unloaded runs, then the loaded ones, checked.

    Raises
    ------
    BadRequest
        ``output-locked``, ``payload-runs-missing``, ``payload-no-loaded-recording``,
        ``unknown-recording``, ``payload-recording-twice``, ``payload-same-file``, ``gain-run-not-unloaded``,
        ``payload-run-not-loaded``, ``payload-reference-other-arm``, ``payload-runs-of-other-arms``,
        or a recording that does not fit the robot.
    NotIdentifiable
        ``payload-torque-stuck`` with the joint and the recording.
    """
    expect_free_output(robot)
    _check_labels(recordings, unloaded=unloaded, loaded=loaded)
    _check_roles(recordings, unloaded=unloaded, loaded=loaded)
    _check_arms(recordings, unloaded=unloaded, loaded=loaded)
    chosen = [recordings[label] for label in (*unloaded, *loaded)]
    for recording in chosen:
        check_fits_robot(recording, robot)
    return _by_motion(chosen, robot, unloaded_count=len(unloaded), monitor=monitor)


def dynamic_conditioning(
    runs: Sequence[DynamicRun], robot: RobotModel, *, drive_gain: FloatArray | None, filter_hz: float
) -> Conditioning:
    """Conversion of the runs' samples to torques; ``drive_gain`` (n,) N·m/A, else the description's.

    Raises
    ------
    BadRequest
        ``torque-sources-differ``, ``drive-gain-count``, ``no-drive-gain``; as
        ``core.bounds.check_value``.
    """
    check_value("filter_hz", filter_hz, CUTOFF)
    sources = {torque_source(run.recording) for run in runs}
    if len(sources) > 1:
        raise BadRequest("torque-sources-differ", sources=tuple(sorted(sources)))
    (source,) = sources
    if source is not Quantity.CURRENT:
        return Conditioning(filter_hz, None, source)
    gain = robot.drive_gain if drive_gain is None else drive_gain
    if gain is None or not np.all(np.isfinite(gain)):
        raise BadRequest("no-drive-gain", robot=robot.name, recording=runs[0].label)
    if gain.shape != (robot.joint_count,):
        raise BadRequest("drive-gain-count", given=int(gain.size), joints=robot.joint_count)
    return Conditioning(filter_hz, gain, source)


def _check_labels(
    recordings: Mapping[str, Recording], *, unloaded: Sequence[str], loaded: Sequence[str]
) -> None:
    if not loaded:
        raise BadRequest("payload-no-loaded-recording")
    if not unloaded:
        raise BadRequest("payload-runs-missing")
    labels = [*unloaded, *loaded]
    unknown = tuple(label for label in labels if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    twice = tuple(sorted({label for label in labels if labels.count(label) > 1}))
    if twice:
        raise BadRequest("payload-recording-twice", labels=twice)
    expect_other_files(*([recordings[label] for label in one] for one in (unloaded, loaded)))


def _check_roles(
    recordings: Mapping[str, Recording], *, unloaded: Sequence[str], loaded: Sequence[str]
) -> None:
    for label in unloaded:
        if recordings[label].payload_mass:
            raise BadRequest("gain-run-not-unloaded", recording=label)
    for label in loaded:
        if recordings[label].payload_mass == 0.0:
            raise BadRequest("payload-run-not-loaded", recording=label)


def _check_arms(
    recordings: Mapping[str, Recording], *, unloaded: Sequence[str], loaded: Sequence[str]
) -> None:
    """Raise an error for runs of different arms, as far as serial numbers are recorded."""
    arms = {recordings[label].origin.serial for label in loaded} - {""}
    if len(arms) > 1:
        raise BadRequest("payload-runs-of-other-arms", arms=tuple(sorted(arms)))
    for label in unloaded:
        serial = recordings[label].origin.serial
        if serial and arms and serial not in arms:
            raise BadRequest(
                "payload-reference-other-arm", file=label, reference=serial, arm=next(iter(arms))
            )


@dataclass(frozen=True, eq=False)
class MotionGlance:
    """A run at evenly spaced times: ``time`` (M,) s, ``position`` and ``torque`` (M, n) as reported."""

    time: FloatArray
    position: FloatArray
    torque: FloatArray

    @property
    def step_s(self) -> float:
        """Time step between two samples, s."""
        return float(self.time[1] - self.time[0])

    def at(self, time: FloatArray, scale: FloatArray) -> FloatArray:
        """Positions at other times, scaled joint by joint."""
        return np.stack([np.interp(time, self.time, q) for q in self.position.T], axis=1) / scale


def glance(recording: Recording, robot: RobotModel, *, monitor: Monitor) -> MotionGlance:
    """Samples of a whole recording, which may be larger than the memory."""
    pieces = []
    count = recording.sample_count
    step = max(1, int(count * _STEP_S / max(recording.duration, _STEP_S)))
    for first in range(0, count, step * _BLOCK_MOMENTS):
        monitor.check()
        block = recording.block(first, min(first + step * _BLOCK_MOMENTS, count))
        columns = {quantity: np.asarray(column[:]) for quantity, column in block.columns.items()}
        position = joint_position(robot, columns)
        assert position is not None, "checked before"
        pieces.append((block.time[::step], position[::step], columns[torque_source(recording)][::step]))
    time, position, torque = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
    return MotionGlance(time, position, torque)


def motion_shift(first: MotionGlance, second: MotionGlance) -> float | None:
    """Time by which the second run's clock is ahead at the same position, s; None for another motion."""
    travel = np.maximum(np.ptp(first.position, axis=0), np.ptp(second.position, axis=0))
    moving = travel > _SAME * travel.max(initial=0.0)
    if not moving.any() or min(first.time.size, second.time.size) < 2:
        return None
    scale = np.where(moving, travel, np.inf)
    step = max(first.step_s, second.step_s, (first.time[-1] - first.time[0]) / _MOST_MOMENTS)
    grids = [np.arange(seen.time[0], seen.time[-1], step) for seen in (first, second)]
    places = [seen.at(grid, scale) for seen, grid in zip((first, second), grids, strict=True)]
    if min(len(grid) for grid in grids) < 2:
        return None
    shift = _coarse(places, step) + float(grids[1][0] - grids[0][0])
    for _ in range(_ROUNDS):
        shift += _rest(first, second, scale, grids[0], shift)
    return shift if _agree(first, second, scale, grids, shift) else None


def _coarse(places: list[FloatArray], step: float) -> float:
    """First estimate of that shift, s: the lag with the largest correlation of the speeds."""
    from scipy.signal import correlate, correlation_lags

    speeds = [np.gradient(place, step, axis=0) for place in places]
    total = sum(correlate(second, first) for first, second in zip(speeds[0].T, speeds[1].T, strict=True))
    lags = correlation_lags(len(speeds[1]), len(speeds[0]))
    return float(lags[int(np.argmax(total))]) * step


def _rest(
    first: MotionGlance, second: MotionGlance, scale: FloatArray, grid: FloatArray, shift: float
) -> float:
    """Correction of the shift, s: one least-squares step with the speeds as derivative."""
    inside = grid[(grid + shift >= second.time[0]) & (grid + shift <= second.time[-1])]
    if inside.size < 2:
        return 0.0
    early, late = first.at(inside, scale), second.at(inside + shift, scale)
    speed = np.gradient(late, inside, axis=0)
    square = float(np.sum(speed**2))
    return float(np.sum(speed * (early - late))) / square if square > 0.0 else 0.0


def _agree(
    first: MotionGlance, second: MotionGlance, scale: FloatArray, grids: list[FloatArray], shift: float
) -> bool:
    forth = _share(first, second, scale, grids[0], shift)
    back = _share(second, first, scale, grids[1], -shift)
    return min(forth, back) >= _ENOUGH


def _share(
    one: MotionGlance, other: MotionGlance, scale: FloatArray, grid: FloatArray, shift: float
) -> float:
    """Share of the times at which one run moves and the other run has the same position."""
    place = one.at(grid, scale)
    speed = np.abs(np.gradient(place, grid, axis=0)).max(axis=1)
    moves = speed > _MOVING * speed.max(initial=0.0)
    there = (grid + shift >= other.time[0]) & (grid + shift <= other.time[-1])
    same = there & (np.abs(place - other.at(grid + shift, scale)).max(axis=1) < _SAME)
    return float(np.mean(same[moves])) if moves.any() else 0.0


def _by_motion(
    recordings: Sequence[Recording], robot: RobotModel, *, unloaded_count: int, monitor: Monitor
) -> tuple[DynamicRun, ...]:
    runs: list[DynamicRun] = []
    firsts: list[tuple[DynamicRun, MotionGlance]] = []
    for number, recording in enumerate(recordings):
        seen = glance(recording, robot, monitor=monitor)
        _check_stuck(recording, robot, seen)
        run = _like_another(recording, seen, firsts, is_loaded=number >= unloaded_count)
        if run is None:
            repeats = find_repeated_period(recording, robot, monitor=monitor)
            began = float(recording.time[0]) if repeats is None else repeats.began
            run = DynamicRun(recording, number >= unloaded_count, len(firsts), began, repeats)
            firsts.append((run, seen))
        runs.append(run)
    return tuple(runs)


def _like_another(
    recording: Recording,
    seen: MotionGlance,
    firsts: Sequence[tuple[DynamicRun, MotionGlance]],
    *,
    is_loaded: bool,
) -> DynamicRun | None:
    """The run with the number of a motion seen before; None if its motion is new."""
    for first, other in firsts:
        shift = motion_shift(other, seen)
        if shift is not None:
            return DynamicRun(recording, is_loaded, first.motion, first.began + shift, first.repeats)
    return None


def _check_stuck(recording: Recording, robot: RobotModel, seen: MotionGlance) -> None:
    for joint, name in enumerate(robot.joint_names):
        travel = np.abs(np.diff(seen.position[:, joint]))
        edges = np.flatnonzero(np.diff(seen.torque[:, joint]) != 0.0)
        stretches = np.split(travel, edges)
        still = max(float(stretch[1:].sum()) for stretch in stretches)
        if still > max(STUCK_SHARE * float(travel.sum()), _LEAST_TRAVEL):
            raise NotIdentifiable("payload-torque-stuck", joint=name, recording=recording.label)
