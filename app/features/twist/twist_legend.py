"""Legends above the plots of the twist: lines, the band of a stiffness, bars."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.twist.explained_chart import RAW_OPACITY, bar_brush, bar_colour
from app.features.twist.twist_loop import BAND_OPACITY
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import listed
from app.widgets.curve import curve_pen
from app.widgets.painted_legend import Paint, PaintedSample
from app.widgets.text import Text

_WIDTH, _SHORT, _HEIGHT = 30, 16, 16
_BAND_HEIGHT = 10.0


class _Legend(QWidget):
    """Painted samples, each followed by its words."""

    def __init__(
        self,
        entries: Sequence[tuple[Paint, str]],
        *,
        short: Sequence[Paint] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addStretch(1)
        self.entries: list[tuple[QWidget, QWidget]] = []
        for paint, words in entries:
            pair = (PaintedSample(paint, size=(_SHORT if paint in short else _WIDTH, _HEIGHT)), Text(words))
            self.entries.append(pair)
            for widget in pair:
                row.addWidget(widget)
            row.addSpacing(GRID)
        self.setAccessibleName(listed(words for _, words in entries))


class LoopLegend(_Legend):
    """Legend of the loop: the measured deflection, and that of the stiffness with its band."""

    def __init__(self) -> None:
        super().__init__(((_line("measured"), self.tr("measured")), (_banded, self.tr("stiffness ±"))))

    def show_stiffness(self, *, is_known: bool) -> None:
        """Hide the entry of the stiffness where none is drawn."""
        for widget in self.entries[1]:
            widget.setVisible(is_known)


class RippleLegend(_Legend):
    """Legend of the ripple: the spectrum, and the lines found in it."""

    def __init__(self) -> None:
        super().__init__(((_line("measured"), self.tr("spectrum")), (_line("model"), self.tr("line found"))))


class ExplainedLegend(_Legend):
    """Legend of the explained parts: all deflection pale, the rest strong, for fit and check."""

    def __init__(self) -> None:
        fitted, checked = _left(is_check=False), _left(is_check=True)
        super().__init__(
            (
                (_pale, self.tr("deflection")),
                (fitted, self.tr("unexplained")),
                (checked, self.tr("in a check")),
            ),
            short=(fitted, checked),
        )


def _line(pen: str) -> Paint:
    def paint(painter: QPainter, room: QRectF) -> None:
        drawn = curve_pen(pen)
        drawn.setWidthF(2.0)
        painter.setPen(drawn)
        middle = room.center().y()
        painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))

    return paint


def _banded(painter: QPainter, room: QRectF) -> None:
    colour = current_theme().colour("model")
    colour.setAlphaF(BAND_OPACITY)
    band = QRectF(room.left(), room.center().y() - _BAND_HEIGHT / 2.0, room.width(), _BAND_HEIGHT)
    painter.fillRect(band, colour)
    _line("model")(painter, room)


def _pale(painter: QPainter, room: QRectF) -> None:
    for place, is_check in enumerate((False, True)):
        colour = bar_colour(is_check=is_check)
        colour.setAlphaF(RAW_OPACITY)
        painter.fillRect(QRectF(room.left() + 15.0 * place, room.top() + 1.0, 13.0, 14.0), colour)


def _left(*, is_check: bool) -> Paint:
    def paint(painter: QPainter, room: QRectF) -> None:
        bar = QRectF(room.right() - 15.0, room.top() + 1.0, 14.0, 13.0)
        painter.fillRect(bar, bar_brush(is_check=is_check))
        painter.setPen(QPen(bar_colour(is_check=is_check), 1.0))
        painter.drawRect(bar)

    return paint
