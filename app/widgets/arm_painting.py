"""Place of an arm on the page, a plain arm in place of a drawn one, and the ground of a moving one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
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
from app.widgets.arm_surroundings import ArmColours, paint_floor
from app.widgets.painting import faded, mixed, round_pen
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import FACES, Orthographic, box_normals, face_light
from core.drawing.picture_scene import Eye
from core.recording import FloatArray

_LINE_PX = 2.0
_JOINT_BEFORE = 0.6
"""Depth by which a joint counts as nearer than its middle, over its radius: it holds tubes."""
_DOT_PX = 0.01


_FLOOR_OPACITY, _FLOOR_FADES = 0.75, 0.72
_EDGE_PX = 1.2
_PATH_PX, _PATH_HALO_PX, _PATH_PIECE_PX = 1.4, 3.4, 5.0
_PATH_HALO_OPACITY = 0.45
_SMALLEST_GAP_M = 0.01
_DARK_BELOW = 0.5


@dataclass(frozen=True)
class Page:
    """Map from metres to pixels: the view, pixels per metre, and the place of the arm's foot."""

    view: Orthographic
    per_metre: float
    foot: QPointF

    def point(self, place: FloatArray) -> QPointF:
        """Place of a point (3,) m on the page."""
        right, up, _ = self.view.seen(place).tolist()
        return QPointF(self.foot.x() + self.per_metre * right, self.foot.y() - self.per_metre * up)

    def points(self, places: FloatArray) -> FloatArray:
        """Points (P, 2) in pixels of places (P, 3) m."""
        seen = self.view.seen(places)
        return np.stack(
            [self.foot.x() + self.per_metre * seen[:, 0], self.foot.y() - self.per_metre * seen[:, 1]], axis=1
        )

    def eye(self, size: QSize, ratio: float) -> Eye:
        """The same view in a picture of a widget's size, with so many pixels per pixel of the design."""
        view, foot = self.view, (self.foot.x(), self.foot.y())
        eye = Eye(view.azimuth, view.elevation, self.per_metre, foot, size.width(), size.height())
        return eye.scaled(ratio)

    def ground(self, body: ArmBody) -> QTransform:
        """Transform from m on the mounting surface of the arm to the page."""
        return self.plane(body.ground, self.foot)

    def level(self, height: float) -> QTransform:
        """Transform from m on a level plane at ``height`` m above the foot to the page."""
        return self.plane(np.eye(3)[:2], self.point(np.array([0.0, 0.0, height])))

    def plane(self, axes: FloatArray, origin: QPointF) -> QTransform:
        """Transform from m along two directions (2, 3), from ``origin`` on the page, to the page."""
        (x_right, x_up, _), (y_right, y_up, _) = self.view.seen(axes).tolist()
        scale = self.per_metre
        return QTransform(
            scale * x_right, -scale * x_up, scale * y_right, -scale * y_up, origin.x(), origin.y()
        )


def fitting_page(view: Orthographic, points: FloatArray, body: ArmBody, *, room: QRectF, zoom: float) -> Page:
    """Page on which points (P, 3) m and the foot fill the room."""
    seen = view.seen(np.vstack([points, np.zeros(3)]))[:, :2]
    margin = float(body.tube_radius.max())
    low, high = seen.min(axis=0) - margin, seen.max(axis=0) + margin
    low[0], high[0] = min(low[0], -body.foot_radius), max(high[0], body.foot_radius)
    span = np.maximum(high - low, margin)
    per_metre = zoom * min(room.width() / span[0], room.height() / span[1])
    middle = (low + high) / 2.0
    foot = room.center() - QPointF(float(middle[0]) * per_metre, -float(middle[1]) * per_metre)
    return Page(view, float(per_metre), foot)


def paint_ground(painter: QPainter, page: Page, body: ArmBody, *, reach: float, colours: ArmColours) -> None:
    """Paint the grid of the arm's mounting surface."""
    paint_floor(painter, page.ground(body), reach=reach, colours=colours)


def paint_arm(
    painter: QPainter,
    page: Page,
    body: ArmBody,
    scene: ArmScene,
    *,
    shares: FloatArray,
    colours: ArmColours,
    is_stale: bool,
) -> None:
    """Paint tubes and joints, the farthest first; ``shares`` (n,) are deflections over the full scale."""
    starts = np.concatenate([scene.tubes[:, 0], scene.joints])
    ends = np.concatenate([scene.tubes[:, 1], scene.joints])
    radius = np.concatenate([body.tube_radius, body.joint_radius])
    before = np.append(np.zeros(len(scene.tubes)), _JOINT_BEFORE * body.joint_radius)
    depth = page.view.seen(starts + ends)[:, 2] / 2.0 + before
    ground = [colours.of_joint(np.nan, is_stale=is_stale)] * len(scene.tubes)
    tints = ground + [colours.of_joint(share, is_stale=is_stale) for share in shares.tolist()]
    for part in np.argsort(depth, kind="stable").tolist():
        start = page.point(starts[part])
        end = page.point(ends[part]) + QPointF(_DOT_PX, 0.0)
        width = 2.0 * page.per_metre * float(radius[part])
        for colour, wide in ((colours.outline, width), (QColor.fromRgbF(*tints[part]), width - _LINE_PX)):
            painter.setPen(QPen(colour, max(wide, 0.0), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, end)


_PER_TUBE = 5
"""Places along every tube that are kept free."""


def obstacles(page: Page, body: ArmBody, scene: ArmScene) -> FloatArray:
    """Discs (K, 3) that cover the arm on the page: x, y, radius, pixels."""
    steps = np.linspace(0.0, 1.0, _PER_TUBE)[:, np.newaxis, np.newaxis]
    along = scene.tubes[:, 0] + steps * (scene.tubes[:, 1] - scene.tubes[:, 0])
    radius = np.tile(body.tube_radius * page.per_metre, _PER_TUBE)
    return np.column_stack([page.points(along.reshape(-1, 3)), radius])


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
