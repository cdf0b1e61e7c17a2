"""Interpretation of the present deflection with the links' share: tool shift and corrected positions.

Shown beside a stream several times per second; it does not move an arm. In numpy alone, for the window,
which must start without the compiler.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.diagnostics.tool_displacement import tool_translation
from core.errors import BadRequest
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.correction import corrected_position
from core.stiffness.result import ReducedStiffness

SAME_POSE_RAD, SAME_POSE_M = float(np.radians(2.0)), 0.02
"""Largest distance of a joint from the pose of the zero.

A turn of 2° changes the deflection under the arm's own weight by at most 3.5 % of its maximum.
"""


class ZeroState(StrEnum):
    """Validity of the zero of a deflection."""

    NONE = "none"
    """No zero: the encoders' offsets are included."""
    MOVING = "moving"
    """The arm moved while the zero was taken."""
    BY_ITSELF = "by-itself"
    """Taken automatically when the stream began, with any load on the arm."""
    ELSEWHERE = "elsewhere"
    """Taken at another pose: the deflection by the arm's own weight is included."""
    HERE = "here"


@dataclass(frozen=True, eq=False)
class LiveCorrection:
    """The meaning of a deflection at the tool.

    Attributes
    ----------
    gears, whole
        (3,) m by which deflections move the tool in the base frame, by the gears alone and with the
        links behind them; NaN where no joint's deflection is known.
    corrected
        (n,) rad (m) in the reported directions: positions to command so that the tool is where it would
        be unloaded, for a controller with loops on the motor encoders. NaN where unknown.
    change
        (n,) rad (m), difference to the present positions.
    counted
        (n,) joints whose deflection is known.
    own_spring_alone
        Joints, from 0, without a share of the links.
    zero
        Validity of the deflection's zero.
    """

    gears: FloatArray
    whole: FloatArray
    corrected: FloatArray
    change: FloatArray
    counted: npt.NDArray[np.bool_]
    own_spring_alone: tuple[int, ...] = ()
    zero: ZeroState = ZeroState.HERE

    @property
    def gears_size(self) -> float:
        """Tool shift by the gears alone, m."""
        return float(np.linalg.norm(self.gears))

    @property
    def whole_size(self) -> float:
        """Tool shift by gears and links, m."""
        return float(np.linalg.norm(self.whole))


class DeflectionMeaning:
    """Interprets deflections of one arm with one reduced stiffness.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the stiffness has another number of joints than the arm.
    """

    def __init__(self, robot: RobotModel, reduced: ReducedStiffness) -> None:
        self.factor = reduced.usable_factor
        """Factor (n,) on the deflection, 1 where a joint's own spring alone is used."""
        if self.factor.shape != (robot.joint_count,):
            raise BadRequest("motion-shape", expected=(robot.joint_count,), found=self.factor.shape)
        self.own_spring_alone = _own_spring_alone(reduced)
        """Joints, from 0, without a share of the links."""
        self.tool = reduced.settings.tool
        self._arm = replace(robot, flange=robot.flange @ shift(*self.tool))

    def of(
        self,
        deflection: FloatArray,
        *,
        position: FloatArray,
        pose: FloatArray,
        zero: ZeroState = ZeroState.HERE,
    ) -> LiveCorrection:
        """The meaning of a deflection at the tool.

        Parameters
        ----------
        deflection
            (n,) rad (m) of motor minus link in the reported directions, minus the same without load;
            NaN for joints without a link encoder.
        position
            (n,) rad (m), joint positions reported by the controller.
        pose
            (n,) rad (m), the same in the model's terms.
        """
        counted = np.isfinite(deflection)
        if zero is ZeroState.NONE:
            deflection = np.full_like(deflection, np.nan)
        change = self.factor * deflection
        return LiveCorrection(
            gears=tool_translation(self._arm, pose, deflection),
            whole=tool_translation(self._arm, pose, change),
            corrected=corrected_position(position, deflection, self.factor),
            change=change,
            counted=counted,
            own_spring_alone=self.own_spring_alone,
            zero=zero,
        )


def belongs_to_arm(robot: RobotModel, reduced: ReducedStiffness) -> bool:
    """True if a reduced stiffness belongs to this arm."""
    return reduced.robot == robot.name and reduced.joint_names == robot.joint_names


def is_same_pose(robot: RobotModel, one: FloatArray, other: FloatArray) -> bool:
    """True if two poses (n,) in rad (m) agree in every joint; False where one is unknown."""
    near = np.where(robot.is_prismatic, SAME_POSE_M, SAME_POSE_RAD)
    return bool(np.all(np.abs(one - other) <= near))


def zero_state(
    robot: RobotModel,
    *,
    pose: FloatArray,
    zeroed_at: FloatArray | None,
    was_steady: bool,
    was_asked: bool,
) -> ZeroState:
    """Validity of a zero taken at another pose (n,), or never, for a deflection at ``pose`` (n,)."""
    if zeroed_at is None:
        return ZeroState.NONE
    if not was_steady:
        return ZeroState.MOVING
    if not was_asked:
        return ZeroState.BY_ITSELF
    return ZeroState.HERE if is_same_pose(robot, pose, zeroed_at) else ZeroState.ELSEWHERE


def _own_spring_alone(reduced: ReducedStiffness) -> tuple[int, ...]:
    return tuple(
        joint.number
        for joint in reduced.joints
        if joint.is_held or joint.judgement.verdict is Verdict.NOT_MEASURABLE or not np.isfinite(joint.spring)
    )
