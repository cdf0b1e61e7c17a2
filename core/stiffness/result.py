"""The result of a stiffness reduction: per joint a stiffness that includes its links, with its verdict.

All values are in SI at the link side of the gears: N·m/rad (N/m for a prismatic joint), m at the tool.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.quality import Judgement
from core.recording import FloatArray, Mark
from core.stiffness.settings import StiffnessSettings

STIFFNESS = "stiffness"
"""Kind under which the results are stored in a visit."""
SPRING_NAMES = ("x", "y", "z", "α", "β", "γ")
"""Names of a link's six springs: three shifts along its axes, three rotations about them."""


class Route(StrEnum):
    """Method by which a reduced stiffness was found."""

    ALGEBRA = "algebra"
    """From the springs of joints and links, over all poses at once."""
    EXPERIMENT = "experiment"
    """From measured shifts of the tool under known loads."""


class SpringSource(StrEnum):
    """Source of a joint's own stiffness."""

    DESCRIPTION = "description"
    TWIST = "twist"
    """Measured with both encoders."""
    GIVEN = "given"
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False)
class ReducedJoint:
    """One joint of the reduced model; NaN for unknown values.

    Attributes
    ----------
    spring
        N·m/rad (N/m) of its own gear, ``spring_std`` its standard deviation.
    compliance
        rad/(N·m) (m/N) with the links' share, ``compliance_std`` its standard deviation. Not
        positive where measurements contradict the model.
    stiffness
        N·m/rad (N/m), the reciprocal; NaN for a compliance that is not positive.
    lever
        m (1 for a slide): motion of the tool per rad, root mean square over the poses.
    is_held
        True if it kept its own spring.
    """

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    spring: float
    spring_std: float
    compliance: float
    compliance_std: float
    lever: float
    is_held: bool = False
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def stiffness(self) -> float:
        """Stiffness of the joint, N·m/rad (N/m); NaN for a compliance that is not positive."""
        return 1.0 / self.compliance if self.compliance > 0.0 else float("nan")

    @property
    def stiffness_std(self) -> float:
        """Standard deviation of the stiffness, N·m/rad (N/m)."""
        return self.stiffness**2 * self.compliance_std

    @property
    def factor(self) -> float:
        """Ratio of the arm's deflection to that of this joint's gear: reduced compliance times own spring."""
        return self.compliance * self.spring


@dataclass(frozen=True, eq=False)
class LinkContribution:
    """The contribution of one set of link springs to every joint.

    ``coefficient`` (n, 6, 6) is geometry alone: rad/(N·m) of a joint per unit of a spring's
    compliance ([Mikhel], Table 2; element (j, k) and (k, j) each stand for one half).
    ``compliance`` (n, 6, 6) rad/(N·m), the same times the springs' own; its sum over the last two
    axes is the link's contribution to each joint.
    """

    link: int
    """Number of the link, from 0, -1 for the base."""
    label: str
    coefficient: FloatArray
    compliance: FloatArray

    @property
    def total(self) -> FloatArray:
        """Contribution (n,) of the whole link to each joint, rad/(N·m) (m/N)."""
        return np.asarray(self.compliance.sum(axis=(1, 2)))


@dataclass(frozen=True)
class ReductionError:
    """Error of the reduced model against the full one, over poses and directions of a force of ``force`` N.

    Values are in m at the tool. ``rms`` is exact over all poses and directions; the others are from
    ``poses`` random poses with uniform force directions. NaN without a full model; for an experiment
    ``rms`` and ``mean`` are then those of the measured shifts.
    """

    force: float
    poses: int
    mean: float
    rms: float
    largest: float
    mean_deflection: float
    """Mean shift by the full model, m."""
    rigid_links_mean: float
    """Mean error with rigid links, m."""


@dataclass(frozen=True, eq=False)
class LoadTestResidual:
    """One measured shift, (3,) m in the base frame, and the reduced model's prediction."""

    name: str
    position: FloatArray
    """Joint positions of the test, (n,) rad (m)."""
    force: FloatArray
    """Force at the tool, (3,) N in the base frame."""
    measured: FloatArray
    predicted: FloatArray
    is_used: bool = True

    @property
    def size(self) -> float:
        """Length of the residual, m."""
        return float(np.linalg.norm(self.measured - self.predicted))


@dataclass(frozen=True, eq=False)
class ReducedStiffness:
    """The reduced stiffness model of an arm: elastic joints, rigid links."""

    robot: str
    route: Route
    settings: StiffnessSettings
    joints: tuple[ReducedJoint, ...]
    covariance: FloatArray
    """Covariance (n, n) of the compliances; zeros for the algebra with exactly known springs."""
    usable_compliance: FloatArray
    """Best compliances (n,) rad/(N·m) (m/N) if undetermined joints keep their own springs."""
    error: ReductionError
    spring_source: SpringSource
    contributions: tuple[LinkContribution, ...] = ()
    tests: tuple[LoadTestResidual, ...] = ()
    """Residuals of the tests of an experiment."""
    noise: float = float("nan")
    """Standard deviation of an experiment's residuals per axis, m."""
    poses: int = 0
    """Number of poses of the quadrature, or of measured tests."""
    seconds: float = float("nan")
    """Computing time, s."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    source: str = ""
    """File of the measured shifts, or key of the result that gave the joints' springs."""
    serial: str = ""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    @property
    def compliance(self) -> FloatArray:
        """Compliances of all joints, (n,) rad/(N·m) (m/N)."""
        return np.array([joint.compliance for joint in self.joints])

    @property
    def stiffness(self) -> FloatArray:
        """Stiffnesses of all joints, (n,) N·m/rad (N/m), NaN where undefined."""
        return np.array([joint.stiffness for joint in self.joints])

    @property
    def springs(self) -> FloatArray:
        """Stiffness (n,) of the joints' own springs, N·m/rad (N/m), NaN where unknown."""
        return np.array([joint.spring for joint in self.joints])

    @property
    def factor(self) -> FloatArray:
        """Reduced compliance times own spring (n,), NaN where either is unknown ([Mikhel] 2.2)."""
        return np.array([joint.factor for joint in self.joints])

    @property
    def usable_factor(self) -> FloatArray:
        """The ``factor`` (n,) of the usable compliances; 1 where a joint's own spring is unknown."""
        factor = self.usable_compliance * self.springs
        return np.where(np.isfinite(factor), factor, 1.0)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names from base to flange."""
        return tuple(joint.joint for joint in self.joints)
