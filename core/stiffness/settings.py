"""What a reduced stiffness depends on beside the arm itself."""

from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest


@dataclass(frozen=True)
class StiffnessSettings:
    """Where the arm is loaded and looked at, and which poses count.

    Raises
    ------
    BadRequest
        ``stiffness-setting`` with its name.
    """

    tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """m in the flange frame: the point that is loaded and whose shift counts."""
    turn_length: float = 0.0
    """m; a turn of the tool of 1 rad counts as a shift of so much. 0: shifts alone count."""
    lower: tuple[float, ...] = ()
    """rad (m) of every joint, from where poses count; empty for the limits of the description."""
    upper: tuple[float, ...] = ()
    held: tuple[int, ...] = ()
    """Joints, from 0, that keep the stiffness of their own spring: no link is reckoned into them."""
    force: float = 100.0
    """N at the tool, for which errors are told."""
    error_poses: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be reckoned with."""
        checks = {
            "tool": bool(np.all(np.isfinite(self.tool))),
            "turn_length": bool(np.isfinite(self.turn_length)) and self.turn_length >= 0.0,
            "lower": len(self.lower) == len(self.upper)
            and all(low < high for low, high in zip(self.lower, self.upper, strict=False)),
            "force": bool(np.isfinite(self.force)) and self.force > 0.0,
            "error_poses": self.error_poses >= 1,
        }
        for name, is_good in checks.items():
            if not is_good:
                raise BadRequest("stiffness-setting", setting=name)

    def checked_held(self, joint_count: int) -> tuple[int, ...]:
        """The joints to hold, of an arm of so many.

        Raises
        ------
        BadRequest
            ``stiffness-setting`` where one is not there.
        """
        if any(not 0 <= joint < joint_count for joint in self.held):
            raise BadRequest("stiffness-setting", setting="held")
        return self.held

    def with_tool(self, tool: tuple[float, float, float]) -> "StiffnessSettings":
        """The same for another tool point."""
        return replace(self, tool=tool)
