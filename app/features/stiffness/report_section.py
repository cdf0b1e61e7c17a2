"""The stiffness of the arm in the commissioning report."""

from typing import TYPE_CHECKING

from app.features.stiffness.report_tasks import StiffnessPaper, newest_stiffness_paper, paper_json
from app.guide.report_section import ContentLine, ReportSection
from app.paper.speech import tr
from app.speech.language import translate
from core.workflow import Product

if TYPE_CHECKING:
    from app.visit.summaries import VisitSummary


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine | None:
    if not summary.key(Product.STIFFNESS):
        return None
    words = translate("ReportContents", "Stiffness of the whole arm under a load.")
    return ContentLine(is_there=True, sentence=words)


SECTION = ReportSection[StiffnessPaper](
    "stiffness",
    newest_stiffness_paper,
    title=lambda: tr("Stiffness of the whole arm"),
    present=lambda paper, _model: paper.shown(),
    document=lambda paper, robot: {"stiffness": None if paper is None else paper_json(paper, robot)},
    line=_line,
)
