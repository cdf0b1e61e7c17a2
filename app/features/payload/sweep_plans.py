"""Sweeps for a payload: planned where the arm stands or taken from the reference, made into motions. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances
from app.features.payload.plans import FoundPlan, PlanSource, done_before, find_plan
from app.visit.payload_runs import PayloadRun, check_sweeps
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.payload_assumption import AssumedPayload
from devices.capabilities import MotionKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan, PayloadPlanSettings, PayloadSweep
    from core.payload.settings import KnownLoad

_SLOW_SHARE = 0.1
"""Of the speed: about that of a move that leaves nobody in danger."""
_PLANNING_SHARE = 0.5
"""Of the progress; the rest is looking at every motion."""


@dataclass(frozen=True, eq=False)
class StagedSweep:
    """One sweep as motions: the slow ``approach`` to where it begins, then one or several ``moves``.

    ``coverage`` is what will be known once it is done.
    """

    sweep: "PayloadSweep"
    approach: tuple[Preview, ...]
    moves: tuple[Preview, ...]
    coverage: "Coverage"


@dataclass(frozen=True, eq=False)
class StagedPayload:
    """A plan, and those of its sweeps that will run, as motions.

    ``before`` is what the runs know that these sweeps complete; None where they begin a measurement.
    """

    plan: "PayloadPlan"
    source: PlanSource
    sweeps: tuple[StagedSweep, ...]
    before: "Coverage | None" = None


@dataclass(frozen=True, eq=False)
class PayloadAsked:
    """What somebody wants swept; see ``app.features.payload.procedure.PayloadProcedure``."""

    settings: "PayloadPlanSettings"
    load: PayloadRun
    known: "KnownLoad | None" = None
    plan: "PayloadPlan | None" = None
    only: Sequence[int] = ()
    reference_visit: Path | None = None
    use_model: bool = False


def prepare_payload(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    asked: PayloadAsked,
    visit: Path | None = None,
    serial: str = "",
) -> StagedPayload:
    """Sweeps from where the arm stands, each motion looked at from where the one before ends.

    Parameters
    ----------
    circumstances
        Where the arm stands, and what is known about it.
    asked
        With what on the flange, how thoroughly, which sweeps, compared with what.
    visit
        Where the reference may be.
    serial
        Of the arm, against which an earlier visit is checked.

    Raises
    ------
    BadRequest
        ``payload-plan-missing``, ``payload-plan-other-arm``, ``payload-sweep-unknown``,
        ``sweep-speed-unknown``, and what ``plan_payload`` raises.
    NotIdentifiable
        As for ``plan_payload``.
    """
    from core.payload.coverage import coverage

    made = _Motions(circumstances, asked)
    monitor.report(0.0)
    found = _found(asked, made.settings, visit=visit, serial=serial, circumstances=circumstances)
    if found is None:
        plan = made.plan(PartOfMonitor(monitor, first=0.0, last=_PLANNING_SHARE))
        found = FoundPlan(plan, PlanSource.PLANNED)
    check_sweeps(found.plan, asked.only)
    done = done_before(found, asked.load, visit=visit) if asked.only else ()
    sweeps = made.staged(found.plan, done, PartOfMonitor(monitor, first=_PLANNING_SHARE, last=1.0))
    before = coverage(circumstances.robot, found.plan, done=done) if done else None
    return StagedPayload(found.plan, found.source, sweeps, before)


def _found(
    asked: PayloadAsked,
    settings: "PayloadPlanSettings",
    *,
    visit: Path | None,
    serial: str,
    circumstances: Circumstances,
) -> FoundPlan | None:
    """Sweeps that were planned before and have to be run again; None where new ones may be planned."""
    return find_plan(
        circumstances.robot,
        settings,
        load=asked.load,
        given=asked.plan,
        must_exist=bool(asked.only),
        visit=visit,
        reference_visit=asked.reference_visit,
        use_model=asked.use_model,
        serial=serial,
    )


class _Motions:
    """Makes motions of a plan, one after the other."""

    def __init__(self, circumstances: Circumstances, asked: PayloadAsked) -> None:
        from core.excitation.limits.motion_limits import motion_limits

        self._asked = asked
        self._at = replace(circumstances, payload=_assumed(circumstances, asked))
        self._runs_paths = MotionKind.TRAJECTORY in circumstances.capabilities.motions
        self._limits = motion_limits(circumstances.robot, start=circumstances.start)
        self.settings = _controlled(circumstances, asked.settings)

    def plan(self, monitor: Monitor) -> "PayloadPlan":
        """The sweeps, in poses that the safety layer allows with the heaviest payload."""
        from core.payload.sweep_plan import plan_payload

        return plan_payload(
            self._at.robot,
            self._limits,
            start=self._at.start,
            floor_height=self._at.floor_height,
            boxes=self._at.boxes,
            settings=self.settings,
            is_allowed=self._is_allowed,
            monitor=monitor,
        )

    def _is_allowed(self, sweep: "PayloadSweep", here: FloatArray) -> bool:
        """Whether a sweep, and a slow move there, are allowed."""
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
        """The sweeps that were asked for; where one ends, the next one begins."""
        from core.payload.coverage import coverage

        only = self._asked.only
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
        """The motions of one sweep: all of it in one, or from each place to the next."""
        from core.payload.sweep_motion import sweep_trajectory_of

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


def _assumed(circumstances: Circumstances, asked: PayloadAsked) -> AssumedPayload | None:
    """What hangs on the flange as far as somebody said; None takes the heaviest that the arm may carry."""
    from core.robot.worst_payload import worst_payload

    if asked.load is PayloadRun.KNOWN and asked.known is not None:
        return AssumedPayload(asked.known.mass, math.hypot(*asked.known.center))
    if asked.settings.payload_mass > 0.0:
        return AssumedPayload(asked.settings.payload_mass, worst_payload(circumstances.robot).distance)
    return None


def _controlled(circumstances: Circumstances, settings: "PayloadPlanSettings") -> "PayloadPlanSettings":
    """The settings with what the controller makes of moves: its own ramps, short and slow ones."""
    from app.arm.sweep_settings import controller_settings
    from core.friction.sweeps.settings import SweepSettings

    tool_speed = min(settings.tool_speed or UNPROVEN_TOOL_SPEED_M_S, UNPROVEN_TOOL_SPEED_M_S)
    moves = controller_settings(circumstances, SweepSettings(tool_speed=tool_speed))
    return replace(settings, tool_speed=moves.tool_speed, longest_s=moves.longest_s, ramp_s=moves.ramp_s)
