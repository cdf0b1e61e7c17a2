"""The report of an arm's stiffness in a visit, as PDF and JSON. No Qt."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.features.stiffness.paper import StiffnessPaper
from app.visit.stored_stiffness import stored_stiffness
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from app.presentation import Row
    from core.exchange.export_json import Document
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


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
    from app.features.stiffness.front import front_page
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report
    from app.paper.speech import tr

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
    from core.stiffness.compensated import COMPENSATION, CompensationResult
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
