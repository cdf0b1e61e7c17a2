"""A payload computed again from the sweeps of the open visit, as its page asks for it."""

from collections.abc import Sequence

from app.features.payload.tasks import analyse_payload
from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import translate
from app.visit.open_visit import OpenVisit
from app.visit.stored_products import Stored
from core.payload.result import PayloadResult
from core.payload.settings import PayloadSettings, SweepKey


def analyse_again(visit: OpenVisit, *, leave_out: Sequence[SweepKey] = ()) -> Job[Stored[PayloadResult]]:
    """Compute the payload again without exactly the sweeps ``leave_out``; the visit then holds the result.

    Method, directions and loaded recordings stay those of the present result; the reference is the one
    that the visit names. ``kept`` of the job reports each step, ``succeeded`` the result.
    """
    payloads = visit.payloads
    before = payloads.result
    settings = PayloadSettings() if before is None else before.settings
    job = visit.find(
        Task(
            analyse_payload,
            visit=visit.path,
            loaded=() if before is None else before.recordings,
            settings=PayloadSettings(settings.method, settings.directions, tuple(leave_out)),
            count_replaced=True,
        ),
        translate("VisitPayload", "Working out the payload"),
        then=payloads.take_found,
    )
    job.kept.connect(visit.payload_kept)
    return job
