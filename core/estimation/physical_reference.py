"""Reference bodies for links: the robot description's, or solid ones in the shape of the arm.

They give the scale of a link's mass, first moments and inertia, and the values of directions that no
motor torque depends on.
"""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.capsules import RADIUS_SHARE_FLANGE, arm_capsules, arm_length
from core.robot.dynamics import mass_matrix
from core.robot.inertia import about_origin, pseudo_inertia
from core.robot.model import PARAMETERS_PER_LINK, Capsule, RobotModel

BODY_DENSITY = 940.0
"""Density of the capsules around the moving links, kg/m³.

The makers' masses divided by the volumes of their own capsules are 940 for the UR10e and 943 for the
Panda, without the first link.
"""
THIN = 1e-3
"""Second moment relative to the solid body's below which a described link is no reference of its own."""
_POSES = 100
_NOTHING_M = 1e-9


def reference_links(robot: RobotModel) -> FloatArray:
    """Ten standard parameters (n, 10) per link of bodies with positive definite pseudo-inertia.

    The description's where they are such bodies; its mass and centre of mass with the inertia
    of a solid body where only that is missing; a solid body all through where it has none.
    """
    solid = _solid_links(robot)
    if robot.inertial_parameters is None:
        return solid
    pairs = zip(robot.inertial_parameters, solid, strict=True)
    return np.array([_repaired(described, link) for described, link in pairs])


def described_links(robot: RobotModel) -> bool:
    """True if the description has a mass for every link."""
    links = robot.inertial_parameters
    return links is not None and bool(np.all(links[:, 0] > 0.0))


def reference_rotors(robot: RobotModel, links: FloatArray) -> FloatArray:
    """Reflected rotor inertia (n,) kg·m² (kg) used as units of the rotors, all above zero.

    The description's where it has one; otherwise the average over poses of the inertia of the links (n,
    10) that the joint moves.
    """
    poses = np.random.default_rng(0).uniform(-np.pi, np.pi, size=(_POSES, robot.joint_count))
    moved = np.einsum("kii->i", mass_matrix(robot, poses, parameters=links)) / _POSES
    if robot.rotor_inertia is None:
        return np.asarray(moved)
    return np.asarray(np.where(robot.rotor_inertia > 0.0, robot.rotor_inertia, moved))


def _repaired(described: FloatArray, solid: FloatArray) -> FloatArray:
    mass = float(described[0])
    if mass <= 0.0:
        return solid
    scaled = solid * (mass / solid[0])
    half = np.linalg.inv(np.linalg.cholesky(_central(scaled)))
    if np.linalg.eigvalsh(half @ _central(described) @ half.T)[0] > THIN:
        return described
    center = described[1:4] / mass
    own_center = scaled[1:4] / mass
    shape = about_origin(mass, center=own_center, inertia=np.zeros((3, 3)))
    moved = about_origin(mass, center=center, inertia=np.zeros((3, 3)))
    return np.asarray(scaled - shape + moved)


def _central(parameters: FloatArray) -> FloatArray:
    """Second moments of mass (3, 3) about the centre of mass, kg·m²."""
    matrix = pseudo_inertia(parameters)
    return np.asarray(matrix[:3, :3] - np.outer(matrix[:3, 3], matrix[:3, 3]) / matrix[3, 3])


def _solid_links(robot: RobotModel) -> FloatArray:
    links = np.zeros((robot.joint_count, PARAMETERS_PER_LINK))
    for capsule in arm_capsules(robot):
        if capsule.link >= 0:
            links[capsule.link] += _solid(capsule)
    ball = Capsule(0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), RADIUS_SHARE_FLANGE * max(arm_length(robot), 0.1))
    links[links[:, 0] == 0.0] = _solid(ball)
    return links


def _solid(capsule: Capsule) -> FloatArray:
    """Parameters of a solid capsule of ``BODY_DENSITY``: a cylinder with a hemisphere at either end."""
    start, end = np.array(capsule.start), np.array(capsule.end)
    length, radius = float(np.linalg.norm(end - start)), capsule.radius
    tube = BODY_DENSITY * math.pi * radius**2 * length
    ball = BODY_DENSITY * math.pi * radius**3 * 4.0 / 3.0
    along = tube * radius**2 / 2.0 + ball * radius**2 * 2.0 / 5.0
    across = tube * (length**2 / 12.0 + radius**2 / 4.0)
    across += ball * (radius**2 * 2.0 / 5.0 + length**2 / 4.0 + length * radius * 3.0 / 8.0)
    axis = (end - start) / length if length > _NOTHING_M else np.array([0.0, 0.0, 1.0])
    inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return about_origin(tube + ball, center=(start + end) / 2.0, inertia=inertia)
