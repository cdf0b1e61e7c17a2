"""The gears on the first page of a report: their state, and those that could not be judged. No Qt."""

from app.features.twist.sentences import arm_sentence, is_judged, is_seen, tr, twist_text
from app.presentation import FrontLines, Row
from app.speech.language import joined_sentences, listed
from core.elasticity.result import Elasticity
from core.quality import Verdict

GEARS = "gears"


def front_lines(found: Elasticity | None) -> FrontLines:
    """Lines on the gears: how many were judged and which have play; the names of the others are missing."""
    if found is None:
        return FrontLines(missing=(tr("Gears: stiffness, play and wear."),))
    words = joined_sentences(arm_sentence(found), _play(found))
    lost = [joint.joint for joint in found.joints if joint.judgement.verdict is Verdict.NOT_MEASURABLE]
    missing = (tr("Gears of {joints}.").format(joints=listed(lost)),) if lost else ()
    return FrontLines((Row(GEARS, tr("Gears"), words, found.judgement.verdict),), missing)


def _play(found: Elasticity) -> str:
    """Backlash that is seen, joint by joint, or that there is none."""
    known = [joint for joint in found.joints if joint.backlash is not None]
    seen = [f"{joint.joint} {twist_text(joint, joint.backlash)}" for joint in known
            if joint.backlash is not None and is_seen(joint.backlash)]  # fmt: skip
    if seen:
        return tr("Backlash seen in {joints}.").format(joints=listed(seen))
    return tr("No backlash seen.") if known and any(is_judged(joint) for joint in known) else ""
