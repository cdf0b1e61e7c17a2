"""Paints the background of a moving arm: floor, boxes, swept volume, path of the tool."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF, QRadialGradient, QTransform

from app.look.theme import current_theme
from app.widgets.arm_painting import Page
from app.widgets.arm_solids import ArmColours, lit, mixed, rgb
from app.widgets.arm_surroundings import paint_floor
from app.widgets.painting import faded, round_pen
from core.drawing.box_view import FACES, box_normals
from core.drawing.orthographic import face_light
from core.drawing.relief import Frame, Grid, Relief, outline
from core.recording import FloatArray

_THROUGH, _RIM, _RIM_POWER = 0.19, 0.60, 1.4
"""Opacity of the volume facing the viewer; more opacity at grazing angles, and the power of its increase."""
_FAR_SHARE = 0.45
"""Share of the opacity that is left at the farthest point."""
_FLOOR_OPACITY, _FLOOR_FADES = 0.75, 0.72
_PRINT_OPACITY = 0.20
"""Opacity of the volume's shadow on the floor."""
_BOX_OPACITY, _EDGE_PX = 0.86, 1.2
_BEFORE_OPACITY = 0.28
"""Opacity of a box in front of the arm."""
_PATH_PX, _PATH_HALO_PX, _PATH_PIECE_PX = 1.4, 3.4, 5.0
_SHINES_FROM, _SHINE = 0.75, 2.6
"""Light from which the volume turns to white, and the slope."""
_SMALLEST_M, _SMALLEST_GAP_M = 1e-6, 0.01
_PATH_HALO_OPACITY = 0.45
_FULL = 255.0
_DARK_BELOW = 0.5
_EDGE_OF_COVER = 2.0
"""Slope of the opacity at the edge of a volume."""
_OUTLINE_PX, _OUTLINE_OPACITY = 1.2, 0.65


@dataclass(frozen=True, eq=False)
class SweptPicture:
    """A picture of a volume or a shadow, with its place."""

    image: QImage
    frame: Frame
    outline: list[QLineF]
    """Pieces of the edge, m in the view."""


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
    white: float
    """Strength with which light turns the volume to white."""

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
            white=0.30 if dark else 0.45,
        )


def volume_picture(relief: Relief, frame: Frame, colours: SweptColours) -> SweptPicture:
    """Picture of a volume like coloured glass: clear where it faces the viewer, dense at grazing angles."""
    inside = relief.cover > 0.0
    if not inside.any():
        return SweptPicture(QImage(), frame, [])
    near, far = float(relief.height[inside].max()), float(relief.height[inside].min())
    depth = (near - relief.height) / np.float32(max(near - far, _SMALLEST_M))
    opacity = np.float32(_THROUGH) + np.float32(_RIM) * relief.slant ** np.float32(_RIM_POWER)
    opacity *= np.float32(1.0) - np.float32(1.0 - _FAR_SHARE) * np.clip(depth, 0.0, 1.0)
    shine = (relief.light - np.float32(_SHINES_FROM)) * np.float32(_SHINE * colours.white)
    edge = np.clip(np.float32(_EDGE_OF_COVER) * (relief.cover - np.float32(0.5)) + np.float32(0.5), 0.0, 1.0)
    opacity = np.clip(opacity, 0.0, 1.0) * edge
    image = _tinted(opacity, rgb(colours.volume), np.clip(shine, 0.0, 1.0))
    pieces = [QLineF(*piece) for piece in outline(relief, frame).reshape(-1, 4).tolist()]
    return SweptPicture(image, frame, pieces)


def shadow_picture(relief: Relief, frame: Frame, colours: SweptColours) -> SweptPicture:
    """Picture of the volume's soft shadow."""
    opacity = np.float32(_PRINT_OPACITY) * relief.cover
    return SweptPicture(_tinted(opacity, rgb(colours.volume), np.zeros_like(opacity)), frame, [])


def _tinted(opacity: Grid, colour: tuple[float, float, float], shine: Grid) -> QImage:
    """Picture of one colour, whiter where it shines; the first row of the grids is the lowest."""
    rows, columns = opacity.shape
    pixels: npt.NDArray[np.uint8] = np.empty((rows, columns, 4), dtype=np.uint8)
    for place, part in enumerate((colour[2], colour[1], colour[0])):
        own = np.float32(part) + np.float32(1.0 - part) * shine
        pixels[..., place] = np.float32(_FULL) * opacity * own
    pixels[..., 3] = np.float32(_FULL) * opacity
    flipped = np.ascontiguousarray(pixels[::-1])
    kind = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(flipped.data, columns, rows, 4 * columns, kind).copy()


def paint_volume(painter: QPainter, picture: SweptPicture, page: Page, colours: SweptColours) -> None:
    """Paint a volume at its place on the page, with its edge."""
    if picture.image.isNull():
        return
    frame = picture.frame
    corner, size = page.at(frame.left, frame.top), page.per_metre * frame.cell
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    place = QRectF(corner.x(), corner.y(), size * frame.columns, size * frame.rows)
    painter.drawImage(place, picture.image)
    colour = faded(colours.volume, _OUTLINE_OPACITY)
    pen = QPen(colour, _OUTLINE_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    painter.save()
    painter.translate(page.foot)
    painter.scale(page.per_metre, -page.per_metre)
    painter.setPen(pen)
    painter.drawLines(picture.outline)
    painter.restore()


def paint_print(painter: QPainter, picture: SweptPicture, onto_page: QTransform) -> None:
    """Paint a shadow on the floor; ``onto_page`` maps m on the floor to pixels."""
    frame = picture.frame
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(onto_page, True)  # noqa: FBT003  # Qt's own signature
    painter.translate(frame.left, frame.top)
    painter.scale(frame.cell, -frame.cell)
    painter.drawImage(QPointF(0.0, 0.0), picture.image)
    painter.restore()


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


def paint_box(
    painter: QPainter, page: Page, corners: FloatArray, *, colours: SweptColours, is_before: bool
) -> None:
    """Paint a box with corners (8, 3) m and lit sides; in front of the arm it is faint."""
    seen = page.view.seen(box_normals(corners))
    places = [page.point(corner) for corner in corners]
    light = face_light(seen)
    shades = lit(np.tile(rgb(colours.box), (len(FACES), 1)), light[:, np.newaxis])
    painter.setPen(round_pen(colours.box_edge, _EDGE_PX))
    for side, face in enumerate(FACES):
        if seen[side, 2] <= 0.0:
            continue
        painter.setBrush(faded(QColor(shades[side][0]), _BEFORE_OPACITY if is_before else _BOX_OPACITY))
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
