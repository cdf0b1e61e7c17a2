"""A prepared procedure as the words and the picture of the preview card."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import finding_text
from app.speech.language import translate
from app.speech.units import MILLIMETRE_PER_SECOND, NO_BREAK, number, seconds
from app.speech.words import mark_word
from app.widgets.arm_picture import SweptVolume
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import PreviewText
from core.recording import Mark

if TYPE_CHECKING:
    from app.arm.procedure import Prepared

_MOST_POSES = 320
"""That are painted: sweeps in single moves have thousands, which would hold the window up."""


def _tr(text: str) -> str:
    return translate("Previews", text)


def preview_text(prepared: "Prepared", *, start_words: str, marks: Sequence[Mark]) -> PreviewText:
    """What is about to happen: how long, how fast, through where, and what was found about it."""
    if not prepared.moves:
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
        _box_sentence(prepared),
        start_words,
        swept=_swept(prepared),
        notes=_notes(prepared),
        allowed=prepared.allowed,
        needs_clear_cell=prepared.needs_clear_cell,
        mark=mark_word(marks),
    )


def _box_sentence(prepared: "Prepared") -> str:
    box = prepared.swept_box
    if box is None:
        return ""
    sides = f"{NO_BREAK}×{NO_BREAK}".join(number(float(side), decimals=2) for side in box[1] - box[0])
    return _tr("Swept box: {sides} m. Keep out.").format(sides=sides).replace(" m.", f"{NO_BREAK}m.")


def _swept(prepared: "Prepared") -> SweptVolume | None:
    box = prepared.swept_box
    if box is None:
        return None
    outline = np.concatenate([motion.preview.outline for motion in prepared.motions])
    every = max(-(-outline.shape[0] // _MOST_POSES), 1)
    return SweptVolume(outline[::every], *box, floor_height=0.0)


def _notes(prepared: "Prepared") -> tuple[tuple[Glyph, str], ...]:
    """What forbids the motion comes first."""
    found = sorted(prepared.findings, key=lambda finding: not finding.blocking)
    return tuple(
        (Glyph.CROSS if finding.blocking else Glyph.WARNING, finding_text(finding)) for finding in found
    )
