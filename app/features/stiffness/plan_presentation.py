"""Presentation of planned load tests: poses, expected shifts, and the expected uncertainty."""

from math import nan

from app.errors.reason_rows import reason_rows
from app.features.stiffness.presentation import stiffness
from app.features.stiffness.sentences import tr
from app.presentation import Cell, Column, Line, Presentation, Table, joint_columns
from app.speech.units import DEGREE, MILLIMETRE
from app.speech.values import PER_CENT, Value, not_determined, write
from core.quality import is_determined
from core.robot.model import RobotModel
from core.stiffness.load_plan import LoadTestPlan


def present_plan(plan: LoadTestPlan, robot: RobotModel) -> Presentation:
    """Presentation of a plan: its tests in order, and the uncertainty that they leave of each joint."""
    words = tr("{count} load tests of {robot}, in an order in which the arm travels little.")
    return Presentation(
        title=tr("Load tests of {robot}").format(robot=robot.title or plan.robot),
        headline=words.format(count=plan.count, robot=plan.robot),
        verdict=plan.judgement.verdict,
        sections=(_tests(plan, robot), _known(plan, robot), reason_rows([("", plan.judgement)])),
    )


def _tests(plan: LoadTestPlan, robot: RobotModel) -> Table:
    units = [MILLIMETRE if slides else DEGREE for slides in robot.is_prismatic]
    joints = joint_columns(robot.joint_names, units)
    expected = tr("expected {axis}")
    shifts = (Column(axis, expected.format(axis=axis), MILLIMETRE) for axis in "xyz")
    lines = (
        Line(
            name,
            (
                name,
                *(Value(float(at), unit, decimals=2) for at, unit in zip(pose, units, strict=True)),
                *(Value(float(one), MILLIMETRE) for one in shift),
            ),
        )
        for name, pose, shift in zip(plan.names, plan.poses, plan.shifts, strict=True)
    )
    columns = (Column("test", tr("test")), *joints, *shifts)
    return Table(name="tests", title=tr("The load tests"), columns=columns, lines=tuple(lines))


def _known(plan: LoadTestPlan, robot: RobotModel) -> Table:
    joints = zip(
        robot.joint_names, plan.compliance.tolist(), plan.relative_std.tolist(), plan.determined,
        robot.is_prismatic.tolist(), strict=True,
    )  # fmt: skip
    noise = write(Value(plan.settings.noise, MILLIMETRE)).text
    return Table(
        name="known",
        title=tr("Expected uncertainty of the joints, shifts measured to {noise}").format(noise=noise),
        columns=(
            Column("joint", tr("joint")),
            Column("stiffness", tr("expected stiffness")),
            Column("std", "±", PER_CENT),
        ),
        lines=tuple(
            Line(name, (name, stiffness(1.0 / value, slides=slides), _relative(std if known else nan)))
            for name, value, std, known, slides in joints
        ),
    )


def _relative(std: float) -> Cell:
    return Value(std, PER_CENT) if is_determined(1.0, std) else not_determined()
