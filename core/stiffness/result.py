"""A reduced stiffness as it was found: per joint a stiffness that stands for its links too, and its worth.

Everything in SI at the link side of the gears: N·m/rad (N/m for a prismatic joint), m at the tool.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from core.quality import Judgement
from core.recording import FloatArray, Mark
from core.stiffness.settings import StiffnessSettings

STIFFNESS = "stiffness"
"""Under this kind the results are stored in a visit."""
SPRING_NAMES = ("x", "y", "z", "α", "β", "γ")
"""Of a link's six springs: three shifts along its axes, three turns about them."""


class Route(StrEnum):
    """How a reduced stiffness was found."""

    ALGEBRA = "algebra"
    """From the springs of joints and links, over all poses at once."""
    EXPERIMENT = "experiment"
    """From measured shifts of the tool under known loads."""


class SpringSource(StrEnum):
    """Where the stiffness of a joint's own spring is from."""

    DESCRIPTION = "description"
    TWIST = "twist"
    """What both encoders showed."""
    GIVEN = "given"
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False)
class ReducedJoint:
    """One joint of the reduced model; NaN for what is not known.

    Attributes
    ----------
    spring
        N·m/rad (N/m) of its own gear, ``spring_std`` its doubt.
    compliance
        rad/(N·m) (m/N) with the links' share, ``compliance_std`` its doubt. Not positive where
        measurements contradict the model.
    stiffness
        N·m/rad (N/m), one over it; NaN where that is no stiffness.
    lever
        m (1 for a slide): how far the tool goes per rad, root of the mean square over the poses.
    is_held
        Whether it kept its own spring.
    """

    joint: str
    number: int
    """From 0."""
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
        """N·m/rad (N/m); NaN where the compliance is none."""
        return 1.0 / self.compliance if self.compliance > 0.0 else float("nan")

    @property
    def stiffness_std(self) -> float:
        """N·m/rad (N/m)."""
        return self.stiffness**2 * self.compliance_std

    @property
    def factor(self) -> float:
        """How much more the arm gives than this joint's encoders see: reduced compliance times own spring."""
        return self.compliance * self.spring


@dataclass(frozen=True, eq=False)
class LinkContribution:
    """What one set of link springs adds to every joint.

    ``coefficient`` (n, 6, 6) is geometry alone: rad/(N·m) of a joint per unit of a spring's
    compliance ([Mikhel], Table 2; element (j, k) and (k, j) each stand for one half).
    ``compliance`` (n, 6, 6) rad/(N·m), the same times the springs' own; its sum over the last two
    axes is what the link adds to each joint.
    """

    link: int
    """From 0, -1 for the base."""
    label: str
    coefficient: FloatArray
    compliance: FloatArray

    @property
    def total(self) -> FloatArray:
        """(n,) rad/(N·m) (m/N) that the whole link adds to each joint."""
        return np.asarray(self.compliance.sum(axis=(1, 2)))


@dataclass(frozen=True)
class ReductionError:
    """How far the reduced model is from the full one, over poses and directions of a force of ``force`` N.

    m at the tool. ``rms`` is exact over all poses and directions, the others are of ``poses`` drawn at
    random, forces in all directions alike. NaN where there is no full model to compare with; of
    an experiment then ``rms`` and ``mean`` are of the measured shifts.
    """

    force: float
    poses: int
    mean: float
    rms: float
    largest: float
    mean_deflection: float
    """m by the full model."""
    rigid_links_mean: float
    """m of error when joints alone are counted, links rigid."""


@dataclass(frozen=True, eq=False)
class LoadTestResidual:
    """One measured shift, (3,) m in the base frame, and what the reduced model says of it."""

    name: str
    position: FloatArray
    """(n,) rad (m)"""
    force: FloatArray
    """(3,) N in the base frame."""
    measured: FloatArray
    predicted: FloatArray
    is_used: bool = True

    @property
    def size(self) -> float:
        """M, length of what is left."""
        return float(np.linalg.norm(self.measured - self.predicted))


@dataclass(frozen=True, eq=False)
class ReducedStiffness:
    """The reduced stiffness model of an arm: joints that give, links that do not."""

    robot: str
    route: Route
    settings: StiffnessSettings
    joints: tuple[ReducedJoint, ...]
    covariance: FloatArray
    """(n, n) of the compliances; zeros for the algebra of exactly known springs."""
    usable_compliance: FloatArray
    """(n,) rad/(N·m) (m/N): the best where joints that cannot be told keep their own springs."""
    error: ReductionError
    spring_source: SpringSource
    contributions: tuple[LinkContribution, ...] = ()
    tests: tuple[LoadTestResidual, ...] = ()
    """Of an experiment."""
    noise: float = float("nan")
    """m per axis that an experiment leaves."""
    poses: int = 0
    """At which the integrands were looked at, or which were measured."""
    seconds: float = float("nan")
    """Of computing."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    source: str = ""
    """File of the measured shifts, or key of the result that gave the joints' springs."""
    serial: str = ""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    @property
    def compliance(self) -> FloatArray:
        """(n,) rad/(N·m) (m/N)."""
        return np.array([joint.compliance for joint in self.joints])

    @property
    def stiffness(self) -> FloatArray:
        """(n,) N·m/rad (N/m), NaN where it is none."""
        return np.array([joint.stiffness for joint in self.joints])

    @property
    def springs(self) -> FloatArray:
        """(n,) N·m/rad (N/m) of the joints' own, NaN where unknown."""
        return np.array([joint.spring for joint in self.joints])

    @property
    def factor(self) -> FloatArray:
        """(n,) reduced compliance times own spring, NaN where either is unknown ([Mikhel], 2.2)."""
        return np.array([joint.factor for joint in self.joints])

    @property
    def usable_factor(self) -> FloatArray:
        """(n,) as ``factor``, of the usable compliances; 1 where a joint's own spring is not known."""
        factor = self.usable_compliance * self.springs
        return np.where(np.isfinite(factor), factor, 1.0)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names from base to flange."""
        return tuple(joint.joint for joint in self.joints)
