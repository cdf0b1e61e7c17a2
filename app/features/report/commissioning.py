"""All that a visit knows of the commissioning of an arm, as one thing that reports tell of. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.visit.facts import VisitFacts, visit_facts
from core.quality import Verdict, worst

if TYPE_CHECKING:
    from app.features.identification.report_figures import TorqueComparison
    from app.features.payload.around import StoredPayload
    from app.features.stiffness.report_tasks import StiffnessPaper
    from core.elasticity.result import Elasticity
    from core.friction.sweeps.result import FrictionSweeps
    from core.identification.result import IdentificationResult
    from core.identification.verification_result import Verification
    from core.storage.visit import Visit


@dataclass(frozen=True, eq=False)
class Commissioning:
    """The model of an arm and what else is known of it; None for what was not measured.

    ``verification`` is of this very model. ``prismatic`` (joints,) says which joints slide,
    ``can_tell_twist`` whether some joint has both encoders.
    """

    result: "IdentificationResult"
    robot_name: str = ""
    prismatic: tuple[bool, ...] = ()
    facts: VisitFacts = field(default_factory=VisitFacts)
    verification: "Verification | None" = None
    elasticity: "Elasticity | None" = None
    friction: "FrictionSweeps | None" = None
    payload: "StoredPayload | None" = None
    stiffness: "StiffnessPaper | None" = None
    predictions: "Sequence[TorqueComparison]" = ()
    can_tell_twist: bool = False

    @property
    def name(self) -> str:
        """What the people at the robot call it; the description's name without that."""
        return self.robot_name or self.result.provenance.robot

    @property
    def slides(self) -> tuple[bool, ...]:
        """(joints,) which slide."""
        return self.prismatic or (False,) * len(self.result.friction)

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints' names."""
        return tuple(friction.joint for friction in self.result.friction)

    @property
    def verdict(self) -> Verdict:
        """Of the model and of its verification together."""
        judged = [self.result.judgement.verdict]
        if self.verification is not None:
            judged.append(self.verification.judgement.verdict)
        return worst(judged)

    @property
    def is_verified(self) -> bool:
        """Whether every joint kept its limits on motion that the model had not seen."""
        return self.verification is not None and self.verification.passed


def commissioning_of(visit: "Visit", result: "IdentificationResult") -> Commissioning:
    """What a visit knows beside this model, the newest of each; without predictions."""
    from app.features.payload.around import stored_payload
    from app.features.stiffness.report_tasks import newest_stiffness_paper
    from app.features.twist.tasks import newest_elasticity
    from app.features.verification.tasks import newest_verification
    from app.visit.recordings import robot_of
    from app.visit.stored_products import has_twist
    from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps

    robot = robot_of(visit)
    verification = newest_verification(visit)
    is_of_this = verification is not None and verification.model_created_at == result.provenance.created_at
    sweeps = visit.results(FRICTION_SWEEPS)
    return Commissioning(
        result,
        robot_name=robot.title or robot.name,
        prismatic=tuple(bool(slides) for slides in robot.is_prismatic),
        facts=visit_facts(visit),
        verification=verification if is_of_this else None,
        elasticity=newest_elasticity(visit),
        friction=visit.result(sweeps[-1].key, FrictionSweeps) if sweeps else None,
        payload=stored_payload(visit),
        stiffness=newest_stiffness_paper(visit),
        can_tell_twist=any(has_twist(visit.recording(label)) for label in visit.labels),
    )
