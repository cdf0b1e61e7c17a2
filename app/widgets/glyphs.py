"""Small painted signs; each has its own shape, so that no meaning depends on colour alone."""

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from app.jobs.messages import Severity
from app.look.theme import current_theme
from app.look.tokens import Tokens
from app.speech import words
from app.widgets.painting import round_pen
from core.workflow import StepState

Glyph = words.Glyph
"""The signs, which ``app.speech.words`` names without Qt."""
STEP_GLYPHS = {
    StepState.DONE: Glyph.CHECK,
    StepState.PARTLY: Glyph.FAIR,
    StepState.NOW: Glyph.CURRENT,
    StepState.NOT_YET: Glyph.EMPTY,
    StepState.OUT_OF_DATE: Glyph.WARNING,
}
VERDICT_GLYPHS = words.VERDICT_GLYPHS
SEVERITY_GLYPHS = {
    Severity.NOTE: Glyph.NOTE,
    Severity.GOOD: Glyph.CHECK,
    Severity.WARNING: Glyph.WARNING,
    Severity.ERROR: Glyph.CROSS,
}


def paint_glyph(painter: QPainter, place: QRectF, glyph: Glyph, tokens: Tokens) -> None:
    """Paint a sign into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.topLeft())
    painter.scale(place.width() / 16.0, place.height() / 16.0)  # drawn on a grid of 16
    _PAINTERS[glyph](painter, tokens)
    painter.restore()


def glyph_pixmap(glyph: Glyph, size: int, tokens: Tokens, *, ratio: float = 1.0) -> QPixmap:
    """A sign as a pixmap with a transparent ground."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        paint_glyph(painter, QRectF(0, 0, size, size), glyph, tokens)
    return pixmap


class GlyphView(QWidget):
    """A sign as a widget; a word beside it has the same meaning."""

    def __init__(self, glyph: Glyph, *, size: int = 20) -> None:
        super().__init__()
        self._glyph = glyph
        self.setFixedSize(size, size)
        current_theme().changed.connect(self.update)

    def show_glyph(self, glyph: Glyph) -> None:
        """Show another sign."""
        self._glyph = glyph
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Paint the sign."""
        with QPainter(self) as painter:
            paint_glyph(painter, QRectF(self.rect()), self._glyph, current_theme().tokens)


def _pen(colour: str, width: float) -> QPen:
    return round_pen(QColor(colour), width)


def _disc(painter: QPainter, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(0.5, 0.5, 15, 15))


def _lines(painter: QPainter, pen: QPen, *points: tuple[float, float]) -> None:
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _check(painter: QPainter, tokens: Tokens) -> None:
    _disc(painter, tokens.good)
    _lines(painter, _pen(tokens.on_good, 1.8), (4.6, 8.3), (7.0, 10.7), (11.5, 5.8))


def _current(painter: QPainter, tokens: Tokens) -> None:
    painter.setPen(_pen(tokens.accent, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.3, 1.3, 13.4, 13.4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.accent))
    painter.drawEllipse(QRectF(5, 5, 6, 6))


def _empty(painter: QPainter, tokens: Tokens) -> None:
    painter.setPen(_pen(tokens.muted, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.3, 1.3, 13.4, 13.4))


def _outlined(painter: QPainter, tokens: Tokens) -> None:
    painter.setPen(_pen(tokens.good, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.3, 1.3, 13.4, 13.4))
    _lines(painter, _pen(tokens.good, 1.6), (4.8, 8.2), (7.1, 10.5), (11.3, 5.9))


def _again(painter: QPainter, tokens: Tokens) -> None:
    """An arrow that goes round, open at its upper right."""
    painter.setPen(_pen(tokens.text, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(2.2, 2.2, 11.6, 11.6), 80 * 16, 290 * 16)
    _lines(painter, _pen(tokens.text, 1.6), (10.6, 7.0), (13.6, 7.0), (13.6, 3.6))


def _dash(painter: QPainter, tokens: Tokens) -> None:
    _empty(painter, tokens)
    _lines(painter, _pen(tokens.muted, 1.6), (5.0, 8.0), (11.0, 8.0))


def _triangle(painter: QPainter, tokens: Tokens, *, filled: bool) -> None:
    corners = QPolygonF([QPointF(8, 1.8), QPointF(15, 14.2), QPointF(1, 14.2)])
    painter.setPen(_pen(tokens.on_warning if filled else tokens.muted, 0.8 if filled else 1.6))
    painter.setBrush(QColor(tokens.warning) if filled else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(corners)
    ink = tokens.on_warning if filled else tokens.text
    _lines(painter, _pen(ink, 1.6), (8, 6.2), (8, 9.6))
    _lines(painter, _pen(ink, 1.8), (8, 12.0), (8.01, 12.0))


def _warning(painter: QPainter, tokens: Tokens) -> None:
    _triangle(painter, tokens, filled=True)


def _fair(painter: QPainter, tokens: Tokens) -> None:
    _triangle(painter, tokens, filled=False)


def _cross(painter: QPainter, tokens: Tokens) -> None:
    eighth = [math.pi / 8 + corner * math.pi / 4 for corner in range(8)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.error))
    painter.drawPolygon(
        QPolygonF([QPointF(8 + 7.8 * math.cos(angle), 8 + 7.8 * math.sin(angle)) for angle in eighth])
    )
    _lines(painter, _pen(tokens.on_error, 1.8), (5.4, 5.4), (10.6, 10.6))
    _lines(painter, _pen(tokens.on_error, 1.8), (10.6, 5.4), (5.4, 10.6))


def _note(painter: QPainter, tokens: Tokens) -> None:
    _disc(painter, tokens.accent)
    _lines(painter, _pen(tokens.on_accent, 1.8), (8, 7.4), (8, 11.6))
    _lines(painter, _pen(tokens.on_accent, 2.0), (8, 4.6), (8.01, 4.6))


def _stop(painter: QPainter, tokens: Tokens) -> None:
    _disc(painter, tokens.on_stop)
    painter.setBrush(QColor(tokens.stop))
    painter.drawRect(QRectF(5.2, 5.2, 5.6, 5.6))


def _moving(painter: QPainter, tokens: Tokens) -> None:
    _disc(painter, tokens.accent)
    pen = _pen(tokens.on_accent, 1.8)
    _lines(painter, pen, (4.2, 4.8), (7.4, 8.0), (4.2, 11.2))
    _lines(painter, pen, (8.6, 4.8), (11.8, 8.0), (8.6, 11.2))


def _arm(painter: QPainter, tokens: Tokens) -> None:
    pen = _pen(tokens.accent, 1.8)
    _lines(painter, pen, (2, 14.4), (10, 14.4))
    _lines(painter, pen, (6, 14.4), (4.4, 7.8), (10.4, 4.4), (13.6, 7.4))
    painter.setBrush(QColor(tokens.surface))
    for x, y in ((4.4, 7.8), (10.4, 4.4)):
        painter.drawEllipse(QPointF(x, y), 1.7, 1.7)
    _lines(painter, pen, (12.2, 9.2), (13.6, 7.4), (15.2, 8.4))


def _file(painter: QPainter, tokens: Tokens) -> None:
    pen = _pen(tokens.accent, 1.5)
    _lines(painter, pen, (9.6, 1.4), (3.2, 1.4), (3.2, 14.6), (12.8, 14.6), (12.8, 4.6), (9.6, 1.4))
    _lines(painter, pen, (9.6, 1.4), (9.6, 4.6), (12.8, 4.6))
    _lines(painter, pen, (5.4, 11.6), (6.9, 8.6), (8.6, 10.8), (10.6, 7.4))


def _visit(painter: QPainter, tokens: Tokens) -> None:
    pen = _pen(tokens.accent, 1.5)
    corners = (1.4, 13.2), (1.4, 3.2), (6.0, 3.2), (7.6, 5.2), (14.6, 5.2), (14.6, 13.2), (1.4, 13.2)
    _lines(painter, pen, *corners)
    _lines(painter, pen, (1.4, 8.0), (14.6, 8.0))


def _wave(painter: QPainter, tokens: Tokens) -> None:
    _lines(painter, _pen(tokens.muted, 1.2), (1.4, 8.0), (14.6, 8.0))
    wave = [(1.4 + 0.44 * step, 8.0 - 5.2 * math.sin(2.0 * math.pi * step / 30)) for step in range(31)]
    _lines(painter, _pen(tokens.accent, 1.6), *wave)


def _loop(painter: QPainter, tokens: Tokens) -> None:
    """Deflection over torque: up one way, down another."""
    axes = _pen(tokens.muted, 1.2)
    _lines(painter, axes, (8.0, 1.4), (8.0, 14.6))
    _lines(painter, axes, (1.4, 8.0), (14.6, 8.0))
    loop = [(2.2, 13.4), (8.6, 10.6), (13.8, 2.6), (7.4, 5.4), (2.2, 13.4)]
    _lines(painter, _pen(tokens.accent, 1.6), *loop)


def _load(painter: QPainter, tokens: Tokens) -> None:
    """A weight below a flange."""
    pen = _pen(tokens.accent, 1.8)
    _lines(painter, pen, (4.0, 1.8), (12.0, 1.8))
    _lines(painter, pen, (8.0, 1.8), (8.0, 6.2))
    _lines(painter, pen, (5.4, 6.2), (10.6, 6.2), (13.4, 14.2), (2.6, 14.2), (5.4, 6.2))


def _play(painter: QPainter, tokens: Tokens) -> None:
    painter.setPen(_pen(tokens.text, 1.4))
    painter.setBrush(QColor(tokens.text))
    painter.drawPolygon(QPolygonF([QPointF(4.2, 2.6), QPointF(13.2, 8.0), QPointF(4.2, 13.4)]))


def _pause(painter: QPainter, tokens: Tokens) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.text))
    for left in (3.4, 9.2):
        painter.drawRoundedRect(QRectF(left, 2.4, 3.4, 11.2), 1.0, 1.0)


def _bell(painter: QPainter, tokens: Tokens) -> None:
    pen = _pen(tokens.accent, 1.5)
    left = [(2.2, 12.0), (3.8, 10.2), (3.8, 7.0), (4.6, 4.6), (6.6, 3.2), (8.0, 2.9)]
    right = [(16.0 - x, y) for x, y in reversed(left)]
    _lines(painter, pen, *left, *right, left[0])
    _lines(painter, pen, (8.0, 2.8), (8.0, 1.4))
    _lines(painter, pen, (6.4, 13.8), (7.4, 14.5), (8.6, 14.5), (9.6, 13.8))


_PAINTERS: dict[Glyph, Callable[[QPainter, Tokens], None]] = {
    Glyph.CHECK: _check,
    Glyph.CURRENT: _current,
    Glyph.EMPTY: _empty,
    Glyph.OUTLINED: _outlined,
    Glyph.AGAIN: _again,
    Glyph.DASH: _dash,
    Glyph.WARNING: _warning,
    Glyph.FAIR: _fair,
    Glyph.CROSS: _cross,
    Glyph.NOTE: _note,
    Glyph.STOP: _stop,
    Glyph.MOVING: _moving,
    Glyph.ARM: _arm,
    Glyph.FILE: _file,
    Glyph.VISIT: _visit,
    Glyph.WAVE: _wave,
    Glyph.LOOP: _loop,
    Glyph.LOAD: _load,
    Glyph.PLAY: _play,
    Glyph.PAUSE: _pause,
    Glyph.BELL: _bell,
}
