"""The plan of an arm's sweeps: the joint, range and speeds of each, and the pose of the other joints."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.point_to_point import point_to_point
from core.friction.sweeps.poses import SweepPose, SweepPoses
from core.friction.sweeps.settings import (
    METRES_PER_RAD,
    SHORTEST_WAY,
    SpeedChoice,
    StrokeLaw,
    SweepSettings,
)
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel, expect_free_output
from core.robot.surroundings import Box

ACCELERATION_SHARE = 0.8
DWELL_S = 0.05
"""Rest between two strokes, s."""
_FEWEST_SPEEDS = 3
_TRIED = 12
"""Number of poses that are offered to ``is_allowed``."""
IntArray = npt.NDArray[np.intp]
SETTLE_S = 0.4
"""Settling time at steady speed after a reversal, s.

The drive's controller has to adapt to the friction of the other direction.
"""
_SHORTEST_STEADY_S = 0.3
"""Shortest time at steady speed, s, at the highest speed."""
_LONGEST_RAMPS = 0.9
"""Largest share of a stroke's longest duration, ramps included."""


class StrokeUse(StrEnum):
    """Purpose of a stroke within a block."""

    WARM_UP = "warm-up"
    MEASURED = "measured"
    TRANSFER = "transfer"
    """Move to the start of the next stroke."""


@dataclass(frozen=True)
class SweepStroke:
    """One joint from ``start`` to ``end`` (rad or m) at a steady ``speed``; ``seconds`` from rest to rest."""

    use: StrokeUse
    start: float
    end: float
    speed: float
    seconds: float


@dataclass(frozen=True, eq=False)
class SweepBlock:
    """All strokes of one joint in one pose of the others, with only the dwells between them.

    ``pose`` (n,) is the start, and the other joints stay there; ``load`` is the expected mean gravity
    torque on the joint, N·m; ``tool_speed`` the largest speed of the tool, m/s.
    """

    joint: int
    number: int
    """Number of the pose, from 0."""
    pose: FloatArray
    strokes: tuple[SweepStroke, ...]
    load: float
    tool_speed: float

    @property
    def seconds(self) -> float:
        """Total time of all strokes with their dwells, s."""
        return sum(stroke.seconds + DWELL_S for stroke in self.strokes)

    @property
    def end(self) -> FloatArray:
        """Joint positions at the end of the block, (n,)."""
        pose = self.pose.copy()
        pose[self.joint] = self.strokes[-1].end
        return pose

    def part(self, *uses: StrokeUse) -> "SweepBlock":
        """The leading strokes of these uses alone."""
        count = 0
        while count < len(self.strokes) and self.strokes[count].use in uses:
            count += 1
        return SweepBlock(
            self.joint, self.number, self.pose, self.strokes[:count], self.load, self.tool_speed
        )

    def after(self, first: int) -> "SweepBlock":
        """The strokes from number ``first`` on."""
        pose = self.pose.copy()
        pose[self.joint] = self.strokes[first].start
        return SweepBlock(self.joint, self.number, pose, self.strokes[first:], self.load, self.tool_speed)


@dataclass(frozen=True, eq=False)
class SweepPlan:
    """The sweeps in order of execution; ``seconds`` includes the moves between them."""

    settings: SweepSettings
    blocks: tuple[SweepBlock, ...]
    seconds: float

    def speeds(self, joint: int) -> FloatArray:
        """Speeds (K,) rad/s (m/s) at which a joint is measured, slowest first."""
        found = {
            round(stroke.speed, 12)
            for block in self.blocks
            if block.joint == joint
            for stroke in block.strokes
            if stroke.use is StrokeUse.MEASURED
        }
        return np.array(sorted(found))


IsAllowed = Callable[[SweepBlock, FloatArray], bool]
"""Condition on a block and on the move to its start from a pose (n,)."""


def plan_sweeps(  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    settings: SweepSettings | None = None,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> SweepPlan:
    """Sweeps of every joint both ways at several speeds, in poses with different loads.

    Parameters
    ----------
    robot
        The arm.
    limits
        Limits of the motion.
    start
        (n,) joint positions before the motion.
    settings
        Speeds, poses and bounds.
    floor_height, boxes
        As for ``core.robot.collision.clearances``.
    is_allowed
        Further condition on each block and on the move to it.

    Raises
    ------
    BadRequest
        ``output-locked``; ``sweep-joint``; ``no-sweep-pose`` with the joint (from 1) where no pose
        leaves it room.
    """
    expect_free_output(robot)
    settings = settings or SweepSettings()
    watched = monitor or NullMonitor()
    poses = SweepPoses(robot, limits, settings, start=start, floor_height=floor_height, boxes=boxes)
    builder = _Builder(robot, limits, settings)
    blocks: list[SweepBlock] = []
    here, moving = np.asarray(start, dtype=np.float64), 0.0
    joints = settings.checked_joints(robot.joint_count)
    for count, joint in enumerate(joints):
        watched.report(count / len(joints), robot.joint_names[joint])
        choice: SpeedChoice | None = None
        for number, offered in enumerate(poses.offered(joint, watched, here=here)):
            found = _first_allowed(builder, poses, offered, joint=joint, number=number, choice=choice,
                                   here=here, is_allowed=is_allowed, monitor=watched)  # fmt: skip
            if found is not None:
                block, choice = found
                moving += builder.move_seconds(here, block.pose)
                blocks.append(block)
                here = block.end
            elif number == 0:
                raise BadRequest("no-sweep-pose", joint=joint + 1, tried=len(offered))
    return SweepPlan(settings, tuple(blocks), moving + sum(block.seconds for block in blocks))


def _first_allowed(  # noqa: PLR0913  # each is a condition of its own
    builder: "_Builder",
    poses: SweepPoses,
    offered: Sequence[SweepPose],
    *,
    joint: int,
    number: int,
    choice: SpeedChoice | None,
    here: FloatArray,
    is_allowed: IsAllowed | None,
    monitor: Monitor,
) -> tuple[SweepBlock, SpeedChoice] | None:
    """The first of the offered poses that is clear, with the way to it; None if none is."""
    for pose in offered[:_TRIED]:
        monitor.check()
        made = builder.block(joint, number, pose, choice)
        if made is None or not poses.way_is_clear(here, made[0].pose):
            continue
        if is_allowed is None or is_allowed(made[0], here):
            return made[0], choice or made[1]
    return None


def _choose_speeds(
    settings: SweepSettings, law: StrokeLaw, *, span: float, limit: float, unit: float
) -> SpeedChoice:
    """Logarithmically spaced speeds, and the length of the strokes at each.

    Parameters
    ----------
    span
        Largest length of a stroke, rad (m).
    limit
        Largest speed, rad/s (m/s).
    unit
        rad (m) of this joint per rad.
    """
    top = _top_speed(law, span=span, limit=limit)
    slowest = min(settings.slowest * unit, 0.5 * top)
    speed = np.geomspace(slowest, top, settings.speeds)
    way = np.array([_way(settings, law, value, span=span, unit=unit) for value in speed])
    return SpeedChoice(speed, way)


def _top_speed(law: StrokeLaw, *, span: float, limit: float) -> float:
    """The largest speed at which the span leaves time to settle and to measure."""
    low, high = 0.0, limit
    needed = SETTLE_S + _SHORTEST_STEADY_S
    if limit * (law.ramp(limit) + needed) <= span:
        return limit
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if middle * (law.ramp(middle) + needed) <= span else (low, middle)
    return low


def _way(settings: SweepSettings, law: StrokeLaw, speed: float, *, span: float, unit: float) -> float:
    ramp = law.ramp(speed)
    way = max(speed * (ramp + SETTLE_S + settings.steady_s), SHORTEST_WAY * unit)
    if settings.longest_s is not None:
        way = min(way, speed * (_LONGEST_RAMPS * settings.longest_s - ramp))
    return min(max(way, speed * ramp), span)


def interleaved(count: int) -> IntArray:
    """Indices 0 … count−1 with slow and fast in turn, so that warming does not look like speed dependence."""
    order = np.empty(count, dtype=np.intp)
    order[0::2] = np.arange((count + 1) // 2)
    order[1::2] = np.arange(count - 1, (count + 1) // 2 - 1, -1)
    return order


def every_other(count: int) -> IntArray:
    """Indices of every other speed from the fastest, and the slowest; all of them if they are few."""
    if count < 5:
        return np.arange(count)
    chosen = np.arange(count - 1, -1, -2)
    chosen[-1] = 0
    return chosen[::-1]


class _Builder:
    """Builds blocks of strokes for one arm."""

    def __init__(self, robot: RobotModel, limits: MotionLimits, settings: SweepSettings) -> None:
        self._limits, self._settings = limits, settings
        self._unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)

    def move_seconds(self, here: FloatArray, there: FloatArray) -> float:
        """Estimated duration of the move between two poses, s."""
        move = point_to_point(
            here, there, velocity=0.5 * self._limits.velocity, acceleration=0.5 * self._limits.acceleration
        )
        return move.duration

    def block(
        self, joint: int, number: int, pose: SweepPose, choice: SpeedChoice | None
    ) -> tuple[SweepBlock, SpeedChoice] | None:
        """The strokes in one pose, at newly chosen speeds or at those of ``choice`` that fit."""
        limit, span = self._limit(joint, pose), 2.0 * pose.half_span
        if choice is None:
            unit = float(self._unit[joint])
            choice = _choose_speeds(self._settings, self._law(joint), span=span, limit=limit, unit=unit)
            order = interleaved(choice.speed.size)
        else:
            chosen = choice.within(span=span, limit=limit)
            choice = SpeedChoice(*(values[every_other(values.size)] for values in (chosen.speed, chosen.way)))
            order = interleaved(choice.speed.size)[::-1]
        if choice.speed.size < _FEWEST_SPEEDS:
            return None
        strokes = self._strokes(joint, pose, choice, order, warm_up=number == 0)
        begin = pose.pose.copy()
        begin[joint] = strokes[0].start
        top = float(choice.speed.max()) * pose.lever
        return SweepBlock(joint, number, begin, strokes, pose.load, top), choice

    def _law(self, joint: int) -> StrokeLaw:
        push = float(self._limits.acceleration[joint])
        ramps = self._settings.ramp_s
        return StrokeLaw(ACCELERATION_SHARE * push, ramp_s=None if ramps is None else ramps[joint])

    def _limit(self, joint: int, pose: SweepPose) -> float:
        """Largest speed of the joint in this pose, rad/s (m/s)."""
        limit = self._settings.speed_share * float(self._limits.velocity[joint])
        if self._settings.tool_speed is not None and pose.lever > 0.0:
            limit = min(limit, self._settings.tool_speed / pose.lever)
        return limit

    def _strokes(
        self,
        joint: int,
        pose: SweepPose,
        choice: SpeedChoice,
        order: IntArray,
        *,
        warm_up: bool,
    ) -> tuple[SweepStroke, ...]:
        """Warm-up there and back at the highest speed, then each speed there and back."""
        law, middle = self._law(joint), float(pose.pose[joint])
        strokes: list[SweepStroke] = []

        def stroke(use: StrokeUse, begin: float, end: float, speed: float) -> None:
            if begin != end:
                speed = law.fitting(abs(end - begin), speed)
                strokes.append(SweepStroke(use, begin, end, speed, law.seconds(abs(end - begin), speed)))

        pairs = [(StrokeUse.WARM_UP, int(np.argmax(choice.speed)))] * (
            self._settings.warm_up if warm_up else 0
        )
        pairs += [(StrokeUse.MEASURED, int(number)) for number in order]
        for use, number in pairs:
            low, high = middle - 0.5 * choice.way[number], middle + 0.5 * choice.way[number]
            if strokes:
                stroke(StrokeUse.TRANSFER, strokes[-1].end, float(low), float(choice.speed[-1]))
            stroke(use, float(low), float(high), float(choice.speed[number]))
            stroke(use, float(high), float(low), float(choice.speed[number]))
        return tuple(strokes)
