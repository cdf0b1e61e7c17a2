"""A payload from recordings of the open visit, or again from its sweeps, as its pages ask for it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.features.payload.tasks import analyse_logs, analyse_payload
from app.guide.page import Page
from app.guide.recordings_button import RecordingsButton
from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import listed, translate
from app.visit.open_visit import OpenVisit
from app.visit.stored_products import Stored
from core.payload.methods import PayloadOfLogs
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import PayloadSettings, SweepKey

if TYPE_CHECKING:
    from app.arm.procedure import Outcome


def payload_from_recordings(
    page: Page, visit: OpenVisit, show: Callable[["Outcome"], None]
) -> RecordingsButton:
    """The button of a page that computes the payload from recordings, with and without the payload.

    The chosen reference counts as unloaded too, where it consists of recordings of this visit.
    """

    def find(labels: Sequence[str]) -> Task[PayloadOfLogs]:
        summary = visit.summary
        reference = None if summary is None else summary.payload_reference
        has_own = reference is not None and reference.kind is ReferenceKind.THIS_VISIT
        unloaded = reference.recordings if reference is not None and has_own else ()
        return Task(analyse_logs, visit=visit.path, labels=tuple(labels), unloaded=unloaded)

    def arrived(outcome: "Outcome") -> None:
        assert isinstance(outcome.found, PayloadOfLogs)
        visit.payloads.take_found(outcome.found.result)
        show(outcome)

    words = translate("PayloadFromRecordings", "Payload")
    return RecordingsButton(page, visit, purpose=words, find=find, show=arrived)


def roles_words(found: PayloadOfLogs) -> str:
    """The recordings without and with the payload, in a sentence."""
    words = translate("PayloadFromRecordings", "Without the payload: {unloaded}. With it: {loaded}.")
    return words.format(unloaded=listed(found.unloaded), loaded=listed(found.loaded))


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
