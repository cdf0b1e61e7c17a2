"""Order, speed and duration of the sweeps at one place, for the best accuracy within the robot time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.elasticity.load_steps_plan import SOFT_RAMP_S
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.sampled import SampledTrajectory
from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.plan import ACCELERATION_SHARE, DWELL_S, StrokeUse, SweepBlock, SweepStroke
from core.friction.sweeps.settings import RAMP_PEAK
from core.payload.coverage import SweepInformation, combined_information, figure_of_merit, sweep_information
from core.payload.plan import (
    LONGEST_S,
    FlangeOrientation,
    PayloadPlanSettings,
    PayloadSweep,
    SweptJoints,
)
from core.payload.sweep_places import SweepPlace, straight_way
from core.payload.weight_columns import weight_columns
from core.recording import FloatArray
from core.robot.capsules import with_tip
from core.robot.kinematics import point_velocities
from core.robot.model import RobotModel

TIME_SHARE = 0.95
"""Share of the robot time that is planned, because controllers take a little longer than predicted."""
_SPEEDS = tuple(np.radians(np.geomspace(1.0, 25.0, 60)).tolist())
"""Speeds that are compared, rad/s."""
_ALMOST = 0.02
"""Gain in the logarithm of the accuracy that is not worth more robot time."""

_STAND_S = 0.1
"""Rest after each part of a sweep, s."""
STILL_S = 0.5
"""Rest after a move between sweeps, s, until the arm has stopped swinging."""
_LONGEST_SHARE = 0.9
"""Share of a single move's longest duration used, since controllers round speeds and ramps differ."""
_LOOKS = 25


def sweep_trajectory_of(sweep: PayloadSweep) -> SampledTrajectory:
    """One sweep from rest to rest, with a short rest at each of its places but the first."""
    parts = [_part(sweep, begin, end) for begin, end in pairwise(sweep.places)]
    return SampledTrajectory(PERIOD_S, np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))


@dataclass(frozen=True, eq=False)
class SweepTiming:
    """One way over a range in ``parts``: its speed, and its total and steady times in s."""

    speed: float
    ramp_s: float
    parts: int
    seconds: float
    steady_s: float


class SweepTimes:
    """Times of one arm and its controller."""

    def __init__(self, robot: RobotModel, limits: MotionLimits, settings: PayloadPlanSettings) -> None:
        # the far end of a long tool is the fastest point
        self._robot = with_tip(robot, settings.tool_length)
        self._limits, self._settings = limits, settings

    def lever(self, q: FloatArray, joint: int) -> float:
        """Speed of the arm's fastest point per joint speed at poses (N, n), m/s per rad/s."""
        v = np.zeros_like(q)
        v[:, joint] = 1.0
        return float(np.linalg.norm(point_velocities(self._robot, q, v), axis=2).max())

    def fastest(self, joint: int, lever: float) -> float:
        """Largest speed of a sweep, rad/s."""
        limit = float(self._limits.velocity[joint])
        if self._settings.tool_speed is not None and lever > 0.0:
            limit = min(limit, self._settings.tool_speed / lever)
        return limit

    def sweep(self, joint: int, *, width: float, speed: float) -> SweepTiming | None:
        """The timing of one way over ``width`` rad; None if the ramps leave no steady part."""
        ramp_s = self._ramp_s(joint, speed)
        parts = 1
        longest = self._settings.longest_s
        if longest is not None:
            moving_s = _LONGEST_SHARE * longest - ramp_s
            if moving_s <= 0.0:
                return None
            parts = int(np.ceil(width / (speed * moving_s) - _ROUNDING))
        each_s = width / parts / speed
        steady_s = parts * (each_s - ramp_s)
        if steady_s <= 0.0:
            return None
        return SweepTiming(speed, ramp_s, parts, parts * (each_s + ramp_s + _STAND_S), steady_s)

    def move(self, path: FloatArray) -> float:
        """Duration of a straight move along poses (N, n) and the rest after it, s; 0 without motion."""
        way = np.abs(path[-1] - path[0])
        if float(way.max()) == 0.0:
            return 0.0
        shortest = self._shortest_s(path, way)
        ramp_s = self._move_ramp_s(way, shortest)
        longest = self._settings.longest_s
        count = 1
        if longest is not None:
            moving_s = max(_LONGEST_SHARE * longest - ramp_s, (1.0 - _LONGEST_SHARE) * longest)
            count = max(int(np.ceil(shortest / moving_s)), 1)
        return shortest + count * (ramp_s + STILL_S)

    def _shortest_s(self, path: FloatArray, way: FloatArray) -> float:
        """Duration from end to end at full speed, s, within the limits of all joints and the tool speed."""
        shortest = float((way / self._limits.velocity).max())
        if self._settings.tool_speed is None:
            return shortest
        looks = path[np.unique(np.linspace(0, path.shape[0] - 1, _LOOKS).astype(np.intp))]
        v = np.tile(path[-1] - path[0], (looks.shape[0], 1))
        reach = float(np.linalg.norm(point_velocities(self._robot, looks, v), axis=2).max())
        return max(shortest, reach / self._settings.tool_speed)

    def _move_ramp_s(self, way: FloatArray, shortest: float) -> float:
        moving = way > 0.0
        if self._settings.ramp_s is not None:
            return float(np.array(self._settings.ramp_s)[moving].max())
        push = ACCELERATION_SHARE * self._limits.acceleration[moving]
        return max(SOFT_RAMP_S, float((RAMP_PEAK * way[moving] / shortest / push).max()))

    def _ramp_s(self, joint: int, speed: float) -> float:
        """Duration of the ramp from rest to the speed of a sweep, s."""
        if self._settings.ramp_s is not None:
            return self._settings.ramp_s[joint]
        push = ACCELERATION_SHARE * float(self._limits.acceleration[joint])
        return max(SOFT_RAMP_S, RAMP_PEAK * speed / push)


_ROUNDING = 1e-9


def sweep_seconds(sweep: PayloadSweep) -> float:
    """Duration of one sweep from rest to rest with the rests at its places, s."""
    way, parts = sweep.high - sweep.low, len(sweep.places) - 1
    return way / sweep.speed + parts * (sweep.ramp_s + _STAND_S)


def _part(sweep: PayloadSweep, begin: float, end: float) -> FloatArray:
    """Positions (N, n) from one place to the next, the rest there included."""
    pose = sweep.pose.copy()
    pose[sweep.joint] = begin
    seconds = abs(end - begin) / sweep.speed + sweep.ramp_s
    stroke = SweepStroke(StrokeUse.MEASURED, begin, end, sweep.speed, seconds)
    moving = sweep_trajectory(SweepBlock(sweep.joint, 0, pose, (stroke,), 0.0, 0.0)).positions
    left = max(round((_STAND_S - DWELL_S) / PERIOD_S), 0)
    return np.concatenate([moving, np.repeat(moving[-1:], left, axis=0)])


@dataclass(frozen=True, eq=False)
class TimedSweeps:
    """All sweeps at one place, their total time in s with moves, and their information (4, 4).

    ``figure`` as in ``core.payload.coverage``. ``is_in_time``: they fit into the mode's time.
    """

    place: SweepPlace
    sweeps: tuple[PayloadSweep, ...]
    seconds: float
    information: FloatArray
    figure: float
    is_in_time: bool


@dataclass(frozen=True, eq=False)
class _Pace:
    """Timing of both joints at one wanted speed."""

    timings: tuple[SweepTiming, SweepTiming]
    seconds: float
    information: FloatArray


class SweepOrder:
    """Orders the sweeps of one arm for its orientations."""

    def __init__(
        self,
        robot: RobotModel,
        limits: MotionLimits,
        joints: SweptJoints,
        orientations: Sequence[FlangeOrientation],
        settings: PayloadPlanSettings,
        start: FloatArray,
    ) -> None:
        self._robot, self._orientations, self._settings = robot, tuple(orientations), settings
        self._joints, self._start = (joints.first, joints.second), start
        self._times = SweepTimes(robot, limits, settings)

    def begins(self, place: SweepPlace) -> list[FloatArray]:
        """Poses (n,) of the arm in each orientation before and after its sweeps."""
        return [np.where(np.isnan(found.pose), place.pose, found.pose) for found in self._orientations]

    def stops(self, place: SweepPlace, begin: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Poses (n,) that both sweeps of one orientation connect: an end, the beginning, an end."""
        first, second = (
            self._swept(begin, joint, way)[-1] for joint, way in zip(self._joints, _ways(place), strict=True)
        )
        return first, begin, second

    def timed(self, place: SweepPlace) -> TimedSweeps | None:
        """The sweeps at the speed with the best accuracy in time, or the fastest.

        None if no speed is steady.
        """
        moves = self._moves_s(place)
        informations = self._informations(place)
        fastest = self._fastest(place)
        asked = self._settings.speed
        speeds = _SPEEDS if asked is None else (asked,)
        found = [self._pace(place, speed, fastest, informations, moves) for speed in speeds]
        paces = [pace for pace in found if pace is not None]
        if not paces:
            return None
        longest = TIME_SHARE * LONGEST_S[self._settings.mode]
        in_time = [pace for pace in paces if pace.seconds <= longest]
        best = _worth_it(in_time) if in_time else min(paces, key=lambda pace: pace.seconds)
        return TimedSweeps(
            place,
            self._sweeps(place, best.timings),
            best.seconds,
            best.information,
            figure_of_merit(best.information),
            bool(in_time),
        )

    def _swept(self, begin: FloatArray, joint: int, way: float) -> FloatArray:
        end = begin.copy()
        end[joint] += way
        return straight_way(begin, end)

    def _informations(self, place: SweepPlace) -> list[list[SweepInformation]]:
        """Information of each joint's sweep in each orientation."""
        informations = []
        for joint, way in zip(self._joints, _ways(place), strict=True):
            paths = (self._swept(begin, joint, way) for begin in self.begins(place))
            columns = (weight_columns(self._robot, path, joint) for path in paths)
            informations.append([sweep_information(each, joint=joint) for each in columns])
        return informations

    def _fastest(self, place: SweepPlace) -> list[float]:
        """Largest speed of each joint's sweeps, rad/s."""
        fastest = []
        for joint, way in zip(self._joints, _ways(place), strict=True):
            paths = np.concatenate([self._swept(begin, joint, way) for begin in self.begins(place)])
            fastest.append(self._times.fastest(joint, self._times.lever(paths, joint)))
        return fastest

    def _pace(
        self,
        place: SweepPlace,
        speed: float,
        fastest: list[float],
        informations: list[list[SweepInformation]],
        moves: float,
    ) -> _Pace | None:
        timings = [
            self._times.sweep(joint, width=abs(way), speed=min(speed, most))
            for joint, way, most in zip(self._joints, _ways(place), fastest, strict=True)
        ]
        first, second = timings
        if first is None or second is None:
            return None
        ways = 2 if self._settings.both_directions else 1
        seconds = moves + ways * len(self._orientations) * (first.seconds + second.seconds)
        parts = [
            (each, ways * timing.steady_s)
            for timing, found in zip((first, second), informations, strict=True)
            for each in found
        ]
        information = combined_information(parts, both_directions=self._settings.both_directions)
        return _Pace((first, second), seconds, information)

    def _moves_s(self, place: SweepPlace) -> float:
        """Total time of the moves that are not sweeps, s."""
        begins = self.begins(place)
        stops = [self._start]
        for begin in begins:
            stops.append(begin)
            if not self._settings.both_directions:
                for joint, way in zip(self._joints, _ways(place), strict=True):
                    stops += [self._swept(begin, joint, way)[-1], begin]
        ways = list(pairwise(stops))
        if not self._settings.both_directions:  # the sweeps themselves are counted elsewhere
            ways = [way for number, way in enumerate(ways) if number % 5 not in {1, 3}]
        return STILL_S + sum(self._times.move(straight_way(here, there)) for here, there in ways)

    def _sweeps(
        self, place: SweepPlace, timings: tuple[SweepTiming, SweepTiming]
    ) -> tuple[PayloadSweep, ...]:
        sweeps: list[PayloadSweep] = []
        for found, begin in zip(self._orientations, self.begins(place), strict=True):
            for joint, way, timing in zip(self._joints, _ways(place), timings, strict=True):
                places = np.linspace(begin[joint], begin[joint] + way, timing.parts + 1).tolist()
                there_and_back = (places, places[::-1]) if self._settings.both_directions else (places,)
                for stops in there_and_back:
                    sweeps.append(_sweep(len(sweeps) + 1, joint, found.number, begin, stops, timing))
        return tuple(sweeps)


def _worth_it(paces: Sequence[_Pace]) -> _Pace:
    """The quickest of those that are almost as accurate as the best."""
    enough = min(figure_of_merit(pace.information) for pace in paces) + _ALMOST
    telling = (pace for pace in paces if figure_of_merit(pace.information) <= enough)
    return min(telling, key=lambda pace: pace.seconds)


def _sweep(
    number: int, joint: int, orientation: int, begin: FloatArray, places: Sequence[float], timing: SweepTiming
) -> PayloadSweep:
    pose = begin.copy()
    pose[joint] = places[0]
    way = 1 if places[-1] > places[0] else -1
    return PayloadSweep(
        number, joint, orientation, way, pose, tuple(places), timing.speed, timing.ramp_s, timing.steady_s
    )


def _ways(place: SweepPlace) -> tuple[float, float]:
    """Length of each joint's sweep, rad."""
    return place.first_way, place.second_way
