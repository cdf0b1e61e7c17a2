"""An identified model out of Torsion: one call for every format."""

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.base_parameters import LINK_PARAMETERS, LINK_UNITS
from core.exchange.csv_text import table_text
from core.exchange.export_bodies import ArmExport, arm_bodies
from core.exchange.export_c import write_c
from core.exchange.export_file import PROVABLE, ExportKind
from core.exchange.export_friction import export_friction
from core.exchange.export_json import ReasonText, reason_code, write_json
from core.exchange.export_mjcf import export_mjcf
from core.exchange.export_urdf_text import urdf_text
from core.exchange.marks import mark_remark
from core.identification.result import IdentificationResult, Parameter
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole

Fields = dict[str, object]


def mat_fields(result: IdentificationResult) -> Fields:
    """The structure's fields: arrays in SI units, names as cell arrays of the same length."""
    return {
        **_group("base", result.base_parameters),
        **_group("offset", result.offsets),
        **_group("coupling", result.coupling),
        **_body_arrays(result),
        "column_names": _cells(result.column_names),
        "estimate": result.estimate,
        "covariance": result.covariance,
        "residual_std": result.residual_std,
        "white_noise_std": result.white_noise_std,
        "drive_gain": np.empty(0) if result.drive_gain is None else result.drive_gain,
        "condition_number": result.condition_number,
        "condition_convention": result.condition_convention,
        "rank": result.rank,
        "verdict": result.judgement.verdict.value,
        "friction": [_friction(result, index) for index in range(len(result.friction))],
        "recordings": _cells(result.provenance.recordings),
        "robot": result.provenance.robot,
        "software": result.provenance.software,
        "created_at": result.provenance.created_at,
        "synthetic": result.provenance.synthetic,
        "mark": result.provenance.shown_mark.value,
    }


def write_mat(result: IdentificationResult, path: Path) -> None:
    """Write the model as a MATLAB structure to ``path``."""
    from scipy.io import savemat

    stream = io.BytesIO()
    savemat(stream, {"torsion": mat_fields(result)}, long_field_names=True, oned_as="column")
    write_whole(path, stream.getvalue())


def _body_arrays(result: IdentificationResult) -> Fields:
    """Possible bodies: links (joints, 10) at their frames' origins and rotors; empty without any."""
    physical = result.physical
    links, rotors = np.empty((0, len(LINK_PARAMETERS))), np.empty(0)
    if physical is not None and physical.feasible:
        links, rotors = physical.standard, physical.rotor_inertia
    return {
        "link_parameter_names": _cells(LINK_PARAMETERS),
        "link_parameters": links,
        "link_rotor_inertia": rotors,
    }


def _group(name: str, parameters: tuple[Parameter, ...]) -> Fields:
    return {
        f"{name}_expression": _cells(tuple(part.expression for part in parameters)),
        f"{name}_value": np.array([part.value for part in parameters]),
        f"{name}_std": np.array([part.std for part in parameters]),
        f"{name}_unit": _cells(tuple(part.unit for part in parameters)),
    }


def _friction(result: IdentificationResult, index: int) -> Fields:
    joint = result.friction[index]
    return {
        "joint": joint.joint,
        "kind": joint.kind.value,
        **_group("coefficient", joint.coefficients),
        "shape_names": _cells(tuple(joint.shape_constants)),
        "shape_values": np.array(list(joint.shape_constants.values()), dtype=np.float64),
    }


def _cells(texts: tuple[str, ...]) -> npt.NDArray[np.object_]:
    """A cell array of texts; a plain array would pad them all to one length."""
    return np.array(texts, dtype=object)


def export_urdf(result: IdentificationResult, robot: RobotModel) -> ArmExport:
    """The identified arm as a URDF that gives the identified rigid-body torque, rotors apart.

    Parameters
    ----------
    result
        The identification; its possible bodies are taken where it has them.
    robot
        The description it was made with; its inertial parameters fill what the data leave open.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when neither has bodies to fill that in.
    """
    bodies, friction = arm_bodies(result, robot), export_friction(result, robot)
    text = urdf_text(robot, bodies, friction, result=result)
    return bodies.exported(text, robot, friction, rotor_in_file=False)


_HEADER = ("group", "joint", "parameter", "value", "std", "relative_std", "unit", "verdict")


def csv_text(result: IdentificationResult) -> str:
    """One line per parameter, preceded by comment lines that say where it came from.

    ``std`` is one standard deviation in the parameter's own unit. Comment lines start
    with ``#``; the first line without one is the header.
    """
    return table_text((_HEADER, *_rows(result)), remarks=_comments(result))


def write_csv(result: IdentificationResult, path: Path) -> None:
    """Write the table to ``path`` as UTF-8."""
    write_whole(path, csv_text(result).encode())


def _comments(result: IdentificationResult) -> Iterator[str]:
    provenance = result.provenance
    if remark := mark_remark(provenance):
        yield remark
    yield f"robot {provenance.robot}, {provenance.software}, {provenance.created_at}"
    yield f"recordings {', '.join(provenance.recordings)}"
    yield f"verdict {result.judgement.verdict.value}, condition number {result.condition_number:.6g}"
    yield f"condition number by: {result.condition_convention}"


def _rows(result: IdentificationResult) -> Iterator[tuple[str, ...]]:
    for parameter in result.base_parameters:
        yield _row("base", "", parameter)
    for joint in result.friction:
        for coefficient in joint.coefficients:
            yield _row("friction", joint.joint, coefficient)
        for name, value in joint.shape_constants.items():
            yield ("friction-shape", joint.joint, name, repr(float(value)), "", "", "", "")
    for parameter in result.offsets:
        yield _row("offset", "", parameter)
    for parameter in result.coupling:
        yield _row("coupling", "", parameter)
    yield from _bodies(result)
    if result.drive_gain is not None:
        for number, gain in enumerate(result.drive_gain.tolist(), start=1):
            yield ("drive-gain", str(number), "drive_gain", repr(gain), "", "", "N·m/A", "")


def _bodies(result: IdentificationResult) -> Iterator[tuple[str, ...]]:
    """The possible bodies; a spread of their own they have not."""
    physical = result.physical
    if physical is None or not physical.feasible:
        return
    verdict = physical.judgement.verdict.value
    for number, (link, rotor) in enumerate(zip(physical.standard, physical.rotor_inertia, strict=True), 1):
        for name, unit, value in zip(LINK_PARAMETERS, LINK_UNITS, link.tolist(), strict=True):
            yield ("body", str(number), f"{name}_{number}", repr(value), "", "", unit, verdict)
        yield ("body", str(number), f"Ia_{number}", repr(float(rotor)), "", "", "kg·m²", verdict)


def _row(group: str, joint: str, parameter: Parameter) -> tuple[str, ...]:
    return (
        group,
        joint,
        parameter.expression,
        repr(float(parameter.value)),
        repr(float(parameter.std)),
        repr(float(parameter.relative_std)),
        parameter.unit,
        parameter.judgement.verdict.value,
    )


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
