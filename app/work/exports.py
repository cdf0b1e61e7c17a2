"""Reports and exports, written by the worker. No Qt."""

from pathlib import Path

from app.error_text import reason_text
from app.work.tasks import robot_of
from core.identification.result import IdentificationResult
from core.monitor import Monitor


def write_report(
    *, result: IdentificationResult, pdf: Path, json: Path, monitor: Monitor
) -> tuple[Path, ...]:
    """Write the PDF report and the JSON with the same content; the files, the PDF first."""
    from app.reports.identification_report import write_pdf
    from core.exchange.export_json import write_json

    monitor.check()
    write_pdf(result, pdf)
    monitor.report(0.8)
    write_json(result, json, reason_text=reason_text)
    return pdf, json


def export_result(
    *, visit: Path, result: IdentificationResult, kind: str, path: Path, monitor: Monitor
) -> None:
    """Write a result as JSON, CSV, MAT or URDF."""
    from core.exchange.export import export_identification
    from core.exchange.export_file import ExportKind
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
    export_identification(result, robot, kind=ExportKind(kind), path=path, reason_text=reason_text)
