"""Motions of payload sweeps that are planned from the arm's present pose or taken from a reference. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances
from app.features.payload.plans import AskedSweeps, done_before, find_plan
from app.visit.payload_runs import PayloadRun, check_sweeps
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.model import AssumedPayload
from devices.capabilities import MotionKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan, PayloadPlanSettings, PayloadSweep

_SLOW_SHARE = 0.1
"""Share of the joints' speed limits: about the speed of a move that endangers no one in the cell."""
_PLANNING_SHARE = 0.5
"""Share of the progress; the rest is the preview of every motion."""


@dataclass(frozen=True, eq=False)
class StagedSweep:
    """One sweep as motions: the slow ``approach`` to where it begins, then one or several ``moves``.

    ``coverage`` is that of all sweeps up to this one.
    """

    sweep: "PayloadSweep"
    approach: tuple[Preview, ...]
    moves: tuple[Preview, ...]
    coverage: "Coverage"


@dataclass(frozen=True, eq=False)
class StagedPayload:
    """A plan, and those of its sweeps that will run, as motions.

    ``before`` is the coverage of the runs that these sweeps complete; None where they begin a measurement.
    """

    plan: "PayloadPlan"
    sweeps: tuple[StagedSweep, ...]
    before: "Coverage | None" = None


def prepare_payload(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    asked: AskedSweeps,
    visit: Path | None = None,
    serial: str = "",
) -> StagedPayload:
    """Plan or find the sweeps, and preview each motion from the end of the one before.

    Parameters
    ----------
    circumstances
        Pose of the arm, and everything known about it.
    asked
        Load on the flange, settings, sweeps and reference.
    visit
        Visit that may hold the reference.
    serial
        Serial number of the arm, against which an earlier visit is checked.

    Raises
    ------
    BadRequest
        ``payload-plan-missing``, ``payload-plan-other-arm``, ``payload-sweep-unknown``,
        ``sweep-speed-unknown``, and what ``plan_payload`` raises.
    NotIdentifiable
        As for ``plan_payload``.
    """
    from core.payload.coverage import coverage

    asked = replace(asked, settings=_controlled(circumstances, asked.settings))
    made = _Motions(circumstances, asked)
    monitor.report(0.0)
    plan = find_plan(circumstances.robot, asked, visit=visit, serial=serial)
    if plan is None:
        plan = made.plan(PartOfMonitor(monitor, first=0.0, last=_PLANNING_SHARE))
    check_sweeps(plan, asked.only)
    done = done_before(plan, asked.load, visit=visit) if asked.only else ()
    sweeps = made.staged(plan, done, PartOfMonitor(monitor, first=_PLANNING_SHARE, last=1.0))
    before = coverage(circumstances.robot, plan, done=done) if done else None
    return StagedPayload(plan, sweeps, before)


class _Motions:
    """Makes motions of a plan, one after the other; ``_at`` has the pose in which the last one ended."""

    def __init__(self, circumstances: Circumstances, asked: AskedSweeps) -> None:
        from core.excitation.limits.motion_limits import motion_limits

        self._asked = asked
        self._at = replace(circumstances, payload=_assumed(circumstances, asked, asked.settings.tool_length))
        self._runs_paths = MotionKind.TRAJECTORY in circumstances.capabilities.motions
        self._limits = motion_limits(circumstances.robot, start=circumstances.start)

    def plan(self, monitor: Monitor) -> "PayloadPlan":
        """The sweeps, in poses that the safety layer allows with the heaviest payload."""
        from core.payload.sweep_plan import plan_payload

        return plan_payload(
            self._at.robot,
            self._limits,
            start=self._at.start,
            floor_height=self._at.floor_height,
            boxes=self._at.boxes,
            settings=self._asked.settings,
            is_allowed=self._is_allowed,
            monitor=monitor,
        )

    def _is_allowed(self, sweep: "PayloadSweep", here: FloatArray) -> bool:
        """True if the safety layer allows a sweep and a slow move to its beginning."""
        # an arm that would finish a move alone goes there in many short ones, along the same way
        watched = replace(self._at.capabilities, stops_when_host_silent=True)
        coming = replace(self._at, start=here, capabilities=watched)
        if not coming.allow(MoveTo(sweep.pose, _SLOW_SHARE), proven=True):
            return False
        starts = (_posed(sweep, place) for place in sweep.places)
        return all(
            replace(self._at, start=start).allow(plan, proven=False)
            for start, plan in zip(starts, self._plans(sweep), strict=False)
        )

    def staged(self, plan: "PayloadPlan", done: tuple[int, ...], monitor: Monitor) -> tuple[StagedSweep, ...]:
        """The asked sweeps of a plan as motions; each begins where the one before ends."""
        from core.payload.coverage import coverage

        only, settings = self._asked.only, (self._asked.settings, plan.settings)
        longest = max(one.tool_length for one in settings)  # also of sweeps that were planned before
        self._at = replace(self._at, payload=_assumed(self._at, self._asked, longest))
        sweeps = [sweep for sweep in plan.sweeps if not only or sweep.number in only]
        finished = set(done)
        staged: list[StagedSweep] = []
        for number, sweep in enumerate(sweeps):
            part = PartOfMonitor(monitor, first=number / len(sweeps), last=(number + 1) / len(sweeps))
            part.report(0.0)
            way = self._approach(sweep, part)
            moves = tuple(self._preview(each, part) for each in self._plans(sweep))
            finished.add(sweep.number)
            staged.append(StagedSweep(sweep, way, moves, coverage(self._at.robot, plan, done=finished)))
        return tuple(staged)

    def _approach(self, sweep: "PayloadSweep", monitor: Monitor) -> tuple[Preview, ...]:
        from app.arm.planned_runs import approach

        way = approach(self._at, sweep.pose, monitor)
        if way:
            self._stand_at(way[-1].end)
        return way

    def _plans(self, sweep: "PayloadSweep") -> tuple[MoveTo | RunTrajectory, ...]:
        """The motions of one sweep: one trajectory, or moves from each place to the next."""
        from core.payload.sweep_order import sweep_trajectory_of

        if self._runs_paths:
            return (RunTrajectory(sweep_trajectory_of(sweep)),)
        share = min(1.0, sweep.speed / float(self._at.robot.velocity_limit[sweep.joint]))
        return tuple(MoveTo(_posed(sweep, place), share) for place in sweep.places[1:])

    def _preview(self, plan: MoveTo | RunTrajectory, monitor: Monitor) -> Preview:
        monitor.check()
        preview = self._at.preview(plan, start=self._at.start, proven=False, monitor=monitor)
        self._stand_at(preview.end)
        return preview

    def _stand_at(self, pose: FloatArray) -> None:
        self._at = replace(self._at, start=pose)


def _posed(sweep: "PayloadSweep", place: float) -> FloatArray:
    pose = sweep.pose.copy()
    pose[sweep.joint] = place
    return pose


def _assumed(circumstances: Circumstances, asked: AskedSweeps, tool_length: float) -> AssumedPayload | None:
    """The stated load on the flange; None, for the heaviest that the arm may carry, where none is stated.

    The centre of mass of a long tool may be anywhere up to its end; of one whose mass is not stated, where
    the arm's load diagram allows it.
    """
    from core.robot.capsules import is_long
    from core.robot.worst_payload import worst_payload

    reach = tool_length if is_long(tool_length) else 0.0
    if asked.load is PayloadRun.KNOWN and asked.known is not None:
        return AssumedPayload(asked.known.mass, math.hypot(*asked.known.center), reach=reach)
    if asked.settings.payload_mass > 0.0:
        distance = max(worst_payload(circumstances.robot).distance, reach)
        return AssumedPayload(asked.settings.payload_mass, distance, reach=reach)
    return replace(worst_payload(circumstances.robot), reach=reach) if reach else None


def _controlled(circumstances: Circumstances, settings: "PayloadPlanSettings") -> "PayloadPlanSettings":
    """The settings with the limits of the controller's own moves: tool speed, length and ramps."""
    from app.arm.sweep_settings import controller_settings
    from core.friction.sweeps.settings import SweepSettings

    # the settings of friction sweeps hold what a controller makes of moves; a payload is swept like them
    tool_speed = min(settings.tool_speed or UNPROVEN_TOOL_SPEED_M_S, UNPROVEN_TOOL_SPEED_M_S)
    moves = controller_settings(circumstances, SweepSettings(tool_speed=tool_speed))
    return replace(settings, tool_speed=moves.tool_speed, longest_s=moves.longest_s, ramp_s=moves.ramp_s)
