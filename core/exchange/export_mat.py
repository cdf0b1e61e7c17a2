"""An identification as a MATLAB file (version 5), one structure named ``torsion``."""

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.base_parameters import LINK_PARAMETERS
from core.identification.result import IdentificationResult, Parameter
from core.storage.output_writer import write_whole

Fields = dict[str, object]


def mat_fields(result: IdentificationResult) -> Fields:
    """The structure's fields: arrays in SI units, names as cell arrays of the same length."""
    return {
        **_group("base", result.base_parameters),
        **_group("offset", result.offsets),
        **_group("coupling", result.coupling),
        **_bodies(result),
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


def _bodies(result: IdentificationResult) -> Fields:
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
