"""Place of an arm on the page, and a plain arm painted in place of the one that is drawn elsewhere."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from app.widgets.arm_surroundings import ArmColours, paint_floor
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import Orthographic
from core.drawing.picture_scene import Eye
from core.recording import FloatArray

_LINE_PX = 2.0
_JOINT_BEFORE = 0.6
"""Depth by which a joint counts as nearer than its middle, over its radius: it holds tubes."""
_DOT_PX = 0.01


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


def obstacles(page: Page, body: ArmBody, scene: ArmScene, *, per_tube: int = 5) -> FloatArray:
    """Discs (K, 3) that cover the arm on the page: x, y, radius, pixels."""
    steps = np.linspace(0.0, 1.0, per_tube)[:, np.newaxis, np.newaxis]
    along = scene.tubes[:, 0] + steps * (scene.tubes[:, 1] - scene.tubes[:, 0])
    radius = np.tile(body.tube_radius * page.per_metre, per_tube)
    return np.column_stack([page.points(along.reshape(-1, 3)), radius])
