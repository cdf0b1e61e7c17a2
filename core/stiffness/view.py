"""A reduced stiffness as it is looked at: one pose under one load, and the workspace."""

from dataclasses import dataclass

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.cartesian import PoseStiffness
from core.stiffness.deflection_map import DeflectionMap
from core.stiffness.prediction import FlangeLoad, PredictedShift
from core.stiffness.result import ReducedStiffness


@dataclass(frozen=True, eq=False)
class StiffnessView:
    """A reduced stiffness at one pose under one load, and over the workspace.

    Attributes
    ----------
    robot
        The arm with its link springs.
    pose
        (n,) rad (m).
    tool_point
        (3,) m in the base frame.
    load
        What hangs on the flange, or (3,) N at the tool in the base frame.
    full, at_joints
        The tool at the pose by the full model, and by the reduced one. ``full`` is None where
        the springs are unknown.
    predicted
        The shift of the tool under the load; None where the springs are unknown.
    map
        Shifts over the workspace under the load; None where not asked for, or the springs are unknown.
    """

    robot: RobotModel
    reduced: ReducedStiffness
    pose: FloatArray
    tool_point: FloatArray
    load: FlangeLoad | FloatArray
    full: PoseStiffness | None
    at_joints: PoseStiffness
    predicted: PredictedShift | None = None
    map: DeflectionMap | None = None
