"""The physically possible parameters nearest a finished fit, and the loss of accuracy on its recordings."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.errors import BadRequest, Fact
from core.estimation.physical import NearestPhysical, nearest_physical
from core.estimation.physical_model import PhysicalModel
from core.estimation.physical_reference import described_links, reference_links, reference_rotors
from core.identification.fit import Fit
from core.identification.result import Validation
from core.identification.verify import validate_model
from core.monitor import Monitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

COST_USABLE = 0.02
"""Relative rise of the error above which the possible parameters do not replace the fit."""
COST_REPEAT = 0.05
"""Relative rise of the error above which the recordings do not fit an arm made of bodies."""


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
