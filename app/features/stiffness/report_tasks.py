"""The report of an arm's stiffness in a visit, as PDF and JSON. No Qt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.stored_stiffness import stored_stiffness
from core.monitor import Monitor
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from app.presentation import Presentation
    from core.exchange.export_json import Document
    from core.robot.model import RobotModel
    from core.stiffness.compensated import CompensationResult
    from core.storage.visit import Visit


@dataclass(frozen=True, eq=False)
class StiffnessPaper:
    """What a report says of an arm's stiffness: the reduced model, and the newest correction by it."""

    found: ReducedStiffness
    compensation: "CompensationResult | None" = None

    def shown(self, robot: str = "") -> "Presentation":
        """In words; ``robot`` is what the people at the arm call it."""
        from app.features.stiffness.around import Around
        from app.features.stiffness.presentation import present

        return present(self.found, Around(corrected=self.compensation), robot=robot)


def write_stiffness_report(
    *, visit: Path, pdf: Path, json: Path, result: ReducedStiffness | None = None, monitor: Monitor
) -> tuple[Path, ...]:
    """Write the report as PDF and the JSON with the same content; the files, the PDF first.

    ``result`` is the newest stiffness of the visit where none is named.

    Raises
    ------
    BadRequest
        ``stiffness-not-worked-out``.
    """
    from app.jobs.files import check_report
    from app.speech.language import in_english
    from app.visit.recordings import robot_of
    from core.errors import BadRequest
    from core.exchange.export_json import json_text
    from core.storage.output_writer import write_whole, written_together
    from core.storage.visit import Visit

    monitor.check()
    check_report(pdf=pdf, json=json, visit=visit)
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
        paper = newest_stiffness_paper(opened, result)
    if paper is None:
        raise BadRequest("stiffness-not-worked-out", file=visit.name)
    with written_together():
        write_stiffness_pdf(paper, pdf, robot_name=robot.title or robot.name)
        monitor.check()
        with in_english():
            write_whole(json, json_text(paper_json(paper, robot)).encode())
    return pdf, json


def write_stiffness_pdf(paper: StiffnessPaper, path: Path, *, robot_name: str = "") -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    ``robot_name`` is what the people at the robot call it; the robot description's name without it.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import write_presentation
    from app.paper.speech import tr

    found, robot = paper.found, robot_name or paper.found.robot
    shown = paper.shown(robot)
    page = PageText(tr("Stiffness report"), robot, made_by(found.software, found.created_at), shown.mark)
    write_presentation(shown, path, page)


def newest_stiffness_paper(visit: "Visit", result: ReducedStiffness | None = None) -> StiffnessPaper | None:
    """What a report tells of a stiffness, the newest without a ``result``; None of a visit that has none.

    A correction is told of where it went by this very stiffness.
    """
    from core.stiffness.compensated import COMPENSATION, CompensationResult

    found = stored_stiffness(visit) if result is None else result
    if found is None:
        return None
    corrected = [visit.result(entry.key, CompensationResult) for entry in visit.results(COMPENSATION)]
    ours = [one for one in corrected if one.stiffness_created_at == found.created_at]
    return StiffnessPaper(found, ours[-1] if ours else None)


def paper_json(paper: StiffnessPaper, robot: "RobotModel") -> "Document":
    """The same as JSON; ``compensation`` is null where no tool was corrected."""
    from app.errors.text import reason_text
    from core.exchange.export_compensation import compensation_json
    from core.exchange.export_stiffness import stiffness_json

    corrected = paper.compensation
    document = stiffness_json(paper.found, reason_text=reason_text)
    if corrected is None:
        return {**document, "compensation": None}
    return {**document, "compensation": compensation_json(corrected, robot, reason_text=reason_text)}
