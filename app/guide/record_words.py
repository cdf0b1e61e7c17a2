"""Progress and outcome of a recording in words, for every page that records."""

import re
from typing import TYPE_CHECKING

from app.speech.language import tr
from app.speech.units import NO_BREAK, seconds, whole
from app.widgets.glyphs import Glyph

if TYPE_CHECKING:
    from app.arm.procedure import Outcome


def recorded_words(outcome: "Outcome") -> tuple[Glyph, str, str]:
    """Sign, sentence and a line below it, on the recording that was saved."""
    if not outcome.recordings:
        words = tr("Nothing was recorded. The arm stands still.")
        return Glyph.WARNING if outcome.stopped else Glyph.CROSS, words, ""
    saved = tr("Saved on disk as “{label}”: {duration}, {samples} samples.").format(
        label=outcome.recordings[0],
        duration=seconds(outcome.seconds).replace(" ", NO_BREAK),
        samples=whole(outcome.samples),
    )
    if outcome.is_complete:
        missed = whole(outcome.missing_samples)
        return Glyph.CHECK, saved, tr("{missed} samples were missed on the way.").format(missed=missed)
    why = tr("It was stopped early and is marked incomplete; what came until then is kept.")
    return Glyph.WARNING, saved, why


def recording_words(text: str) -> str:
    """Words for the work under way: the number of the motion, or only that it records."""
    stage = re.fullmatch(r"(?:stage|move) (\d+) of (\d+)", text)
    if stage is None:
        return tr("Recording")
    return tr("Recording, motion {number} of {count}").format(number=stage[1], count=stage[2])
