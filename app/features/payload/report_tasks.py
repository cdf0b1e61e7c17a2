"""The report of a visit's payload, as PDF and JSON. No Qt."""

from pathlib import Path
from typing import TYPE_CHECKING

from core.monitor import Monitor
from core.payload.result import PayloadResult

if TYPE_CHECKING:
    from app.features.payload.around import StoredPayload
    from app.presentation import Row


def write_payload_report(
    monitor: Monitor, *, visit: Path, pdf: Path, json: Path, result: PayloadResult | None = None
) -> tuple[Path, ...]:
    """Write the report as PDF and the JSON with the same content; the files, the PDF first.

    ``result`` is the newest payload of the visit where none is named.

    Raises
    ------
    BadRequest
        ``payload-not-measured``.
    """
    from app.errors.text import reason_text
    from app.features.payload.around import stored_payload
    from app.features.payload.front import front_page
    from app.guide.feature import changes_since
    from app.guide.front_page import front_json
    from app.jobs.files import check_report
    from app.speech.language import in_english
    from app.visit.recordings import robot_of
    from core.errors import BadRequest
    from core.exchange.export_payload import payload_json
    from core.exchange.json_text import json_text
    from core.storage.output_writer import write_whole, written_together
    from core.storage.visit import Visit

    monitor.check()
    check_report(pdf=pdf, json=json, visit=visit)
    changes = changes_since(monitor, visit)
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
        stored = stored_payload(opened, result)
    if stored is None:
        raise BadRequest("payload-not-measured", file=visit.name)
    with written_together():
        name = robot.title or robot.name
        write_payload_pdf(stored, pdf, robot_name=name, changed=changes())
        monitor.check()
        with in_english():
            document = payload_json(stored.found, reason_text=reason_text)
            front = front_json(front_page(stored, robot=name, changed=changes()))
        whole = {**document, "setting": stored.around.change, "front_page": front}
        write_whole(json, json_text(whole).encode())
    return pdf, json


def write_payload_pdf(
    stored: "StoredPayload", path: Path, *, robot_name: str = "", changed: "tuple[Row, ...]" = ()
) -> None:
    """Write the report with what ``changed`` since the last visit; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    from app.features.payload.front import front_page
    from app.features.payload.presentation import present
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report
    from app.paper.speech import tr

    found, robot = stored.found, robot_name or stored.found.robot
    shown = present(found, stored.around, robot=robot)
    by = made_by(found.software, found.created_at)
    page = PageText(tr("Payload report"), robot, by, shown.mark, found.serial)
    front = front_page(stored, robot=robot, changed=changed)
    write_report(front, [Subject(tr("What hangs on the flange"), shown)], path, page)
