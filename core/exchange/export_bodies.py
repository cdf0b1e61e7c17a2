"""The inertials of an identified arm, link by link, for programs that simulate it.

Where the identification found possible bodies, they are taken. Otherwise what the base
parameters fix is exact and the rest stays as near the robot description as it can
(``export_urdf_inertials``).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base_parameters import LINK_PARAMETERS, find_base_parameters
from core.errors import BadRequest
from core.estimation.physical_model import PhysicalModel
from core.exchange.export_friction import ExportFriction
from core.exchange.export_urdf_inertials import (
    NearestParameters,
    is_physical,
    nearest_parameters,
    parameter_size,
)
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK, RobotModel

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ArmExport:
    """A file for simulators and how far it can be trusted.

    ``determined`` and ``filled`` name standard parameters (``joint: Izz``) at the link
    frames' origins: fixed by the data, or chosen near the robot description as far as the
    data allow. ``not_physical`` names the links whose identified parameters no body can
    have: there the description's inertial remains unchanged, and the file then does **not**
    reproduce the identified torque. ``rotor_inertia`` (joints,) in kg·m²: in the file where
    its format has a place for it, as ``rotor_in_file`` says. ``physical``: the identification's
    own possible bodies.
    ``not_in_file`` names what the format, or a simulator, would not take: ``armature: JOINT`` for an inertia
    of a rotor below zero.
    """

    text: str
    determined: tuple[str, ...]
    filled: tuple[str, ...]
    not_physical: tuple[str, ...]
    rotor_inertia: FloatArray
    physical: bool
    friction: ExportFriction
    rotor_in_file: bool
    not_in_file: tuple[str, ...] = ()

    @property
    def reproduces(self) -> bool:
        """True if the file has every rigid-body torque that was identified."""
        return not self.not_physical and not self.not_in_file


@dataclass(frozen=True)
class LinkBody:
    """Ten standard parameters of a link, and the names of those the data fix and of the others."""

    parameters: FloatArray
    determined: tuple[str, ...]
    filled: tuple[str, ...]
    is_physical: bool


@dataclass(frozen=True)
class ArmBodies:
    """All links from the base outwards, rotor inertia (n,); ``physical``: the fit's own possible bodies."""

    links: tuple[LinkBody, ...]
    rotor_inertia: FloatArray
    physical: bool

    def exported(
        self,
        text: str,
        robot: RobotModel,
        friction: ExportFriction,
        *,
        rotor_in_file: bool,
        not_in_file: tuple[str, ...] = (),
    ) -> ArmExport:
        """These bodies and this friction written down as ``text``."""
        pairs = tuple(zip(robot.joint_names, self.links, strict=True))
        return ArmExport(
            text=text,
            determined=tuple(f"{joint}: {name}" for joint, link in pairs for name in link.determined),
            filled=tuple(f"{joint}: {name}" for joint, link in pairs for name in link.filled),
            not_physical=tuple(joint for joint, link in pairs if not link.is_physical),
            rotor_inertia=self.rotor_inertia,
            physical=self.physical,
            friction=friction,
            rotor_in_file=rotor_in_file,
            not_in_file=not_in_file,
        )


def described_bodies(robot: RobotModel) -> ArmBodies | None:
    """The bodies and rotors of the description alone; None where it has no bodies."""
    if robot.inertial_parameters is None:
        return None
    none = np.zeros(PARAMETERS_PER_LINK, dtype=np.bool_)
    links = tuple(_link(row, none, physical=True) for row in robot.inertial_parameters)
    rotor = np.zeros(robot.joint_count) if robot.rotor_inertia is None else np.array(robot.rotor_inertia)
    return ArmBodies(links, rotor, physical=False)


def arm_bodies(result: IdentificationResult, robot: RobotModel) -> ArmBodies:
    """The bodies to write down.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when neither the identification nor the description has
        bodies to fill in what the data leave open.
    """
    if result.physical is not None and result.physical.feasible:
        return _possible(result.physical)
    if robot.inertial_parameters is None:
        raise BadRequest("urdf-without-description", robot=robot.name)
    standard = standard_parameters(result, robot)
    n = robot.joint_count
    identified = standard.values[: PARAMETERS_PER_LINK * n].reshape(n, PARAMETERS_PER_LINK)
    determined = standard.determined[: PARAMETERS_PER_LINK * n].reshape(n, PARAMETERS_PER_LINK)
    links = tuple(
        _link(identified[index] if physical else described, determined[index] & physical, physical=physical)
        for index, (described, physical) in enumerate(
            zip(robot.inertial_parameters, [is_physical(row) for row in identified], strict=True)
        )
    )
    rotor = standard.values[PARAMETERS_PER_LINK * n :] if result.with_rotor_inertia else np.zeros(n)
    return ArmBodies(links, rotor, physical=False)


def standard_parameters(result: IdentificationResult, robot: RobotModel) -> NearestParameters:
    """Standard parameters with exactly the identified base parameters, near the description's (or zero)."""
    base = find_base_parameters(robot, rotor_inertia=result.with_rotor_inertia)
    links = robot.inertial_parameters
    prior = np.zeros(PARAMETERS_PER_LINK * robot.joint_count) if links is None else links.ravel()
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


def _possible(physical: PhysicalModel) -> ArmBodies:
    open_names = set(physical.undetermined)
    links = []
    for number, parameters in enumerate(physical.standard, start=1):
        fixed = np.array([f"{name}_{number}" not in open_names for name in LINK_PARAMETERS])
        links.append(_link(parameters, fixed, physical=True))
    return ArmBodies(tuple(links), physical.rotor_inertia, physical=True)


def _link(parameters: FloatArray, fixed: BoolArray, *, physical: bool) -> LinkBody:
    return LinkBody(parameters, _names(fixed), _names(~fixed), is_physical=physical)


def _names(chosen: BoolArray) -> tuple[str, ...]:
    return tuple(name for name, wanted in zip(LINK_PARAMETERS, chosen, strict=True) if wanted)
