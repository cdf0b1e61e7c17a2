"""The answer whether a link position is measured, for each joint and for the arm."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.recording import LinkPosition, Mark

LINK_POSITION = "link-position"
"""Kind under which the findings are stored in a visit."""


@dataclass(frozen=True)
class JointLinkPosition:
    """The answer for one joint with its evidence; ``reason`` is a code.

    ``own-structure`` and ``own-steps``: measured. ``follows-torque``, ``like-others``: computed.
    ``partly``: computed in part, an observer mixes an encoder in. ``same``: no second encoder.
    ``too-short``, ``no-torque``, ``not-moved``, ``before-gear``, ``too-coarse``, ``too-slow`` (sampled),
    ``not-told-apart``: unknown.
    """

    joint: str
    found: LinkPosition
    reason: str
    structure: float = 0.0
    """Significance of what comes again at the same position."""
    structure_amplitude: float = 0.0
    """rad (m)."""
    following: float = float("nan")
    """Share of the motor encoder's own noise that the link position repeats."""
    following_std: float = float("nan")
    residual: float = float("nan")
    """RMS of the twist that torque and motor position do not explain, rad (m)."""
    step: float = 0.0
    """Step of the number format, rad (m); 0 if none is seen."""


@dataclass(frozen=True)
class LinkPositionFinding:
    """The answer for an arm, and the recordings that it comes from."""

    robot: str
    recordings: tuple[str, ...]
    joints: tuple[JointLinkPosition, ...]
    serial: str = ""
    recorded_at: str = ""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    @property
    def found(self) -> LinkPosition:
        """The answer for the arm; see ``arm_answer``."""
        return arm_answer(one.found for one in self.joints)


def arm_answer(joints: Iterable[LinkPosition]) -> LinkPosition:
    """The answer for an arm from those for its joints: a computed joint decides, then a measured one.

    The joints of an arm have the same electronics, and joints of which nothing is known are like the rest.
    """
    found = tuple(joints)
    order = (LinkPosition.COMPUTED, LinkPosition.MEASURED, LinkPosition.UNKNOWN, LinkPosition.NONE)
    return next((one for one in order if one in found), LinkPosition.UNKNOWN)
