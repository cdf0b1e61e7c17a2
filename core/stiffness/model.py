"""The full model: every joint a spring, every link six, all of them small, the rest rigid (virtual joints).

[Mikhel] 2.1: shifts of the tool are ``J k Jᵀ w`` with the columns of all springs in ``J``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, RobotModel
from core.robot.placement import shift
from core.stiffness.backward_jacobian import Columns, spring_columns
from core.stiffness.result import SpringSource

TYPICAL_LOOP_RAD = float(np.radians(20.0 / 3600.0))
"""Width of the hysteresis loop assumed where it was not measured: the lower end for precision gears."""
METRES_PER_RAD = 0.05
"""Radius of the joint that corresponds to a slide, m."""


@dataclass(frozen=True, eq=False)
class StiffnessModel:
    """Springs of an arm, referred to its tool point.

    Attributes
    ----------
    robot
        The arm with its link springs.
    joint_compliance
        (n,) rad/(N·m) (m/N).
    joint_compliance_std
        (n,) its standard deviation.
    source
        Source of the joints' springs.
    tool
        (3,) m in the flange frame.
    """

    robot: RobotModel
    joint_compliance: FloatArray
    joint_compliance_std: FloatArray
    source: SpringSource
    tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gear_loop: FloatArray | None = None
    """Width (n,) of each gear's hysteresis loop, rad (m); ``TYPICAL_LOOP_RAD`` where None."""

    @property
    def stray(self) -> FloatArray:
        """Standard deviation (n,) of a gear's position within its hysteresis loop, rad (m)."""
        if self.gear_loop is not None:
            return np.asarray(self.gear_loop / np.sqrt(12.0))
        unit = np.where(self.robot.is_prismatic, METRES_PER_RAD, 1.0)
        return np.asarray(TYPICAL_LOOP_RAD / np.sqrt(12.0) * unit)

    @cached_property
    def springs(self) -> tuple[LinkSpring, ...]:
        """Springs of the links, from the base to the flange."""
        return tuple(sorted(self.robot.link_springs, key=lambda spring: spring.link))

    @cached_property
    def tip(self) -> FloatArray:
        """Placement (4, 4) of the tool point in the last link's frame."""
        placement: FloatArray = self.robot.flange @ shift(*self.tool)
        return placement

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for every set of link springs: that of the joint which moves the link."""
        return tuple(
            "base" if one.link == BASE_LINK else self.robot.joint_names[one.link] for one in self.springs
        )

    def columns(self, q: FloatArray) -> Columns:
        """The Jacobian's columns of all springs at poses (N, n)."""
        return spring_columns(self.robot, self.springs, self.tip, q)

    def with_rigid_links(self) -> "StiffnessModel":
        """The same model without link springs."""
        return replace(self, robot=replace(self.robot, link_springs=()))


def stiffness_model(
    robot: RobotModel,
    *,
    joint_stiffness: FloatArray | None = None,
    joint_stiffness_std: FloatArray | None = None,
    source: SpringSource = SpringSource.GIVEN,
    tool: Sequence[float] = (0.0, 0.0, 0.0),
    gear_loop: FloatArray | None = None,
) -> StiffnessModel:
    """The full elastostatic model of an arm.

    Parameters
    ----------
    robot
        The description, with its link springs.
    joint_stiffness, joint_stiffness_std
        (n,) N·m/rad (N/m), for example measured with both encoders; the description's where None,
        or for joints where they are NaN.
    source
        Source of ``joint_stiffness``.
    tool
        m in the flange frame.
    gear_loop
        (n,) rad (m) of hysteresis as measured; NaN where it was not.

    Raises
    ------
    BadRequest
        ``stiffness-springs-unknown`` with the ``joints`` whose spring is unknown;
        ``stiffness-springs-shape``; ``stiffness-springs-sign`` with the ``joints``.
    """
    n = robot.joint_count
    described = np.full(n, np.nan) if robot.joint_stiffness is None else robot.joint_stiffness
    given = np.full(n, np.nan) if joint_stiffness is None else np.asarray(joint_stiffness, dtype=np.float64)
    stiffness_std = (
        np.zeros(n) if joint_stiffness_std is None else np.asarray(joint_stiffness_std, dtype=np.float64)
    )
    if given.shape != (n,) or stiffness_std.shape != (n,):
        raise BadRequest("stiffness-springs-shape", expected=n, found=given.size)
    is_given = np.isfinite(given)
    stiffness = np.where(is_given, given, described)
    stiffness_std = np.where(is_given & np.isfinite(stiffness_std), stiffness_std, 0.0)
    names = np.array(robot.joint_names)
    if not np.all(np.isfinite(stiffness)):
        raise BadRequest(
            "stiffness-springs-unknown",
            joints=tuple(names[~np.isfinite(stiffness)].tolist()),
            robot=robot.name,
        )
    if np.any(stiffness <= 0.0):
        raise BadRequest("stiffness-springs-sign", joints=tuple(names[stiffness <= 0.0].tolist()))
    chosen = source if is_given.any() else SpringSource.DESCRIPTION
    x, y, z = (float(value) for value in tool)
    model = StiffnessModel(robot, 1.0 / stiffness, stiffness_std / stiffness**2, chosen, (x, y, z))
    if gear_loop is None:
        return model
    typical = np.sqrt(12.0) * model.stray
    return replace(model, gear_loop=np.where(np.isfinite(gear_loop), gear_loop, typical))
