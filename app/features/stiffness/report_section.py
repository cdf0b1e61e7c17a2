"""The stiffness of the arm in the commissioning report."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.features.stiffness.front import front_lines
from app.guide.report_section import ContentLine, ReportSection
from app.paper.speech import tr
from app.speech.language import translate
from core.workflow import Product

if TYPE_CHECKING:
    from app.features.stiffness.paper import StiffnessPaper
    from app.visit.summaries import VisitSummary
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _read(visit: "Visit") -> "StiffnessPaper | None":
    from app.features.stiffness.report_tasks import newest_stiffness_paper

    return newest_stiffness_paper(visit)


def _document(paper: "StiffnessPaper | None", robot: "RobotModel") -> Mapping[str, object]:
    from app.features.stiffness.report_tasks import paper_json

    return {"stiffness": None if paper is None else paper_json(paper, robot)}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine | None:
    if not summary.key(Product.STIFFNESS):
        return None
    words = translate("ReportContents", "Stiffness of the whole arm under a load.")
    return ContentLine(is_there=True, sentence=words)


SECTION = ReportSection["StiffnessPaper"](
    "stiffness",
    _read,
    title=lambda: tr("Stiffness of the whole arm"),
    present=lambda paper, _model: paper.shown(),
    document=_document,
    line=_line,
    front=front_lines,
)
