"""The twist of a gear whose link position is computed by the controller, or of which that is not known."""

from dataclasses import replace

from core.elasticity.result import JointElasticity
from core.encoders.link_finding import JointLinkPosition
from core.errors import Fact
from core.quality import Judgement, Reason, Verdict
from core.recording import LinkPosition


def with_link_position(joint: JointElasticity, link: JointLinkPosition) -> JointElasticity:
    """The joint's values as far as its link position allows.

    From a computed one hysteresis, backlash, ripple and lost motion would be artefacts: they are left out,
    and the stiffness stays as the controller's own constant. An unknown link position is a remark.
    """
    known = replace(joint, link_position=link.found)
    facts: dict[str, Fact] = {"joint": joint.joint, "reason": link.reason}
    if link.found is LinkPosition.COMPUTED:
        reason = Reason("twist-link-computed", facts, Verdict.NOT_MEASURABLE)
        return replace(
            known,
            backlash=None,
            hysteresis_width=None,
            hysteresis_energy=None,
            lost_motion=None,
            damping=None,
            ripple=(),
            loop=None,
            spectrum=None,
            judgement=Judgement.of((reason,)),
        )
    if link.found is LinkPosition.UNKNOWN and joint.stiffness is not None:
        reason = Reason("twist-link-unknown", facts, Verdict.GOOD)
        return replace(known, judgement=Judgement.of((*joint.judgement.reasons, reason)))
    return known
