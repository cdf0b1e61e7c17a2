"""Identifying the model of the open visit from its chosen recordings, as its page asks for it."""

from app.features.identification.tasks import identify_model, keep_part
from app.jobs.messages import MessageBus
from app.jobs.runner import Job
from app.jobs.task import Task
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.visit.run_choice import RunChoice
from app.visit.visit_jobs import WRITE_GRACE_S
from core.identification.result import IdentificationResult


def identify(visit: OpenVisit, bus: MessageBus) -> Job[IdentificationResult]:
    """Identify from the chosen recordings, and store the model, or the best one so far, in the visit.

    The job's ``kept`` carries the best model so far.
    """
    choice = visit.choice
    job = visit.do(
        Task(
            identify_model,
            path=visit.path,
            fit=choice.fit,
            validate=choice.validate,
            settings=choice.settings,
            resume=visit.result if visit.can_go_on else None,
        ),
        tr("Identifying"),
    )
    job.succeeded.connect(lambda result: visit.take_model(result, choice))
    job.cancelled.connect(lambda best: keep_best(visit, bus, best, choice))
    return job


def keep_best(visit: OpenVisit, bus: MessageBus, best: object, choice: RunChoice) -> None:
    """Keep the best model of an identification that was stopped, so that it can go on another day."""
    if not isinstance(best, IdentificationResult):
        bus.show(tr("Stopped. Nothing was changed."))
        return
    visit.take_model(best, choice, is_partial=True)
    visit.look_beside(Task(keep_part, path=visit.path, result=best), grace_s=WRITE_GRACE_S)
    bus.show(
        tr("Stopped. The best model so far was kept."),
        tr("It was not judged on any recording. Identify can go on where it stopped."),
    )
