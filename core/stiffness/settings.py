"""Settings of a stiffness reduction."""

from dataclasses import dataclass, replace
from typing import Annotated

from core.bounds import Bounds, Force, JointNumber, Place, Position, Samples, Seed, check_bounds
from core.errors import BadRequest
from core.setting import setting

TURN_LENGTH = Bounds("m", 0.0, 10.0)


@dataclass(frozen=True)
class StiffnessSettings:
    """The loaded point of the arm, and the range of poses.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``; ``stiffness-setting`` for ranges that are none.
    """

    tool: tuple[Place, Place, Place] = setting(
        (0.0, 0.0, 0.0),
        "Tool point in the flange frame: the point that is loaded and whose shift counts.",
        caption="Tool point, x y z from the flange",
        auto="the flange's origin",
        example="0 0 150 mm",
    )
    turn_length: Annotated[float, TURN_LENGTH] = setting(
        0.0,
        "Shift that counts as much as a turn of the tool by 1 rad; with 0 shifts alone count.",
        caption="A turn of 1 rad counts as",
        example="0 mm",
    )
    lower: tuple[Position, ...] = ()
    """Lower end of every joint's range of poses, rad (m); empty for the description's limits."""
    upper: tuple[Position, ...] = ()
    held: tuple[JointNumber, ...] = setting(
        (),
        "Joints, numbered from 1, that keep the stiffness of their own spring.",
        caption="Joints that keep their own spring",
        auto="none",
        example="6",
        option="hold",
    )
    """Numbered from 0 here; the links do not contribute to them."""
    force: Force = 100.0
    """Force at the tool for which errors are computed, N."""
    error_poses: Samples = 2000
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)
        ends = zip(self.lower, self.upper, strict=False)
        if len(self.lower) != len(self.upper) or not all(low < high for low, high in ends):
            raise BadRequest("stiffness-setting", setting="lower")

    def checked_held(self, joint_count: int) -> tuple[int, ...]:
        """The joints to hold of an arm with ``joint_count`` joints.

        Raises
        ------
        BadRequest
            ``stiffness-setting`` where one is not there.
        """
        if any(not 0 <= joint < joint_count for joint in self.held):
            raise BadRequest("stiffness-setting", setting="held")
        return self.held

    def with_tool(self, tool: tuple[float, float, float]) -> "StiffnessSettings":
        """The same settings for another tool point."""
        return replace(self, tool=tool)
