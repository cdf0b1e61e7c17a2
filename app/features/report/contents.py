"""What a report of a visit will tell, and what it will lack, line by line. No Qt."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.speech.language import translate
from app.visit.summaries import VisitSummary
from core.workflow import Product


def _tr(text: str) -> str:
    return translate("ReportContents", text)


@dataclass(frozen=True)
class ContentLine:
    """One chapter: whether it will be there, and a sentence on it."""

    is_there: bool
    sentence: str


def report_contents(summary: VisitSummary | None, *, model_made: str) -> tuple[ContentLine, ...]:
    """The chapters in their order; ``model_made`` is when the model was, empty without one."""
    if summary is None:
        return ()
    return tuple(_lines(summary, model_made))


def _lines(summary: VisitSummary, model_made: str) -> Iterator[ContentLine]:
    if not model_made:
        yield ContentLine(is_there=False, sentence=_tr("No model yet: identify one first."))
        return
    yield ContentLine(is_there=True, sentence=_tr("The model: parameters with ±, verdict and reasons."))
    yield _verification(summary, model_made)
    swept = bool(summary.key(Product.FRICTION))
    yield ContentLine(
        is_there=swept,
        sentence=_tr("Friction of each joint, from sweeps at steady speeds.")
        if swept
        else _tr("No friction sweeps yet: the friction will be that of the excitation alone."),
    )
    yield _twist(summary, model_made)
    weighed = bool(summary.key(Product.PAYLOAD))
    yield ContentLine(
        is_there=weighed,
        sentence=_tr("The payload that was measured.")
        if weighed
        else _tr("No payload was measured: the report says so."),
    )
    if summary.key(Product.STIFFNESS):
        yield ContentLine(is_there=True, sentence=_tr("How the whole arm gives under a load."))


def _verification(summary: VisitSummary, model_made: str) -> ContentLine:
    if not summary.key(Product.VERIFICATION):
        return ContentLine(is_there=False, sentence=_tr("No verification yet: the report says so."))
    if summary.made_from(Product.VERIFICATION, Product.MODEL) != model_made:
        words = _tr("The verification was of another model: the report says that this one is not verified.")
        return ContentLine(is_there=False, sentence=words)
    return ContentLine(is_there=True, sentence=_tr("The verification: every joint against its limits."))


def _twist(summary: VisitSummary, model_made: str) -> ContentLine:
    if not summary.key(Product.ELASTICITY):
        words = _tr("Nobody looked at the twist of the gears yet: the report leaves them out.")
        return ContentLine(is_there=False, sentence=words)
    if summary.made_from(Product.ELASTICITY, Product.MODEL) != model_made:
        words = _tr("How stiff, loose and worn each gear is, by the loads of another model.")
        return ContentLine(is_there=True, sentence=words)
    return ContentLine(is_there=True, sentence=_tr("How stiff, loose and worn each gear is."))
