"""The sweeps for a payload in a visit: load on the flange, plan, finished and missing sweeps. No Qt.

A run notes these in an event at the begin of its recording.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import BadFile, BadRequest, Fact
from core.monitor import Monitor
from core.payload.settings import KnownLoad
from core.recording import Event

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
