"""Payload sweeps: asked for, planned from the present pose or found again, and previewed as motions. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances
from app.visit.payload import (
    PAYLOAD_PLAN,
    AskedReference,
    PayloadRun,
    check_sweeps,
    plan_key,
    recorded_runs,
    together,
)
from core.bounds import Count
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, PartOfMonitor
from core.payload.plan import PayloadMode, PayloadPlan, PayloadPlanSettings
from core.payload.settings import KnownLoad
from core.recording import FloatArray
from core.robot.model import AssumedPayload, RobotModel
from devices.capabilities import MotionKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.payload.plan import Coverage, PayloadPlan, PayloadPlanSettings, PayloadSweep
    from core.payload.result import PayloadEstimate, PayloadResult
    from core.recording import Recording
    from core.storage.visit import Visit


_SLOW_SHARE = 0.1
"""Share of the joints' speed limits: about the speed of a move that endangers no one in the cell."""
_PLANNING_SHARE = 0.5
"""Share of the progress; the rest is the preview of every motion."""


@dataclass(frozen=True)
class AskedSweeps:
    """Payload sweeps to run: with nothing, with the payload, or with a weighed load on the flange.

    Without a ``plan`` the payload's sweeps are those of the ``reference``, else of this visit; with a model
    as reference, or where there are none, new ones are planned. ``only`` repeats single sweeps by their
    numbers, or completes a run that was stopped.
    """

    settings: PayloadPlanSettings = field(default_factory=PayloadPlanSettings)
    load: PayloadRun = PayloadRun.LOADED
    known: KnownLoad | None = None
    plan: PayloadPlan | None = None
    only: tuple[Count, ...] = ()
    reference: AskedReference = field(default_factory=AskedReference)


@dataclass(frozen=True, eq=False)
class _StoredPlan:
    """A plan of a visit, and the loads that were on the flange in its runs."""

    plan: PayloadPlan
    loads: frozenset[PayloadRun]


def find_plan(
    robot: RobotModel, asked: AskedSweeps, *, visit: Path | None, serial: str
) -> PayloadPlan | None:
    """The plan that has to be run; None where new sweeps may be planned.

    A payload repeats the sweeps of its reference, whatever the settings; a reference with other settings
    gets new sweeps.

    Raises
    ------
    BadRequest
        ``payload-plan-missing`` with the file, ``payload-plan-other-arm``, and what ``Visit.open`` raises.
    """
    if asked.plan is not None:
        _check_arm(asked.plan, robot)
        return asked.plan
    own = _stored(visit, serial="", robot=robot) if visit is not None and visit.exists() else ()
    if asked.only:
        return _existing(_last_run(own, asked.load), visit)
    reference = asked.reference
    if asked.load is not PayloadRun.UNLOADED and reference.visit is not None and not reference.use_model:
        earlier = _stored(reference.visit, serial=serial, robot=robot)
        return _existing(_reference(earlier, asked.settings.mode), reference.visit)
    return _chosen(own, asked)


def done_before(plan: PayloadPlan, load: PayloadRun, *, visit: Path | None) -> tuple[int, ...]:
    """Numbers of the plan's sweeps that a visit already holds with this load on the flange."""
    from core.storage.visit import Visit

    if visit is None or not visit.exists():
        return ()
    with Visit.open(visit, recover=False) as opened:
        key = plan_key(opened, plan)
        return together(recorded_runs(opened), load, plan=key).done if key else ()


def payload_of_runs(
    monitor: Monitor,
    *,
    visit: Path,
    plan: str,
    wanted: bool,
    reference: AskedReference,
) -> "PayloadResult | None":
    """The payload from the last runs of a plan; None without such runs or without a reference.

    Parameters
    ----------
    plan
        Key of the plan in the visit.
    wanted
        False: only where the visit has no payload yet.

    Raises
    ------
    TorsionError
        As for ``app.features.payload.tasks.analyse_payload``.
    """
    from app.features.payload.tasks import analyse_payload
    from core.payload.result import PAYLOAD
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        loaded = together(recorded_runs(opened), PayloadRun.LOADED, plan=plan)
        is_known = bool(opened.results(PAYLOAD))
    if not loaded.done or (is_known and not wanted):
        return None
    try:
        return analyse_payload(visit=visit, loaded=loaded.labels, reference=reference, monitor=monitor)
    except BadRequest as error:
        if error.code == "payload-reference-missing" and reference == AskedReference():
            return None  # the reference may come later
        raise


def payload_so_far(
    monitor: Monitor, *, visit: Path, plan: str, goes_on: bool, reference: AskedReference, live: "Recording"
) -> "PayloadEstimate | None":
    """The payload by the sweeps of a recording under way (``live``); None where they are too few.

    With ``goes_on`` those of earlier runs of the plan count as well.
    """
    from app.features.payload.tasks import payload_in
    from core.storage.visit import Visit

    try:
        with Visit.open(visit, recover=False) as opened:
            runs = together(recorded_runs(opened), PayloadRun.LOADED, plan=plan)
            labels = runs.labels if goes_on else ()
            return payload_in(opened, monitor, loaded=labels, reference=reference, live=live).estimate
    except TorsionError:
        return None  # there is no reference yet, or too little was swept


def _stored(path: Path, *, serial: str, robot: RobotModel) -> tuple[_StoredPlan, ...]:
    """The plans of a visit with the loads of their runs, in the order in which they ran."""
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as opened:
        _check_serial(opened, serial, robot)
        runs = recorded_runs(opened)
        places = {run.plan: place for place, run in enumerate(runs)}
        entries = sorted(opened.results(PAYLOAD_PLAN), key=lambda entry: places.get(entry.key, -1))
        plans = [
            _StoredPlan(
                opened.result(entry.key, PayloadPlan),
                frozenset(run.load for run in runs if run.plan == entry.key and run.done),
            )
            for entry in entries
        ]
    for stored in plans:
        _check_arm(stored.plan, robot)
    return tuple(plans)


def _check_serial(visit: "Visit", serial: str, robot: RobotModel) -> None:
    """Refuse an earlier visit to another arm; without a serial number it is not known which it was."""
    from core.robot.toml_format import parse_toml

    if not serial:
        return
    described = parse_toml(visit.robot_toml, file=str(visit.path))
    if described.joint_names != robot.joint_names or described.name != robot.name:
        raise BadRequest("payload-plan-other-arm", expected=robot.name, found=described.name)
    serials = (visit.about(label).origin.serial for label in visit.labels)
    found = next(filter(None, serials), "")
    if found and found != serial:
        raise BadRequest("payload-plan-other-arm", expected=serial, found=found)


def _check_arm(plan: PayloadPlan, robot: RobotModel) -> None:
    for sweep in plan.sweeps:
        if sweep.pose.shape != (robot.joint_count,):
            found = f"{sweep.pose.size} joints"
            raise BadRequest("payload-plan-other-arm", expected=f"{robot.joint_count} joints", found=found)


def _existing(plan: PayloadPlan | None, file: Path | None) -> PayloadPlan:
    if plan is None:
        raise BadRequest("payload-plan-missing", file=str(file))
    return plan


def _last_run(stored: Sequence[_StoredPlan], load: PayloadRun) -> PayloadPlan | None:
    """The plan that ran last with this load on the flange, else the last one."""
    with_load = [each for each in stored if load in each.loads]
    return next((each.plan for each in reversed(with_load or stored)), None)


def _reference(stored: Sequence[_StoredPlan], mode: PayloadMode) -> PayloadPlan | None:
    """The plan of the last unloaded run, of the same mode where there is one."""
    unloaded = [each.plan for each in stored if PayloadRun.UNLOADED in each.loads]
    alike = [plan for plan in unloaded if plan.settings.mode is mode]
    return next(reversed(alike or unloaded), None)


def _chosen(stored: Sequence[_StoredPlan], asked: AskedSweeps) -> PayloadPlan | None:
    """The plan among a visit's own that the asked sweeps repeat, else one with the same settings."""
    if asked.load is PayloadRun.UNLOADED:
        waiting = [each.plan for each in stored if each.loads and PayloadRun.UNLOADED not in each.loads]
        if waiting:  # the payload was swept first
            return waiting[-1]
    elif not asked.reference.use_model and (reference := _reference(stored, asked.settings.mode)) is not None:
        return reference
    return next((each.plan for each in reversed(stored) if each.plan.settings == asked.settings), None)


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
    from app.arm.circumstances import controller_settings

    tool_speed = min(settings.tool_speed or UNPROVEN_TOOL_SPEED_M_S, UNPROVEN_TOOL_SPEED_M_S)
    return controller_settings(circumstances, replace(settings, tool_speed=tool_speed))
