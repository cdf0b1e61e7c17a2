"""Paints the background of a moving arm: floor, boxes, swept volume, path of the tool."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from app.look.theme import current_theme
from app.speech.language import tr
from app.widgets.arm_painting import Page
from app.widgets.arm_surroundings import ArmColours, paint_floor
from app.widgets.painting import faded, mixed, round_pen
from core.drawing.orthographic import FACES, box_normals, face_light
from core.recording import FloatArray

_FLOOR_OPACITY, _FLOOR_FADES = 0.75, 0.72
_EDGE_PX = 1.2
_PATH_PX, _PATH_HALO_PX, _PATH_PIECE_PX = 1.4, 3.4, 5.0
_PATH_HALO_OPACITY = 0.45
_SMALLEST_GAP_M = 0.01
_DARK_BELOW = 0.5


@dataclass(frozen=True)
class SweptColours:
    """The colours of a motion's surroundings in the present theme."""

    volume: QColor
    floor: QColor
    box: QColor
    box_edge: QColor
    path: QColor
    halo: QColor
    ink: QColor
    """Colour of dimensions in the picture."""

    @classmethod
    def of_theme(cls) -> "SweptColours":
        """Make the colours from the tokens."""
        theme = current_theme()
        surface, text, window = theme.colour("surface"), theme.colour("text"), theme.colour("window")
        dark = surface.lightnessF() < _DARK_BELOW
        return cls(
            volume=theme.colour("accent"),
            floor=mixed(surface, text, 0.075) if dark else window,
            box=mixed(surface, text, 0.40 if dark else 0.17),
            box_edge=mixed(surface, text, 0.62 if dark else 0.42),
            path=theme.colour("model"),
            halo=surface,
            ink=text,
        )


def paint_volume(
    painter: QPainter, page: Page, tubes: FloatArray, radius: FloatArray, *, colours: SweptColours
) -> None:
    """Paint the tubes (S, T, 2, 3) m of a motion at some poses; the painter puts them together opaquely.

    Edges are not smoothed: that would not show in so faint a volume, and would take five times as long.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
    points = page.points(tubes.reshape(-1, 3)).reshape(*tubes.shape[:3], 2)
    for tube, size in enumerate(radius.tolist()):
        painter.setPen(round_pen(colours.volume, 2.0 * page.per_metre * size))
        painter.drawLines([QLineF(*ends) for ends in points[:, tube].reshape(-1, 4).tolist()])


def paint_level(
    painter: QPainter, onto_page: QTransform, *, reach: float, colours: SweptColours, grid: ArmColours
) -> None:
    """Paint the floor, a surface with a grid that fades with the distance."""
    there = faded(colours.floor, _FLOOR_OPACITY)
    fade = QRadialGradient(QPointF(0.0, 0.0), reach)
    fade.setStops([(0.0, there), (_FLOOR_FADES, there), (1.0, faded(colours.floor, 0.0))])
    painter.save()
    painter.setTransform(onto_page, True)  # noqa: FBT003  # Qt's own signature
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(fade))
    painter.drawEllipse(QPointF(0.0, 0.0), reach, reach)
    painter.restore()
    paint_floor(painter, onto_page, reach=reach, colours=grid)


def paint_plumb(painter: QPainter, page: Page, level: float, *, colours: SweptColours) -> None:
    """Paint a plumb line from the foot to a floor at another height; the mounting in between is unknown."""
    if abs(level) < _SMALLEST_GAP_M:
        return
    painter.setPen(QPen(colours.box_edge, _EDGE_PX, Qt.PenStyle.DashLine))
    painter.drawLine(page.foot, page.point(np.array([0.0, 0.0, level])))


def paint_box(painter: QPainter, page: Page, corners: FloatArray, *, colours: SweptColours) -> None:
    """Paint a box with corners (8, 3) m and lit sides."""
    seen = page.view.seen(box_normals(corners))
    places = [page.point(corner) for corner in corners]
    painter.setPen(round_pen(colours.box_edge, _EDGE_PX))
    for face, normal, light in zip(FACES, seen, face_light(seen).tolist(), strict=True):
        if normal[2] > 0.0:
            painter.setBrush(mixed(QColor("black"), colours.box, min(light, 1.0)))
            painter.drawPolygon(QPolygonF([places[corner] for corner in face]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_path(painter: QPainter, page: Page, places: FloatArray, colours: SweptColours) -> None:
    """Paint the path (M, 3) m of the tool as straight pieces, which are much faster than one long line."""
    points = _thinned(page.points(places))
    pieces = [QLineF(*ends) for ends in np.hstack([points[:-1], points[1:]]).tolist()]
    halo = faded(colours.halo, _PATH_HALO_OPACITY)
    for colour, width in ((halo, _PATH_HALO_PX), (colours.path, _PATH_PX)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(pieces)


def _thinned(points: FloatArray) -> FloatArray:
    """Points at about equal distances along a line (M, 2) in pixels, and the last one."""
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    chosen = np.searchsorted(way, np.arange(0.0, float(way[-1]), _PATH_PIECE_PX))
    return np.asarray(points[np.unique(np.append(chosen, len(points) - 1))])


def corners_reach(corners: Sequence[FloatArray]) -> float:
    """Largest horizontal distance of the corners of boxes from the foot, m."""
    return max((float(np.hypot(box[:, 0], box[:, 1]).max()) for box in corners), default=0.0)


LEGEND_HEIGHT = 24.0
_SAMPLE, _GAP, _BETWEEN = 20.0, 7.0, 15.0
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def paint_legend(painter: QPainter, room: QRectF, *, has_gap: bool, colours: SweptColours) -> None:
    """Paint samples with their names from the left; those that do not fit are left out."""
    theme = current_theme()
    painter.setFont(theme.font())
    metrics = QFontMetricsF(theme.font())
    entries = [(_area, tr("Room it needs")), (_path, tr("Tool path"))]
    if has_gap:
        entries.append((_arrow, tr("Closest approach")))
    left, middle = room.left(), room.center().y()
    for paint, words in entries:
        width = _SAMPLE + _GAP + metrics.horizontalAdvance(words)
        if left + width > room.right():
            return
        paint(painter, QPointF(left, middle), colours)
        painter.setPen(theme.colour("muted"))
        painter.drawText(QRectF(left + _SAMPLE + _GAP, room.top(), width, room.height()), _LEFT, words)
        left += width + _BETWEEN


def _area(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(faded(colours.volume, 0.8), 1.2))
    painter.setBrush(faded(colours.volume, 0.25))
    painter.drawRoundedRect(QRectF(place.x(), place.y() - 6.0, _SAMPLE, 12.0), 6.0, 6.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _path(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(colours.path, 2.0))
    painter.drawLine(place, place + QPointF(_SAMPLE, 0.0))


def _arrow(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(colours.ink, 1.6))
    end = place + QPointF(_SAMPLE, 0.0)
    painter.drawLine(place, end)
    for tip, side in ((place, 1.0), (end, -1.0)):
        painter.drawLine(tip, tip + QPointF(side * 5.0, -3.5))
        painter.drawLine(tip, tip + QPointF(side * 5.0, 3.5))
