"""Map of the shift of the tool over the workspace: distance from the base's axis across, height up."""

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPaintEvent, QPen

from app.look.theme import current_theme
from app.speech.units import MILLIMETRE, NO_BREAK, number
from app.widgets.layouts import keep_least
from app.widgets.painting import mixed
from app.widgets.text import BOLD
from app.widgets.view_saving import Picture, SavedTable
from core.recording import FloatArray

_LEFT, _TOP, _BOTTOM = 84.0, 14.0, 46.0
_SCALE_GAP, _SCALE_WIDTH, _SCALE_TEXT = 24.0, 18.0, 84.0
_SCALE_HEAD = 20
_TICKS = 5
_TICK_WIDTH, _TICK_HEIGHT = 70, 40
"""Room of a number at an axis."""
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_COLOURS = 64
_PALEST, _DEEPEST = 0.16, 0.55
_RING = 7.0
_CHIP_PAD = 6.0
_CENTRE = Qt.AlignmentFlag.AlignCenter
_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_BEGIN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class ShownMap:
    """Shifts ``values`` (R, C) m, NaN out of reach, between the edges (C + 1,) and (R + 1,) m."""

    radius: FloatArray
    height: FloatArray
    values: FloatArray
    worst: FloatArray
    """Radius and height of the worst place, (2,) m."""
    most: float
    """Shift at the worst place, m."""


class ShiftMap(Picture):
    """Map with one scale across and up; places out of reach are hatched."""

    pointed = Signal(str)
    """Sentence on the place below the pointer."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.shown: ShownMap | None = None
        self.setMouseTracking(True)
        keep_least(self, width=256, height=240)

    def show_map(self, shown: ShownMap | None, *, summary: str = "") -> None:
        """Show another map; none for None."""
        self.shown = shown
        self.setAccessibleDescription(summary)
        self.update()

    def sizeHint(self) -> QSize:
        """Size with room for a workspace twice as high as wide."""
        return QSize(560, 400)

    def saved_table(self) -> SavedTable:
        """Table of every place within reach of the tool."""
        if self.shown is None:
            return SavedTable((), ())
        row, column = np.nonzero(np.isfinite(self.shown.values))
        radius = 0.5 * (self.shown.radius[column] + self.shown.radius[column + 1])
        height = 0.5 * (self.shown.height[row] + self.shown.height[row + 1])
        names = ("distance from the axis (m)", "height (m)", "shift of the tool (m)")
        return SavedTable(names, (radius, height, self.shown.values[row, column]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the map, its axes, the worst place and the scale."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(current_theme().font())
            if self.shown is None:
                return
            place = self._place(self.shown)
            self._paint_map(painter, self.shown, place)
            self._paint_axes(painter, self.shown, place)
            self._paint_worst(painter, self.shown, place)
            self._paint_scale(painter, self.shown, place)

    def _place(self, shown: ShownMap) -> QRectF:
        """Rectangle of the map: at the left, as large as it fits."""
        scaled = current_theme().scaled
        beside = _SCALE_GAP + _SCALE_WIDTH + scaled(_SCALE_TEXT)
        room = QRectF(self.rect()).adjusted(scaled(_LEFT), _TOP, -beside, -scaled(_BOTTOM))
        across = float(shown.radius[-1] - shown.radius[0])
        up = float(shown.height[-1] - shown.height[0])
        scale = min(room.width() / across, room.height() / up)
        return QRectF(room.left(), room.top(), across * scale, up * scale)

    def _paint_map(self, painter: QPainter, shown: ShownMap, place: QRectF) -> None:
        theme = current_theme()
        painter.fillRect(place, QBrush(theme.colour("control_border"), Qt.BrushStyle.BDiagPattern))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)  # noqa: FBT003  # Qt's own
        painter.drawImage(place, _image(shown))
        painter.setPen(QPen(theme.colour("control_border"), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)

    def _paint_axes(self, painter: QPainter, shown: ShownMap, place: QRectF) -> None:
        theme = current_theme()
        metrics = QFontMetricsF(theme.font())
        line, wide = metrics.height(), theme.scaled(_TICK_WIDTH)
        most = max(place.width() / wide, 1)
        for value in _ticks(float(shown.radius[0]), float(shown.radius[-1]), most=most):
            x = place.left() + (value - shown.radius[0]) / np.ptp(shown.radius) * place.width()
            painter.setPen(QPen(theme.colour("control_border"), 1.0))
            painter.drawLine(QPointF(x, place.bottom()), QPointF(x, place.bottom() + 4.0))
            painter.setPen(theme.colour("muted"))
            painter.drawText(QRectF(x - wide / 2, place.bottom() + 4, wide, line), _CENTRE, _mm(value))
        most = max(place.height() / theme.scaled(_TICK_HEIGHT), 2)
        for value in _ticks(float(shown.height[0]), float(shown.height[-1]), most=most):
            y = place.bottom() - (value - shown.height[0]) / np.ptp(shown.height) * place.height()
            painter.setPen(QPen(theme.colour("control_border"), 1.0))
            painter.drawLine(QPointF(place.left() - 4.0, y), QPointF(place.left(), y))
            painter.setPen(theme.colour("muted"))
            painter.drawText(QRectF(line, y - line / 2, place.left() - line - 7.0, line), _END, _mm(value))
        words = self.tr("Distance from the base's axis, mm")
        width = metrics.horizontalAdvance(words) + _CHIP_PAD
        left = max(min(place.center().x() - width / 2, self.width() - width), 0.0)
        painter.drawText(QRectF(left, place.bottom() + 4 + line, width, line), _CENTRE, words)
        painter.save()
        painter.translate(0.0, place.center().y())
        painter.rotate(-90.0)
        painter.drawText(
            QRectF(-place.height() / 2, 0.0, place.height(), line), _CENTRE, self.tr("Height, mm")
        )
        painter.restore()

    def _paint_worst(self, painter: QPainter, shown: ShownMap, place: QRectF) -> None:
        theme = current_theme()
        at = self._spot(shown, place, shown.worst)
        for colour, width in (("surface", 5.0), ("error", 2.4)):
            painter.setPen(QPen(theme.colour(colour), width))
            painter.drawEllipse(at, _RING, _RING)
        words = self.tr("worst: {value} mm").format(value=number(shown.most * MILLIMETRE.per_si))
        metrics = QFontMetricsF(theme.font(weight=BOLD))
        inside = QRectF(0.0, 0.0, place.width() - 4 - 2 * _CHIP_PAD, place.height())
        room = metrics.boundingRect(inside, _WRAPPED, words)
        chip = QRectF(0.0, 0.0, room.width() + 2 * _CHIP_PAD, room.height() + 4)
        chip.moveTo(at.x() + _RING + 4, at.y() - chip.height() / 2)
        if chip.right() > place.right() - 2:
            chip.moveRight(at.x() - _RING - 4)
        if chip.left() < place.left() + 2:
            chip.moveLeft(place.left() + 2)
            chip.moveTop(at.y() + _RING + 4)
        chip.moveTop(min(max(chip.top(), place.top() + 2), place.bottom() - chip.height() - 2))
        painter.setPen(QPen(theme.colour("error"), 1.0))
        painter.setBrush(theme.colour("surface"))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font(weight=BOLD))
        painter.drawText(chip, _WRAPPED, words)
        painter.setFont(theme.font())

    def _paint_scale(self, painter: QPainter, shown: ShownMap, place: QRectF) -> None:
        theme = current_theme()
        head = theme.scaled(_SCALE_HEAD)
        bar = QRectF(place.right() + _SCALE_GAP, place.top() + head, _SCALE_WIDTH, place.height() - head)
        for step in range(_COLOURS):
            height = bar.height() / _COLOURS
            part = QRectF(bar.left(), bar.bottom() - (step + 1) * height, bar.width(), height + 0.5)
            painter.fillRect(part, map_colour(step / (_COLOURS - 1)))
        painter.setPen(QPen(theme.colour("control_border"), 1.0))
        painter.drawRect(bar)
        painter.setPen(theme.colour("text"))
        line = QFontMetricsF(theme.font()).height()
        painter.drawText(
            QRectF(bar.left(), place.top() - 4, theme.scaled(_SCALE_TEXT), line), _BEGIN, MILLIMETRE.symbol
        )
        top = _top(shown)
        for value in _ticks(0.0, top, most=_TICKS):
            y = bar.bottom() - value / top * bar.height()
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 4, y))
            words = number(value * MILLIMETRE.per_si)
            painter.drawText(
                QRectF(bar.right() + 8, y - line / 2, theme.scaled(_SCALE_TEXT) - 8, line), _BEGIN, words
            )

    def _spot(self, shown: ShownMap, place: QRectF, point: FloatArray) -> QPointF:
        across = float((point[0] - shown.radius[0]) / np.ptp(shown.radius))
        up = float((point[1] - shown.height[0]) / np.ptp(shown.height))
        return QPointF(place.left() + across * place.width(), place.bottom() - up * place.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the place below the pointer."""
        self.pointed.emit(self.words_at(event.position()))

    def words_at(self, at: QPointF) -> str:
        """Sentence on a point of the widget; empty beside the map."""
        if self.shown is None:
            return ""
        shown, place = self.shown, self._place(self.shown)
        if not place.contains(at):
            return ""
        rows, columns = shown.values.shape
        column = min(int((at.x() - place.left()) / place.width() * columns), columns - 1)
        row = min(int((place.bottom() - at.y()) / place.height() * rows), rows - 1)
        facts = {
            "radius": _mm(0.5 * float(shown.radius[column] + shown.radius[column + 1])),
            "height": _mm(0.5 * float(shown.height[row] + shown.height[row + 1])),
        }
        value = float(shown.values[row, column])
        if not math.isfinite(value):
            return self.tr("{radius} mm out, {height} mm high: the tool does not come there.").format(**facts)
        moved = f"{number(value * MILLIMETRE.per_si)}{NO_BREAK}{MILLIMETRE.symbol}"
        words = self.tr("{radius} mm out, {height} mm high: the tool moves by {moved}.")
        return words.format(**facts, moved=moved)


def map_colour(share: float) -> QColor:
    """Colour from pale for 0 to deep for 1, mixed with the text's colour to suit light and dark themes."""
    theme = current_theme()
    accent, surface, text = (theme.colour(name) for name in ("accent", "surface", "text"))
    if share < 0.5:  # noqa: PLR2004  # half of it
        return mixed(surface, accent, _PALEST + (1.0 - _PALEST) * 2.0 * share)
    return mixed(accent, text, _DEEPEST * (2.0 * share - 1.0))


def _top(shown: ShownMap) -> float:
    """Upper end of the scale, m; never zero."""
    return max(float(np.nanmax(shown.values)), 1e-12)


def _image(shown: ShownMap) -> QImage:
    rows, columns = shown.values.shape
    palette = np.array(
        [map_colour(step / (_COLOURS - 1)).rgba() for step in range(_COLOURS)], dtype=np.uint32
    )
    shares = np.nan_to_num(shown.values / _top(shown))
    pixels = palette[np.clip((shares * (_COLOURS - 1)).round(), 0, _COLOURS - 1).astype(np.int64)]
    pixels = np.where(np.isfinite(shown.values), pixels, np.uint32(0))
    upside = np.ascontiguousarray(pixels[::-1], dtype=np.uint32)
    return QImage(upside.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_ARGB32).copy()


def _ticks(low: float, high: float, *, most: float) -> list[float]:
    """Round values from ``low`` to ``high``, about ``most`` of them or fewer."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in _STEPS if one * power >= rough * (1.0 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [count * step for count in range(first, last + 1)]


def _mm(value: float) -> str:
    return number(value * MILLIMETRE.per_si, decimals=0)
