"""The payload in the commissioning report."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.features.payload.front import front_lines
from app.guide.report_section import ContentLine, ReportSection
from app.paper.speech import tr
from app.speech.language import translate
from core.workflow import Product

if TYPE_CHECKING:
    from app.features.payload.around import StoredPayload
    from app.presentation import Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _read(visit: "Visit") -> "StoredPayload | None":
    from app.features.payload.around import stored_payload

    return stored_payload(visit)


def _present(stored: "StoredPayload", _model: "IdentificationResult") -> "Presentation":
    from app.features.payload.presentation import present

    return present(stored.found, stored.around)


def _document(stored: "StoredPayload | None", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_payload import payload_json

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


SECTION = ReportSection["StoredPayload"](
    "payload",
    _read,
    title=lambda: tr("What hangs on the flange"),
    present=_present,
    document=_document,
    line=_line,
    front=front_lines,
)
