"""What the deflection of the moment means with the links counted: the tool's shift, and corrected positions.

Shown beside a stream, several times a second; nothing here moves an arm. In numpy alone: for the
window, which loads no compiler.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.diagnostics.tool import tool_translation
from core.errors import BadRequest
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.correction import corrected_position
from core.stiffness.result import ReducedStiffness

SAME_POSE_RAD, SAME_POSE_M = float(np.radians(2.0)), 0.02
"""How far a joint may be from where zero was taken. A turn of 2° changes what the arm's own weight
bends by at most 3.5 % of the most that it can."""


class ZeroState(StrEnum):
    """From what a deflection counts."""

    NONE = "none"
    """From nowhere: the encoders' zeros are in it."""
    MOVING = "moving"
    """The arm moved while zero was taken."""
    BY_ITSELF = "by-itself"
    """Taken when the stream began, whatever hung on the arm."""
    ELSEWHERE = "elsewhere"
    """In another pose: what the arm's own weight bends is in it."""
    HERE = "here"


@dataclass(frozen=True, eq=False)
class LiveCorrection:
    """What a deflection means.

    Attributes
    ----------
    gears, whole
        (3,) m by which deflections move the tool in the base frame, by the gears alone and with the
        links behind them; NaN where no joint's deflection is known.
    corrected
        (n,) rad (m) in the reported directions: where to send the joints so that the unloaded tool would
        have been there, for a controller that closes its loops on the motor encoders. NaN where unknown.
    change
        (n,) rad (m), by how much that differs from where they are.
    counted
        (n,) joints whose deflection is known.
    own_spring_alone
        Joints, from 0, behind which no link is counted.
    zero
        From what the deflection counts.
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
        """M."""
        return float(np.linalg.norm(self.gears))

    @property
    def whole_size(self) -> float:
        """M."""
        return float(np.linalg.norm(self.whole))


class DeflectionMeaning:
    """What deflections of one arm mean by one reduced stiffness.

    Raises
    ------
    BadRequest
        ``motion-shape`` where the stiffness has another number of joints than the arm.
    """

    def __init__(self, robot: RobotModel, reduced: ReducedStiffness) -> None:
        self.factor = reduced.usable_factor
        """(n,), 1 where a joint's own spring alone counts."""
        if self.factor.shape != (robot.joint_count,):
            raise BadRequest("motion-shape", expected=(robot.joint_count,), found=self.factor.shape)
        self.own_spring_alone = _own_spring_alone(reduced)
        """Joints, from 0, behind which no link is counted."""
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
        """What a deflection means.

        Parameters
        ----------
        deflection
            (n,) rad (m) of motor less link in the reported directions, less the same without load; NaN
            for joints without a link encoder.
        position
            (n,) rad (m) where the controller says the joints are.
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


def fits(robot: RobotModel, reduced: ReducedStiffness) -> bool:
    """Whether a reduced stiffness is that of this arm."""
    return reduced.robot == robot.name and reduced.joint_names == robot.joint_names


def is_same_pose(robot: RobotModel, one: FloatArray, other: FloatArray) -> bool:
    """Whether no joint is far from where it was, at poses (n,) in rad (m); not where that is unknown."""
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
    """From what the deflection at a pose (n,) counts, after zero was taken at another (n,), or never."""
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
