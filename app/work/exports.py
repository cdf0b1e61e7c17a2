"""Reports and exports, written by the worker. No Qt."""

from pathlib import Path

from app.error_text import reason_text
from core.identification.result import IdentificationResult
from core.monitor import Monitor


def write_report(
    *, path: Path, result: IdentificationResult, pdf: Path, json: Path, monitor: Monitor
) -> tuple[Path, ...]:
    """Write the PDF report and the JSON with the same content; the files, the PDF first."""
    from app.reports.report import write_report as write
    from core.exchange.export_json import write_json

    monitor.check()
    write(result, pdf, visit=path)
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
        robot = opened.robot
    export_identification(result, robot, kind=ExportKind(kind), path=path, reason_text=reason_text)
