"""The stiffness of the arm in reports: first page, a section, and its own PDF and JSON. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import verdict_text
from app.features.stiffness.sentences import headline
from app.guide.feature import ContentLine, ReportSection
from app.guide.front_page import arm_lines
from app.presentation import FrontLines, FrontPage, Row
from app.speech.language import listed, tr, translate
from app.speech.words import verdict_word
from app.visit.stored_products import stored_stiffness
from core.quality import Verdict
from core.stiffness.result import ReducedStiffness
from core.workflow import Product

if TYPE_CHECKING:
    from app.presentation import Presentation
    from app.visit.summaries import VisitSummary
    from core.exchange.export_json import Document
    from core.robot.model import RobotModel
    from core.stiffness.compensation_result import CompensationResult
    from core.storage.tag import VisitTag
    from core.storage.visit import Visit


STIFFNESS = "stiffness"


def front_lines(paper: "StiffnessPaper | None") -> FrontLines:
    """The headline of the stiffness; joints that were not measurable are missing."""
    if paper is None:
        return FrontLines(missing=(tr("The whole arm: how far it gives under a load."),))
    found = paper.found
    row = Row(STIFFNESS, tr("Stiffness of the arm"), headline(found), found.judgement.verdict)
    lost = [one.joint for one in found.joints if one.judgement.verdict is Verdict.NOT_MEASURABLE]
    missing = (tr("Stiffness at {joints}.").format(joints=listed(lost)),) if lost else ()
    return FrontLines((row,), missing)


def front_page(paper: "StiffnessPaper", *, robot: str, changed: tuple[Row, ...] = ()) -> FrontPage:
    """The first page of the report on an arm's stiffness."""
    found, lines = paper.found, front_lines(paper)
    verdict = found.judgement.verdict
    serials = (found.serial,) if found.serial else ()
    return FrontPage(
        title=tr("Stiffness report"),
        robot=robot,
        outcome=verdict_word(verdict),
        meaning=verdict_text(verdict),
        verdict=verdict,
        arm=tuple(arm_lines(robot, serials, recorded=(found.created_at,), tag=paper.tag)),
        found=lines.found,
        act=(_act(verdict),),
        changed=changed,
        missing=lines.missing,
    )


def _act(verdict: Verdict) -> str:
    """Advice on the use of a stiffness with this verdict."""
    return {
        Verdict.GOOD: tr("Use it to correct the tool, and to predict its shift under a load."),
        Verdict.USABLE: tr("Use it within the limits that its page names."),
        Verdict.REPEAT: tr("Measure again: its page names what the load tests lack."),
        Verdict.NOT_MEASURABLE: tr("Measure the springs of the joints, or load tests at another tool point."),
    }[verdict]


@dataclass(frozen=True, eq=False)
class StiffnessPaper:
    """Contents of the report of an arm's stiffness: the reduced model, and the newest correction by it."""

    found: ReducedStiffness
    compensation: "CompensationResult | None" = None
    tag: "VisitTag | None" = None
    """Customer and note of the visit."""

    def shown(self, robot: str = "") -> "Presentation":
        """Presentation for the report; ``robot`` is the name of the arm in its title."""
        from app.features.stiffness.presentation import present

        return present(self.found, corrected=self.compensation, robot=robot)


def _read(visit: "Visit") -> "StiffnessPaper | None":
    return newest_stiffness_paper(visit)


def _document(paper: "StiffnessPaper | None", robot: "RobotModel") -> Mapping[str, object]:
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


def write_stiffness_pdf(
    paper: StiffnessPaper, path: Path, *, robot_name: str = "", changed: "tuple[Row, ...]" = ()
) -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    ``robot_name`` is the name of the arm in the report; that of the description without one. ``changed``
    has the changes since the last visit.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report

    found, robot = paper.found, robot_name or paper.found.robot
    shown = paper.shown(robot)
    by = made_by(found.software, found.created_at)
    page = PageText(tr("Stiffness report"), robot, by, shown.mark, found.serial)
    front = front_page(paper, robot=robot, changed=changed)
    write_report(front, [Subject(tr("Stiffness of the whole arm"), shown)], path, page)


def newest_stiffness_paper(visit: "Visit", result: ReducedStiffness | None = None) -> StiffnessPaper | None:
    """Contents of the report of ``result``, or of the newest stiffness of a visit; None without any.

    A correction of the tool is included only where it used this very stiffness.
    """
    from core.stiffness.compensation_result import COMPENSATION, CompensationResult
    from core.storage.tag import tag_of

    found = stored_stiffness(visit) if result is None else result
    if found is None:
        return None
    corrected = [visit.result(entry.key, CompensationResult) for entry in visit.results(COMPENSATION)]
    ours = [one for one in corrected if one.stiffness_created_at == found.created_at]
    return StiffnessPaper(found, ours[-1] if ours else None, tag_of(visit))


def paper_json(paper: StiffnessPaper, robot: "RobotModel") -> "Document":
    """Document of the report; ``compensation`` is null where no tool was corrected."""
    from app.errors.text import reason_text
    from core.exchange.export_compensation import compensation_json
    from core.exchange.export_stiffness import stiffness_json

    corrected = paper.compensation
    document = stiffness_json(paper.found, reason_text=reason_text)
    if corrected is None:
        return {**document, "compensation": None}
    return {**document, "compensation": compensation_json(corrected, robot, reason_text=reason_text)}
