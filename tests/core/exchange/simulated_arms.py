"""Arms with the traps of the trade and results that know them exactly, for files that simulate."""

from dataclasses import replace

import numpy as np

from core.base_parameters import find_base_parameters
from core.estimation.physical import smallest_eigenvalues
from core.estimation.physical_model import PhysicalModel
from core.identification.result import IdentificationResult
from core.quality import Judgement, Verdict
from core.recording import FloatArray
from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel
from tests.core.exchange.made_result import made_from_base
from tests.core.exchange.test_export_urdf import arm, links

ROTORS = np.array([0.6, 0.5, 0.4, 0.3])
BODIES = links(1, 4) * np.array([[1.1], [0.93], [1.06], [0.9]])
"""Not the description's bodies: those of an arm that was identified."""


def tilted_arm(**changes: object) -> RobotModel:
    """The four joints of the URDF's tests on a wall, so that gravity points anywhere."""
    return arm(gravity=np.array([1.0, 9.6, -1.7]), **changes)


def known(robot: RobotModel, *, bodies: FloatArray = BODIES, physical: bool) -> IdentificationResult:
    """A perfect identification of ``bodies``, with or without the possible bodies themselves."""
    base = find_base_parameters(robot)
    values = base.values(np.concatenate([bodies.ravel(), ROTORS]))
    result = made_from_base(values, with_rotor_inertia=True)
    if not physical:
        return result
    found = PhysicalModel(
        feasible=True,
        standard=bodies,
        rotor_inertia=ROTORS,
        estimate=np.concatenate([values, np.zeros(result.estimate.size - 3)]),
        min_eigenvalue=smallest_eigenvalues(bodies),
        cost=0.0,
        held_out_cost=None,
        undetermined=("m_1", "Ixx_1"),
        judgement=Judgement(Verdict.GOOD),
    )
    names = (*base.expressions, *result.column_names[3:])
    return replace(result, physical=found, column_names=names, estimate=found.estimate)


def reported_torque(robot: RobotModel, q: FloatArray, v: FloatArray, a: FloatArray) -> FloatArray:
    """What the known arm needs, for the motion and in the direction that it reports."""
    sign = robot.reported_sign
    torque = inverse_dynamics(
        robot,
        robot.position_from_reported(q),
        v * sign,
        a * sign,
        parameters=BODIES,
        rotor_inertia=ROTORS,
    )
    return np.asarray(sign * torque)


def random_motion(count: int, joints: int, *, seed: int = 3) -> tuple[FloatArray, FloatArray, FloatArray]:
    random = np.random.default_rng(seed)
    q, v, a = (random.uniform(-1.5, 1.5, (count, joints)) for _ in range(3))
    return q, v, a
