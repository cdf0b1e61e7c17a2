"""Friction sweeps found in recordings: each joint's friction at constant speeds, and a fitted model."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest, Fact, NotEnoughData, NotIdentifiable
from core.friction.sweeps.joint_evaluation import measure_joint
from core.friction.sweeps.pairs import Gravity
from core.friction.sweeps.poses import gravity_torque
from core.friction.sweeps.result import FrictionSweeps, JointSweeps
from core.friction.sweeps.settings import METRES_PER_RAD, SHORTEST_WAY
from core.friction.sweeps.strokes import (
    LEAST_SPEED,
    MOVE,
    NOT_STEADY,
    TOO_SHORT,
    BoolArray,
    SteadyStroke,
    SweepMotion,
    find_moves,
    find_steady_strokes,
)
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.joint_side import TORQUE_SOURCES, check_fits_robot, is_behind_gear, torque_source
from core.identification.setup_checks.check import check_recordings
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.stamp import Clock, software_name, time_stamp, utc_now

VELOCITY_FILTER_HZ = 10.0
"""Cut-off of the velocity filter, low enough to detect a steady speed; the torque is not filtered."""
KEPT_RATE_HZ = 250.0
"""Rate to which samples are averaged, Hz: enough for positions, and an hour fits into memory."""
_STILL = SHORTEST_WAY
"""Travel below which a joint counts as at rest, rad."""
_TOGETHER = 0.5
"""Share of the moving time with several joints in motion above which that is the explanation."""


_WEIGHS = 0.1
"""Change of the weight on a swept joint, as a share of the largest on any, from which it is asked."""


@dataclass(frozen=True)
class SweepSpan:
    """Joint ``joint`` (from 0) was swept from ``start`` to ``end`` s on the recording's clock."""

    joint: int
    start: float
    end: float


def _no_strokes(
    motions: Sequence[SweepMotion],
    refused: Mapping[str, int],
    *,
    unit: FloatArray,
    names: Sequence[str],
    labels: Sequence[str],
) -> NotEnoughData:
    """The error for recordings without steady strokes, with what was found in them instead.

    Parameters
    ----------
    refused
        Number of strokes left out by cause, over all joints.
    unit
        rad or m per rad, (n,).
    names, labels
        Names of the joints, and of the recordings.

    Returns
    -------
    ``no-sweeps-still`` where nothing moved, ``no-sweeps-together`` where several joints moved at once,
    else ``no-sweeps-unsteady``.
    Facts: ``recording``, ``joint`` with the longest travel, that ``travel`` and its ``speed`` as angles, and
    the length ``needed``.
    """
    whole = np.vstack([motion.position for motion in motions]) / unit
    speed = np.abs(np.vstack([motion.velocity for motion in motions])) / unit
    travel = np.ptp(whole, axis=0)
    joint = int(np.argmax(travel))
    facts: dict[str, Fact] = {
        "recording": tuple(labels),
        "joint": names[joint],
        "travel": float(travel[joint]),
        "speed": float(np.quantile(speed[:, joint], 0.99)),
        "needed": SHORTEST_WAY,
    }
    if travel[joint] < _STILL:
        return NotEnoughData("no-sweeps-still", **facts)
    moving = (speed > LEAST_SPEED).sum(axis=1)
    together = float(np.mean(moving[moving > 0] > 1)) if np.any(moving) else 0.0
    if together > _TOGETHER:
        return NotEnoughData("no-sweeps-together", together=together, **facts)
    return NotEnoughData(
        "no-sweeps-unsteady",
        short=refused.get(TOO_SHORT, 0),
        unsteady=refused.get(NOT_STEADY, 0),
        **facts,
    )


def measure_sweeps(  # independent arguments
    recordings: Sequence[Recording],
    robot: RobotModel,
    *,
    spans: Sequence[Sequence[SweepSpan] | None] | None = None,
    joints: Sequence[int] | None = None,
    drive_gain: FloatArray | None = None,
    gravity: Gravity | None = None,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> FrictionSweeps:
    """Friction of every swept joint, from the strokes found in the recordings.

    Parameters
    ----------
    recordings
        Recordings of one arm; each may hold sweeps of several joints.
    robot
        The arm.
    spans
        Planned sweeps of each recording; None to search everywhere.
    joints
        Joint numbers from 0; all swept joints where None.
    drive_gain
        (n,) N·m/A; the description's where None.
    gravity
        Torque (N, n) at rest at poses (N, n) by a model, which is subtracted from both
        directions; without one, the part of the half-sum common to all speeds.

    Raises
    ------
    NotIdentifiable
        ``friction-behind-sensor`` where the torque is measured behind the gear.
    NotEnoughData
        As ``core.identification.friction_sweeps.no_strokes`` without any steady stroke;
        ``recording-too-short``.
    BadRequest
        ``no-sweep-recordings``, and as for ``check_fits_robot`` and ``joint_side``.
    """
    watched = monitor or NullMonitor()
    _check(recordings, robot)
    gain = robot.drive_gain if drive_gain is None else drive_gain
    strokes = _Strokes(robot)
    seen: list[SweepMotion] = []
    for number, recording in enumerate(recordings):
        count = len(recordings)
        part = PartOfMonitor(watched, first=0.6 * number / count, last=0.6 * (number + 1) / count)
        motions = _motions(recording, robot, number=number, drive_gain=gain, monitor=part)
        strokes.add(recording, motions, None if spans is None else spans[number])
        seen += motions
    wanted = strokes.swept() if joints is None else tuple(joints)
    if not strokes.swept():
        refused = sum(map(Counter, strokes.refused), Counter[str]())
        labels = [recording.label for recording in recordings]
        raise _no_strokes(seen, refused, unit=strokes.unit, names=robot.joint_names, labels=labels)
    starts = _starts(recordings)
    found: list[JointSweeps] = []
    for count, joint in enumerate(wanted):
        watched.report(0.6 + 0.4 * count / len(wanted), robot.joint_names[joint])
        found.append(
            measure_joint(
                strokes.of(joint),
                joint=joint,
                name=robot.joint_names[joint],
                is_prismatic=bool(robot.is_prismatic[joint]),
                starts=starts,
                refused=strokes.refused[joint],
                warming=_warming(recordings, strokes.of(joint), joint),
                gravity=gravity,
                monitor=watched,
            )
        )
    first = recordings[0]
    source = torque_source(first)
    causes: tuple[Reason, ...] = ()
    if _carries_weight(seen, robot, wanted):  # a unit that is wrong makes the friction of every joint wrong
        causes = check_recordings(
            recordings, robot, drive_gain=gain, filter_hz=VELOCITY_FILTER_HZ, is_whole=False, monitor=watched
        ).reasons
    reasons = [*causes, *(reason for joint in found for reason in joint.judgement.reasons)]
    return FrictionSweeps(
        recordings=tuple(recording.label for recording in recordings),
        robot=robot.name,
        joints=tuple(
            replace(joint, judgement=Judgement.of((*causes, *joint.judgement.reasons))) for joint in found
        ),
        judgement=Judgement.of(reasons),
        torque_from=source.value,
        drive_gain=gain if source is Quantity.CURRENT else None,
        profile_from="half-sum" if gravity is None else "model",
        serial=first.origin.serial,
        power_on=first.origin.power_on,
        software=software_name(),
        measured_at=time_stamp(now),
    )


def _carries_weight(motions: Sequence[SweepMotion], robot: RobotModel, joints: Sequence[int]) -> bool:
    """True if the weight on a swept joint changes enough to tell what the torques are worth.

    Friction that differs with the place looks like the small weight on a joint of the wrist.
    """
    weight = gravity_torque(robot, np.vstack([motion.position for motion in motions]))
    changed = np.ptp(weight, axis=0)[list(joints)]
    return bool(changed.max() > _WEIGHS * np.abs(weight).max())


def _check(recordings: Sequence[Recording], robot: RobotModel) -> None:
    if not recordings:
        raise BadRequest("no-sweep-recordings")
    for recording in recordings:
        check_fits_robot(recording, robot)
        if is_behind_gear(recording, robot):
            raise NotIdentifiable("friction-behind-sensor", recording=recording.label, robot=robot.name)


class _Strokes:
    """The steady strokes of all joints and recordings."""

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self.unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
        self._found: list[list[SteadyStroke]] = [[] for _ in robot.joints]
        self.refused: list[dict[str, int]] = [{} for _ in robot.joints]

    def add(
        self, recording: Recording, motions: Sequence[SweepMotion], spans: Sequence[SweepSpan] | None
    ) -> None:
        """Find the strokes in the segments of one recording; without ``spans`` moves are left out."""
        strokes: list[tuple[int, SteadyStroke]] = []
        for motion in motions:
            for joint in range(self._robot.joint_count):
                found = find_steady_strokes(
                    motion, joint, unit=self.unit, allowed=_within(motion.time, spans, joint)
                )
                strokes += [(joint, stroke) for stroke in found.strokes]
                for cause, count in found.refused.items():
                    self._refuse(joint, cause, count)
        moves = find_moves(*zip(*strokes, strict=True)) if strokes and spans is None else ()
        for place, (joint, stroke) in enumerate(strokes):
            if moves and moves[place]:
                self._refuse(joint, MOVE, 1)
            else:
                warmth = _temperature(recording, 0.5 * (stroke.start + stroke.end), joint)
                self._found[joint].append(replace(stroke, temperature=warmth))

    def _refuse(self, joint: int, cause: str, count: int) -> None:
        self.refused[joint][cause] = self.refused[joint].get(cause, 0) + count

    def of(self, joint: int) -> tuple[SteadyStroke, ...]:
        """The strokes of one joint, in order of time."""
        return tuple(self._found[joint])

    def swept(self) -> tuple[int, ...]:
        """Numbers of the joints with strokes."""
        return tuple(joint for joint, strokes in enumerate(self._found) if strokes)


def _within(time: FloatArray, spans: Sequence[SweepSpan] | None, joint: int) -> BoolArray | None:
    if spans is None:
        return None
    rows = np.zeros(time.size, dtype=np.bool_)
    for span in spans:
        if span.joint == joint:
            rows |= (time >= span.start) & (time <= span.end)
    return rows


def _motions(
    recording: Recording, robot: RobotModel, *, number: int, drive_gain: FloatArray | None, monitor: Monitor
) -> tuple[SweepMotion, ...]:
    """The gap-free segments of a recording, averaged to a moderate rate."""
    conditioning = Conditioning(
        VELOCITY_FILTER_HZ, drive_gain, torque_from=_source(recording), use_velocity=False
    )
    stream = ChunkStream(recording, robot, conditioning)
    pieces: dict[int, list[tuple[FloatArray, ...]]] = {}
    for chunk in stream.chunks(monitor):
        smooth = conditioning.column_filter(chunk.rate_hz).apply(chunk.velocity)
        carried = chunk.torque - chunk.compensator
        every = max(1, round(chunk.rate_hz / KEPT_RATE_HZ))
        kept = [values[chunk.inside] for values in (chunk.time, chunk.position, smooth, carried)]
        thinned = tuple(_averaged(values, every) for values in kept)
        pieces.setdefault(chunk.segment, []).append(thinned)
    return tuple(
        SweepMotion(number, *(np.concatenate([piece[place] for piece in parts]) for place in range(4)))
        for parts in pieces.values()
    )


def _source(recording: Recording) -> Quantity:
    """The column group of the drives' torque; never a sensor behind the gear."""
    return next(quantity for quantity in TORQUE_SOURCES if quantity in recording.columns)


def _averaged(values: FloatArray, every: int) -> FloatArray:
    """Means of ``every`` samples each; an incomplete last group is dropped."""
    count = values.shape[0] // every
    return np.asarray(values[: count * every].reshape(count, every, *values.shape[1:]).mean(axis=1))


def _starts(recordings: Sequence[Recording]) -> tuple[float, ...]:
    """Offsets in s that put the recordings' clocks in sequence; zero within one power-on."""
    power_ons = {recording.origin.power_on for recording in recordings}
    if len(power_ons) == 1 and power_ons != {""}:
        return (0.0,) * len(recordings)
    starts, passed = [], 0.0
    for recording in recordings:
        starts.append(passed - float(recording.time[0]))
        passed += recording.duration
    return tuple(starts)


def _warming(recordings: Sequence[Recording], strokes: Sequence[SteadyStroke], joint: int) -> float | None:
    """Temperature change from the first to the last stroke, K; None if not recorded."""
    if not strokes:
        return None
    first = _temperature(recordings[strokes[0].recording], strokes[0].start, joint)
    last = _temperature(recordings[strokes[-1].recording], strokes[-1].end, joint)
    return last - first if np.isfinite(last - first) else None


def _temperature(recording: Recording, moment: float, joint: int) -> float:
    """Temperature of a joint, K; NaN if not recorded."""
    column = recording.columns.get(Quantity.TEMPERATURE)
    if column is None:
        return float("nan")
    row = min(int(np.searchsorted(np.asarray(recording.time[:]), moment)), recording.sample_count - 1)
    return float(np.asarray(column[slice(row, row + 1)])[0, joint])
