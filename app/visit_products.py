"""Which products a visit shows by itself: its file, what is chosen, the model that is shown. No Qt."""

from app.run_choice import RunChoice
from app.visit_progress import (
    check_made,
    compensation_made,
    elasticity_made,
    excitation_made,
    payload_made,
    revision_of,
    stiffness_made,
    verification_made,
)
from app.work.reference_choice import reference_revision
from app.work.summaries import VisitSummary
from core.payload.result import PayloadResult
from core.workflow import Made, Product


def products_of(
    summary: VisitSummary | None,
    *,
    choice: RunChoice,
    model: Made | None,
    created_at: str,
    report: Made | None,
    payload: PayloadResult | None = None,
) -> dict[str, Made]:
    """Each product with what it was made from.

    ``model`` is the one that is shown, made at ``created_at``; ``report`` the one that was written last;
    ``payload`` the newest of the visit.
    """
    found = {} if summary is None else _in_file(summary, model=model, created_at=created_at)
    if summary is not None:
        found |= _payload(summary, payload)
    if choice.fit:
        found[Product.CHOICE] = Made(choice.revision)
    if model is not None:
        found[Product.MODEL] = model
    if report is not None:
        found[Product.REPORT] = report
    return found


def _in_file(summary: VisitSummary, *, model: Made | None, created_at: str) -> dict[str, Made]:
    """What the visit's file holds; a result that an older model led to is made from that one."""

    def made_from(led_to_it: str) -> str:
        return model.revision if model is not None and created_at == led_to_it else led_to_it

    found: dict[str, Made] = {}
    if summary.check_label:
        found[Product.CHECK] = check_made(summary.check_label, power_on=summary.check_power_on)
    if summary.sweeps_key:
        found[Product.FRICTION] = Made(summary.sweeps_key)
    found |= excitation_made(summary.plan_key, run=summary.run_key, of=summary.run_plan)
    found |= _recorded(summary)
    if summary.verification_key:
        judged = made_from(summary.verified_model)
        found[Product.VERIFICATION] = verification_made(summary.verification_key, model=judged)
    if summary.twist_key:
        found[Product.ELASTICITY] = elasticity_made(summary.twist_key, model=made_from(summary.twist_model))
    return found | _stiffness(summary)


def _stiffness(summary: VisitSummary) -> dict[str, Made]:
    """What the whole arm gives, and a tool that was brought back by it."""
    found: dict[str, Made] = {}
    if summary.stiffness_key:
        found[Product.STIFFNESS] = stiffness_made(summary.stiffness_key, twist=summary.stiffness_twist)
    if summary.compensation_key:
        by = summary.compensation_stiffness
        found[Product.COMPENSATION] = compensation_made(summary.compensation_key, stiffness=by)
    return found


def _payload(summary: VisitSummary, payload: PayloadResult | None) -> dict[str, Made]:
    """What the payload is compared with, and what was found."""
    found: dict[str, Made] = {}
    if summary.payload_reference is not None:
        found[Product.PAYLOAD_REFERENCE] = Made(summary.payload_reference.revision)
    if summary.payload_key:
        reference = reference_revision(payload.reference if payload is not None else None)
        found[Product.PAYLOAD] = payload_made(summary.payload_key, reference=reference)
    return found


def _recorded(summary: VisitSummary) -> dict[str, Made]:
    """What a model can be made of, and load steps."""
    labels = {
        Product.RECORDINGS: [one.label for one in summary.recordings if one.makes_model],
        Product.LOAD_STEPS: [one.label for one in summary.recordings if one.is_load_steps],
    }
    return {product: Made(revision_of(found)) for product, found in labels.items() if found}
