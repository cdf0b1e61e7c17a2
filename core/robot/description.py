"""A robot as it was read from a file: what was understood otherwise, its uses, what it lacks."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.errors import Problem
from core.robot.model import RobotModel


class DescriptionForm(StrEnum):
    """The forms of file that describe a robot."""

    TOML = "toml"
    URDF = "urdf"
    MJCF = "mjcf"
    DH_TABLE = "dh-table"


@dataclass(frozen=True, eq=False)
class Description:
    """``robot`` from a file of ``form``; ``notes`` say what was assumed, merged or left out."""

    robot: RobotModel
    form: DescriptionForm
    notes: tuple[Problem, ...] = ()


class Use(StrEnum):
    """Work of the program that rests on a robot description."""

    IDENTIFICATION = "identification"
    MOTIONS = "planned-motions"
    TORQUE_CHECK = "torque-check"
    COLLISION = "collision"
    VIRTUAL = "virtual-robot"
    STIFFNESS = "stiffness"


class Service(StrEnum):
    """Degree to which the description serves a use."""

    READY = "ready"
    ASSUMED = "assumed"
    """It works with the program's own assumptions for what is missing."""
    MISSING = "missing"


@dataclass(frozen=True)
class Served:
    """Service of a description for a ``use``; ``lacks`` are the keys of the TOML that would help."""

    use: Use
    service: Service
    lacks: tuple[str, ...] = ()


def served(robot: RobotModel) -> tuple[Served, ...]:
    """Service of the description for each use, in the order of ``Use``."""
    lacks = {
        Use.IDENTIFICATION: _missing(drive_gain=robot.drive_gain is None),
        Use.MOTIONS: _missing(
            lower=not np.isfinite(robot.lower).all(),
            upper=not np.isfinite(robot.upper).all(),
            velocity=not np.isfinite(robot.velocity_limit).all(),
            acceleration=not np.isfinite(robot.acceleration_limit).all(),
        ),
        Use.TORQUE_CHECK: _missing(
            torque=not np.isfinite(robot.torque_limit).all(), mass=robot.inertial_parameters is None
        ),
        Use.COLLISION: _missing(capsules=not robot.capsules),
        Use.VIRTUAL: _missing(mass=robot.inertial_parameters is None),
        Use.STIFFNESS: _missing(stiffness=robot.joint_stiffness is None, beams=not robot.link_springs),
    }
    return tuple(Served(use, _service(use, missing), missing) for use, missing in lacks.items())


def _missing(**absent: bool) -> tuple[str, ...]:
    return tuple(key for key, is_absent in absent.items() if is_absent)


def _service(use: Use, lacks: tuple[str, ...]) -> Service:
    if not lacks or use is Use.IDENTIFICATION:  # gains matter to recordings of currents alone
        return Service.READY
    needed = {Use.TORQUE_CHECK: {"torque", "mass"}, Use.VIRTUAL: {"mass"}, Use.STIFFNESS: {"stiffness"}}
    return Service.MISSING if needed.get(use, set()) & set(lacks) else Service.ASSUMED
