"""The stiffness of the arm on the first page of a report. No Qt."""

from typing import TYPE_CHECKING

from app.errors.text import verdict_text
from app.features.stiffness.sentences import headline, tr
from app.guide.front_page import arm_lines, outcome_of
from app.presentation import FrontLines, FrontPage, Row
from app.speech.language import listed
from core.quality import Verdict

if TYPE_CHECKING:
    from app.features.stiffness.paper import StiffnessPaper

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
        outcome=outcome_of(verdict),
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
