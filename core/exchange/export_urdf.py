"""An identified arm as a URDF: the description's geometry with the identified inertials.

Base parameters leave part of the standard parameters open. What they fix is exact; the
rest stays as near the robot description as it can (``export_urdf_inertials``), and
comments in the file say which is which. Positions are those that the controller reports.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.base_parameters import LINK_PARAMETERS, find_base_parameters
from core.errors import BadRequest
from core.exchange.export_file import write_whole
from core.exchange.export_urdf_inertials import (
    NearestParameters,
    is_physical,
    nearest_parameters,
    parameter_size,
)
from core.exchange.export_urdf_text import UrdfLink, urdf_text
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK, RobotModel


@dataclass(frozen=True)
class UrdfExport:
    """A URDF and how far it can be trusted.

    ``determined`` and ``filled`` name standard parameters (``joint: Izz``) at the link
    frames' origins: fixed by the data, or taken from the description as far as the data
    allow. ``not_physical`` names the links whose identified parameters no body can have:
    there the description's inertial stands unchanged, and the file then does **not**
    reproduce the identified torque. ``rotor_inertia`` (joints,) in kg·m² comes on top of
    the file, which has no place for it.
    """

    text: str
    determined: tuple[str, ...]
    filled: tuple[str, ...]
    not_physical: tuple[str, ...]
    rotor_inertia: FloatArray


def write_urdf(result: IdentificationResult, robot: RobotModel, *, path: Path) -> UrdfExport:
    """Write the URDF to ``path``; errors as ``export_urdf``."""
    made = export_urdf(result, robot)
    write_whole(path, made.text.encode())
    return made


def export_urdf(result: IdentificationResult, robot: RobotModel) -> UrdfExport:
    """The identified arm as a URDF that gives the identified rigid-body torque.

    Parameters
    ----------
    result
        The identification.
    robot
        The description it was made with; its inertial parameters fill what the data leave open.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when the description has no inertial parameters.
    """
    if robot.inertial_parameters is None:
        raise BadRequest("urdf-without-description", robot=robot.name)
    nearest = _nearest(result, robot, robot.inertial_parameters)
    n = robot.joint_count
    identified = nearest.values[: PARAMETERS_PER_LINK * n].reshape(n, PARAMETERS_PER_LINK)
    determined = nearest.determined[: PARAMETERS_PER_LINK * n].reshape(n, PARAMETERS_PER_LINK)
    links = tuple(
        UrdfLink(
            parameters=identified[index] if physical else robot.inertial_parameters[index],
            determined=_names(determined[index] & physical),
            filled=_names(~(determined[index] & physical)),
            is_physical=physical,
        )
        for index, physical in enumerate(is_physical(row) for row in identified)
    )
    rotor = nearest.values[PARAMETERS_PER_LINK * n :] if result.with_rotor_inertia else np.zeros(n)
    return UrdfExport(
        text=urdf_text(robot, links, result=result, rotor_inertia=rotor),
        determined=_all_names(robot, [link.determined for link in links]),
        filled=_all_names(robot, [link.filled for link in links]),
        not_physical=tuple(
            joint.name for joint, link in zip(robot.joints, links, strict=True) if not link.is_physical
        ),
        rotor_inertia=rotor,
    )


def _nearest(result: IdentificationResult, robot: RobotModel, links: FloatArray) -> NearestParameters:
    base = find_base_parameters(robot, rotor_inertia=result.with_rotor_inertia)
    prior = links.ravel()
    if result.with_rotor_inertia:
        rotor = np.zeros(robot.joint_count) if robot.rotor_inertia is None else robot.rotor_inertia
        prior = np.concatenate([prior, rotor])
    reach = float(max(np.abs(robot.a).max(), np.abs(robot.d).max()))
    return nearest_parameters(
        np.asarray(base.grouping),
        base=np.array([parameter.value for parameter in result.base_parameters]),
        prior=prior,
        size=parameter_size(prior, link_count=robot.joint_count, reach=reach),
    )


def _names(chosen: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> tuple[str, ...]:
    return tuple(name for name, wanted in zip(LINK_PARAMETERS, chosen, strict=True) if wanted)


def _all_names(robot: RobotModel, per_link: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(
        f"{joint.name}: {name}" for joint, names in zip(robot.joints, per_link, strict=True) for name in names
    )
