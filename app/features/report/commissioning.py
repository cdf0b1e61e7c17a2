"""All results of a visit that belong into the report of a commissioning. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.guide.feature import Changes, no_changes, sections
from app.visit.report_facts import VisitFacts, visit_facts
from app.visit.stored_products import newest
from core.quality import Verdict, worst

if TYPE_CHECKING:
    from app.features.payload.tasks import StoredPayload
    from core.catalogue.fleet import Care
    from core.elasticity.result import Elasticity
    from core.friction.sweeps.result import FrictionSweeps
    from core.identification.model import Prediction
    from core.identification.result import IdentificationResult
    from core.identification.verification_result import Verification
    from core.storage.visit import Visit


@dataclass(frozen=True, eq=False)
class Commissioning:
    """The model of an arm and its other results; None for what was not measured.

    ``verification`` is of this very model. ``prismatic`` (joints,) is True for sliding joints, and
    ``has_twist`` where some joint was recorded with both encoders.
    """

    result: "IdentificationResult"
    robot_name: str = ""
    prismatic: tuple[bool, ...] = ()
    facts: VisitFacts = field(default_factory=VisitFacts)
    verification: "Verification | None" = None
    friction: "FrictionSweeps | None" = None
    found: Mapping[str, Any] = field(default_factory=dict)
    """Measured results by the keys of the features' report sections."""
    predictions: "Sequence[Prediction]" = ()
    has_twist: bool = False
    changes: Changes = no_changes
    """Changes since an earlier visit, for the first page."""
    care: "Sequence[Care]" = ()
    """What needs care, as the state of the arm has it."""

    @property
    def elasticity(self) -> "Elasticity | None":
        """Elasticity of the gears; None where it was not measured."""
        return self.found.get("elasticity")

    @property
    def payload(self) -> "StoredPayload | None":
        """Payload on the flange; None where it was not measured."""
        return self.found.get("payload")

    @property
    def name(self) -> str:
        """Name that the people at the robot use, else the name of the description."""
        return self.robot_name or self.result.provenance.robot

    @property
    def slides(self) -> tuple[bool, ...]:
        """True for each joint that slides, (joints,)."""
        return self.prismatic or (False,) * len(self.result.friction)

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints from the description."""
        return tuple(friction.joint for friction in self.result.friction)

    @property
    def verdict(self) -> Verdict:
        """The worse verdict of the model and of its verification."""
        judged = [self.result.judgement.verdict]
        if self.verification is not None:
            judged.append(self.verification.judgement.verdict)
        return worst(judged)

    @property
    def is_verified(self) -> bool:
        """True if every joint kept its limits on motion that the model had not seen."""
        return self.verification is not None and self.verification.passed


def commissioning_of(visit: "Visit", result: "IdentificationResult") -> Commissioning:
    """The model with the newest other results of a visit; without predictions."""
    from app.visit.recordings import robot_of
    from app.visit.stored_products import has_twist
    from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
    from core.identification.verification_result import VERIFICATION, Verification

    robot = robot_of(visit)
    verification = newest(visit, VERIFICATION, Verification)
    is_of_this = verification is not None and verification.model_created_at == result.provenance.created_at
    read = ((section.key, section.read(visit)) for section in sections())
    return Commissioning(
        result,
        robot_name=robot.title or robot.name,
        prismatic=tuple(bool(slides) for slides in robot.is_prismatic),
        facts=visit_facts(visit),
        verification=verification if is_of_this else None,
        friction=newest(visit, FRICTION_SWEEPS, FrictionSweeps),
        found={key: one for key, one in read if one is not None},
        has_twist=any(has_twist(visit.recording(label)) for label in visit.labels),
    )
