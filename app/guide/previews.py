"""Words and picture of a prepared procedure, for the motion card."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import finding_text
from app.speech.language import translate
from app.speech.units import MILLIMETRE_PER_SECOND, NO_BREAK, number, seconds
from app.speech.words import mark_word
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import PreviewMotion, PreviewText
from core.recording import FloatArray, Mark

if TYPE_CHECKING:
    from app.arm.procedure import Prepared
    from core.robot.model import RobotModel


def _tr(text: str) -> str:
    return translate("Previews", text)


def preview_text(
    prepared: "Prepared", *, robot: "RobotModel", start_words: str, marks: Sequence[Mark]
) -> PreviewText:
    """Duration, top speed, motion and findings of a prepared procedure."""
    box = prepared.swept_box
    if box is None:
        return PreviewText(
            _tr("Nothing moves."),
            _tr("The arm is only read, for {duration}.").format(duration=seconds(prepared.duration)),
            start_words,
            mark=mark_word(marks),
        )
    speed = number(prepared.top_speed * MILLIMETRE_PER_SECOND.per_si, decimals=0)
    headline = _tr("{duration}, at most {speed} mm/s").format(
        duration=seconds(prepared.duration), speed=speed
    )
    return PreviewText(
        headline,
        _box_sentence(box),
        start_words,
        motion=PreviewMotion(
            _with_tool(robot, prepared),
            np.concatenate([motion.preview.poses for motion in prepared.motions]),
            prepared.duration,
        ),
        notes=_notes(prepared),
        allowed=prepared.allowed,
        needs_clear_cell=prepared.needs_clear_cell,
        mark=mark_word(marks),
    )


def _with_tool(robot: "RobotModel", prepared: "Prepared") -> "RobotModel":
    """The arm with the long tool that the previews assumed, for the picture."""
    from core.robot.laden import is_long, laden_arm

    reach = max((motion.preview.tool_reach for motion in prepared.motions), default=0.0)
    return laden_arm(robot, reach) if is_long(reach) else robot


def _box_sentence(box: tuple[FloatArray, FloatArray]) -> str:
    sides = f"{NO_BREAK}×{NO_BREAK}".join(number(float(side), decimals=2) for side in box[1] - box[0])
    return _tr("Swept box: {sides} m. Keep out.").format(sides=sides).replace(" m.", f"{NO_BREAK}m.")


def _notes(prepared: "Prepared") -> tuple[tuple[Glyph, str], ...]:
    """The findings as signs with sentences; those that forbid the motion come first."""
    found = sorted(prepared.findings, key=lambda finding: not finding.blocking)
    return tuple(
        (Glyph.CROSS if finding.blocking else Glyph.WARNING, finding_text(finding)) for finding in found
    )
