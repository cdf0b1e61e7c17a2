"""The payload in reports: the lines of the first page, a section, and its own PDF and JSON. No Qt."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors.text import reason_text, verdict_text
from app.features.payload import sentences
from app.guide.feature import ContentLine, ReportSection
from app.guide.front_page import arm_lines
from app.presentation import FrontLines, FrontPage, Row
from app.speech.language import listed, tr, translate
from app.speech.units import MILLIMETRE, Value, write
from app.speech.words import quantity_word, verdict_word
from core.monitor import Monitor
from core.payload.result import QUANTITIES, PayloadResult
from core.payload.settings import ComplianceSource, GainSource
from core.quality import Verdict, word_of
from core.robot.load_envelope import EnvelopeSource
from core.workflow import Product

if TYPE_CHECKING:
    from app.features.payload.tasks import StoredPayload
    from app.presentation import Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


PAYLOAD = "payload"


def front_lines(stored: "StoredPayload | None") -> FrontLines:
    """The mass with the verdicts, the centre, and whether the arm may carry it."""
    if stored is None:
        return FrontLines(missing=(tr("Payload: mass and centre of what hangs on the flange."),))
    return FrontLines(tuple(_found(stored)), tuple(_missing(stored)))


def _found(stored: "StoredPayload") -> Iterator[Row]:
    found, around = stored.found, stored.around
    words = sentences.headline(found, around.before, is_partial=False)
    care = around.is_set_wrong(found)
    yield Row(PAYLOAD, tr("Payload"), words, found.overall.verdict, needs_care=care)
    if centre := _centre(found):
        yield Row(PAYLOAD, "", centre)
    if around.envelope is not None:
        carried, verdict = sentences.envelope(found, around.envelope)
        yield Row(PAYLOAD, "", carried, verdict)
    if around.change is not None:
        yield Row(PAYLOAD, "", sentences.written(around.change))


def _centre(found: PayloadResult) -> str:
    """The centre axis by axis, as far as it was measured; empty if no axis was."""
    axes = zip("xyz", found.estimate.center_of_mass.tolist(), found.estimate.center_of_mass_std.tolist(),
               found.estimate.judgements[1:], strict=True)  # fmt: skip
    known = [f"{axis} {write(Value(value, MILLIMETRE, std)).text}" for axis, value, std, judged in axes
             if value == value and judged.verdict is not Verdict.NOT_MEASURABLE]  # noqa: PLR0124  # fmt: skip
    return tr("Centre of mass from the flange: {places}.").format(places=listed(known)) if known else ""


def _missing(stored: "StoredPayload") -> Iterator[str]:
    found = stored.found
    judged = zip(QUANTITIES, found.estimate.judgements, strict=True)
    lost = [quantity_word(name) for name, one in judged if one.verdict is Verdict.NOT_MEASURABLE]
    if lost:
        yield tr("Of the payload: {quantities}.").format(quantities=listed(lost))
    if found.gains is not None and found.gains.source is GainSource.UNKNOWN:
        yield tr("The drive gains: the scale of the mass is open.")
    if found.compliance_source is ComplianceSource.ASSUMED:
        yield tr("The stiffness of the gears: that of a typical gear was taken.")
    if found.inertia is None:
        yield tr("The payload's moments of inertia: slow sweeps do not show them.")


def front_page(stored: "StoredPayload", *, robot: str, changed: tuple[Row, ...] = ()) -> FrontPage:
    """The first page of a payload's report; ``robot`` is the name that the people at the arm use."""
    found, around = stored.found, stored.around
    lines = front_lines(stored)
    word = word_of(found.overall.verdict, needs_care=around.is_set_wrong(found))
    no_diagram = around.envelope is None or around.envelope.source is EnvelopeSource.UNKNOWN
    return FrontPage(
        title=tr("Payload report"),
        robot=robot,
        outcome=verdict_word(word),
        meaning=verdict_text(word),
        verdict=found.overall.verdict,
        needs_care=around.is_set_wrong(found),
        arm=tuple(arm_lines(robot, (found.serial,) if found.serial else (), recorded=(found.recorded_at,),
                            operator=around.operator, tag=around.tag)),
        found=lines.found,
        act=tuple(sentences.next_steps(found, around.present)),
        changed=changed,
        missing=(*lines.missing, *((tr("What this arm may carry."),) if no_diagram else ())),
    )  # fmt: skip


def _read(visit: "Visit") -> "StoredPayload | None":
    from app.features.payload.tasks import stored_payload

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
    from app.features.payload.tasks import stored_payload
    from app.guide.feature import changes_since
    from app.guide.front_page import front_json
    from app.jobs.written_files import check_report
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
    from app.features.payload.presentation import present
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report

    found, robot = stored.found, robot_name or stored.found.robot
    shown = present(found, stored.around, robot=robot)
    by = made_by(found.software, found.created_at)
    page = PageText(tr("Payload report"), robot, by, shown.mark, found.serial)
    front = front_page(stored, robot=robot, changed=changed)
    write_report(front, [Subject(tr("What hangs on the flange"), shown)], path, page)
