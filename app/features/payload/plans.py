"""Sweeps that were planned before: those of the reference, which the payload's have to be too. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.payload_runs import (
    PAYLOAD_PLAN,
    PayloadRun,
    RecordedRun,
    plan_key,
    recorded_runs,
    together,
)
from core.errors import BadRequest
from core.monitor import Monitor
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan, PayloadPlanSettings
    from core.payload.result import PayloadResult
    from core.storage.visit import Visit


class PlanSource(StrEnum):
    """Where the sweeps come from."""

    PLANNED = "planned"
    """From where the arm stands now."""
    GIVEN = "given"
    THIS_VISIT = "this-visit"
    EARLIER_VISIT = "earlier-visit"


@dataclass(frozen=True, eq=False)
class FoundPlan:
    """A plan, and where it comes from."""

    plan: "PayloadPlan"
    source: PlanSource


@dataclass(frozen=True, eq=False)
class _StoredPlan:
    """A plan of a visit, and what was on the flange in its runs."""

    key: str
    plan: "PayloadPlan"
    loads: frozenset[PayloadRun]


def find_plan(  # noqa: PLR0913  # each is said on its own
    robot: RobotModel,
    settings: "PayloadPlanSettings",
    *,
    load: PayloadRun,
    given: "PayloadPlan | None" = None,
    must_exist: bool = False,
    visit: Path | None = None,
    reference_visit: Path | None = None,
    use_model: bool = False,
    serial: str = "",
) -> FoundPlan | None:
    """The sweeps that have to be run; None where nothing says so and new ones may be planned.

    A payload's sweeps are those of its reference, whatever the settings; a reference is swept anew
    with other settings.

    Raises
    ------
    BadRequest
        ``payload-plan-missing`` with the file, ``payload-plan-other-arm``, and what ``Visit.open`` raises.
    """
    if given is not None:
        _check_arm(given, robot)
        return FoundPlan(given, PlanSource.GIVEN)
    own = _stored(visit, serial="", robot=robot) if visit is not None and visit.exists() else ()
    if must_exist:
        chosen = _last_run(own, load)
        if chosen is None:
            raise BadRequest("payload-plan-missing", file=str(visit))
        return FoundPlan(chosen.plan, PlanSource.THIS_VISIT)
    if load is not PayloadRun.UNLOADED and reference_visit is not None and not use_model:
        earlier = _reference(_stored(reference_visit, serial=serial, robot=robot), settings)
        if earlier is None:
            raise BadRequest("payload-plan-missing", file=str(reference_visit))
        return FoundPlan(earlier.plan, PlanSource.EARLIER_VISIT)
    chosen = _chosen(own, settings, load=load, use_model=use_model)
    return None if chosen is None else FoundPlan(chosen.plan, PlanSource.THIS_VISIT)


def done_before(found: FoundPlan, load: PayloadRun, *, visit: Path | None) -> tuple[int, ...]:
    """Numbers of the sweeps with that on the flange that a visit has already."""
    from core.storage.visit import Visit

    if visit is None or not visit.exists():
        return ()
    with Visit.open(visit, recover=False) as opened:
        key = plan_key(opened, found.plan)
        return together(recorded_runs(opened), load, plan=key).done if key else ()


def payload_of_runs(
    monitor: Monitor,
    *,
    visit: Path,
    plan: str,
    wanted: bool,
    reference_visit: Path | None = None,
    use_model: bool = False,
) -> "PayloadResult | None":
    """The payload from the last runs of a plan; None without payload or anything to compare it with.

    Parameters
    ----------
    plan
        Its key.
    wanted
        False: only where nothing was worked out before.

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
        return analyse_payload(
            visit=visit,
            loaded=loaded.labels,
            reference_visit=reference_visit,
            use_model=use_model,
            monitor=monitor,
        )
    except BadRequest as error:
        if error.code == "payload-reference-missing" and reference_visit is None and not use_model:
            return None  # the reference may come later
        raise


def _stored(path: Path, *, serial: str, robot: RobotModel) -> tuple[_StoredPlan, ...]:
    """The plans of a visit with their runs, in the order in which they ran."""
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as opened:
        _check_serial(opened, serial, robot)
        runs = recorded_runs(opened)
        places = {run.plan: place for place, run in enumerate(runs)}
        entries = sorted(opened.results(PAYLOAD_PLAN), key=lambda entry: places.get(entry.key, -1))
        plans = [
            _StoredPlan(entry.key, opened.result(entry.key, PayloadPlan), _loads(runs, entry.key))
            for entry in entries
        ]
    for stored in plans:
        _check_arm(stored.plan, robot)
    return tuple(plans)


def _loads(runs: Sequence[RecordedRun], key: str) -> frozenset[PayloadRun]:
    return frozenset(run.load for run in runs if run.plan == key and run.done)


def _check_serial(visit: "Visit", serial: str, robot: RobotModel) -> None:
    """Refuse an earlier visit to another arm."""
    from core.robot.toml_format import parse_toml

    if not serial:
        return
    described = parse_toml(visit.robot_toml, file=str(visit.path))
    if described.joint_names != robot.joint_names or described.name != robot.name:
        raise BadRequest("payload-plan-other-arm", expected=robot.name, found=described.name)
    serials = (visit.recording(label).origin.serial for label in visit.labels)
    found = next(filter(None, serials), "")
    if found and found != serial:
        raise BadRequest("payload-plan-other-arm", expected=serial, found=found)


def _check_arm(plan: "PayloadPlan", robot: RobotModel) -> None:
    for sweep in plan.sweeps:
        if sweep.pose.shape != (robot.joint_count,):
            found = f"{sweep.pose.size} joints"
            raise BadRequest("payload-plan-other-arm", expected=f"{robot.joint_count} joints", found=found)


def _last_run(stored: Sequence[_StoredPlan], load: PayloadRun) -> _StoredPlan | None:
    """The plan that ran last with that on the flange, else the last one."""
    return next((each for each in reversed(stored) if load in each.loads), stored[-1] if stored else None)


def _reference(stored: Sequence[_StoredPlan], settings: "PayloadPlanSettings") -> _StoredPlan | None:
    """The plan of the last unloaded run, of the same mode where there is one."""
    unloaded = [each for each in stored if PayloadRun.UNLOADED in each.loads]
    alike = [each for each in unloaded if each.plan.settings.mode is settings.mode]
    return next(reversed(alike or unloaded), None)


def _chosen(
    stored: Sequence[_StoredPlan], settings: "PayloadPlanSettings", *, load: PayloadRun, use_model: bool
) -> _StoredPlan | None:
    """Of a visit's own plans."""
    if load is PayloadRun.UNLOADED:
        waiting = [each for each in stored if each.loads and PayloadRun.UNLOADED not in each.loads]
        if waiting:  # the payload was swept first
            return waiting[-1]
    elif not use_model and (reference := _reference(stored, settings)) is not None:
        return reference
    same = [each for each in stored if each.plan.settings == settings]
    return same[-1] if same else None
