"""The drive gains in the commissioning report, where they were found."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.guide.report_section import ContentLine, ReportSection
from app.speech.language import tr, translate
from core.workflow import Product

if TYPE_CHECKING:
    from app.presentation import FrontLines, Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.gains.result import DriveGains
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _read(visit: "Visit") -> "DriveGains | None":
    from app.visit.stored_products import newest
    from core.identification.gains.result import DRIVE_GAINS, DriveGains

    return newest(visit, DRIVE_GAINS, DriveGains)


def _present(found: "DriveGains", _model: "IdentificationResult") -> "Presentation":
    from app.features.identification.gains_presentation import present_gains

    return present_gains(found)


def _document(found: "DriveGains | None", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_gains import gains_json

    return {"drive_gains": None if found is None else gains_json(found, reason_text=reason_text)}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine | None:
    if not summary.key(Product.GAINS):
        return None
    words = translate("ReportContents", "The drive gains that were found with a weighed mass.")
    return ContentLine(is_there=True, sentence=words)


def _front(found: "DriveGains | None") -> "FrontLines":
    from app.features.identification.gains_presentation import gains_headline
    from app.presentation import FrontLines, Row

    if found is None:
        return FrontLines()
    row = Row("drive-gains", tr("Drive gains"), gains_headline(found), found.judgement.verdict)
    return FrontLines((row,))


SECTION = ReportSection["DriveGains"](
    "drive_gains",
    _read,
    title=lambda: tr("Drive gains"),
    present=_present,
    document=_document,
    line=_line,
    front=_front,
)
