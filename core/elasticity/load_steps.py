"""Slow strokes under a changing gravity load, the motion that identifies a gear's stiffness.

One joint after the other moves both ways over the range in which gravity changes its load most, through
zero load if possible, so slowly that inertia is negligible, with standstills on the way.
"""

from collections.abc import Callable, Sequence

import numpy as np

from core.elasticity.load_steps_plan import (
    FASTEST,
    LEAST_TURNS,
    SOFT_RAMP_S,
    KnownPayload,
    LoadObstacle,
    LoadStepBlock,
    LoadStepPlan,
    LoadStepSettings,
    LoadStroke,
    PoorLoad,
    slow_speed,
)
from core.elasticity.load_steps_poses import GravityLoads, LoadPoses, LoadRange, LoadSurvey
from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.point_to_point import point_to_point
from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import ACCELERATION_SHARE, DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.friction.sweeps.settings import DEGREE, RAMP_PEAK
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

IsAllowed = Callable[[LoadStepBlock, FloatArray], bool]
"""Condition on a block and on the move to its start from a pose (n,)."""

_WIDTHS = (1.0, 1.6, 0.7, 0.45)
"""Factors on the range that fits the time: a wider one for more load, narrower ones if others collide."""
_PLENTY = 2.0
"""Multiple of the sufficient load up to which the wider range is worth its time."""
_LEAST_WIDTH = 8.0 * DEGREE
_OFFERED = 12
"""Number of collision-free ranges of one width that are offered to ``is_allowed``."""
_LONGEST_SHARE = 0.9
"""Share of a single move's longest duration that is used."""


def plan_load_steps(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    payload: KnownPayload | None = None,
    links: FloatArray | None = None,
    gear_ratio: Sequence[float] = (),
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    settings: LoadStepSettings | None = None,
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> LoadStepPlan:
    """Strokes of every joint that gravity can load, and the reasons for leaving out the others.

    ``core.elasticity.load_steps_poses`` defines the sufficient load.

    Parameters
    ----------
    robot
        The arm.
    limits
        Limits of the motion.
    start
        (n,) joint positions before the motion.
    payload
        The load on the flange, if known.
    links
        (n, 10) link parameters that give the loads; the description's where None.
    gear_ratio
        Motor turns per joint turn (rad per m), if known better than from the description.
    floor_height, boxes
        As for ``core.robot.collision.clearances``.
    is_allowed
        Further condition on each block and on the move to it.

    Raises
    ------
    BadRequest
        ``load-step-joint`` for one that the arm does not have; ``no-load-step-pose`` where a joint that
        was asked for has no clear range; as ``LoadStepSettings``.
    """
    chosen = settings or LoadStepSettings()
    watched = monitor or NullMonitor()
    loads = GravityLoads(robot, links=links, payload=payload)
    poses = LoadPoses(
        robot, limits, loads, chosen, start=start, payload=payload, floor_height=floor_height, boxes=boxes
    )
    planner = _Planner(robot, limits, poses, loads, chosen, gear_ratio, is_allowed)
    here, moving = np.asarray(start, dtype=np.float64), 0.0
    blocks: list[LoadStepBlock] = []
    poor: list[PoorLoad] = []
    wanted = chosen.checked_joints(robot.joint_count)
    for count, joint in enumerate(wanted):
        watched.report(count / len(wanted), robot.joint_names[joint])
        watched.check()
        block, lacking = planner.joint(joint, here=here, anyway=chosen.joints is not None, monitor=watched)
        if lacking is not None:
            poor.append(lacking)
        if block is not None:
            moving += planner.move_seconds(here, block.pose)
            blocks.append(block)
            here = block.pose
    seconds = moving + sum(block.seconds for block in blocks)
    return LoadStepPlan(chosen, tuple(blocks), tuple(poor), seconds, loads.masses_known, payload)


class _Planner:
    """Plans the strokes joint by joint."""

    def __init__(
        self,
        robot: RobotModel,
        limits: MotionLimits,
        poses: LoadPoses,
        loads: GravityLoads,
        settings: LoadStepSettings,
        gear_ratio: Sequence[float],
        is_allowed: IsAllowed | None,
    ) -> None:
        self._robot, self._limits, self._poses, self._loads = robot, limits, poses, loads
        self._settings, self._is_allowed = settings, is_allowed
        self._ratio = np.abs(np.asarray(gear_ratio)) if len(gear_ratio) else np.abs(robot.gear_ratio)
        self._needed = loads.needed(poses.lower, poses.upper)

    def move_seconds(self, here: FloatArray, there: FloatArray) -> float:
        """Estimated duration of the move between two poses, s."""
        limits = self._limits
        move = point_to_point(
            here, there, velocity=0.5 * limits.velocity, acceleration=0.5 * limits.acceleration
        )
        return move.duration

    def joint(
        self, joint: int, *, here: FloatArray, anyway: bool, monitor: Monitor
    ) -> tuple[LoadStepBlock | None, PoorLoad | None]:
        """The strokes of one joint, and the reason why its load is insufficient, if it is."""
        survey = self._poses.survey(joint)
        full = self._width(joint)
        needed, best = float(self._needed[joint]), None
        loadable = survey.widest_change(full * max(_WIDTHS)) >= needed
        if loadable or anyway:
            best = self._best(survey, full, here=here, monitor=monitor)
        if best is not None and best.is_enough:
            return best, None
        if anyway and best is None:
            raise BadRequest("no-load-step-pose", joint=joint + 1)
        return (best if anyway else None), self._lacking(survey, full, loadable=loadable, is_run=anyway)

    def _best(
        self, survey: LoadSurvey, full: float, *, here: FloatArray, monitor: Monitor
    ) -> LoadStepBlock | None:
        """The block of the first width with plenty of load, or enough; else the one with the largest load."""
        best: LoadStepBlock | None = None
        for share in _WIDTHS:
            width = share * full
            if best is not None and survey.widest_change(width) <= best.load_span:
                continue
            found = self._clear_block(survey, width, here=here, monitor=monitor)
            if found is not None and (best is None or found.load_span > best.load_span):
                best = found
            wide = share >= max(_WIDTHS)
            if best is not None and best.load_span >= (1.0 if wide else _PLENTY) * best.needed:
                break
        return best

    def _clear_block(
        self, survey: LoadSurvey, width: float, *, here: FloatArray, monitor: Monitor
    ) -> LoadStepBlock | None:
        offered = self._poses.clear_ranges(survey, width, here=here, monitor=monitor)
        for count, found in enumerate(offered):
            if count >= _OFFERED:
                break
            block = self._block(survey.joint, found)
            if self._is_allowed is None or self._is_allowed(block, here):
                return block
        return None

    def _block(self, joint: int, found: LoadRange) -> LoadStepBlock:
        settings, lever = self._settings, self._poses.lever(joint, found)
        speed = self._speed(joint)
        if settings.tool_speed is not None and lever > 0.0:
            speed = min(speed, settings.tool_speed / lever)
        ramp_s = self._ramp_s(joint, speed)
        begin = found.pose.copy()
        begin[joint] = found.low
        width, ratio = found.high - found.low, float(self._ratio[joint])
        steps = self._steps(width, speed, ramp_s)
        return LoadStepBlock(
            joint,
            begin,
            found.low,
            found.high,
            speed,
            ramp_s,
            settings.stop_s,
            _strokes(found.low, found.high, rounds=settings.rounds, steps=steps),
            found.load_low,
            found.load_high,
            float(self._needed[joint]),
            width * ratio / (2.0 * np.pi) if ratio > 1.0 else None,
            speed * lever,
        )

    def _speed(self, joint: int) -> float:
        """Speed of a joint's strokes, rad/s (m/s)."""
        unit = float(self._poses.unit[joint])
        if self._settings.speed is not None:
            wanted = self._settings.speed * unit
        else:
            wanted = min(FASTEST * unit, slow_speed(float(self._ratio[joint])))
        return min(wanted, float(self._limits.velocity[joint]))

    def _ramp_s(self, joint: int, speed: float) -> float:
        if self._settings.ramp_s is not None:
            return self._settings.ramp_s[joint]
        push = ACCELERATION_SHARE * float(self._limits.acceleration[joint])
        return max(SOFT_RAMP_S, RAMP_PEAK * speed / push)

    def _width(self, joint: int) -> float:
        """Range that fits into the time of a joint, or covers a few motor turns, rad (m)."""
        settings, speed = self._settings, self._speed(joint)
        stroke_s = 0.5 * settings.seconds / settings.rounds
        moving_s = stroke_s - settings.steps * (self._ramp_s(joint, speed) + settings.stop_s)
        least, ratio = _LEAST_WIDTH * float(self._poses.unit[joint]), float(self._ratio[joint])
        if ratio > 1.0:
            least = max(least, LEAST_TURNS * 2.0 * np.pi / ratio)
        travel = float(self._poses.upper[joint] - self._poses.lower[joint])
        return min(max(speed * moving_s, least), travel)

    def _steps(self, width: float, speed: float, ramp_s: float) -> int:
        """Number of standstills of a stroke, from the settings or from the limit on a move's duration."""
        steps, longest = self._settings.steps, self._settings.longest_s
        if longest is None:
            return steps
        moving_s = _LONGEST_SHARE * longest - ramp_s
        return max(steps, int(np.ceil(width / (speed * moving_s)))) if moving_s > 0.0 else steps

    def _lacking(self, survey: LoadSurvey, width: float, *, loadable: bool, is_run: bool) -> PoorLoad:
        joint, needed = survey.joint, float(self._needed[survey.joint])
        tilt = self._poses.tilt(survey)
        mass: float | None = None
        distance: float | None = None
        if self._robot.is_prismatic[joint]:
            obstacle = LoadObstacle.SLIDES
        elif loadable:
            obstacle = LoadObstacle.NO_ROOM
        elif tilt == 0.0:
            obstacle = LoadObstacle.VERTICAL_AXIS
        else:
            obstacle = LoadObstacle.BALANCED
            mass, distance = self._loads.payload_for(needed, tilt=tilt, width=width)
        return PoorLoad(
            joint,
            obstacle,
            float(np.abs(survey.load).max()),
            survey.widest_change(width),
            needed,
            mass,
            distance,
            is_run,
        )


def _strokes(low: float, high: float, *, rounds: int, steps: int) -> tuple[LoadStroke, ...]:
    """Strokes in both directions with the same places."""
    places = tuple(np.linspace(low, high, steps + 1).tolist())
    there = [LoadStroke(number, 1, places) for number in range(1, rounds + 1)]
    return tuple(stroke for each in there for stroke in (each, LoadStroke(each.round, -1, places[::-1])))


def stroke_trajectory(block: LoadStepBlock, stroke: LoadStroke) -> SampledTrajectory:
    """A stroke from rest to rest, with the standstill at its end."""
    parts = [_part(block, begin, end) for begin, end in zip(stroke.places, stroke.places[1:], strict=False)]
    return SampledTrajectory(PERIOD_S, np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


def standstill_times(block: LoadStepBlock, stroke: LoadStroke) -> FloatArray:
    """Start time of each standstill of a stroke, (K,) s after the stroke's start."""
    way = np.abs(np.diff(stroke.places))
    moving = np.ceil((way / block.speed + block.ramp_s) / PERIOD_S - _ROUNDING) * PERIOD_S
    standing = max(round(block.stop_s / PERIOD_S), 1) * PERIOD_S
    return np.asarray(np.cumsum(moving + standing) - standing)


_ROUNDING = 1e-9


def _part(block: LoadStepBlock, begin: float, end: float) -> FloatArray:
    """Positions (N, n) from one standstill to the next, the latter included."""
    seconds = abs(end - begin) / block.speed + block.ramp_s
    pose = block.pose.copy()
    pose[block.joint] = begin
    stroke = SweepStroke(StrokeUse.MEASURED, begin, end, block.speed, seconds)
    alone = SweepBlock(block.joint, 0, pose, (stroke,), 0.0, block.tool_speed)
    moving = sweep_trajectory(alone).positions
    left = max(round((block.stop_s - DWELL_S) / PERIOD_S), 0)
    return np.concatenate([moving, np.repeat(moving[-1:], left, axis=0)])
