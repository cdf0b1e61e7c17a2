"""The twist of the gears in the commissioning report, and in the documents of ``torsion run``."""

from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.features.twist.front import front_lines
from app.guide.report_section import ContentLine, ReportSection
from app.paper.speech import tr
from app.speech.language import translate
from core.elasticity.result import Elasticity
from core.workflow import Product

if TYPE_CHECKING:
    from app.presentation import Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.storage.visit import Visit


def twist_document(found: Elasticity) -> dict[str, object]:
    """Document of the twist, without the shift of a tool."""
    from core.exchange.export_deflection import deflection_json  # compiles the kinematics

    return deflection_json(found, tool={}, reason_text=reason_text)


def _read(visit: "Visit") -> Elasticity | None:
    from app.features.twist.tasks import newest_elasticity

    return newest_elasticity(visit)


def _present(found: Elasticity, model: "IdentificationResult") -> "Presentation":
    from app.features.twist.presentation import present

    return present(found, model_made=model.provenance.created_at)


def _line(summary: "VisitSummary", model_made: str) -> ContentLine:
    is_there = bool(summary.key(Product.ELASTICITY))
    if not is_there:
        words = translate(
            "ReportContents", "The twist of the gears was not analysed yet: the report leaves it out."
        )
    elif summary.made_from(Product.ELASTICITY, Product.MODEL) != model_made:
        words = translate(
            "ReportContents", "Stiffness, play and wear of each gear, by the loads of another model."
        )
    else:
        words = translate("ReportContents", "Stiffness, play and wear of each gear.")
    return ContentLine(is_there=is_there, sentence=words)


SECTION = ReportSection[Elasticity](
    "elasticity",
    _read,
    title=lambda: tr("Stiffness, play and wear of each gear"),
    present=_present,
    document=lambda found, _robot: {"elasticity": None if found is None else twist_document(found)},
    line=_line,
    front=front_lines,
)
