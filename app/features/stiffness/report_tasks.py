"""The report of an arm's stiffness in a visit, as PDF and JSON. No Qt."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.stored_stiffness import stored_stiffness
from core.monitor import Monitor
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from app.features.stiffness.section import StiffnessPaper
    from core.exchange.export_json import Document
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


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
    from app.features.stiffness.report import write_stiffness_pdf
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


def newest_stiffness_paper(visit: "Visit", result: ReducedStiffness | None = None) -> "StiffnessPaper | None":
    """What a report tells of a stiffness, the newest without a ``result``; None of a visit that has none.

    A correction is told of where it went by this very stiffness.
    """
    from app.features.stiffness.section import StiffnessPaper
    from core.stiffness.compensated import COMPENSATION, CompensationResult

    found = stored_stiffness(visit) if result is None else result
    if found is None:
        return None
    corrected = [visit.result(entry.key, CompensationResult) for entry in visit.results(COMPENSATION)]
    ours = [one for one in corrected if one.stiffness_created_at == found.created_at]
    return StiffnessPaper(found, ours[-1] if ours else None)


def paper_json(paper: "StiffnessPaper", robot: "RobotModel") -> "Document":
    """The same as JSON; ``compensation`` is null where no tool was corrected."""
    from app.errors.text import reason_text
    from app.features.tool_correction.tables import compensation_json
    from core.exchange.export_stiffness import stiffness_json

    corrected = paper.compensation
    return {
        **stiffness_json(paper.found, reason_text=reason_text),
        "compensation": None if corrected is None else compensation_json(corrected, robot),
    }
