"""The contents of a report before it is written: its chapters, and those that it will lack. No Qt."""

from collections.abc import Iterator

from app.guide.feature import sections
from app.guide.report_section import ContentLine
from app.speech.language import translate
from app.visit.summaries import VisitSummary
from core.workflow import Product


def _tr(text: str) -> str:
    return translate("ReportContents", text)


def report_contents(summary: VisitSummary | None, *, model_made: str) -> tuple[ContentLine, ...]:
    """Chapters in their order; ``model_made`` is the time stamp of the model, empty without one."""
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
    lines = (section.line(summary, model_made) for section in sections())
    yield from (line for line in lines if line is not None)


def _verification(summary: VisitSummary, model_made: str) -> ContentLine:
    if not summary.key(Product.VERIFICATION):
        return ContentLine(is_there=False, sentence=_tr("No verification yet: the report says so."))
    if summary.made_from(Product.VERIFICATION, Product.MODEL) != model_made:
        words = _tr("The verification was of another model: the report says that this one is not verified.")
        return ContentLine(is_there=False, sentence=words)
    return ContentLine(is_there=True, sentence=_tr("The verification: every joint against its limits."))
