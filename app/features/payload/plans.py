"""Payload sweeps that are asked for, and those planned before: the payload repeats its reference. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.payload_reference import AskedReference
from app.visit.payload_runs import (
    PAYLOAD_PLAN,
    PayloadRun,
    plan_key,
    recorded_runs,
    together,
)
from core.bounds import Count
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor
from core.payload.plan import PayloadMode, PayloadPlan, PayloadPlanSettings
from core.payload.settings import KnownLoad
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.payload.result import PayloadEstimate, PayloadResult
    from core.recording import Recording
    from core.storage.visit import Visit


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
