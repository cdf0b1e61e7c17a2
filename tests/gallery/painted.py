"""Measuring the words that our own views paint: every ``drawText`` of a picture is written down.

While a widget is rendered under a recorder, each call is noted with its place, its font and whether
the words fitted. No painter has to be written for it, so none can be forgotten.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from tests.gallery.finding import Finding, Rule, place_of

_SLACK = 1.5
_OVERLAP_SLACK = 2.5
ELLIPSIS = "…"


@dataclass(frozen=True)
class PaintedWords:
    """One text as it was painted on a widget, in the widget's own pixels."""

    widget: QWidget
    text: str
    ink: QRectF
    """What the letters cover."""
    room: QRectF | None
    """What they were to stay in; None where they were put at a point, or may reach beyond."""


def painted_findings(root: QWidget, picture: QPixmap | None = None) -> list[Finding]:
    """Words painted in a widget and below it that are cut, shortened, or lie on each other.

    With a ``picture`` it is painted into that, so that one rendering serves both.
    """
    with recorded_words() as words:
        root.render(picture if picture is not None else QPixmap(root.size()))
    return judged(words)


def judged(words: list[PaintedWords]) -> list[Finding]:
    """What is wrong with what was painted."""
    found = [finding for each in words for finding in _cut(each)]
    by_widget: dict[QWidget, list[PaintedWords]] = {}
    for each in words:
        by_widget.setdefault(each.widget, []).append(each)
    for group in by_widget.values():
        found += _overlapping(group)
    return found


@contextmanager
def recorded_words() -> Iterator[list[PaintedWords]]:
    """Everything that is painted with ``QPainter.drawText`` on a widget meanwhile."""
    words: list[PaintedWords] = []
    original = QPainter.drawText

    def noted(painter: QPainter, *arguments: object) -> object:
        result = original(painter, *arguments)  # type: ignore[call-overload]
        device = painter.device()
        if isinstance(device, QWidget):
            _note(words, painter, device, arguments)
        return result

    QPainter.drawText = noted  # type: ignore[assignment,method-assign]
    try:
        yield words
    finally:
        QPainter.drawText = original  # type: ignore[method-assign]


def _note(
    words: list[PaintedWords], painter: QPainter, widget: QWidget, arguments: tuple[object, ...]
) -> None:
    text = next((part for part in arguments if isinstance(part, str)), "")
    if not text.strip():
        return
    metrics, first = QFontMetricsF(painter.font()), arguments[0]
    to_widget = painter.combinedTransform()
    if isinstance(first, QRectF | QRect):
        room, flags = QRectF(first), _flags(arguments)
        line = metrics.boundingRect(room, flags, text)
        kept = None if flags & int(Qt.TextFlag.TextDontClip) else to_widget.mapRect(room)
        ink = _ink_of_line(metrics, line, text) if not flags & int(Qt.TextFlag.TextWordWrap) else line
        words.append(PaintedWords(widget, text, to_widget.mapRect(ink), kept))
    elif isinstance(first, QPointF | QPoint):
        ink = metrics.tightBoundingRect(text).translated(QPointF(first))
        words.append(PaintedWords(widget, text, to_widget.mapRect(ink), None))


def _flags(arguments: tuple[object, ...]) -> int:
    flags = arguments[1]
    if isinstance(flags, int):
        return flags
    return int(getattr(flags, "value", 0))


def _ink_of_line(metrics: QFontMetricsF, line: QRectF, text: str) -> QRectF:
    """What the letters of a line cover; less high than the line."""
    tight = metrics.tightBoundingRect(text)
    if line.height() > metrics.height() + 1.0:  # letters of another font make the line higher
        top = line.center().y() - tight.height() / 2.0
    else:
        top = line.top() + metrics.ascent() + tight.top()
    return QRectF(line.left(), top, line.width(), tight.height())


def _cut(words: PaintedWords) -> Iterator[Finding]:
    place, ink = place_of(words.widget), words.ink
    is_whole_elsewhere = bool(words.widget.toolTip())
    if words.text.rstrip().endswith(ELLIPSIS) and not words.text.rstrip().endswith(f" {ELLIPSIS}"):
        if not is_whole_elsewhere:
            yield Finding(Rule.CUT_TEXT, place, words.text, "shortened, and no tooltip says it whole")
        return
    if words.room is not None and not _holds(words.room, ink):
        detail = f"painted {_size(ink)} in {_size(words.room)}"
        yield Finding(Rule.CUT_TEXT, place, words.text, detail)
    elif not _holds(QRectF(words.widget.rect()), ink) and not _is_scrolled_to(words.widget, ink):
        detail = f"painted at {_corner(ink)} {_size(ink)} on {_size(QRectF(words.widget.rect()))}"
        yield Finding(Rule.CUT_OFF, place, words.text, detail)


def _is_scrolled_to(widget: QWidget, ink: QRectF) -> bool:
    """Whether it is in a row of a list that begins or ends beyond what is shown of the list."""
    area = widget.parentWidget()
    if not isinstance(area, QAbstractScrollArea) or area.viewport() is not widget:
        return False
    is_within = ink.left() >= -_SLACK and ink.right() <= widget.width() + _SLACK
    return is_within and area.verticalScrollBar().maximum() > 0


def _overlapping(group: list[PaintedWords]) -> Iterator[Finding]:
    for number, first in enumerate(group):
        for second in group[number + 1 :]:
            common = first.ink.intersected(second.ink)
            if first.text == second.text:  # the same words in two colours, half and half
                continue
            if common.width() > _OVERLAP_SLACK and common.height() > _OVERLAP_SLACK:
                both = f"{first.text} | {second.text}"
                yield Finding(Rule.OVERLAP, place_of(first.widget), both, f"share {_size(common)}")


def _holds(room: QRectF, ink: QRectF) -> bool:
    return room.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(ink)


def _size(rectangle: QRectF) -> str:
    return f"{math.ceil(rectangle.width())}x{math.ceil(rectangle.height())}"


def _corner(rectangle: QRectF) -> str:
    return f"{rectangle.left():.0f},{rectangle.top():.0f}"
