"""The reference of a payload, the arm without it: the user's choice, and offers of earlier visits. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.visit.payload_runs import PENDANT, PayloadRun, RecordedRun, RunsTogether, newest, recorded_runs
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION
from core.monitor import Monitor
from core.payload.result import Reference, ReferenceKind
from core.recording import Quantity, Recording
from core.stamp import Clock, utc_now

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit

REFERENCE_CHOICE = "payload-reference"
"""Name under which a visit keeps the choice."""


@dataclass(frozen=True)
class ReferenceChoice:
    """The unloaded arm: ``recordings`` of this visit or of the file ``visit``, or the model with this key.

    ``measured`` are the unloaded recordings of this visit at the time of the choice; later ones replace it.
    """

    kind: ReferenceKind
    recordings: tuple[str, ...] = ()
    visit: str = ""
    model: str = ""
    measured: tuple[str, ...] = ()

    @property
    def revision(self) -> str:
        """Text that changes with the reference."""
        return _revision(self.kind, self.recordings, visit=self.visit, model=self.model)


@dataclass(frozen=True)
class OfferedReference:
    """An earlier visit whose unloaded sweeps can be the reference.

    ``age_s`` is the age of the sweeps, NaN if unknown; ``temperature`` the mean of all joints, K, NaN if
    unknown; ``missing`` the numbers of the sweeps of its plan that were never finished.
    """

    visit: str
    recordings: tuple[str, ...]
    serial: str
    recorded_at: str
    age_s: float
    temperature: float
    missing: tuple[int, ...] = ()


def reference_revision(reference: Reference | None) -> str:
    """Revision of the reference of a result; empty if it has none."""
    if reference is None:
        return ""
    return _revision(reference.kind, reference.recordings, visit=reference.visit, model=reference.model)


def measured_in(runs: Sequence[RecordedRun]) -> RunsTogether:
    """The newest unloaded sweeps among the runs of a visit; empty without any."""
    return newest(runs, PayloadRun.UNLOADED)


def reference_of(chosen: ReferenceChoice | None, runs: Sequence[RecordedRun]) -> ReferenceChoice | None:
    """The reference: sweeps measured after the user's choice, else the choice; None without both."""
    measured = measured_in(runs).labels
    if measured and (chosen is None or not set(measured) <= set(chosen.measured)):
        return ReferenceChoice(ReferenceKind.THIS_VISIT, measured, measured=measured)
    return chosen


def stored_choice(visit: "Visit") -> ReferenceChoice | None:
    """The user's choice of reference in a visit; None without one."""
    return visit.settings(REFERENCE_CHOICE, ReferenceChoice)


def keep_reference(monitor: Monitor, *, path: Path, choice: ReferenceChoice) -> ReferenceChoice:
    """Store a choice in the visit; a choice of a model without key means the newest.

    Raises
    ------
    BadRequest
        ``payload-without-model`` if the visit has no model.
    """
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        if choice.kind is ReferenceKind.MODEL and not choice.model:
            stored = visit.results(IDENTIFICATION)
            if not stored:
                raise BadRequest("payload-without-model")
            choice = replace(choice, model=stored[-1].key)
        choice = replace(choice, measured=measured_in(recorded_runs(visit)).labels)
        visit.put_settings(REFERENCE_CHOICE, choice)
    return choice


def look_at_earlier_visit(
    monitor: Monitor, *, path: Path, serial: str, joint_count: int, now: Clock = utc_now
) -> OfferedReference:
    """Reference that an earlier visit offers to an arm; its serial number may be empty.

    Raises
    ------
    BadRequest
        ``earlier-visit-without-sweeps``, or ``earlier-visit-other-arm`` with both serial numbers.
    """
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        runs = measured_in(recorded_runs(visit))
        if not runs.runs:
            raise BadRequest("earlier-visit-without-sweeps", file=path.name)
        last = runs.runs[-1]
        recordings = [visit.recording(label) for label in runs.labels]
        _check_arm(recordings[0].joint_count, last.serial, joint_count, serial, file=path.name)
        return OfferedReference(
            str(path),
            runs.labels,
            last.serial,
            last.recorded_at,
            age_s=_age_s(last.recorded_at, now),
            temperature=_temperature(recordings),
            missing=_missing(visit, runs),
        )


def _check_arm(joints: int, serial: str, wanted_joints: int, wanted: str, *, file: str) -> None:
    if joints != wanted_joints or (wanted and serial and serial != wanted):
        raise BadRequest("earlier-visit-other-arm", file=file, serial=serial or "–", wanted=wanted or "–")


def _revision(kind: ReferenceKind, recordings: Sequence[str], *, visit: str, model: str) -> str:
    if kind is ReferenceKind.MODEL:
        return f"{kind} {model}"
    where = Path(visit).stem if kind is ReferenceKind.EARLIER_VISIT else ""
    return f"{kind} {where} {','.join(sorted(recordings))}"


def _missing(visit: "Visit", runs: RunsTogether) -> tuple[int, ...]:
    from core.payload.plan import PayloadPlan

    if runs.runs[-1].plan == PENDANT:
        return ()  # nothing was planned
    plan = visit.result(runs.runs[-1].plan, PayloadPlan)
    return tuple(sweep.number for sweep in plan.sweeps if sweep.number not in runs.done)


def _age_s(recorded_at: str, now: Clock) -> float:
    try:
        then = datetime.fromisoformat(recorded_at)
    except ValueError:
        return float("nan")
    age = (now() - then).total_seconds()
    return age if age >= 0.0 else float("nan")  # a negative age: one of the clocks was wrong


def _temperature(recordings: Sequence[Recording]) -> float:
    measured = [
        np.asarray(recording.columns[Quantity.TEMPERATURE][:], dtype=np.float64)
        for recording in recordings
        if Quantity.TEMPERATURE in recording.columns
    ]
    finite = np.concatenate([np.empty(0), *(values[np.isfinite(values)] for values in measured)])
    return float(finite.mean()) if finite.size else float("nan")


@dataclass(frozen=True)
class AskedReference:
    """A wanted reference: ``labels`` of unloaded recordings, in the file ``visit`` if one is named.

    With ``use_model`` it is the identified model with the key ``model``, the newest for an empty key.
    ``like`` is the plan of the payload's sweeps, which the reference should have made too.
    """

    labels: tuple[str, ...] = ()
    visit: Path | None = None
    use_model: bool = False
    model: str = ""
    like: "PayloadPlan | None" = None
