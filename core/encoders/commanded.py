"""Check that a joint followed a commanded jog: this joint alone, direction, and size."""

from collections.abc import Iterator

import numpy as np

from core.encoders.channels import Channel
from core.encoders.movements import DEGREE, Movements
from core.encoders.wording_facts import amount, finding, is_degrees
from core.quality import Reason, Verdict

COMMANDED_TOLERANCE = 0.05
OTHER_JOINT = 0.2 * DEGREE
"""Largest motion of another joint during a jog."""
_STILL_SHARE = 0.2
"""Share of the commanded angle below which a joint did not follow."""

_STARTED_SHARE = 0.05
"""Share of the commanded angle that shows a direction."""


def commanded_reasons(moves: Movements, joint: int) -> Iterator[Reason]:
    """Reasons for differences between the jogs of a joint and its motion; none without jogs."""
    if not moves.jogs_of(joint):
        return
    name = moves.robot.joint_names[joint]
    other, moved = _other_mover(moves, joint)
    if not moves.finished_jogs_of(joint):
        yield from _cut_short(moves, joint)
        return
    ratio = moves.commanded_ratio(joint)
    if ratio is None:
        yield finding("jog-not-recorded", Verdict.NOT_MEASURABLE, joint=name)
        return
    if abs(ratio) < _STILL_SHARE:
        if moved > OTHER_JOINT:
            yield finding("joint-moved-other", joint=name, other=moves.robot.joint_names[other])
        else:
            yield finding("joint-did-not-move", joint=name)
        return
    in_degrees = is_degrees(ratio)
    if in_degrees:
        yield finding("units-degrees", joint=name, channel=moves.said_by(joint).value)
    elif abs(abs(ratio) - 1.0) > COMMANDED_TOLERANCE:
        yield finding("jog-size-wrong", joint=name, ratio=round(abs(ratio), 4))
    if ratio < 0.0:
        yield finding("jog-direction-reversed", joint=name)
    if moved > OTHER_JOINT and not in_degrees:
        other_name = moves.robot.joint_names[other]
        yield finding("other-joint-moved", joint=name, other=other_name, **amount(moves, other, moved))


def _cut_short(moves: Movements, joint: int) -> Iterator[Reason]:
    """Reasons for an interrupted jog, of which only the direction can be checked."""
    ratio = moves.commanded_ratio(joint, cut_short=True)
    if ratio is not None and ratio < -_STARTED_SHARE:
        yield finding("jog-direction-reversed", joint=moves.robot.joint_names[joint])


def _other_mover(moves: Movements, joint: int) -> tuple[int, float]:
    """The other joint that moved most during this one's jogs, and its travel in rad."""
    furthest = np.zeros(moves.robot.joint_count)
    for jog in moves.jogs_of(joint):
        ways = {channel: moves.travels(jog, channel) for channel in Channel}
        way = [ways[moves.said_by(other)][other] for other in range(furthest.size)]
        furthest = np.maximum(furthest, np.nan_to_num(np.abs(way)) / moves.unit)
    furthest[joint] = 0.0
    return int(np.argmax(furthest)), float(furthest.max())
