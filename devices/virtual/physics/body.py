"""Masses of the links: from the description, or else of cylinders from joint to joint."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import ConfigurationError
from devices.virtual.physics.geometry import link_lengths, reach
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.scaling import BodyRules

_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body in a link frame: mass kg, centre (3,) m, inertia (3, 3) kg·m² about the centre."""

    mass: float
    center: FloatArray
    inertia: FloatArray

    @cached_property
    def inertia_at_origin(self) -> FloatArray:
        """Inertia (3, 3) about the frame's origin, kg·m²."""
        center = self.center
        return self.inertia + self.mass * (center @ center * np.eye(3) - np.outer(center, center))


NOTHING = Body(0.0, np.zeros(3), np.zeros((3, 3)))
"""No payload behind springs; the springs' own inertia keeps the flange defined."""


def link_bodies(robot: RobotModel, rules: BodyRules) -> tuple[Body, ...]:
    """Make one body per link.

    Raises
    ------
    ConfigurationError
        ``virtual-arm-without-mass`` if a described link has no positive mass and inertia.
    """
    if robot.inertial_parameters is None:
        return _cylinders(robot, rules)
    rows = zip(robot.joint_names, robot.inertial_parameters, strict=True)
    return tuple(_described(name, parameters) for name, parameters in rows)


def _described(name: str, parameters: FloatArray) -> Body:
    mass = float(parameters[0])
    if mass <= 0.0:
        raise ConfigurationError("virtual-arm-without-mass", link=name)
    xx, xy, yy, xz, yz, zz = parameters[4:]
    about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    center = parameters[1:4] / mass
    # parallel axis theorem: the description's inertia is about the frame's origin
    inertia = about_origin - mass * (center @ center * np.eye(3) - np.outer(center, center))
    if np.linalg.eigvalsh(inertia)[0] < -_ROUNDING * (1.0 + np.trace(about_origin)):
        raise ConfigurationError("virtual-arm-without-mass", link=name)
    return Body(mass, center, inertia)


def _cylinders(robot: RobotModel, rules: BodyRules) -> tuple[Body, ...]:
    """Solid cylinders from each joint to the next, thinner towards the flange."""
    radius = rules.radius_share * reach(robot)
    lengths = link_lengths(robot)
    made = []
    for joint in range(robot.joint_count):
        axis = _towards_next(robot, joint)
        length = max(float(lengths[joint]), rules.shortest_share * radius)
        made.append(_cylinder(axis, length=length, radius=radius, density=rules.density))
        radius *= rules.taper
    return tuple(made)


def _towards_next(robot: RobotModel, joint: int) -> FloatArray:
    """Unit vector from a link frame's origin to the next one; the z axis if both coincide."""
    if joint + 1 < robot.joint_count:
        alpha, along = robot.alpha[joint + 1], robot.d[joint + 1]
        step = np.array([robot.a[joint + 1], -np.sin(alpha) * along, np.cos(alpha) * along])
    else:
        step = np.array(robot.flange[:3, 3])
    length = float(np.linalg.norm(step))
    return step / length if length > _ROUNDING else np.array([0.0, 0.0, 1.0])


def _cylinder(axis: FloatArray, *, length: float, radius: float, density: float) -> Body:
    mass = density * np.pi * radius**2 * length
    across = mass * (3.0 * radius**2 + length**2) / 12.0
    along = 0.5 * mass * radius**2
    inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return Body(mass, 0.5 * length * axis, inertia)


def flange_body(payload: Payload, *, flange: FloatArray) -> Body:
    """Payload in the frame of the link that has the ``flange`` (4, 4)."""
    turn = flange[:3, :3]
    return Body(
        payload.mass,
        turn @ np.asarray(payload.center_of_mass, dtype=np.float64) + flange[:3, 3],
        turn @ np.asarray(payload.inertia, dtype=np.float64) @ turn.T,
    )


def with_payload(link: Body, carried: Body) -> Body:
    """Link and payload as one body."""
    mass = link.mass + carried.mass
    center = (link.mass * link.center + carried.mass * carried.center) / mass
    at_origin = link.inertia_at_origin + carried.inertia_at_origin
    about_center = at_origin - mass * (center @ center * np.eye(3) - np.outer(center, center))
    return Body(mass, center, about_center)
