"""Friction by sweeps on the first page of a report. No Qt."""

from app.features.friction.sentences import sweeps_sentence
from app.presentation import FrontLines, Row
from app.speech.language import listed, tr
from core.friction.sweeps.result import FrictionSweeps

FRICTION = "friction"


def front_lines(found: FrictionSweeps | None) -> FrontLines:
    """The verdict in a sentence; the joints that were not swept are missing."""
    if found is None:
        return FrontLines(missing=(tr("Friction at steady speeds: the joints were not swept."),))
    row = Row(FRICTION, tr("Friction"), sweeps_sentence(found), found.judgement.verdict)
    lost = [joint.joint for joint in found.joints if not joint.points.speed.size]
    missing = (tr("Friction of {joints}.").format(joints=listed(lost)),) if lost else ()
    return FrontLines((row,), missing)
