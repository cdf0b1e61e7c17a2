"""A payload's sweeps made by hand: one joint there and back in two ways of holding the flange."""

import numpy as np

from core.payload.plan import (
    Expected,
    FlangeAim,
    FlangeOrientation,
    ParallelKind,
    PayloadPlan,
    PayloadPlanSettings,
    PayloadSweep,
    SweptJoints,
)
from core.payload.sweep_order import sweep_seconds
from core.robot.model import RobotModel

RAMP_S = 0.2


def small_plan(
    robot: RobotModel,
    poses,
    *,
    joint: int = 1,
    width: float = np.radians(8.0),
    parts: int = 2,
    speed: float = np.radians(10.0),
) -> PayloadPlan:
    """``joint`` sweeps up from each of the poses and back, in ``parts`` where the controller wants that."""
    sweeps = []
    for orientation, pose in enumerate(poses, 1):
        places = np.linspace(pose[joint], pose[joint] + width, parts + 1)
        for way in (1, -1):
            begin = np.array(pose, dtype=float)
            begin[joint] = places[0]
            sweeps.append(
                PayloadSweep(
                    number=len(sweeps) + 1,
                    joint=joint,
                    orientation=orientation,
                    way=way,
                    pose=begin,
                    places=tuple(places.tolist()),
                    speed=speed,
                    ramp_s=RAMP_S,
                    steady_s=width / speed - parts * RAMP_S,
                )
            )
            places = places[::-1]
    orientations = tuple(
        FlangeOrientation(number, FlangeAim.OTHER, np.full(robot.joint_count, np.nan))
        for number, _ in enumerate(poses, 1)
    )
    return PayloadPlan(
        settings=PayloadPlanSettings(tool_speed=0.2),
        joints=SweptJoints(joint, joint + 1, ParallelKind.PARALLEL, 1, 0.0),
        orientations=orientations,
        sweeps=tuple(sweeps),
        seconds=sum(sweep_seconds(sweep) for sweep in sweeps),
        expected=Expected(0.0, 0.01, np.full(3, 0.001)),
    )
