"""Plan of the sweeps of a payload measurement: ranges, speeds and order, free of collisions.

In one flange orientation the first joint sweeps both ways, then the second; then the wrist turns. Range
and speed are those with the best accuracy in the robot time of the mode.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.monitor import Monitor, NullMonitor
from core.payload.coverage import assumed_mass, expected_from
from core.payload.orientations import flange_orientations, in_line, nearest_turn
from core.payload.parallel_joints import STEEP, find_swept_joints, standing_between
from core.payload.plan import (
    LONGEST_S,
    FlangeAim,
    FlangeOrientation,
    ParallelKind,
    PayloadPlan,
    PayloadPlanSettings,
    PayloadSweep,
    SweptJoints,
)
from core.payload.sweep_order import SweepOrder, TimedSweeps
from core.payload.sweep_places import SweepPlace, SweepPlaces, SweepRoom
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

IsAllowed = Callable[[PayloadSweep, FloatArray], bool]
"""Condition on a sweep, and on the move to its start from a pose (n,)."""

WIDTHS = tuple(np.radians([55.0, 70.0, 40.0]).tolist())
"""Widths of a sweep that are compared, rad, the paper's first."""
_NARROW = tuple(np.radians([28.0, 20.0]).tolist())
"""Smaller widths, tried where none of those is clear."""
_TRIED = 60
"""Number of places of one width checked for clearance."""
_OFFERED = 12
"""Number of clear places of one width that are offered to ``is_allowed``."""
_ALMOST = 0.1
"""Gain in the logarithm of the accuracy that another width than the first must exceed."""
_ALL_FOUR = 4


def plan_payload(  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    settings: PayloadPlanSettings | None = None,
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> PayloadPlan:
    """Sweeps of two joints both ways with the flange in four orientations.

    ``notes`` of the plan: ``no-parallel-joints``, ``parallel-while-others-stand`` (the plan keeps
    them at rest there), ``axis-too-steep``, ``wrist-cannot-align``, ``fewer-orientations`` (four do
    not fit into the time), ``time-exceeded``.

    Parameters
    ----------
    robot
        The arm.
    limits
        Limits of the motion.
    start
        (n,) joint positions before the motion.
    floor_height, boxes
        As for ``core.robot.collision.clearances``.
    settings
        Mode, speed, width and the controller's properties.
    is_allowed
        Further condition on each sweep and on the move to it.

    Raises
    ------
    BadRequest
        ``no-payload-pose`` where no range is clear, with how many were ``tried``; ``motion-shape``.
    NotIdentifiable
        ``payload-no-loaded-joint`` where gravity loads no two joints.
    """
    chosen = settings or PayloadPlanSettings()
    here = np.asarray(start, dtype=np.float64)
    joints = find_swept_joints(robot, start=here)
    room = SweepRoom(robot, chosen, floor_height=floor_height, boxes=boxes)
    planner = _Planner(robot, limits, joints, room, chosen, here, is_allowed, monitor or NullMonitor())
    return planner.plan()


@dataclass(frozen=True, eq=False)
class _Choice:
    """The first clear place of one width, the later ones, and the timed sweeps at the first."""

    timed: TimedSweeps
    later: Iterator[SweepPlace]
    order: SweepOrder


class _Planner:
    """The state of one planning run."""

    def __init__(  # each is a condition of the motion of its own
        self,
        robot: RobotModel,
        limits: MotionLimits,
        joints: SweptJoints,
        room: SweepRoom,
        settings: PayloadPlanSettings,
        start: FloatArray,
        is_allowed: IsAllowed | None,
        monitor: Monitor,
    ) -> None:
        self._robot, self._limits, self._joints, self._room = robot, limits, joints, room
        self._settings, self._start, self._is_allowed, self._monitor = settings, start, is_allowed, monitor
        self._standing = standing_between(robot, joints, start=start)
        self._tried = 0

    def plan(self) -> PayloadPlan:
        """Make the whole plan."""
        orientations = self._orientations()
        found = self._best(orientations)
        fewer = _essential(orientations)
        is_short = found is not None and found[1].is_in_time
        if not is_short and self._settings.speed is None and len(fewer) < len(orientations):
            again = self._best(fewer)
            if again is not None and again[1].is_in_time:
                return self._made(*again, orientations=fewer, whole=orientations)
        if found is None:
            raise BadRequest("no-payload-pose", tried=self._tried)
        return self._made(*found, orientations=orientations, whole=orientations)

    def _orientations(self) -> tuple[FlangeOrientation, ...]:
        """Orientations of the wrist, with the arm stretched."""
        second = self._joints.second
        pose = (
            self._start
            if self._standing is None
            else np.where(np.isnan(self._standing), self._start, self._standing)
        )
        stretched = pose.copy()
        stretched[second] = nearest_turn(
            in_line(self._robot, self._joints, pose=pose),
            to=float(pose[second]),
            lower=float(self._limits.lower[second]),
            upper=float(self._limits.upper[second]),
        )
        self._monitor.check()
        return flange_orientations(
            self._robot,
            self._joints,
            limits=self._limits,
            start=stretched,
            is_clear=self._room.is_clear_of_itself,
            monitor=self._monitor,
        )

    def _best(self, orientations: tuple[FlangeOrientation, ...]) -> tuple[SweepPlace, TimedSweeps] | None:
        """The width with the best accuracy, at its first place that is clear and allowed."""
        choices = self._choices(orientations)
        in_time = [choice for choice in choices if choice.timed.is_in_time] or choices
        for choice in sorted(in_time, key=lambda choice: choice.timed.figure):
            for place, timed in self._offered(choice):
                if self._allows(timed.sweeps):
                    return place, timed
        return None

    def _choices(self, orientations: tuple[FlangeOrientation, ...]) -> list[_Choice]:
        if not orientations:
            return []
        places = SweepPlaces(
            self._robot,
            self._limits,
            self._joints,
            orientations,
            self._settings,
            start=self._start,
            standing=self._standing,
            monitor=self._monitor,
        )
        order = SweepOrder(self._robot, self._limits, self._joints, orientations, self._settings, self._start)
        asked = self._settings.width
        found: list[_Choice] = []
        for width in WIDTHS + _NARROW if asked is None else (asked,):
            if width in _NARROW and found:
                break
            self._monitor.report(len(found) / len(WIDTHS))
            clear = self._clear_places(places, order, width)
            first = next(clear, None)
            self._monitor.check()
            timed = None if first is None else order.timed(first)
            self._monitor.check()
            if timed is not None:
                # another width must be clearly better
                worse = _ALMOST if width != WIDTHS[0] else 0.0
                found.append(_Choice(replace(timed, figure=timed.figure + worse), clear, order))
        return found

    def _clear_places(self, places: SweepPlaces, order: SweepOrder, width: float) -> Iterator[SweepPlace]:
        for tried, place in enumerate(places.best_first(width)):
            self._monitor.check()
            if tried >= _TRIED:
                return
            self._tried += 1
            if self._is_clear(order, place):
                yield place

    def _is_clear(self, order: SweepOrder, place: SweepPlace) -> bool:
        poses = order.begins(place)
        for pose in poses:
            self._monitor.check()
            if not self._room.is_clear(*order.stops(place, pose)):
                return False
        if not all(self._room.is_clear(here, there) for here, there in pairwise(poses)):
            return False
        return self._room.leads_there(self._start, poses[0])

    def _offered(self, choice: _Choice) -> Iterator[tuple[SweepPlace, TimedSweeps]]:
        yield choice.timed.place, choice.timed
        for count, place in enumerate(choice.later, 1):
            if count >= _OFFERED:
                return
            timed = choice.order.timed(place)
            if timed is not None:
                yield place, timed

    def _allows(self, sweeps: Sequence[PayloadSweep]) -> bool:
        """True if ``is_allowed`` accepts all sweeps, each from the end of the one before."""
        if self._is_allowed is None:
            return True
        here = self._start
        for sweep in sweeps:
            self._monitor.check()
            if not self._is_allowed(sweep, here):
                return False
            here = sweep.pose.copy()
            here[sweep.joint] = sweep.places[-1]
        return True

    def _made(
        self,
        place: SweepPlace,
        timed: TimedSweeps,
        *,
        orientations: tuple[FlangeOrientation, ...],
        whole: tuple[FlangeOrientation, ...],
    ) -> PayloadPlan:
        self._monitor.report(1.0)
        notes = {
            "no-parallel-joints": self._joints.kind is ParallelKind.NOT_PARALLEL,
            "parallel-while-others-stand": self._standing is not None,
            "axis-too-steep": place.tilt > STEEP,
            "wrist-cannot-align": len(whole) < _ALL_FOUR or any(found.off_by > 0.0 for found in whole),
            "fewer-orientations": len(orientations) < len(whole),
            "time-exceeded": timed.seconds > LONGEST_S[self._settings.mode],
        }
        mass = assumed_mass(self._robot, self._settings)
        return PayloadPlan(
            self._settings,
            replace(self._joints, tilt=place.tilt),
            orientations,
            timed.sweeps,
            timed.seconds,
            expected_from(timed.information, mass=mass),
            tuple(note for note, holds in notes.items() if holds),
        )


def _essential(orientations: Sequence[FlangeOrientation]) -> tuple[FlangeOrientation, ...]:
    """The orientations without the quarter turns, which add no new quantity; numbered from 1 again."""
    turned = {FlangeAim.Y_ALONG, FlangeAim.Z_ALONG_TURNED}
    kept = (found for found in orientations if found.aim not in turned)
    return tuple(replace(found, number=number) for number, found in enumerate(kept, 1))
