"""Exports of a model, written by the worker. No Qt."""

from pathlib import Path

from app.errors.text import reason_text
from app.speech.language import in_english
from app.visit.recordings import robot_of
from core.identification.result import IdentificationResult
from core.monitor import Monitor


def export_result(
    monitor: Monitor, *, visit: Path, result: IdentificationResult, kind: str, path: Path
) -> None:
    """Write a result in one of the formats of ``ExportKind``."""
    from core.exchange.export import export_identification
    from core.exchange.export_file import ExportKind
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
    with in_english():
        export_identification(result, robot, kind=ExportKind(kind), path=path, reason_text=reason_text)
