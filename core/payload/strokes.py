"""Detection of slow sweeps in a recording: one joint at a time at steady speed, with all its samples."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest, NotEnoughData, NotIdentifiable
from core.friction.sweeps.settings import METRES_PER_RAD
from core.friction.sweeps.strokes import (
    NOT_STEADY,
    BoolArray,
    FoundStrokes,
    SweepMotion,
    find_moves,
    find_steady_strokes,
)
from core.identification.joint_side import check_fits_robot, joint_side, torque_source
from core.monitor import Monitor
from core.payload.result import RefusedSweep
from core.recording import FloatArray, Recording
from core.robot.gravity_compensator import compensator_torque
from core.robot.model import RobotModel
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass
from core.signals.resampling import sample_rate, segments

SWEEP_BEGINS, SWEEP_ENDS = "payload-sweep-begins", "payload-sweep-ends"
"""Events around a motion that is a sweep or a part of one; fact ``joint`` (from 0)."""
SPEED_FILTER_HZ = 10.0
"""Cut-off of the velocity filter, low enough to detect a steady speed; the torque is not filtered."""
KEPT_RATE_HZ = 250.0
"""Rate to which samples are averaged, Hz, enough for a slow sweep."""
FEWEST_SAMPLES = 30
"""Fewest samples of a stroke; with fewer, ripple and friction are not separable ([Gao] 3.2 fails at 20)."""
STUCK = "payload-torque-stuck"
TOO_FEW = "payload-too-few-samples"
OTHERS_MOVED = "payload-others-moved"
MOVE = "payload-move"
_SWEPT_SHARE = 0.2
"""Share of the longest swept time below which a joint was only moved, not swept."""
_FASTEST_FILTER = 0.2
"""Highest filter cut-off as a share of the sample rate."""
_EVENT_SLACK_S = 0.05
_LIKE_SPEED, _LIKE_WIDTH = 0.15, 0.6
"""A stroke that another joint disturbed is distinguished from a move by its speed and its length."""


@dataclass(frozen=True, eq=False)
class PayloadStroke:
    """One joint at steady speed: M samples in order of time.

    ``position`` (M, n) of the motors in the description's terms, ``torque`` (M,) N·m of the joint's
    drive at the joint side, counterbalance included; ``deflection`` (M, n) rad of motor minus link
    from the encoders, NaN for other joints without a link encoder; None if its own was not measured.
    """

    recording: str
    joint: int
    direction: int
    speed: float
    start: float
    """Start of the stroke, s on the recording's clock."""
    end: float
    position: FloatArray
    torque: FloatArray
    deflection: FloatArray | None = None

    @property
    def angle(self) -> FloatArray:
        """Angle (M,) of the joint itself, rad (m)."""
        return self.position[:, self.joint]


@dataclass(frozen=True, eq=False)
class FoundSweeps:
    """The strokes of a recording in order of time, and those left out."""

    recording: Recording
    strokes: tuple[PayloadStroke, ...]
    refused: tuple[RefusedSweep, ...]

    @property
    def joints(self) -> tuple[int, ...]:
        """Numbers of the swept joints, from 0."""
        return tuple(sorted({stroke.joint for stroke in self.strokes}))


def find_sweeps(
    recording: Recording,
    robot: RobotModel,
    *,
    drive_gain: FloatArray | None,
    joints: Sequence[int] = (),
    monitor: Monitor,
) -> FoundSweeps:
    """The steady strokes of a recording.

    Parameters
    ----------
    drive_gain
        (n,) N·m/A where the torque comes from currents.
    joints
        Only these, from 0; empty for all that were swept.

    Raises
    ------
    NotEnoughData
        ``payload-no-sweeps`` without any stroke there and back, ``payload-too-few-samples`` where all
        were too short.
    NotIdentifiable
        ``payload-torque-stuck`` with the joint.
    BadRequest
        As ``check_fits_robot`` and ``joint_side``.
    """
    check_fits_robot(recording, robot)
    found: list[PayloadStroke] = []
    refused: dict[tuple[int, str], int] = {}
    whole = recording.block(0, recording.sample_count)
    for segment in segments(whole.time, missing=whole.missing):
        monitor.check()
        part = whole.block(segment.first, segment.last)
        if part.sample_count < 2 * FEWEST_SAMPLES:
            continue
        _take(part, robot, drive_gain, tuple(joints), found, refused)
    if not any(event.code == SWEEP_BEGINS for event in recording.events):
        found = _without_moves(found, refused)
    kept = _swept(found, joints)
    if not kept:
        code = TOO_FEW if any(code == TOO_FEW for _, code in refused) else "payload-no-sweeps"
        raise NotEnoughData(code, recording=recording.label, fewest=FEWEST_SAMPLES)
    left_out = tuple(
        RefusedSweep(recording.label, joint, code, count)
        for (joint, code), count in sorted(refused.items())
        if joint in {stroke.joint for stroke in kept}
    )
    return FoundSweeps(recording, kept, left_out)


def find_strokes(
    part: Recording, robot: RobotModel, *, drive_gain: FloatArray | None, joints: Sequence[int] = ()
) -> tuple[tuple[PayloadStroke, ...], dict[tuple[int, str], int]]:
    """The steady strokes of a stretch without gaps, and the number of others by joint (from 0) and code.

    Moves to another place and strokes without the way back are among them. Parameters and errors as for
    ``find_sweeps``, but a stretch without strokes gives none.
    """
    found: list[PayloadStroke] = []
    refused: dict[tuple[int, str], int] = {}
    if part.sample_count >= 2 * FEWEST_SAMPLES:
        _take(part, robot, drive_gain, tuple(joints), found, refused)
    return tuple(found), refused


def _take(
    part: Recording,
    robot: RobotModel,
    drive_gain: FloatArray | None,
    joints: tuple[int, ...],
    found: list[PayloadStroke],
    refused: dict[tuple[int, str], int],
) -> None:
    """Add the strokes of one gap-free stretch to ``found``; one too short for the filter has none."""
    rate = sample_rate(part.time)
    every = max(1, round(rate / KEPT_RATE_HZ))
    low_pass = ZeroPhaseLowPass(min(SPEED_FILTER_HZ, _FASTEST_FILTER * rate / every), rate / every)
    if part.sample_count // every <= low_pass.edge_samples:
        return
    side = joint_side(part, robot, drive_gain=drive_gain)
    time, position = _averaged(part.time, every), _averaged(side.position, every)
    torque = _averaged(side.torque, every) + compensator_torque(robot.compensators, position)
    raw = np.asarray(part.columns[torque_source(part)])
    twist = None if side.deflection is None else _averaged(side.deflection, every)
    velocity = low_pass.apply(central_difference(position, rate_hz=rate / every))
    motion = SweepMotion(0, time, position, velocity, torque)
    unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
    for joint in joints or range(robot.joint_count):
        sought = find_steady_strokes(motion, joint, unit=unit, allowed=_allowed(part, time, joint))
        disturbed = _disturbed(motion, joint, unit, sought, allowed=_allowed(part, time, joint))
        unsteady = sought.refused.get(NOT_STEADY, 0)
        causes = {**sought.refused, NOT_STEADY: max(unsteady - disturbed, 0), "others-moved": disturbed}
        for cause, count in causes.items():
            code = TOO_FEW if cause == "too-short" else f"payload-{cause}"
            if count:
                refused[joint, code] = refused.get((joint, code), 0) + count
        for steady in sought.strokes:
            rows = (time >= steady.start) & (time <= steady.end)
            if np.count_nonzero(rows) < FEWEST_SAMPLES:
                refused[joint, TOO_FEW] = refused.get((joint, TOO_FEW), 0) + 1
                continue
            first, last = np.searchsorted(part.time, (steady.start, steady.end))
            if np.ptp(raw[first:last, joint]) == 0.0:
                raise NotIdentifiable(STUCK, joint=robot.joint_names[joint], recording=part.label)
            found.append(
                PayloadStroke(
                    part.label,
                    joint,
                    steady.direction,
                    steady.speed,
                    steady.start,
                    steady.end,
                    position[rows],
                    torque[rows, joint],
                    # an encoder that was not valid for a moment measures no deflection of this stroke
                    None if twist is None or not np.isfinite(twist[rows, joint]).all() else twist[rows],
                )
            )


def _without_moves(found: list[PayloadStroke], refused: dict[tuple[int, str], int]) -> list[PayloadStroke]:
    """The strokes that are no moves to another place, which count in ``refused``."""
    moves = find_moves([stroke.joint for stroke in found], found)
    for stroke, is_move in zip(found, moves, strict=True):
        if is_move:
            refused[stroke.joint, MOVE] = refused.get((stroke.joint, MOVE), 0) + 1
    return [stroke for stroke, is_move in zip(found, moves, strict=True) if not is_move]


def _disturbed(
    motion: SweepMotion,
    joint: int,
    unit: FloatArray,
    sought: FoundStrokes,
    *,
    allowed: BoolArray | None,
) -> int:
    """Number of strokes like those found, during which another joint moved as well.

    A move to the next place is shorter, or has another speed, and is not counted.
    """
    if not sought.strokes:
        return 0
    own = np.zeros_like(motion.velocity)
    own[:, joint] = 1.0
    alone = replace(motion, velocity=motion.velocity * own, position=motion.position * own)
    usual = float(np.median([stroke.speed for stroke in sought.strokes]))
    width = float(np.median([np.ptp(stroke.position) for stroke in sought.strokes]))
    return sum(
        abs(stroke.speed - usual) <= _LIKE_SPEED * usual
        and float(np.ptp(stroke.position)) >= _LIKE_WIDTH * width
        and not any(one.start < stroke.end and stroke.start < one.end for one in sought.strokes)
        for stroke in find_steady_strokes(alone, joint, unit=unit, allowed=allowed).strokes
    )


def _allowed(part: Recording, time: FloatArray, joint: int) -> BoolArray | None:
    """Mask (M,) of the rows within sweeps of a joint; None if the recording has no sweep events."""
    events = [event for event in part.events if event.code in (SWEEP_BEGINS, SWEEP_ENDS)]
    if not events:
        return None
    rows = np.zeros(time.size, dtype=np.bool_)
    began: float | None = None
    for event in events:
        if event.facts.get("joint") != joint:
            continue
        if event.code == SWEEP_BEGINS:
            began = event.time if began is None else began
        elif began is not None:
            rows |= (time >= began - _EVENT_SLACK_S) & (time <= event.time + _EVENT_SLACK_S)
            began = None
    if began is not None:
        rows |= time >= began - _EVENT_SLACK_S
    return rows


def _swept(found: Sequence[PayloadStroke], joints: Sequence[int]) -> tuple[PayloadStroke, ...]:
    """The strokes of joints that were swept both ways for long enough, in order of time."""
    spent: dict[int, float] = {}
    ways: dict[int, set[int]] = {}
    for stroke in found:
        spent[stroke.joint] = spent.get(stroke.joint, 0.0) + stroke.end - stroke.start
        ways.setdefault(stroke.joint, set()).add(stroke.direction)
    longest = max(spent.values(), default=0.0)
    swept = {joint for joint, seconds in spent.items() if seconds >= _SWEPT_SHARE * longest}
    wanted = set(joints) or swept
    return tuple(sorted((one for one in found if one.joint in wanted), key=lambda one: one.start))


def _averaged(values: FloatArray, every: int) -> FloatArray:
    """Means of ``every`` samples each; an incomplete last group is dropped."""
    count = values.shape[0] // every
    return np.asarray(values[: count * every].reshape(count, every, *values.shape[1:]).mean(axis=1))


def expect_other_files(unloaded: Sequence[Recording], loaded: Sequence[Recording]) -> None:
    """Raise ``BadRequest`` (``payload-same-file``) if rows with and without the load are the same ones."""
    for first in unloaded:
        for second in loaded:
            if first.origin.shares_rows(second.origin):
                raise BadRequest("payload-same-file", labels=(first.label, second.label))


def expect_same_arm(recordings: Sequence[Recording]) -> None:
    """Raise ``BadRequest`` (``payload-reference-other-arm``) if two serial numbers differ."""
    named = [recording for recording in recordings if recording.origin.serial]
    for recording in named[1:]:
        if recording.origin.serial != named[0].origin.serial:
            raise BadRequest(
                "payload-reference-other-arm",
                file=named[0].label,
                reference=named[0].origin.serial,
                arm=recording.origin.serial,
            )
