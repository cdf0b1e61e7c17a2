"""A plan of load tests as the file in which their shifts are filled in and that is read back."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.errors import BadRequest
from core.exchange.csv_text import table_text
from core.exchange.load_test_columns import CENTER, EXPECTED, FORCE, MASS, NAME, SHIFT, joint_roles
from core.robot.model import RobotModel
from core.stiffness.load_plan import HungMass, LoadTestPlan
from core.storage.output_writer import write_whole

_DIGITS = "{:.10g}"
_DECIMALS = 9
"""Of degrees and millimetres; what is beyond is rounding."""
_MM = 1e3


def load_plan_csv(plan: LoadTestPlan, robot: RobotModel) -> str:
    """A line for every test, with ``dx dy dz`` still empty; joint positions as the controller reports them.

    ``expected`` is how far the tool will go by the springs that are known, for a look at what was
    measured; it is not read back.

    Raises
    ------
    BadRequest
        ``load-plan-other-arm`` for the plan of another robot.
    """
    if robot.joint_count != plan.poses.shape[1]:
        raise BadRequest("load-plan-other-arm", robot=robot.name, planned=plan.robot)
    return table_text((_header(plan, robot), *_rows(plan, robot)), remarks=_remarks(plan))


def write_load_plan(path: Path, plan: LoadTestPlan, robot: RobotModel) -> None:
    """Write ``load_plan_csv`` to ``path`` as UTF-8.

    Raises
    ------
    BadRequest
        ``load-plan-other-arm``.
    OSError
        When the file cannot be written.
    """
    write_whole(path, load_plan_csv(plan, robot).encode())


def _remarks(plan: LoadTestPlan) -> Iterator[str]:
    tool = ", ".join(_number(_MM * value) for value in plan.tool)
    yield f"Load tests for {plan.robot}, tool point {tool} mm in the flange frame."
    yield "Joint positions as the controller reports them. Measure the tool point unloaded and loaded."
    yield "Fill in dx dy dz, loaded less unloaded in the base frame. Or put in their place the columns"
    yield "x0 y0 z0 x1 y1 z1 [mm], places in a tracker's frame, or the columns unloaded and loaded with"
    yield "names of points in a tracker's file."


def _header(plan: LoadTestPlan, robot: RobotModel) -> list[str]:
    joints = [
        f"{role} [{'mm' if slides else 'deg'}]"
        for role, slides in zip(joint_roles(robot), robot.is_prismatic.tolist(), strict=True)
    ]
    if isinstance(plan.loads, HungMass):
        center = [] if plan.loads.center is None else [f"{role} [mm]" for role in CENTER]
        load = [f"{MASS} [kg]", *center]
    else:
        load = [f"{role} [N]" for role in FORCE]
    return [NAME, *joints, *load, *(f"{role} [mm]" for role in SHIFT), f"{EXPECTED} [mm]"]


def _rows(plan: LoadTestPlan, robot: RobotModel) -> Iterator[list[str]]:
    unit = np.where(robot.is_prismatic, _MM, np.degrees(1.0))
    reported = robot.position_as_reported(plan.poses) * unit
    expected = _MM * np.linalg.norm(plan.shifts, axis=1)
    for name, position, force, size in zip(plan.names, reported, plan.forces, expected, strict=True):
        if isinstance(plan.loads, HungMass):
            load = [plan.loads.mass, *(_MM * value for value in plan.loads.center or ())]
        else:
            load = force.tolist()
        numbers = [_number(value) for value in (*position.tolist(), *load)]
        yield [name, *numbers, "", "", "", f"{size:.3f}"]


def _number(value: float) -> str:
    return _DIGITS.format(round(value, _DECIMALS) + 0.0)
