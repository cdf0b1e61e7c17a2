"""Products of the open visit: from its file, the user's choice and the shown model. No Qt."""

from collections.abc import Mapping
from dataclasses import replace

from app.visit.payload_runs import PayloadRun, RunsTogether, newest
from app.visit.run_choice import RunChoice
from app.visit.steps import revision_of
from app.visit.summaries import VisitSummary
from core.payload.result import ReferenceKind
from core.workflow import Made, Product


def products_of(
    summary: VisitSummary | None,
    *,
    choice: RunChoice,
    model: Made | None,
    created_at: str,
    report: Made | None,
) -> dict[str, Made]:
    """Each product with the revisions of its sources.

    ``model`` is the shown model, created at ``created_at``; ``report`` the report that was written last.
    """
    found = {} if summary is None else _in_file(summary, model=model, created_at=created_at)
    if choice.fit:
        found[Product.CHOICE] = Made(choice.revision)
    if model is not None:
        found[Product.MODEL] = model
    if report is not None:
        found[Product.REPORT] = report
    return found


def _in_file(summary: VisitSummary, *, model: Made | None, created_at: str) -> dict[str, Made]:
    """Products in the visit's file; each names the revision of the model that it was made from."""
    shown = {} if model is None else {created_at: model.revision}
    found = {product: _made_from(made, shown) for product, made in summary.products.items()}
    labels = {
        Product.RECORDINGS: [one.label for one in summary.recordings if one.makes_model],
        Product.TORQUE_RAMPS: [one.label for one in summary.recordings if one.is_torque_ramps],
        Product.LOAD_STEPS: [one.label for one in summary.recordings if one.is_load_steps],
    }
    found |= {product: Made(revision_of(names)) for product, names in labels.items() if names}
    if (reference := summary.payload_reference) is not None:
        found[Product.PAYLOAD_REFERENCE] = Made(reference.revision)
        if reference.kind is ReferenceKind.THIS_VISIT:
            swept = newest(summary.payload_runs, PayloadRun.UNLOADED)
            found[Product.PAYLOAD_REFERENCE] = _swept(found[Product.PAYLOAD_REFERENCE], swept)
    if (payload := found.get(Product.PAYLOAD)) is not None:
        found[Product.PAYLOAD] = _swept(payload, newest(summary.payload_runs, PayloadRun.LOADED))
    return found


def _swept(made: Made, runs: RunsTogether) -> Made:
    return replace(made, done=len(runs.done), of=runs.planned)


def _made_from(made: Made, shown: Mapping[str, str]) -> Made:
    """Replace the creation time of the model among the sources by the revision of the shown model."""
    of = made.made_from.get(Product.MODEL)
    if of is None:
        return made
    return replace(made, made_from={**made.made_from, Product.MODEL: shown.get(of, of)})
