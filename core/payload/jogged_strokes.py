"""Strokes that somebody jogs at a pendant, judged while they happen: which count for a payload, which do not.

A stroke counts as in a recording (``core.payload.strokes``): one joint at steady speed, all others at rest. A
sweep is a stroke and the one back over the same positions. Nothing here moves an arm.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.errors import Fact
from core.friction.sweeps.strokes import OTHERS_TRAVEL
from core.identification.joint_side import JointSide, joint_side
from core.payload.plan import SweptJoints
from core.payload.strokes import TOO_FEW, PayloadStroke, find_strokes
from core.payload.sweeps import SAME_POSE, is_same_speed
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.model import RobotModel
from core.signals.resampling import segments

SLOWEST, FASTEST = float(np.radians(0.5)), float(np.radians(12.0))
"""Speeds between which a jogged stroke counts, rad/s."""
LEAST_WAY = float(np.radians(10.0))
"""Shortest steady part of a stroke that counts, rad."""
SWEEPS_PER_JOINT = 2
"""Sweeps of each of the two joints that are enough where the flange was turned between them."""
MOST_PER_JOINT = 4
"""Sweeps of each joint after which more of them at one orientation add nothing."""
RAMP_S = 0.25
"""Time before and after the steady part of a stroke that is kept with it, s."""
_CHUNK_S, _LOOKED_BACK = 0.05, 4
"""Positions are averaged over a chunk; speeds are those over so many chunks."""
_MOVING = float(np.radians(0.3))
"""Speed from which a joint moves, rad/s."""
_STILL_S = 0.3
"""An arm that is still for so long has ended its stroke."""
_BEFORE_S = 0.4
"""Time before a motion that is looked at as well."""
_STEADY_S, _STEADY_SHARE = 1.5, 0.15
"""A motion is called steady after this time, if its speed has changed by less than this share meanwhile."""
_TOO_FAST_S = 0.5
_ADJUSTMENT = float(np.radians(1.0))
"""A shorter motion is passed over in silence."""
_FEWEST = 2
_SAME_RANGE = 0.6
"""Share of its range over which a stroke has to meet the one back, or that of the empty arm."""
_GONE_ON = float(np.radians(1.0))
"""A stroke that begins so near the end of the one before it goes on with that one."""


class Seen(StrEnum):
    """Judgement of a stroke, or of a moment in it."""

    STEADY = "steady"
    """Under way, and fine so far; facts ``speed``."""
    THERE = "there"
    """A stroke was good: now the way back."""
    COUNTED = "counted"
    """There and back: the sweep counts; facts ``number`` of sweeps so far, ``speed``."""
    PLACED = "placed"
    """A joint that does not weigh was moved."""
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    TOO_SHORT = "too-short"
    """Facts ``way``, rad."""
    UNSTEADY = "unsteady"
    STOPPED = "stopped"
    """A stroke went on after a stop on the way."""
    OTHERS_MOVED = "others-moved"
    """Facts ``others``, joints from 0."""
    NO_WAY_BACK = "no-way-back"
    """Something else came after a good stroke."""
    OTHER_SPEED = "other-speed"
    """The way back had another speed; facts ``speed`` and ``before``."""
    NOT_ON_EMPTY = "not-on-empty-arm"
    """The empty arm was not swept here.

    Facts ``off``, the joint (from 0) that is elsewhere, with ``here`` and ``there`` of the empty arm, rad;
    without ``off`` the range ``low`` to ``high`` of the empty arm, rad, and nothing where it has none.
    """
    LOST = "samples-lost"


COUNTING = frozenset({Seen.STEADY, Seen.THERE, Seen.COUNTED, Seen.PLACED})
"""Those that take nothing away."""


@dataclass(frozen=True)
class Notice:
    """What was seen of a ``joint`` (from 0)."""

    seen: Seen
    joint: int
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class CountedSweep:
    """A stroke and the one back; ``number`` from 1."""

    number: int
    there: PayloadStroke
    back: PayloadStroke
    samples: Recording
    """The samples of both, with the ramps; a gap between them where the arm did something else."""

    @property
    def joint(self) -> int:
        """The joint, from 0."""
        return self.there.joint


@dataclass(frozen=True)
class Tally:
    """Sweeps of one measurement so far: each a joint (from 0) and a pose (n,) rad of all joints."""

    sweeps: tuple[tuple[int, tuple[float, ...]], ...] = ()

    def lacking(self, joints: SweptJoints) -> dict[int, int]:
        """Number of sweeps that each of the two joints still lacks; empty where the sweeps are enough."""
        found: dict[int, int] = {}
        for joint in (joints.first, joints.second):
            poses = [np.array(pose) for swept, pose in self.sweeps if swept == joint]
            turned = any(_is_turned(one, other, joints) for one in poses for other in poses)
            wanted = SWEEPS_PER_JOINT if turned or len(poses) < SWEEPS_PER_JOINT else MOST_PER_JOINT
            if len(poses) < wanted:
                found[joint] = wanted - len(poses)
        return found

    def is_turned(self, joints: SweptJoints) -> bool:
        """True if some joint was swept with the flange in two orientations."""
        return any(
            one[0] == other[0] and _is_turned(np.array(one[1]), np.array(other[1]), joints)
            for one in self.sweeps
            for other in self.sweeps
        )

    def with_sweep(self, sweep: CountedSweep) -> "Tally":
        """The same and one more."""
        pose = tuple(float(value) for value in sweep.there.position.mean(axis=0))
        return Tally((*self.sweeps, (sweep.joint, pose)))


def _is_turned(one: FloatArray, other: FloatArray, joints: SweptJoints) -> bool:
    """True if the joints behind the swept ones differ."""
    behind = slice(max(joints.first, joints.second) + 1, None)
    return bool(np.abs(one[behind] - other[behind]).max(initial=0.0) > SAME_POSE)


@dataclass(frozen=True)
class Underway:
    """The motion of this moment: its joint (from 0), its way so far in rad, its speed in rad/s."""

    joint: int
    way: float
    speed: float


class StrokeWatch:
    """Watches samples as they come; ``take`` gives what was seen in them.

    Parameters
    ----------
    robot, drive_gain, torque_kind
        As for ``joint_side``; the kind of the recording's torque.
    joints
        The two joints that weigh.
    tally
        Sweeps that count from before.
    empty
        Strokes of the empty arm, which a sweep with a load has to meet; None where none is needed.
    """

    def __init__(
        self,
        robot: RobotModel,
        *,
        drive_gain: FloatArray | None,
        torque_kind: TorqueKind,
        joints: SweptJoints,
        tally: Tally | None = None,
        empty: Sequence[PayloadStroke] | None = None,
    ) -> None:
        self._robot, self._gain, self._kind, self._joints = robot, drive_gain, torque_kind, joints
        self.tally = tally or Tally()
        self.counted: list[CountedSweep] = []
        """Sweeps that count, in order of time."""
        self._empty = empty
        self._parts: list[Recording] = []
        """Samples from shortly before the present motion on."""
        self._chunks: list[tuple[float, FloatArray]] = []
        """Mean time and position (n,) of the last chunks, and those of the motion under way."""
        self._rest: Recording | None = None
        """Samples that do not fill a chunk yet."""
        self._motion: _Motion | None = None
        self._open: _Stroke | None = None
        """A good stroke that waits for the one back."""
        self._ended: tuple[int, int, float] | None = None
        """Joint, direction and last angle of the last stroke."""

    @property
    def underway(self) -> Underway | None:
        """The motion of this moment; None while the arm is still."""
        return None if self._motion is None else self._motion.underway

    @property
    def is_enough(self) -> bool:
        """True once enough sweeps count."""
        return not self.tally.lacking(self._joints)

    def take(self, time: FloatArray, columns: Mapping[Quantity, FloatArray]) -> Iterator[Notice]:
        """Take in samples (N,), (N, n) that follow the last ones; yield what was seen.

        Raises
        ------
        BadRequest
            As ``joint_side``.
        NotIdentifiable
            ``payload-torque-stuck``.
        """
        part = Recording("jogged", time, columns, torque_kind=self._kind)
        self._parts.append(part)
        waiting = part if self._rest is None else joined([self._rest, part])
        period = float(np.median(np.diff(waiting.time))) if waiting.sample_count > 1 else _CHUNK_S
        size = max(1, round(_CHUNK_S / max(period, 1e-6)))
        count = waiting.sample_count // size
        whole = waiting.block(0, count * size)
        left = waiting.block(count * size, waiting.sample_count)
        self._rest = left if left.sample_count else None
        if count:
            position = self._side(whole).position.reshape(count, size, -1).mean(axis=1)
            times = whole.time.reshape(count, size).mean(axis=1)
            for now, pose in zip(times.tolist(), position, strict=True):
                yield from self._look(now, pose)

    def _side(self, part: Recording) -> JointSide:
        return joint_side(part, self._robot, drive_gain=self._gain)

    def _look(self, now: float, pose: FloatArray) -> Iterator[Notice]:
        """Look at one chunk."""
        self._chunks.append((now, pose))
        if len(self._chunks) <= _LOOKED_BACK:
            return
        then, before = self._chunks[-1 - _LOOKED_BACK]
        velocity = (pose - before) / (now - then)
        motion = self._motion
        if motion is None:
            if np.abs(velocity).max() <= _MOVING:
                self._forget(before=then - _BEFORE_S)
                return
            motion = self._motion = _Motion(then, before)
        elif motion.has_turned(velocity):
            yield from self._judge(motion, end=0.5 * (then + now))
            motion = self._motion = _Motion(0.5 * (then + now), 0.5 * (before + pose))
        motion.go_on(now, pose, velocity)
        yield from self._under_way(motion)
        if now - motion.moved_at >= _STILL_S:
            yield from self._judge(motion, end=now)
            self._motion = None

    def _under_way(self, motion: "_Motion") -> Iterator[Notice]:
        """What can be said before the motion ends, once."""
        if motion.joint not in (self._joints.first, self._joints.second) or motion.is_told:
            return
        if motion.fast_s > _TOO_FAST_S:
            motion.is_told = True
            yield Notice(Seen.TOO_FAST, motion.joint, {"speed": motion.underway.speed})
        elif motion.is_steady and motion.others_way <= OTHERS_TRAVEL:
            motion.is_told = True
            if self._has_gone_on(motion):
                yield Notice(Seen.STOPPED, motion.joint)
            else:
                yield Notice(Seen.STEADY, motion.joint, {"speed": motion.underway.speed})

    def _judge(self, motion: "_Motion", *, end: float) -> Iterator[Notice]:
        """Judge a motion that has ended."""
        joint = motion.joint
        part = self._between(motion.began - _BEFORE_S, end)
        self._forget(before=end - _BEFORE_S)
        if motion.way < _ADJUSTMENT:
            return
        if joint not in (self._joints.first, self._joints.second):
            yield from self._dropped()
            self._ended = None
            yield Notice(Seen.PLACED, joint)
            return
        has_gone_on = self._has_gone_on(motion)
        self._ended = (joint, motion.direction, motion.angle)
        if motion.others_way > OTHERS_TRAVEL:
            yield from self._dropped()
            yield Notice(Seen.OTHERS_MOVED, joint, {"others": motion.others()})
        elif has_gone_on:
            self._open = None
            if not motion.is_told:
                yield Notice(Seen.STOPPED, joint)
        elif part.sample_count < _FEWEST or len(segments(part.time)) > 1:
            yield from self._dropped()
            yield Notice(Seen.LOST, joint)
        else:
            yield from self._judge_stroke(motion, part)

    def _judge_stroke(self, motion: "_Motion", part: Recording) -> Iterator[Notice]:
        joint = motion.joint
        found, refused = find_strokes(part, self._robot, drive_gain=self._gain, joints=(joint,))
        strokes = [one for one in found if one.direction == motion.direction]
        stroke = max(strokes, key=lambda one: float(np.ptp(one.angle)), default=None)
        speed = motion.usual_speed if stroke is None else stroke.speed
        if speed > FASTEST or (stroke is None and (joint, TOO_FEW) in refused):
            yield from self._dropped()
            if motion.fast_s <= _TOO_FAST_S:
                yield Notice(Seen.TOO_FAST, joint, {"speed": speed})
        elif motion.way < LEAST_WAY or (stroke is not None and np.ptp(stroke.angle) < LEAST_WAY):
            yield from self._dropped()
            yield Notice(Seen.TOO_SHORT, joint, {"way": motion.way})
        elif stroke is None:
            yield from self._dropped()
            yield Notice(Seen.UNSTEADY, joint)
        elif speed < SLOWEST:
            yield from self._dropped()
            yield Notice(Seen.TOO_SLOW, joint, {"speed": speed})
        else:
            yield from self._paired(_Stroke(stroke, part))

    def _paired(self, now: "_Stroke") -> Iterator[Notice]:
        """Pair a good stroke with the one that waits, or let it wait."""
        waiting, self._open = self._open, now
        stroke, before = now.found, None if waiting is None else waiting.found
        if self._empty is not None and not _is_on(stroke, self._empty):
            self._open = None
            yield Notice(Seen.NOT_ON_EMPTY, stroke.joint, _how_far_off(stroke, self._empty))
        elif before is None or waiting is None:
            yield Notice(Seen.THERE, stroke.joint, {"speed": stroke.speed})
        elif not _is_back(before, stroke):
            yield Notice(Seen.NO_WAY_BACK, before.joint)
            yield Notice(Seen.THERE, stroke.joint, {"speed": stroke.speed})
        elif not is_same_speed(before.speed, stroke.speed):
            yield Notice(Seen.OTHER_SPEED, stroke.joint, {"speed": stroke.speed, "before": before.speed})
        else:
            self._open = None
            number = len(self.tally.sweeps) + 1
            sweep = CountedSweep(number, before, stroke, joined([waiting.samples(), now.samples()]))
            self.tally = self.tally.with_sweep(sweep)
            self.counted.append(sweep)
            facts: dict[str, Fact] = {"number": sweep.number, "speed": stroke.speed}
            yield Notice(Seen.COUNTED, stroke.joint, facts)

    def _dropped(self) -> Iterator[Notice]:
        """Give up the stroke that waits for the one back."""
        before, self._open = self._open, None
        if before is not None:
            yield Notice(Seen.NO_WAY_BACK, before.found.joint)

    def _has_gone_on(self, motion: "_Motion") -> bool:
        """True if the motion goes on with the last stroke, in its direction."""
        if self._ended is None:
            return False
        joint, direction, angle = self._ended
        is_on = (motion.joint, motion.direction) == (joint, direction)
        return is_on and abs(motion.start[joint] - angle) < _GONE_ON

    def _between(self, first: float, last: float) -> Recording:
        """The samples from ``first`` to ``last`` s."""
        return _rows(joined(self._parts), first, last)

    def _forget(self, *, before: float) -> None:
        """Drop samples that are no longer looked at."""
        self._chunks = self._chunks[-1 - _LOOKED_BACK :]
        self._parts = [part for part in self._parts if part.time[-1] >= before]


@dataclass(frozen=True, eq=False)
class _Stroke:
    """A good stroke, and the samples of its motion."""

    found: PayloadStroke
    part: Recording

    def samples(self) -> Recording:
        """The samples of its steady part and of the ramps."""
        return _rows(self.part, self.found.start - RAMP_S, self.found.end + RAMP_S)


class _Motion:
    """A motion from one standstill or turning point to the next."""

    def __init__(self, began: float, start: FloatArray) -> None:
        self.began, self.start = began, start
        self.moved_at = began
        self.is_told = False
        self.fast_s = 0.0
        """Time at more than the largest speed, s."""
        self._low, self._high, self._last = start.copy(), start.copy(), start.copy()
        self._speeds: list[tuple[float, float]] = []

    @property
    def joint(self) -> int:
        """The joint that moved farthest, from 0."""
        return int(np.argmax(self._high - self._low))

    @property
    def way(self) -> float:
        """Way of that joint, rad."""
        return float((self._high - self._low)[self.joint])

    @property
    def angle(self) -> float:
        """Newest angle of that joint, rad."""
        return float(self._last[self.joint])

    @property
    def direction(self) -> int:
        """Direction of that joint, ±1."""
        return 1 if self.angle >= self.start[self.joint] else -1

    @property
    def others_way(self) -> float:
        """Largest way of another joint, rad."""
        return float(np.delete(self._high - self._low, self.joint).max(initial=0.0))

    def others(self) -> tuple[int, ...]:
        """The other joints that moved, from 0."""
        moved = np.flatnonzero(self._high - self._low > OTHERS_TRAVEL)
        return tuple(int(joint) for joint in moved if joint != self.joint)

    @property
    def usual_speed(self) -> float:
        """Median of its speeds, rad/s."""
        return float(np.median([speed for _, speed in self._speeds])) if self._speeds else 0.0

    @property
    def underway(self) -> Underway:
        """The motion at this moment."""
        return Underway(self.joint, self.way, self._speeds[-1][1] if self._speeds else 0.0)

    @property
    def is_steady(self) -> bool:
        """True if its speed has hardly changed for a while."""
        if not self._speeds:
            return False
        newest = self._speeds[-1][0]
        recent = [speed for time, speed in self._speeds if newest - time <= _STEADY_S]
        lasts = newest - self._speeds[0][0] >= _STEADY_S
        spread = max(recent) - min(recent)
        middle = float(np.mean(recent))
        return lasts and SLOWEST <= middle <= FASTEST and spread <= _STEADY_SHARE * middle

    def has_turned(self, velocity: FloatArray) -> bool:
        """True if the joint now goes the other way."""
        own = float(velocity[self.joint])
        return self.way > _ADJUSTMENT and abs(own) > _MOVING and np.sign(own) != self.direction

    def go_on(self, now: float, pose: FloatArray, velocity: FloatArray) -> None:
        """Take in the next chunk."""
        self._low, self._high = np.minimum(self._low, pose), np.maximum(self._high, pose)
        before, self._last = self.moved_at, pose
        if np.abs(velocity).max() > _MOVING:
            self.moved_at = now
        speed = abs(float(velocity[self.joint]))
        if speed > FASTEST:
            self.fast_s += max(now - before, 0.0)
        if speed > _MOVING:
            self._speeds.append((now, speed))


def _rows(whole: Recording, first: float, last: float) -> Recording:
    """The samples from ``first`` to ``last`` s."""
    rows = np.searchsorted(whole.time, (first, last))
    return whole.block(int(rows[0]), int(rows[1]))


def joined(parts: Sequence[Recording]) -> Recording:
    """Samples as one recording, each once: a part may begin before the one before it ends."""
    first = parts[0]
    if len(parts) == 1:
        return first
    last = first.time[-1]
    for place, part in enumerate(parts[1:], 1):
        begin = int(np.searchsorted(part.time, last, side="right"))
        if begin:
            parts = [*parts[:place], part.block(begin, part.sample_count), *parts[place + 1 :]]
        last = max(last, part.time[-1])
    return Recording(
        first.label,
        np.concatenate([part.time for part in parts]),
        {
            name: np.concatenate([np.asarray(part.columns[name]) for part in parts])
            for name in first.columns
            if all(name in part.columns for part in parts)
        },
        torque_kind=first.torque_kind,
    )


def _is_back(one: PayloadStroke, other: PayloadStroke) -> bool:
    """True if the second stroke goes back over the positions of the first."""
    return one.direction == -other.direction and _is_same_place(one, other)


def _is_on(stroke: PayloadStroke, empty: Sequence[PayloadStroke]) -> bool:
    """True if the empty arm was swept there and back in the place of the stroke."""
    return len({one.direction for one in empty if _is_same_place(stroke, one)}) > 1


def _how_far_off(stroke: PayloadStroke, empty: Sequence[PayloadStroke]) -> dict[str, Fact]:
    """Facts about the sweep of the empty arm that is nearest to a stroke."""
    here = stroke.position.mean(axis=0)
    others = np.arange(here.size) != stroke.joint

    def apart(one: PayloadStroke) -> FloatArray:
        return np.where(others, np.abs(one.position.mean(axis=0) - here), 0.0)

    near = min(
        (one for one in empty if one.joint == stroke.joint), key=lambda o: apart(o).max(), default=None
    )
    if near is None:
        return {}
    off = int(np.argmax(apart(near)))
    if apart(near)[off] > SAME_POSE:
        there = float(near.position[:, off].mean())
        return {"off": off, "here": float(here[off]), "there": there}
    return {"low": float(near.angle.min()), "high": float(near.angle.max())}


def _is_same_place(one: PayloadStroke, other: PayloadStroke) -> bool:
    """True if both are of one joint over mostly the same range, with the other joints in the same pose."""
    if one.joint != other.joint:
        return False
    apart = np.abs(one.position.mean(axis=0) - other.position.mean(axis=0))
    if np.delete(apart, one.joint).max(initial=0.0) > SAME_POSE:
        return False
    common = min(one.angle.max(), other.angle.max()) - max(one.angle.min(), other.angle.min())
    return bool(common >= _SAME_RANGE * np.ptp(one.angle))
