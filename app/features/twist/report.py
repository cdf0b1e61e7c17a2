"""The twist of the gears in reports: lines of the first page, a section, and a run's document. No Qt."""

from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.features.twist.sentences import arm_sentence, is_judged, is_seen, twist_text
from app.guide.feature import ContentLine, ReportSection
from app.presentation import FrontLines, Row
from app.speech.language import joined_sentences, listed, tr, translate
from core.elasticity.result import Elasticity
from core.quality import Verdict
from core.workflow import Product

if TYPE_CHECKING:
    from app.presentation import Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.storage.visit import Visit


GEARS = "gears"


def front_lines(found: Elasticity | None) -> FrontLines:
    """Lines on the gears: how many were judged and which have play; the names of the others are missing."""
    if found is None:
        return FrontLines(missing=(tr("Gears: stiffness, play and wear."),))
    words = joined_sentences(arm_sentence(found), _play(found))
    lost = [joint.joint for joint in found.joints if joint.judgement.verdict is Verdict.NOT_MEASURABLE]
    missing = (tr("Gears of {joints}.").format(joints=listed(lost)),) if lost else ()
    return FrontLines((Row(GEARS, tr("Gears"), words, found.judgement.verdict),), missing)


def _play(found: Elasticity) -> str:
    """Backlash that is seen, joint by joint, or that there is none."""
    known = [joint for joint in found.joints if joint.backlash is not None]
    seen = [f"{joint.joint} {twist_text(joint, joint.backlash)}" for joint in known
            if joint.backlash is not None and is_seen(joint.backlash)]  # fmt: skip
    if seen:
        return tr("Play seen in {joints}.").format(joints=listed(seen))
    return tr("No play seen.") if known and any(is_judged(joint) for joint in known) else ""


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
