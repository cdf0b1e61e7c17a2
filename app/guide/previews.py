"""Words and picture of a prepared procedure, and why a motion cannot be started yet, for the motion card."""

import math
from typing import TYPE_CHECKING

import numpy as np

from app.arm.link import RobotLink, search_words
from app.arm.link_state import LinkState
from app.errors.text import finding_text
from app.speech.language import tr
from app.speech.units import (
    DEGREE,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    NO_BREAK,
    number,
    seconds,
    whole_seconds,
)
from app.speech.words import body_word
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import PreviewMotion, PreviewText
from core.drawing.swept_volume import ClosestApproach
from core.recording import FloatArray

if TYPE_CHECKING:
    from app.arm.procedure import Prepared
    from core.robot.model import RobotModel


_LEAST_TRAVEL = math.radians(0.05)
"""Travel below which a joint counts as standing still, rad or m."""


TO_BE_FOUND = {LinkState.LOST, LinkState.ENDED}
HELD_UP = {*TO_BE_FOUND, LinkState.SEARCHING, LinkState.FAULT}
"""States in which a button names what has to happen before the next preview."""
GONE = {*HELD_UP, LinkState.OFF, LinkState.CLOSING}


def preview_text(
    prepared: "Prepared",
    *,
    robot: "RobotModel",
    start_words: str,
    standing: FloatArray | None = None,
    reports: str = "",
) -> PreviewText:
    """Duration, top speed, motion, what matters for safety, and findings of a prepared procedure.

    Where nothing moves, the arm is shown in the pose ``standing`` (n,), with what the controller ``reports``.
    """
    box = prepared.swept_box
    if box is None:
        said, runs = _only_read(prepared.duration)
        return PreviewText(
            tr("Nothing moves."),
            said,
            start_words,
            runs,
            facts=((tr("Is recorded"), reports),) if reports else (),
            motion=None if standing is None else PreviewMotion(robot, standing[np.newaxis], np.zeros(1)),
        )
    runs = _runs(prepared.duration)
    speed = number(prepared.top_speed * MILLIMETRE_PER_SECOND.per_si, decimals=0)
    headline = tr("{duration}, at most {speed} mm/s").format(duration=seconds(prepared.duration), speed=speed)
    motion = preview_motion(prepared, robot)
    return PreviewText(
        headline,
        "",
        start_words,
        runs,
        facts=_facts(prepared, motion, box),
        motion=motion,
        notes=[(Glyph.CROSS, finding_text(one)) for one in prepared.findings if one.blocking],
        assumptions=[finding_text(one) for one in prepared.findings if not one.blocking],
        allowed=prepared.allowed,
        needs_clear_cell=prepared.needs_clear_cell,
    )


def _runs(duration: float) -> str:
    return tr("runs {duration} · STOP or Esc ends it").format(duration=whole_seconds(duration))


def _only_read(duration: float) -> tuple[str, str]:
    """Sentence, and the line below the caption of the hold, where nothing moves; it may have no end in s."""
    if not math.isfinite(duration):
        return tr("The arm is only read, until enough is seen."), tr("nothing is sent · STOP or Esc ends it")
    return tr("The arm is only read, for {duration}.").format(duration=seconds(duration)), _runs(duration)


def _with_tool(robot: "RobotModel", prepared: "Prepared") -> "RobotModel":
    """The arm with the long tool that the previews assumed, for the picture."""
    from core.robot.capsules import is_long, laden_arm

    reach = max((motion.preview.tool_reach for motion in prepared.motions), default=0.0)
    return laden_arm(robot, reach) if is_long(reach) else robot


def preview_motion(prepared: "Prepared", robot: "RobotModel") -> PreviewMotion:
    """All motions one after the other, with the closest approach of all; there has to be one."""
    previews = [motion.preview for motion in prepared.motions]
    begins = np.cumsum([0.0, *(preview.duration for preview in previews)])
    times = [
        begin + np.linspace(0.0, preview.duration, len(preview.poses))
        for begin, preview in zip(begins, previews, strict=False)
    ]
    nearest = int(np.argmin([preview.closest.distance for preview in previews]))
    near = previews[nearest].closest
    at = float(begins[nearest]) + previews[nearest].closest_time
    return PreviewMotion(
        _with_tool(robot, prepared),
        np.concatenate([preview.poses for preview in previews]),
        np.concatenate(times),
        floor_height=previews[0].floor_height,
        boxes=previews[0].boxes,
        closest=ClosestApproach(at, near.first, near.second, near.distance) if near.first else None,
    )


def _facts(
    prepared: "Prepared", motion: PreviewMotion, box: tuple[FloatArray, FloatArray]
) -> tuple[tuple[str, str], ...]:
    """Facts of a motion that matter for safety, as captions and values."""
    lowest = np.array([planned.preview.lowest for planned in prepared.motions])
    facts: list[tuple[str, str]] = []
    if np.isfinite(lowest).any():
        height = tr("{height} over the floor").format(height=_mm(float(np.nanmin(lowest))))
        facts.append((tr("Lowest point"), height))
    if motion.closest is not None:
        words = tr("{distance}, {first} to {second}").format(
            distance=_mm(motion.closest.distance),
            first=body_word(motion.closest.first),
            second=body_word(motion.closest.second),
        )
        facts.append((tr("Closest approach"), words))
    sides = f"{NO_BREAK}×{NO_BREAK}".join(number(float(side), decimals=2) for side in box[1] - box[0])
    facts.append((tr("Keep out of"), f"{sides}{NO_BREAK}m"))
    facts.append((tr("Joints travel"), _travel(motion)))
    return tuple(facts)


def _travel(motion: PreviewMotion) -> str:
    """Travel of each joint that moves, in words."""
    travel = np.ptp(motion.poses, axis=0) if len(motion.poses) else np.zeros(0)
    said = [
        f"J{joint + 1}{NO_BREAK}{_mm(way) if slides else _degrees(way)}"
        for joint, (way, slides) in enumerate(zip(travel, motion.robot.is_prismatic, strict=False))
        if way > _LEAST_TRAVEL
    ]
    return ", ".join(said) or "–"


def _mm(length: float) -> str:
    return f"{number(MILLIMETRE.per_si * float(length), decimals=0)}{NO_BREAK}mm"


def _degrees(angle: float) -> str:
    return f"{number(DEGREE.per_si * float(angle), digits=2)}{DEGREE.symbol}"


def look_words(link: RobotLink) -> str:
    """Caption of the button that leads to the next preview."""
    if link.state is LinkState.FAULT:
        return tr("Clear the fault and look again")
    if link.state in TO_BE_FOUND:
        return tr("Reconnect")
    if link.state is LinkState.SEARCHING:
        return tr("Stop looking")
    return tr("Check the start pose")


def waiting_words(link: RobotLink) -> str:
    """Reason why a motion cannot be started yet."""
    if link.state is LinkState.SEARCHING:
        return search_words(link)
    reasons = {
        LinkState.FAULT: tr("The controller holds a fault. Nothing moves until it is cleared."),
        LinkState.LOST: tr("The connection was lost. Nothing moves until the robot is found again."),
        LinkState.ENDED: tr("The replay has come to its end."),
        LinkState.CONNECTING: tr("Connecting …"),
    }
    if link.state in reasons:
        return reasons[link.state]
    if not link.is_connected:
        return tr("No robot is connected. Go back and connect it first.")
    return tr("Working out what the arm would pass through …")
