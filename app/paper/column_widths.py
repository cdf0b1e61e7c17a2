"""Widths of the columns of a table, and the size of its letters where the columns have too little room."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfbase.pdfmetrics import stringWidth

from app.paper.fonts import BOLD, breaks_anywhere, printable

SMALLEST_SCALE = 0.72
"""Below this the letters are too small to read: longer words are broken instead."""
_SMALLER_RATHER = 0.85
"""Letters down to this size are better than lines that wrap."""
_MOST_OF_A_WORD = 0.4
"""Share of the table that one word may claim."""
_HALVINGS = 30
_PADDING, _LEAST_COLUMN = 8.0, 30.0


@dataclass(frozen=True)
class Widths:
    """Width of each column in points, together no more than the table; ``scale`` is that of the letters."""

    columns: tuple[float, ...]
    scale: float = 1.0


def column_widths(texts: Sequence[Sequence[str]], width: float, *, size: float) -> Widths:
    """Widths for the texts of each column, which may wrap at their blanks.

    A column is as wide as its longest text. Where there is no room, the widest columns are cut first, down to
    their longest word; then the letters get smaller, down to ``SMALLEST_SCALE``; then words are broken.
    """
    whole = [max([_LEAST_COLUMN, *(_long(text, size) for text in column)]) for column in texts]
    spare = width - sum(whole)
    if spare >= 0.0:
        return Widths(tuple(one + spare / len(whole) for one in whole))
    if width >= _SMALLER_RATHER * sum(whole):
        scale = width / sum(whole)
        return Widths(tuple(scale * one for one in whole), scale)
    words = [max([_LEAST_COLUMN, *(_word(text, size) for text in column)]) for column in texts]
    most = _MOST_OF_A_WORD * width
    least = [min(one, word, most) for one, word in zip(whole, words, strict=True)]
    scale = min(1.0, max(SMALLEST_SCALE, width / sum(least)))
    least, whole = [scale * one for one in least], [scale * one for one in whole]
    room = width - sum(least)
    if room < 0.0:
        return Widths(tuple(one * width / sum(least) for one in least), scale)
    return Widths(tuple(_cut(whole, least, width)), scale)


def _cut(whole: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """The widths cut at one height, but for those that need more: water that stands at one level."""
    low, high = 0.0, max(whole)
    for _ in range(_HALVINGS):
        level = 0.5 * (low + high)
        low, high = (low, level) if sum(_at(level, whole, least)) > width else (level, high)
    return _at(low, whole, least)


def _at(level: float, whole: Sequence[float], least: Sequence[float]) -> list[float]:
    return [max(need, min(one, level)) for one, need in zip(whole, least, strict=True)]


def _long(text: str, size: float) -> float:
    return _PADDING + stringWidth(printable(text), BOLD, size)


def _word(text: str, size: float) -> float:
    """Width of the longest part of a text that stays on one line."""
    if breaks_anywhere(text):
        return _PADDING + 4.0 * size
    return max((_long(word, size) for word in text.split(" ")), default=0.0)
