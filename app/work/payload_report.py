"""The report of a visit's payload, as PDF and JSON. No Qt."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.work.payload import newest_payload
from core.monitor import Monitor
from core.payload.result import PayloadResult

if TYPE_CHECKING:
    from app.reports.payload_section import PayloadPaper
    from core.storage.visit import Visit


def write_payload_report(
    *, visit: Path, pdf: Path, json: Path, result: PayloadResult | None = None, monitor: Monitor
) -> tuple[Path, ...]:
    """Write the page as PDF and the JSON with the same content; the files, the PDF first.

    ``result`` is the newest payload of the visit where none is named.

    Raises
    ------
    BadRequest
        ``payload-not-measured``.
    """
    from app.error_text import reason_text
    from app.reports.payload_report import write_payload_pdf
    from app.speech.language import in_english
    from app.work.files import check_report
    from app.work.recordings import robot_of
    from core.errors import BadRequest
    from core.exchange.export_json import json_text
    from core.exchange.export_payload import payload_json
    from core.storage.output_writer import write_whole, written_together
    from core.storage.visit import Visit

    monitor.check()
    check_report(pdf=pdf, json=json, visit=visit)
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
        paper = newest_payload_paper(opened, result)
    if paper is None:
        raise BadRequest("payload-not-measured", file=visit.name)
    with written_together():
        write_payload_pdf(paper, pdf, robot_name=robot.title or robot.name)
        monitor.check()
        with in_english():
            document = payload_json(paper.found, reason_text=reason_text)
        write_whole(json, json_text({**document, "setting": paper.write}).encode())
    return pdf, json


def newest_payload_paper(visit: "Visit", result: PayloadResult | None = None) -> "PayloadPaper | None":
    """What a report tells of a payload, the newest without a ``result``; None of a visit that has none."""
    from app.reports.payload_section import PayloadPaper
    from app.work.payload_setting import PAYLOAD_WRITE, PayloadWrite
    from app.work.recordings import robot_of
    from core.robot.payload_envelope import payload_envelope

    found = newest_payload(visit) if result is None else result
    if found is None:
        return None
    writes = [visit.result(entry.key, PayloadWrite) for entry in visit.results(PAYLOAD_WRITE)]
    ours = [one for one in writes if not one.measured_at or one.measured_at == found.created_at]
    write = ours[-1] if ours else None
    return PayloadPaper(found, payload_envelope(robot_of(visit)), write, visit.operator)
