"""Order and speed of the sweeps at one place, for the best accuracy within the robot time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.excitation.limits.motion_limits import MotionLimits
from core.payload.coverage import SweepInformation, combined_information, figure_of_merit, sweep_information
from core.payload.plan import (
    LONGEST_S,
    FlangeOrientation,
    PayloadPlanSettings,
    PayloadSweep,
    SweptJoints,
)
from core.payload.sweep_clearance import straight_way
from core.payload.sweep_places import SweepPlace
from core.payload.sweep_times import STILL_S, SweepTimes, SweepTiming
from core.payload.weight import weight_columns
from core.recording import FloatArray
from core.robot.model import RobotModel

TIME_SHARE = 0.95
"""Share of the robot time that is planned, because controllers take a little longer than predicted."""
_SPEEDS = tuple(np.radians(np.geomspace(1.0, 25.0, 60)).tolist())
"""Speeds that are compared, rad/s."""
_ALMOST = 0.02
"""Gain in the logarithm of the accuracy that is not worth more robot time."""


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
