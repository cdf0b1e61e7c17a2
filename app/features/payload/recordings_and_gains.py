"""What a payload is worked out from: recordings of its sweeps, their reference, and the drive gains. No Qt.

Sweeps that this program ran name their load in an event; imported ones are recognised by their labels and
weighed masses.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.visit.payload import (
    PENDANT,
    AskedReference,
    PayloadRun,
    RunsTogether,
    plan_key,
    recorded_runs,
    together,
)
from app.visit.recordings import named_recordings
from app.visit.stored_products import newest
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.monitor import Monitor
from core.payload.result import Reference, ReferenceKind
from core.payload.settings import GainKnowledge, GainSource, identified_gains
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.model import geometry_of
from core.signals.mean_temperature import mean_temperature

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.payload.settings import KnownLoad
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


UNLOADED_LABEL, LOADED_LABEL = "payload-unloaded", "payload-loaded"
"""Default labels of recordings; those of repeats end in a number."""


@dataclass(frozen=True, eq=False)
class ChosenReference:
    """The reference: ``recordings`` by their names in the result, or a ``model``.

    ``earlier`` is the visit of the recordings where it is not the payload's own.
    """

    reference: Reference
    recordings: Mapping[str, Recording]
    model: IdentificationResult | None = None
    earlier: "Visit | None" = None


@contextmanager
def chosen_reference(
    visit: "Visit",
    robot: "RobotModel",
    *,
    asked: AskedReference,
    loaded: Sequence[Recording],
    monitor: Monitor,
) -> Iterator[ChosenReference]:
    """The requested reference, else the chosen one, else the nearest; an earlier visit stays open.

    Raises
    ------
    BadRequest
        ``unknown-recording``, ``unknown-result``, ``payload-reference-missing``,
        ``payload-reference-other-arm``, ``visits-of-other-robots``, ``visit-describes-robot-otherwise``.
    BadFile
        As ``Visit.open``.
    """
    from core.storage.opened_visit import named_visit
    from core.storage.visit import Visit

    asked = _remembered(visit, asked)
    if asked.visit is not None and named_visit(asked.visit) != visit.path:
        with Visit.open(asked.visit, recover=False) as earlier:
            _check_one_arm(visit, robot, earlier, loaded)
            labels = asked.labels or unloaded_recordings(earlier, like=asked.like)
            if not labels:
                raise BadRequest("payload-reference-missing", file=earlier.path.name)
            yield _of_recordings(earlier, labels, loaded, is_earlier=True, monitor=monitor)
        return
    own = () if asked.use_model else asked.labels or unloaded_recordings(visit, like=asked.like)
    if own:
        yield _of_recordings(visit, own, loaded, is_earlier=False, monitor=monitor)
    else:
        yield _of_model(visit, asked.model)


def _remembered(visit: "Visit", asked: AskedReference) -> AskedReference:
    """The request; without one, the reference that was chosen for this visit."""
    from app.visit.payload import recorded_runs, reference_of, stored_choice

    if asked.labels or asked.visit is not None or asked.use_model:
        return asked
    chosen = reference_of(stored_choice(visit), recorded_runs(visit))
    if chosen is None or chosen.kind is ReferenceKind.THIS_VISIT:
        return asked
    if chosen.kind is ReferenceKind.MODEL:
        return replace(asked, use_model=True, model=chosen.model)
    return replace(asked, labels=chosen.recordings, visit=Path(chosen.visit))


def _of_recordings(
    visit: "Visit", labels: Sequence[str], loaded: Sequence[Recording], *, is_earlier: bool, monitor: Monitor
) -> ChosenReference:
    recordings = list(named_recordings(visit, labels).values())
    _check_serials(recordings, loaded, file=visit.path.name)
    reference = Reference(
        ReferenceKind.EARLIER_VISIT if is_earlier else ReferenceKind.THIS_VISIT,
        tuple(labels),
        visit=visit.path.stem if is_earlier else "",
        age_s=_age(recordings, loaded),
        warmer_by=_warmer_by(recordings, loaded, monitor),
    )
    name = f"{visit.path.stem}/{{}}" if is_earlier else "{}"
    by_name = {name.format(one.label): one for one in recordings}
    return ChosenReference(reference, by_name, earlier=visit if is_earlier else None)


def _of_model(visit: "Visit", key: str) -> ChosenReference:
    known = tuple(entry.key for entry in visit.results(IDENTIFICATION))
    if not known:
        raise BadRequest("payload-reference-missing", file=visit.path.name)
    if key and key not in known:
        raise BadRequest("unknown-result", key=key, keys=known)
    chosen = key or known[-1]
    model = visit.result(chosen, IdentificationResult)
    return ChosenReference(Reference(ReferenceKind.MODEL, model=chosen), {}, model)


def _check_one_arm(
    visit: "Visit", robot: "RobotModel", earlier: "Visit", loaded: Sequence[Recording]
) -> None:
    """Refuse another kind of arm, and another arm of its kind."""
    from app.visit.recordings import robot_of

    other = robot_of(earlier)
    names = {"first": earlier.path.stem, "second": visit.path.stem}
    if other.name != robot.name:
        raise BadRequest("visits-of-other-robots", before=other.name, after=robot.name, **names)
    if geometry_of(other) != geometry_of(robot):
        raise BadRequest("visit-describes-robot-otherwise", robot=robot.name, **names)
    _check_serials([earlier.recording(label) for label in earlier.labels], loaded, file=earlier.path.name)


def _check_serials(reference: Sequence[Recording], loaded: Sequence[Recording], *, file: str) -> None:
    serials = {one.origin.serial for one in reference if one.origin.serial}
    arms = {one.origin.serial for one in loaded if one.origin.serial}
    if serials and arms and not serials & arms:  # unknown serial numbers are a reason later, not a refusal
        raise BadRequest("payload-reference-other-arm", file=file, reference=min(serials), arm=min(arms))


def _age(reference: Sequence[Recording], loaded: Sequence[Recording]) -> float:
    """Time from the newest reference recording to the oldest loaded one, s; NaN where unknown."""
    from core.signals.trend_line import moment_of

    before = [moment_of(one.origin.recorded_at) for one in reference]
    after = [moment_of(one.origin.recorded_at) for one in loaded]
    known = [moment for moment in before if moment is not None]
    later = [moment for moment in after if moment is not None]
    return (min(later) - max(known)).total_seconds() if known and later else float("nan")


def _warmer_by(reference: Sequence[Recording], loaded: Sequence[Recording], monitor: Monitor) -> float:
    """Temperature of the joints with the payload minus that in the reference, K; NaN where unknown."""
    before, after = mean_temperature(reference, monitor), mean_temperature(loaded, monitor)
    return after - before if before is not None and after is not None else float("nan")


def loaded_recordings(visit: "Visit") -> tuple[str, ...]:
    """Labels of the newest sweeps with a payload of unknown mass."""
    ran = _newest(visit, PayloadRun.LOADED).labels
    return ran or _labelled(visit, LOADED_LABEL, weighed=None)


def unloaded_recordings(visit: "Visit", *, like: "PayloadPlan | None" = None) -> tuple[str, ...]:
    """Labels of the sweeps with nothing on the flange: those of the plan ``like``, else the newest."""
    key = "" if like is None else plan_key(visit, like)
    ran = together(recorded_runs(visit), PayloadRun.UNLOADED, plan=key) if key else RunsTogether()
    newest = ran if ran.runs else _newest(visit, PayloadRun.UNLOADED)
    return newest.labels or _labelled(visit, UNLOADED_LABEL, weighed=0.0)


def known_recordings(visit: "Visit", *, like: "PayloadPlan | None") -> tuple[tuple[str, "KnownLoad"], ...]:
    """Labels of the sweeps of a plan with a load that was weighed, and that load."""
    key = "" if like is None else plan_key(visit, like)
    if not key:
        return ()
    runs = together(recorded_runs(visit), PayloadRun.KNOWN, plan=key).runs
    return tuple((run.label, run.known) for run in runs if run.known is not None)


def plan_of_recordings(visit: "Visit", labels: tuple[str, ...]) -> "PayloadPlan | None":
    """The plan of the first of these recordings that followed one; None where none did."""
    from core.payload.plan import PayloadPlan

    known = {entry.key for entry in visit.results()}
    keys = [run.plan for run in recorded_runs(visit) if run.label in labels and run.plan in known]
    return visit.result(keys[0], PayloadPlan) if keys else None


def repeats_of(visit: "Visit") -> tuple[str, ...]:
    """Labels of the runs that measured single sweeps again, or completed a run that was stopped.

    Jogged sweeps only add to those before.
    """
    return tuple(run.label for run in recorded_runs(visit) if run.only and run.plan != PENDANT)


def _newest(visit: "Visit", load: PayloadRun) -> RunsTogether:
    runs = recorded_runs(visit)
    plan = next((run.plan for run in reversed(runs) if run.load is load), None)
    return RunsTogether() if plan is None else together(runs, load, plan=plan)


def _labelled(visit: "Visit", beginning: str, *, weighed: float | None) -> tuple[str, ...]:
    """Labels of recordings from imported files, by the beginning of the label and the weighed mass."""
    named = [visit.recording(label) for label in visit.labels if label.startswith(beginning)]
    return tuple(recording.label for recording in named if recording.payload_mass == weighed)


@dataclass(frozen=True, eq=False)
class GainsInUse:
    """``drive_gain`` (n,) N·m/A, None for those of the description, and their uncertainty."""

    knowledge: GainKnowledge
    drive_gain: FloatArray | None = None


def gains_in_use(
    requested: str, *, robot: "RobotModel", recordings: Sequence[Recording], visits: Sequence["Visit"]
) -> GainsInUse:
    """The requested gains; without a request, the best known ones.

    Parameters
    ----------
    requested
        ``manufacturer``, ``identified``, ``exact``, ``unknown``, a file's path, or empty: torques of
        sensors are exact; else identified gains of the first visit that has some, else those of the
        description, else unknown.
    recordings
        Recordings from which the payload is computed.

    Raises
    ------
    BadRequest
        ``payload-gains-not-identified``.
    BadFile
        As ``read_gains``.
    """
    count = len(robot.joints)
    if requested and requested not in set(GainSource):
        return _from_file(Path(requested), robot)
    source = GainSource(requested) if requested else _best(robot, recordings, visits)
    if source is GainSource.IDENTIFIED:
        return _identified(robot, visits)
    made = {
        GainSource.EXACT: GainKnowledge.exact,
        GainSource.MANUFACTURER: GainKnowledge.manufacturer,
        GainSource.UNKNOWN: GainKnowledge.unknown,
    }
    return GainsInUse(made[source](count))


def _best(robot: "RobotModel", recordings: Sequence[Recording], visits: Sequence["Visit"]) -> GainSource:
    from core.identification.gains.result import DRIVE_GAINS

    if recordings and all(one.torque_kind is TorqueKind.LINK_SENSOR for one in recordings):
        return GainSource.EXACT  # sensors measure torque: no gain lies between
    if any(visit.results(DRIVE_GAINS) for visit in visits):
        return GainSource.IDENTIFIED
    in_current = any(Quantity.TORQUE not in one.columns for one in recordings)
    is_open = in_current and robot.drive_gain is None
    return GainSource.UNKNOWN if is_open else GainSource.MANUFACTURER


def _identified(robot: "RobotModel", visits: Sequence["Visit"]) -> GainsInUse:
    from core.errors import BadRequest
    from core.identification.gains.result import DRIVE_GAINS, DriveGains

    for visit in visits:
        if (found := newest(visit, DRIVE_GAINS, DriveGains)) is not None:
            gains, knowledge = identified_gains(
                found.drive_gain, found.covariance, described=robot.drive_gain
            )
            return GainsInUse(knowledge, gains)
    raise BadRequest("payload-gains-not-identified")


def _from_file(path: Path, robot: "RobotModel") -> GainsInUse:
    """The gains of a file; without a covariance they count as those of a data sheet."""
    from core.exchange.gains_file import read_gains

    count = len(robot.joints)
    read = read_gains(path, joint_count=count)
    if read.covariance is not None:
        gains, knowledge = identified_gains(read.drive_gain, read.covariance, described=robot.drive_gain)
        return GainsInUse(knowledge, gains)
    described = np.full(count, np.nan) if robot.drive_gain is None else robot.drive_gain
    gains = np.where(np.isfinite(read.drive_gain), read.drive_gain, described)
    return GainsInUse(GainKnowledge.manufacturer(count), gains)
