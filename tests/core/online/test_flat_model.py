"""The compiled friction and compensators against those that models are fitted with."""

import numpy as np
import pytest

from core.friction.form import JointMotion
from core.friction.models import FORMS, FrictionKind
from core.identification.columns import ColumnPlan
from core.online import _kernels
from core.online.flat_model import compensator_rows, shape_constants, static_friction_limits
from core.robot.gravity_compensator import HydraulicCompensator, SpringCompensator, compensator_torque
from core.robot.library import load_robot
from tests.core.online.known_model import coefficients, fitted_model


@pytest.mark.parametrize("kind", list(FrictionKind))
def test_compiled_friction_is_that_of_the_forms(kind: FrictionKind) -> None:
    form, random = FORMS[kind], np.random.default_rng(5)
    speed = np.concatenate([random.normal(0.0, 1.0, 300), random.normal(0.0, 0.01, 300), np.zeros(3)])
    sliding, load = random.uniform(-1.0, 1.0, speed.size), random.normal(0.0, 40.0, speed.size)
    stirred = random.uniform(0.0, 1.0, speed.size)
    for shape in (form.shape_start, *form.shape_candidates[:3]):
        columns = np.column_stack(form.columns(JointMotion(speed, sliding, load, stirred), shape))
        wanted = columns @ coefficients(form)
        constants = np.array([*shape.values(), 1.0, 1.0])
        found = [
            _kernels.friction_torque(_kernels.FORM_NUMBERS[kind], *row, coefficients(form), constants)
            for row in zip(speed, sliding, load, stirred, strict=True)
        ]
        assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_shape_constants_come_in_the_order_of_the_form() -> None:
    plan = fitted_model(load_robot("ur10e"), FrictionKind.CONTINUOUS).plan
    mixed = {"v3": 0.3, "v1": 0.1, "v2": 0.2}
    rows = shape_constants(plan.with_shapes((mixed,) * 6))
    assert rows[0].tolist() == [0.1, 0.2, 0.3]


def test_compiled_compensators_are_those_of_the_robot() -> None:
    compensators = (
        SpringCompensator(joint=1, stiffness=120.0, rest_position=0.3),
        HydraulicCompensator(
            joint=2, angle_offset=0.2, pivot_distance=0.9, crank_length=0.3,
            piston_area=0.002, gas_energy=9000.0, gas_volume=0.004,
        ),
    )  # fmt: skip
    q = np.random.default_rng(2).uniform(-1.5, 1.5, (50, 3))
    wanted = compensator_torque(compensators, q)
    for row in compensator_rows(compensators):
        joint = int(row[1])
        found = [_kernels.compensator(row, position) for position in q[:, joint]]
        assert found == pytest.approx(wanted[:, joint], rel=1e-12)


@pytest.mark.parametrize("kind", list(FrictionKind))
def test_a_resting_joint_may_be_held_by_its_friction(kind: FrictionKind) -> None:
    fitted = fitted_model(load_robot("ur10e"), kind)
    plan: ColumnPlan = fitted.plan
    held = static_friction_limits(plan, fitted.parameters)
    assert held.shape == (6, 2)
    assert np.all((held[:, 0] > 2.5) & (held[:, 0] < 5.0))
    assert np.all(held[:, 1] == (0.05 if plan.form.load_column is not None else 0.0))
