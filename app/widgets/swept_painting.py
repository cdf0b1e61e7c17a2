"""What stands behind a moving arm: floor, boxes, the volume it sweeps through, the way of its tool."""

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
from core.drawing.box_view import FACES, box_normals
from core.drawing.orthographic import face_light
from core.drawing.relief import Frame, Grid, Relief, outline
from core.recording import FloatArray

_THROUGH, _RIM, _RIM_POWER = 0.19, 0.60, 1.4
"""Opacity of the volume where it faces the viewer; what is added where it turns away, and how steeply."""
_FAR_SHARE = 0.45
"""Of the opacity that is left of what is farthest away."""
_FLOOR_OPACITY, _FLOOR_FADES = 0.75, 0.72
_PRINT_OPACITY = 0.20
"""Of the volume's shadow on the floor."""
_BOX_OPACITY, _EDGE_PX = 0.86, 1.2
_BEFORE_OPACITY = 0.28
"""Of a box that stands in front of the arm."""
_PATH_PX, _PATH_HALO_PX, _PATH_PIECE_PX = 1.4, 3.4, 5.0
_SHINES_FROM, _SHINE = 0.75, 2.6
"""From which light on the volume turns to white, and how steeply."""
_SMALLEST_M, _SMALLEST_GAP_M = 1e-6, 0.01
_PATH_HALO_OPACITY = 0.45
_FULL = 255.0
_DARK_BELOW = 0.5
_EDGE_OF_COVER = 2.0
"""How steeply the picture of a volume ends at its edge."""
_OUTLINE_PX, _OUTLINE_OPACITY = 1.2, 0.65


@dataclass(frozen=True, eq=False)
class SweptPicture:
    """A picture and where it belongs."""

    image: QImage
    frame: Frame
    outline: list[QLineF]
    """Pieces of the edge, in m of the view."""


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
    """Of what is measured in the picture."""
    white: float
    """How far light turns the volume to white."""

    @classmethod
    def of_theme(cls) -> "SweptColours":
        """The colours from the tokens."""
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
    """The volume as coloured glass: clear where it faces the viewer, dense where it turns away."""
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
    """The volume's soft shadow."""
    opacity = np.float32(_PRINT_OPACITY) * relief.cover
    return SweptPicture(_tinted(opacity, rgb(colours.volume), np.zeros_like(opacity)), frame, [])


def _tinted(opacity: Grid, colour: tuple[float, float, float], shine: Grid) -> QImage:
    """A picture of one colour, here and there whiter; the lowest row of the grids comes last."""
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
    """A volume where it belongs on the page, with its edge."""
    if picture.image.isNull():
        return
    frame = picture.frame
    corner, size = page.at(frame.left, frame.top), page.per_metre * frame.cell
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    place = QRectF(corner.x(), corner.y(), size * frame.columns, size * frame.rows)
    painter.drawImage(place, picture.image)
    colour = QColor(colours.volume)
    colour.setAlphaF(_OUTLINE_OPACITY)
    pen = QPen(colour, _OUTLINE_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    painter.save()
    painter.translate(page.foot)
    painter.scale(page.per_metre, -page.per_metre)
    painter.setPen(pen)
    painter.drawLines(picture.outline)
    painter.restore()


def paint_print(painter: QPainter, picture: SweptPicture, onto_page: QTransform) -> None:
    """A shadow on the floor; ``onto_page`` maps m on the floor to pixels."""
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
    """The floor: a surface with a grid, fading with the distance."""
    gone = QColor(colours.floor)
    gone.setAlphaF(0.0)
    there = QColor(colours.floor)
    there.setAlphaF(_FLOOR_OPACITY)
    fade = QRadialGradient(QPointF(0.0, 0.0), reach)
    fade.setStops([(0.0, there), (_FLOOR_FADES, there), (1.0, gone)])
    painter.save()
    painter.setTransform(onto_page, True)  # noqa: FBT003  # Qt's own signature
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(fade))
    painter.drawEllipse(QPointF(0.0, 0.0), reach, reach)
    painter.restore()
    paint_floor(painter, onto_page, reach=reach, colours=grid)


def paint_plumb(painter: QPainter, page: Page, level: float, *, colours: SweptColours) -> None:
    """A plumb line from the foot to the floor, where the two are apart: what is between is not known."""
    if abs(level) < _SMALLEST_GAP_M:
        return
    painter.setPen(QPen(colours.box_edge, _EDGE_PX, Qt.PenStyle.DashLine))
    painter.drawLine(page.foot, page.point(np.array([0.0, 0.0, level])))


def paint_box(
    painter: QPainter, page: Page, corners: FloatArray, *, colours: SweptColours, is_before: bool
) -> None:
    """A box with corners (8, 3) m, its sides lit; only a breath of it where it stands before the arm."""
    seen = page.view.seen(box_normals(corners))
    places = [page.point(corner) for corner in corners]
    light = face_light(seen)
    shades = lit(np.tile(rgb(colours.box), (len(FACES), 1)), light[:, np.newaxis])
    painter.setPen(_line(colours.box_edge, _EDGE_PX))
    for side, face in enumerate(FACES):
        if seen[side, 2] <= 0.0:
            continue
        colour = QColor(shades[side][0])
        colour.setAlphaF(_BEFORE_OPACITY if is_before else _BOX_OPACITY)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([places[corner] for corner in face]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_path(painter: QPainter, page: Page, places: FloatArray, colours: SweptColours) -> None:
    """The way (M, 3) m of the tool; straight pieces, which are many times cheaper than one long line."""
    points = _thinned(page.points(places))
    pieces = [QLineF(*ends) for ends in np.hstack([points[:-1], points[1:]]).tolist()]
    halo = QColor(colours.halo)
    halo.setAlphaF(_PATH_HALO_OPACITY)
    for colour, width in ((halo, _PATH_HALO_PX), (colours.path, _PATH_PX)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(pieces)


def _thinned(points: FloatArray) -> FloatArray:
    """Of points (M, 2) in pixels along a line those that are a piece apart, and the last."""
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    chosen = np.searchsorted(way, np.arange(0.0, float(way[-1]), _PATH_PIECE_PX))
    return np.asarray(points[np.unique(np.append(chosen, len(points) - 1))])


def _line(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def corners_reach(corners: Sequence[FloatArray]) -> float:
    """How far from the foot along the floor boxes reach, m."""
    return max((float(np.hypot(box[:, 0], box[:, 1]).max()) for box in corners), default=0.0)
