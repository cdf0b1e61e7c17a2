"""Signs by name, and words with a sign; no Qt. ``app.widgets.glyphs`` paints them."""

from dataclasses import dataclass
from enum import StrEnum


class Glyph(StrEnum):
    """The shapes that ``app.widgets.glyphs`` can paint."""

    CHECK = "check"
    CURRENT = "current"
    EMPTY = "empty"
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


@dataclass(frozen=True)
class Signed:
    """A sign together with its words."""

    glyph: Glyph
    words: str
