"""An identified model out of Torsion: one call for every format."""

from pathlib import Path

from core.exchange.export_bodies import ArmExport
from core.exchange.export_c import write_c
from core.exchange.export_csv import write_csv
from core.exchange.export_file import PROVABLE, ExportKind
from core.exchange.export_json import ReasonText, reason_code, write_json
from core.exchange.export_mat import write_mat
from core.exchange.export_mjcf import export_mjcf
from core.exchange.export_urdf import export_urdf
from core.identification.result import IdentificationResult
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole


def export_identification(
    result: IdentificationResult,
    robot: RobotModel,
    *,
    kind: ExportKind,
    path: Path,
    reason_text: ReasonText = reason_code,
) -> ArmExport | None:
    """Write the model to ``path``; for a simulator's file, say which of its numbers the data determine.

    Raises
    ------
    OSError
        When ``path`` cannot be written; an existing file is then left as it was.
    BadRequest
        ``urdf-without-description`` when a URDF or MJCF is asked for and neither the
        identification nor the robot description has bodies to fill in what the data leave open.
    """
    if kind in PROVABLE:
        made = simulator_file(result, robot, kind=kind)
        write_whole(path, made.text.encode())
        return made
    robot = result.settings.mounted(robot)
    if kind is ExportKind.JSON:
        write_json(result, path, reason_text=reason_text)
    elif kind is ExportKind.CSV:
        write_csv(result, path)
    elif kind is ExportKind.C:
        write_c(result, robot, path=path)
    else:
        write_mat(result, path)
    return None


def simulator_file(result: IdentificationResult, robot: RobotModel, *, kind: ExportKind) -> ArmExport:
    """The model as one of ``PROVABLE``, not yet written.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` as above.
    """
    export = export_urdf if kind is ExportKind.URDF else export_mjcf
    return export(result, result.settings.mounted(robot))
