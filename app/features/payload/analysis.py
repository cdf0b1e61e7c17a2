"""Working a payload out again from the sweeps of the open visit, as its page asks for it."""

from collections.abc import Sequence
from pathlib import Path

from app.features.payload.tasks import analyse_payload
from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import translate
from app.visit.open_visit import OpenVisit
from app.visit.payload_reference import AskedReference
from app.visit.payload_runs import PayloadRun, together
from app.visit.stored_products import Stored
from app.visit.summaries import VisitSummary
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import Directions, KnownLoad, PayloadMethod, SweepKey


def _tr(text: str) -> str:
    return translate("VisitPayload", text)


def analyse_again(
    visit: OpenVisit,
    *,
    leave_out: Sequence[SweepKey] = (),
    method: PayloadMethod | None = None,
    directions: Directions | None = None,
    gains: str = "",
) -> Job[Stored[PayloadResult]]:
    """Work the payload out anew from its sweeps; the result is in the visit afterwards.

    What is None stays as it was. ``kept`` of the job tells of each step, ``succeeded`` of the result.
    """
    assert visit.summary is not None
    payloads = visit.payloads
    before = payloads.result.settings if payloads.result is not None else None
    loaded = payloads.result.recordings if payloads.result is not None else ()
    asked = _reference(visit.summary)
    job = visit.find(
        Task(
            analyse_payload,
            visit=visit.path,
            loaded=loaded or _loaded(visit.summary),
            known=_known(visit.summary),
            unloaded=asked.labels,
            reference_visit=asked.visit,
            use_model=asked.use_model,
            model=asked.model,
            leave_out=tuple(leave_out),
            method=method or (before.method if before else PayloadMethod.JOINT),
            directions=directions or (before.directions if before else Directions.BOTH),
            gains=gains,
        ),
        _tr("Working out the payload"),
        then=payloads.take_found,
    )
    job.kept.connect(visit.payload_kept)
    return job


def _reference(summary: VisitSummary) -> AskedReference:
    """What the payload is compared with."""
    reference = summary.payload_reference
    if reference is None:
        return AskedReference()
    if reference.kind is ReferenceKind.MODEL:
        return AskedReference(use_model=True, model=reference.model)
    earlier = Path(reference.visit) if reference.kind is ReferenceKind.EARLIER_VISIT else None
    return AskedReference(labels=reference.recordings, visit=earlier)


def _loaded(summary: VisitSummary) -> tuple[str, ...]:
    """The newest sweeps with the payload that belong together."""
    runs = summary.payload_runs
    plan = next((run.plan for run in reversed(runs) if run.load is PayloadRun.LOADED), "")
    return together(runs, PayloadRun.LOADED, plan=plan).labels if plan else ()


def _known(summary: VisitSummary) -> tuple[tuple[str, KnownLoad], ...]:
    """The newest sweeps with a load that was weighed."""
    runs = summary.payload_runs
    last = next((run for run in reversed(runs) if run.load is PayloadRun.KNOWN), None)
    if last is None:
        return ()
    found = together(runs, PayloadRun.KNOWN, plan=last.plan).runs
    return tuple((run.label, run.known) for run in found if run.known is not None)
