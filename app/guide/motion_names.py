"""Names of planned motions, and what is done and comes next while they run."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.guide.run_words import APPROACH, stage_word
from app.speech.language import joined_sentences, translate

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion

Names = Callable[["PlannedMotion"], str]
"""The name of a motion, within a sentence; empty for the default one."""


def _tr(text: str) -> str:
    return translate("MotionNames", text)


def motion_name(planned: "PlannedMotion", joints: Sequence[str]) -> str:
    """Name of a motion; ``joints`` are the names of the arm's joints."""
    joint, place, move = (planned.facts.get(fact) for fact in ("joint", "place", "move"))
    if planned.code == APPROACH:
        return _tr("the way to the next start pose")
    if isinstance(joint, int) and joint < len(joints):
        return joints[joint]
    if place is not None:
        return _tr("place {number}").format(number=place)
    if "cycles" in planned.facts:
        return stage_word(planned)
    return _tr("move {number}").format(number=move) if move is not None else _tr("another motion")


def coming_words(
    motions: "Sequence[PlannedMotion]",
    now: "PlannedMotion | None",
    *,
    joints: Sequence[str],
    names: Names = lambda _planned: "",
) -> str:
    """Words on done and coming ``motions`` while ``now`` runs; empty if it is not one of them."""
    place = next((number for number, planned in enumerate(motions) if planned is now), -1)
    if place < 0:
        return ""

    def name(planned: "PlannedMotion") -> str:
        return names(planned) or motion_name(planned, joints)

    coming = (name(one) for one in motions[place + 1 :] if one.code != APPROACH)
    following = next((each for each in coming if each != name(motions[place])), "")
    done = _tr("{done} of {count} motions done.").format(done=place, count=len(motions))
    if following:
        return joined_sentences(done, _tr("Next: {motion}.").format(motion=following))
    return joined_sentences(done, _tr("Nothing else moves after this."))
