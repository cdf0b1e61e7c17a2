"""Signs by name, and words with a sign; no Qt. ``app.widgets.glyphs`` paints them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.quality import Verdict, Word, word_of


class Glyph(StrEnum):
    """The shapes that ``app.widgets.glyphs`` can paint."""

    CHECK = "check"
    CURRENT = "current"
    EMPTY = "empty"
    OUTLINED = "outlined"
    AGAIN = "again"
    DASH = "dash"
    WARNING = "warning"
    FAIR = "fair"
    CROSS = "cross"
    NOTE = "note"
    STOP = "stop"
    MOVING = "moving"
    ARM = "arm"
    FILE = "file"
    VISIT = "visit"
    WAVE = "wave"
    LOOP = "loop"
    LOAD = "load"
    PLAY = "play"
    PAUSE = "pause"
    BELL = "bell"


WORD_GLYPHS: Mapping[Word, Glyph] = {
    Word.GOOD: Glyph.CHECK,
    Word.USABLE: Glyph.OUTLINED,
    Word.NEEDS_CARE: Glyph.WARNING,
    Word.MEASURE_AGAIN: Glyph.AGAIN,
    Word.NOT_MEASURED: Glyph.DASH,
}
VERDICT_GLYPHS: Mapping[Verdict | Word, Glyph] = {one: WORD_GLYPHS[word_of(one)] for one in (*Verdict, *Word)}
"""The sign beside the word of a verdict."""


@dataclass(frozen=True)
class Signed:
    """A sign together with its words."""

    glyph: Glyph
    words: str
