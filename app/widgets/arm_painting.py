"""Paints an arm at one pose: places of its parts on the page, order and colours."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPen, QTransform

from app.widgets.arm_solids import (
    BALL_LIGHT,
    FACE_LIGHT,
    ArmColours,
    Drum,
    lit,
    paint_ball,
    paint_drum,
    paint_glow,
    paint_tube,
)
from app.widgets.arm_surroundings import paint_floor, paint_shadow
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import Orthographic
from core.drawing.painting_order import PartKind, Parts, parts_in_order
from core.drawing.picture_scene import Eye
from core.recording import FloatArray

_LINE_PX = 1.0
_PLATE_LIGHT = 0.82
"""Brightness of foot, socket and flange, relative to the tubes."""
_GLOW, _GLOWS_FROM = 0.6, 0.08
"""Strength of a joint's tint on the tubes beside it, and the share of the full scale from which it shows."""


@dataclass(frozen=True)
class Page:
    """Map from metres to pixels: the view, pixels per metre, and the place of the arm's foot."""

    view: Orthographic
    per_metre: float
    foot: QPointF

    def point(self, place: FloatArray) -> QPointF:
        """Place of a point (3,) m on the page."""
        right, up, _ = self.view.seen(place).tolist()
        return self.at(right, up)

    def at(self, right: float, up: float) -> QPointF:
        """Place of a point of the view, in m to the right and up, on the page."""
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

    def metres(self, place: QRectF) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of a place on the page in m of the view."""
        return (
            (place.left() - self.foot.x()) / self.per_metre,
            (self.foot.y() - place.bottom()) / self.per_metre,
            (place.right() - self.foot.x()) / self.per_metre,
            (self.foot.y() - place.top()) / self.per_metre,
        )

    def reaches(self, points: FloatArray, place: QRectF, *, margin: float) -> bool:
        """True if points (P, 3) m, with a margin in m around them, reach into a place on the page."""
        around = self.per_metre * margin
        wider = place.adjusted(-around, -around, around, around)
        return any(wider.contains(self.point(point)) for point in points)

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
    has_shadow: bool = True,
) -> None:
    """Paint the arm with its shadow; ``shares`` (n,) are deflections divided by the full scale."""
    if has_shadow and body.stands_upright:
        flat = scene.tubes[:, :, :2]
        paint_shadow(painter, page.ground(body), flat, body.tube_radius, colour=colours.shadow)
    parts = parts_in_order(body, scene, page.view)
    ground = colours.stale if is_stale else colours.body
    tints = np.array([colours.of_joint(share, is_stale=is_stale) for share in shares.tolist()] + [ground])
    strength = np.zeros_like(shares) if is_stale else np.minimum(np.nan_to_num(np.abs(shares)), 1.0)
    painted = _painted(parts, tints, np.array(ground))
    sides, balls = lit(painted, parts.light), lit(painted, np.tile(BALL_LIGHT, (len(painted), 1)))
    faces = lit(painted, parts.face[:, np.newaxis] * FACE_LIGHT)
    glow = [colours.glow(share, opacity=_GLOW * part) for share, part in zip(shares, strength, strict=True)]
    line = QPen(colours.outline, _LINE_PX)
    for number, kind in enumerate(parts.kind):
        start, radius = page.at(*parts.start[number]), parts.radius[number] * page.per_metre
        if kind == PartKind.BALL:
            paint_ball(painter, start, radius, light=balls[number], line=line)
        elif kind == PartKind.TUBE:
            end = page.at(*parts.end[number])
            paint_tube(painter, start, end, radius, light=sides[number], line=line)
            for joint, here, there in (
                (parts.joint[number], start, end),
                (parts.joint_at_end[number], end, start),
            ):
                if joint >= 0 and strength[joint] > _GLOWS_FROM:
                    paint_glow(painter, here, there, radius, colour=glow[joint], line=line)
        else:
            half_length = parts.half_length[number] * page.per_metre
            drum = Drum(start, parts.axis[number], radius, half_length)
            paint_drum(painter, drum, light=sides[number], face=faces[number], line=line)


def _painted(parts: Parts, tints: FloatArray, ground: FloatArray) -> FloatArray:
    """Colour (P, 3) of every part before lighting; a ball beside a joint takes some of its tint."""
    kind = np.array(parts.kind)[:, np.newaxis]
    own = tints[parts.joint]
    painted = np.where(kind == PartKind.JOINT, own, ground)
    painted = np.where(kind == PartKind.BALL, ground + _GLOW * (own - ground), painted)
    return np.asarray(np.where(kind > PartKind.JOINT, _PLATE_LIGHT * painted, painted))


def obstacles(page: Page, body: ArmBody, scene: ArmScene, *, per_tube: int = 5) -> FloatArray:
    """Discs (K, 3) that cover the arm on the page: x, y, radius, pixels."""
    steps = np.linspace(0.0, 1.0, per_tube)[:, np.newaxis, np.newaxis]
    along = scene.tubes[:, 0] + steps * (scene.tubes[:, 1] - scene.tubes[:, 0])
    radius = np.tile(body.tube_radius * page.per_metre, per_tube)
    return np.column_stack([page.points(along.reshape(-1, 3)), radius])
