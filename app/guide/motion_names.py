"""Names of planned motions, what comes next while they run, and the parts that they make up."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.guide.run_words import APPROACH, stage_word
from app.speech.language import tr

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion

Names = Callable[["PlannedMotion"], str]
"""The name of a motion, within a sentence; empty for the default one."""


def motion_name(planned: "PlannedMotion", joints: Sequence[str]) -> str:
    """Name of a motion; ``joints`` are the names of the arm's joints."""
    joint, place, move = (planned.facts.get(fact) for fact in ("joint", "place", "move"))
    if planned.code == APPROACH:
        return tr("the way to the next start pose")
    if isinstance(joint, int) and joint < len(joints):
        return joints[joint]
    if place is not None:
        return tr("place {number}").format(number=place)
    if "cycles" in planned.facts:
        return stage_word(planned)
    return tr("move {number}").format(number=move) if move is not None else tr("another motion")


def motions_done(_count: int) -> str:
    """Words for parts of a procedure that are done."""
    return tr("motions done")


def part_of(motions: "Sequence[PlannedMotion]") -> list[int]:
    """Number (from 0) of the part that each motion belongs to, for the cells of progress.

    A part is a joint in a pose or an orientation of the flange, or a place; the way there belongs to it.
    """
    has_joints = any("joint" in planned.facts for planned in motions)
    numbers: list[int] = []
    now: object = None
    part, on_the_way = -1, 0
    for planned in motions:
        facts = planned.facts
        if planned.code == APPROACH or (has_joints and "joint" not in facts):
            on_the_way += 1
            continue
        key = tuple(facts.get(name) for name in ("joint", "pose", "orientation", "place"))
        if not any(name is not None for name in key) or key != now:
            part += 1
        numbers += [part] * (on_the_way + 1)
        now, on_the_way = key, 0
    return numbers + [max(part, 0)] * on_the_way


def coming_words(
    motions: "Sequence[PlannedMotion]",
    now: "PlannedMotion | None",
    *,
    joints: Sequence[str],
    names: Names = lambda _planned: "",
) -> str:
    """Words on what comes after ``now`` among the ``motions``; empty if it is not one of them."""
    place = next((number for number, planned in enumerate(motions) if planned is now), -1)
    if place < 0:
        return ""

    def name(planned: "PlannedMotion") -> str:
        return names(planned) or motion_name(planned, joints)

    coming = (name(one) for one in motions[place + 1 :] if one.code != APPROACH)
    following = next((each for each in coming if each != name(motions[place])), "")
    if following:
        return tr("Next: {motion}.").format(motion=following)
    return tr("This is the last motion.")
