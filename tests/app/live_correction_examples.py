"""A reduced stiffness of the arm that a fake session streams. The numbers mean nothing."""

import numpy as np

from core.quality import Judgement, Reason, Verdict
from core.robot.model import RobotModel
from core.stiffness.result import ReducedJoint, ReducedStiffness, ReductionError, Route, SpringSource
from core.stiffness.settings import StiffnessSettings

SPRING = 4e5
FACTOR = (1.25, 1.5, 1.8, 2.5, 1.4, 1.0)


def reduced(robot: RobotModel, *, tool: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> ReducedStiffness:
    """Every joint gives by its factor more than its gear; the last one is unknown."""
    unseen = Reason("tool-does-not-see-joint", {"joint": robot.joint_names[-1], "lever": 0.0, "needed": 0.03})
    joints = tuple(
        ReducedJoint(
            joint=name,
            number=number,
            is_prismatic=False,
            spring=SPRING,
            spring_std=0.01 * SPRING,
            compliance=FACTOR[number] / SPRING,
            compliance_std=0.01 / SPRING,
            lever=1.2 - 0.2 * number,
            judgement=Judgement.of(
                () if number < 5 else (Reason(unseen.code, unseen.facts, Verdict.NOT_MEASURABLE),)
            ),
        )
        for number, name in enumerate(robot.joint_names)
    )
    return ReducedStiffness(
        robot=robot.name,
        route=Route.ALGEBRA,
        settings=StiffnessSettings(tool=tool),
        joints=joints,
        covariance=np.zeros((6, 6)),
        usable_compliance=np.array(FACTOR) / SPRING,
        error=ReductionError(100.0, 2000, 1e-5, 2e-5, 9e-5, 2e-4, 1.1e-4),
        spring_source=SpringSource.DESCRIPTION,
        created_at="2026-03-01T10:42:00+00:00",
    )
