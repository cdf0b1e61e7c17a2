"""The physically possible parameters nearest a finished fit, and the loss of accuracy on its recordings."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.errors import BadRequest, Fact
from core.estimation.physical import NearestPhysical, nearest_physical
from core.estimation.physical_model import PhysicalModel
from core.identification.result import Validation
from core.identification.result_of_fit import Fit
from core.identification.verification import validate_model
from core.monitor import Monitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.capsules import RADIUS_SHARE_FLANGE, arm_capsules, arm_length
from core.robot.dynamics import mass_matrix
from core.robot.inertia import about_origin, pseudo_inertia
from core.robot.model import PARAMETERS_PER_LINK, Capsule, RobotModel

COST_USABLE = 0.02
"""Relative rise of the error above which the possible parameters do not replace the fit."""
COST_REPEAT = 0.05
"""Relative rise of the error above which the recordings do not fit an arm made of bodies."""
_BODY_DENSITY = 940.0
"""Density of the capsules around the moving links, kg/m³.

The makers' masses divided by the volumes of their own capsules are 940 for the UR10e and 943 for the
Panda, without the first link.
"""
_THIN = 1e-3
"""Second moment relative to the solid body's below which a described link is no reference of its own."""
_POSES = 100
_NOTHING_M = 1e-9


# Reference bodies for links: the robot description's, or solid ones in the shape of the arm.
#
# They give the scale of a link's mass, first moments and inertia, and the values of directions that no
# motor torque depends on.


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
    if np.linalg.eigvalsh(half @ _central(described) @ half.T)[0] > _THIN:
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
    tube = _BODY_DENSITY * math.pi * radius**2 * length
    ball = _BODY_DENSITY * math.pi * radius**3 * 4.0 / 3.0
    along = tube * radius**2 / 2.0 + ball * radius**2 * 2.0 / 5.0
    across = tube * (length**2 / 12.0 + radius**2 / 4.0)
    across += ball * (radius**2 * 2.0 / 5.0 + length**2 / 4.0 + length * radius * 3.0 / 8.0)
    axis = (end - start) / length if length > _NOTHING_M else np.array([0.0, 0.0, 1.0])
    inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return about_origin(tube + ball, center=(start + end) / 2.0, inertia=inertia)


def physical_model(
    fit: Fit,
    held_back: Sequence[Recording],
    *,
    monitor: Monitor,
    validation: Sequence[Validation] = (),
    mass_bounds: FloatArray | None = None,
) -> PhysicalModel:
    """Full physically possible link parameters, nearest a fit.

    Parameters
    ----------
    fit
        The last pass of an identification.
    held_back
        The recordings kept for validation.
    validation
        Validations of the fit itself that are known already; the others are
        computed.
    mass_bounds
        (n, 2) kg, the lowest and highest mass of each link; none where None.

    Raises
    ------
    BadRequest
        ``mass-bounds`` when the bounds are not (n, 2) with the lower first; ``no-information``
        when the estimator gives no information matrix.
    """
    plan = fit.rows.plan
    reference = reference_links(plan.robot)
    rotors = reference_rotors(plan.robot, reference) if plan.with_rotor_inertia else None
    nearest = nearest_physical(
        fit.estimate, plan.base, reference=reference, rotor_reference=rotors, mass_bounds=mass_bounds
    )
    cost = float(np.sqrt(1.0 + nearest.added_squares / fit.estimate.weighted_squares) - 1.0)
    held_out = None
    if nearest.reason is None and held_back:
        held_out = _held_out_cost(fit, nearest, held_back, validation, monitor=monitor)
    reasons = _reasons(nearest, cost=cost, held_out=held_out, described=described_links(plan.robot))
    return PhysicalModel(
        feasible=nearest.reason is None,
        standard=nearest.standard,
        rotor_inertia=nearest.rotor_inertia,
        estimate=nearest.estimate,
        min_eigenvalue=nearest.min_eigenvalue,
        cost=cost,
        held_out_cost=held_out,
        undetermined=nearest.undetermined,
        judgement=Judgement.of(reasons),
    )


def with_bodies(judgement: Judgement, bodies: PhysicalModel) -> Judgement:
    """The verdict on a model, with the reason that no real bodies move like it.

    Parameters that differ from possible ones only where the data say little cost hardly any accuracy. A
    high cost means that the recordings themselves contradict the description: an arm upside down, a
    reversed torque.
    """
    cost = bodies.cost if bodies.held_out_cost is None else bodies.held_out_cost
    if not bodies.feasible or cost <= COST_REPEAT:
        return judgement
    facts: dict[str, Fact] = {"cost": cost, "limit": COST_REPEAT}
    return Judgement.of([*judgement.reasons, Reason("not-physical", facts, Verdict.REPEAT)])


def described_mass_bounds(robot: RobotModel, *, tolerance: float | None) -> FloatArray | None:
    """Lowest and highest mass (n, 2) kg of each link, a share around the description's; None for none.

    Raises
    ------
    BadRequest
        ``no-described-masses`` when a tolerance is given and the description has no masses.
    """
    if tolerance is None:
        return None
    if robot.inertial_parameters is None or not described_links(robot):
        raise BadRequest("no-described-masses", robot=robot.name)
    mass = robot.inertial_parameters[:, :1]
    return np.asarray(mass * np.array([[max(1.0 - tolerance, 0.0), 1.0 + tolerance]]))


def _held_out_cost(
    fit: Fit,
    nearest: NearestPhysical,
    held_back: Sequence[Recording],
    validation: Sequence[Validation],
    *,
    monitor: Monitor,
) -> float:
    known = {judged.recording: judged for judged in validation}
    bodies = replace(fit.model, parameters=nearest.estimate)
    before = after = 0.0
    for number, recording in enumerate(held_back):
        count = len(held_back)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        half, rest = PartOfMonitor(part, first=0.0, last=0.5), PartOfMonitor(part, first=0.5, last=1.0)
        std = fit.estimate.joint_std
        with_bodies = validate_model(bodies, recording, joint_std=std, used_in_fit=False, monitor=half)
        plain = known.get(recording.label) or validate_model(
            fit.model, recording, joint_std=std, used_in_fit=False, monitor=rest
        )
        before += plain.sample_count * plain.total_rms_torque**2
        after += with_bodies.sample_count * with_bodies.total_rms_torque**2
    return float(np.sqrt(after / before) - 1.0) if before > 0.0 else float("inf")


def _reasons(
    nearest: NearestPhysical, *, cost: float, held_out: float | None, described: bool
) -> list[Reason]:
    if nearest.reason is not None:
        return [nearest.reason]
    reasons = []
    judged = cost if held_out is None else held_out
    if judged > COST_USABLE:
        code = "physical-costs-in-the-fit" if held_out is None else "physical-costs-on-held-out-motion"
        reasons.append(Reason(code, {"cost": judged, "limit": COST_USABLE}, Verdict.USABLE))
    if not described:
        reasons.append(Reason("physical-reference-assumed", {}, Verdict.USABLE))
    return reasons
