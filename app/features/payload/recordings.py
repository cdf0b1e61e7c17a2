"""Recordings of payload sweeps in a visit: loaded, unloaded, with a known load. No Qt.

Sweeps that this program ran name their load in an event; imported ones are recognised by their labels and
weighed masses.
"""

from typing import TYPE_CHECKING

from app.visit.payload_runs import PENDANT, PayloadRun, RunsTogether, plan_key, recorded_runs, together

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.payload.settings import KnownLoad
    from core.storage.visit import Visit

UNLOADED_LABEL, LOADED_LABEL = "payload-unloaded", "payload-loaded"
"""Default labels of recordings; those of repeats end in a number."""


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
