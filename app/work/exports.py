"""Reports and exports, written by the worker. No Qt."""

from pathlib import Path

from app.error_text import reason_text
from app.work.elasticity import newest_elasticity
from app.work.payload_report import newest_payload_paper
from app.work.recordings import robot_of
from app.work.stiffness_report import newest_stiffness_paper, paper_json
from app.work.verification import newest_verification
from core.identification.result import IdentificationResult
from core.monitor import Monitor, PartOfMonitor

_PDF_SHARE = 0.9


def write_report(
    *, visit: Path, result: IdentificationResult, pdf: Path, json: Path, monitor: Monitor
) -> tuple[Path, ...]:
    """Write the PDF report and the JSON with the same content; the files, the PDF first."""
    from app.cli.deflection_tables import deflection_json
    from app.reports.stored_model import write_report as write_pdf
    from core.exchange.export_json import write_json
    from core.exchange.export_payload import payload_json
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        recordings = {label: opened.recording(label) for label in opened.labels}
        part = PartOfMonitor(monitor, first=0.0, last=_PDF_SHARE)
        elasticity = newest_elasticity(opened)
        payload = newest_payload_paper(opened)
        stiffness, robot = newest_stiffness_paper(opened), robot_of(opened)
        write_pdf(
            result,
            robot,
            recordings,
            path=pdf,
            monitor=part,
            verification=newest_verification(opened),
            elasticity=elasticity,
            payload=payload,
            stiffness=stiffness,
        )
    beside = {} if elasticity is None else {"elasticity": deflection_json(elasticity, tool={})}
    if payload is not None:
        beside["payload"] = payload_json(payload.found, reason_text=reason_text)
    if stiffness is not None:
        beside["stiffness"] = paper_json(stiffness, robot)
    write_json(result, json, reason_text=reason_text, beside=beside)
    return pdf, json


def export_result(
    *, visit: Path, result: IdentificationResult, kind: str, path: Path, monitor: Monitor
) -> None:
    """Write a result in one of the formats of ``ExportKind``."""
    from core.exchange.export import export_identification
    from core.exchange.export_file import ExportKind
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
    export_identification(result, robot, kind=ExportKind(kind), path=path, reason_text=reason_text)
