"""The payload in the commissioning report."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.features.payload.around import StoredPayload, stored_payload
from app.features.payload.presentation import present
from app.guide.report_section import ContentLine, ReportSection
from app.paper.speech import tr
from app.speech.language import translate
from core.exchange.export_payload import payload_json
from core.workflow import Product

if TYPE_CHECKING:
    from app.visit.summaries import VisitSummary
    from core.robot.model import RobotModel


def _document(stored: StoredPayload | None, _robot: "RobotModel") -> Mapping[str, object]:
    if stored is None:
        return {"payload": None, "payload_setting": None}
    payload = payload_json(stored.found, reason_text=reason_text)
    return {"payload": payload, "payload_setting": stored.around.change}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine:
    if summary.key(Product.PAYLOAD):
        words = translate("ReportContents", "The payload that was measured.")
        return ContentLine(is_there=True, sentence=words)
    words = translate("ReportContents", "No payload was measured: the report says so.")
    return ContentLine(is_there=False, sentence=words)


SECTION = ReportSection[StoredPayload](
    "payload",
    stored_payload,
    title=lambda: tr("What hangs on the flange"),
    present=lambda stored, _model: present(stored.found, stored.around),
    document=_document,
    line=_line,
)
