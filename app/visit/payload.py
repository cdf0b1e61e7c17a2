"""The sweeps for a payload in a visit, and the reference: the arm without the payload. No Qt.

A run notes load on the flange, plan, finished and missing sweeps in an event at the begin of its recording.
The reference is the user's choice, among offers of earlier visits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import BadFile, BadRequest, Fact
from core.identification.result import IDENTIFICATION
from core.monitor import Monitor
from core.payload.result import Reference, ReferenceKind
from core.payload.settings import KnownLoad
from core.recording import Event, Quantity, Recording
from core.stamp import Clock, utc_now

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.storage.recordings import RecordingAbout
    from core.storage.visit import Visit

PAYLOAD_PLAN = "payload-plan"
"""Kind of the plans among the results of a visit."""
PENDANT = "pendant"
"""Stands for the plan of a run in which somebody jogged the strokes; each ``SWEEP_DONE`` then has the facts
``joint`` (from 0) and ``pose`` (n,) rad of its sweep."""
PAYLOAD_RUN = "payload-run"
"""Code of the event that begins a run; facts ``load``, ``plan`` (its key), ``only`` (numbers of sweeps, empty
for all) and, for a known load, ``mass``, ``center``, ``mass_std``, ``center_std``."""
PAYLOAD_SWEEP = "payload-sweep"
"""Code of a sweep's motion; facts ``joint`` (from 0), ``orientation`` (from 1), ``way`` (±1), ``number`` and,
for one move of several, ``move`` (from 1)."""
SWEEP_DONE = "payload-sweep-done"
"""Code of the event after the last move of a sweep; fact ``number``."""
REFERENCE_CHOICE = "payload-reference"
"""Name under which a visit keeps the choice."""


class PayloadRun(StrEnum):
    """Load on the flange during a run."""

    UNLOADED = "unloaded"
    """No load: the reference."""
    LOADED = "loaded"
    """The payload to be measured."""
    KNOWN = "known"
    """A weighed load, which gives the scale of the drives and the stiffness of the gears."""


@dataclass(frozen=True)
class RecordedRun:
    """A run in a visit: ``plan`` is the key of its plan, ``done`` the numbers of the finished sweeps.

    ``only`` are the requested sweeps; empty for all.
    """

    label: str
    load: PayloadRun
    plan: str
    done: tuple[int, ...]
    only: tuple[int, ...] = ()
    planned: int = 0
    """Number of sweeps the plan has."""
    known: KnownLoad | None = None
    serial: str = ""
    power_on: str = ""
    recorded_at: str = ""


@dataclass(frozen=True)
class RunsTogether:
    """Runs of one measurement: the last run of all sweeps, and later runs that completed it."""

    runs: tuple[RecordedRun, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the recordings, the oldest first."""
        return tuple(run.label for run in self.runs)

    @property
    def done(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are finished in any of the runs."""
        return tuple(sorted({number for run in self.runs for number in run.done}))

    @property
    def known(self) -> KnownLoad | None:
        """The known load of the last run; None if it was not weighed."""
        return self.runs[-1].known if self.runs else None

    @property
    def planned(self) -> int:
        """Number of sweeps their plan has."""
        return self.runs[-1].planned if self.runs else 0


def run_facts(
    load: PayloadRun, *, plan: str, only: Sequence[int] = (), known: KnownLoad | None = None
) -> dict[str, Fact]:
    """Make the facts of the event ``PAYLOAD_RUN``."""
    facts: dict[str, Fact] = {"load": load.value, "plan": plan, "only": tuple(only)}
    if known is not None:
        facts.update(
            mass=known.mass, center=known.center, mass_std=known.mass_std, center_std=known.center_std
        )
    return facts


def recorded_runs(visit: "Visit") -> tuple[RecordedRun, ...]:
    """The runs of a visit, in the order in which they were added."""
    return tuple(_recorded_runs(visit))


def together(runs: Sequence[RecordedRun], load: PayloadRun, *, plan: str) -> RunsTogether:
    """The runs of the newest measurement with this load and this plan; empty without any.

    Runs of single sweeps complete the last one of all sweeps of the same plan.
    """
    fitting = [run for run in runs if run.load is load and run.plan == plan]
    first = max((place for place, run in enumerate(fitting) if not run.only), default=0)
    return RunsTogether(tuple(fitting[first:]))


def newest(runs: Sequence[RecordedRun], load: PayloadRun) -> RunsTogether:
    """The newest sweeps with this load among the runs of a visit; empty without any."""
    plan = next((run.plan for run in reversed(runs) if run.load is load), "")
    return together(runs, load, plan=plan) if plan else RunsTogether()


def keep_plan(monitor: Monitor, *, visit: Path, plan: "PayloadPlan") -> str:
    """Store a plan in a visit, unless an equal one is there; return its key."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        return plan_key(opened, plan) or opened.add_result(PAYLOAD_PLAN, plan)


def plan_key(visit: "Visit", plan: "PayloadPlan") -> str:
    """Key of an equal plan in a visit; empty without one."""
    from core.fields import to_json_value
    from core.payload.plan import PayloadPlan

    meant = to_json_value(plan)
    for entry in reversed(visit.results(PAYLOAD_PLAN)):
        if to_json_value(visit.result(entry.key, PayloadPlan)) == meant:
            return entry.key
    return ""


def check_sweeps(plan: "PayloadPlan", only: Sequence[int]) -> None:
    """Refuse sweeps that a plan does not have.

    Raises
    ------
    BadRequest
        ``payload-sweep-unknown`` with the number and the highest number of the plan.
    """
    known = [sweep.number for sweep in plan.sweeps]
    for number in only:
        if number not in known:
            raise BadRequest("payload-sweep-unknown", sweep=number, last=max(known))


def _recorded_runs(visit: "Visit") -> Iterator[RecordedRun]:
    counted: dict[str, int] = {}
    for label in visit.labels:
        about = visit.about(label)
        begun = next((event for event in about.events if event.code == PAYLOAD_RUN), None)
        if begun is not None:
            plan = str(begun.facts["plan"])
            if plan not in counted:
                counted[plan] = _planned(visit, plan)
            yield _recorded(label, about, begun, planned=counted[plan])


def _planned(visit: "Visit", plan: str) -> int:
    """Number of sweeps a plan has; 0 where it is lost, and the recordings are still to be seen."""
    from core.payload.plan import PayloadPlan

    try:
        return len(visit.result(plan, PayloadPlan).sweeps)
    except (BadRequest, BadFile):
        return 0


def _recorded(label: str, about: "RecordingAbout", begun: Event, *, planned: int) -> RecordedRun:
    facts, origin = begun.facts, about.origin
    done = {event.facts["number"]: None for event in about.events if event.code == SWEEP_DONE}
    return RecordedRun(
        label=label,
        load=PayloadRun(str(facts["load"])),
        plan=str(facts["plan"]),
        done=tuple(number for number in done if isinstance(number, int)),
        only=_numbers(facts.get("only", ())),
        planned=planned,
        known=_known(facts),
        serial=origin.serial,
        power_on=origin.power_on,
        recorded_at=origin.recorded_at,
    )


def _numbers(fact: Fact) -> tuple[int, ...]:
    return tuple(int(number) for number in fact) if isinstance(fact, tuple) else ()


def _known(facts: dict[str, Fact]) -> KnownLoad | None:
    center = facts.get("center")
    if not isinstance(center, tuple):
        return None
    x, y, z = (float(value) for value in center)
    mass, mass_std, center_std = (float(str(facts[name])) for name in ("mass", "mass_std", "center_std"))
    return KnownLoad(mass, (x, y, z), mass_std, center_std)


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
