"""Common base of drawn arms: theme, and a cache of painted layers."""

import math
from collections.abc import Callable
from typing import cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.arm_drawer import Detail, DrawnArm
from app.widgets.arm_painting import Page
from app.widgets.arm_surroundings import ArmColours, ArmLook, grid_step, paint_triad
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import Orthographic
from core.drawing.picture_scene import Ground, Motion, PictureScene, axes_of
from core.recording import FloatArray

SIDE = 20.0
_TRIAD = 3.0 * SIDE
"""Width of the axes in the lower left corner."""
AZIMUTH_RAD, ELEVATION_RAD = math.radians(-62.0), math.radians(17.0)
"""Directions of the first view: slightly turned, and from above."""
_TURN_PER_PX = math.radians(0.5)
_TURN_PER_KEY = math.radians(10.0)
_ZOOM_PER_NOTCH, _ZOOM_PER_KEY = 1.08, 1.15
_NOTCH = 120.0
_SMALLEST_ZOOM, _LARGEST_ZOOM = 0.7, 3.0


class TurnedByHand(QWidget):
    """Turns by drag or arrow keys, zooms by wheel or plus and minus, resets by double-click or Home."""

    def __init__(self) -> None:
        super().__init__()
        self.view = Orthographic(azimuth=AZIMUTH_RAD, elevation=ELEVATION_RAD)
        self.zoom = 1.0
        self._grasped: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def reset_view(self) -> None:
        """Reset direction and zoom."""
        self.view = Orthographic(azimuth=AZIMUTH_RAD, elevation=ELEVATION_RAD)
        self.zoom = 1.0
        self.update()

    def _turn(self, azimuth: float, elevation: float) -> None:
        self.view = self.view.turned(azimuth=azimuth, elevation=elevation)
        self.update()

    def _zoom_by(self, factor: float) -> None:
        self.zoom = min(max(self.zoom * factor, _SMALLEST_ZOOM), _LARGEST_ZOOM)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to turn the view."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._grasped = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn the view with the pointer."""
        if self._grasped is None:
            return
        moved = event.position() - self._grasped
        self._grasped = event.position()
        self._turn(-moved.x() * _TURN_PER_PX, moved.y() * _TURN_PER_PX)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End turning."""
        self._grasped = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Reset direction and zoom."""
        self.reset_view()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom in or out."""
        self._zoom_by(_ZOOM_PER_NOTCH ** (event.angleDelta().y() / _NOTCH))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn with arrows, zoom with plus and minus, reset with Home."""
        turns = {
            Qt.Key.Key_Left: (_TURN_PER_KEY, 0.0),
            Qt.Key.Key_Right: (-_TURN_PER_KEY, 0.0),
            Qt.Key.Key_Up: (0.0, _TURN_PER_KEY),
            Qt.Key.Key_Down: (0.0, -_TURN_PER_KEY),
        }
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        elif key in turns:
            self._turn(*turns[key])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus}:
            self._zoom_by(1.0 / _ZOOM_PER_KEY if key is Qt.Key.Key_Minus else _ZOOM_PER_KEY)
        elif key is Qt.Key.Key_Home:
            self.reset_view()
        else:
            super().keyPressEvent(event)


class ArmCanvas(TurnedByHand):
    """A drawn arm, seen from the side and slightly from above."""

    def __init__(self) -> None:
        super().__init__()
        self._body: ArmBody | None = None
        self._pictures: dict[str, tuple[object, QPixmap]] = {}
        self._colours, self._look = ArmColours.of_theme(), ArmLook.of_theme()
        self._drawn = DrawnArm(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self._take_theme)

    def _paint_drawn(
        self,
        painter: QPainter,
        page: Page,
        scene: ArmScene,
        *,
        ground: Ground,
        shares: FloatArray,
        motion: Motion | None = None,
        is_stale: bool = False,
    ) -> tuple[Page, ArmScene] | None:
        """Paint the picture of the arm that is drawn elsewhere; returns page and scene that it shows, if any.

        It may show the pose before. ``shares`` (n,) are deflections divided by the full scale.
        """
        assert self._body is not None
        asked = PictureScene(
            page.eye(self.size(), self.devicePixelRatioF()),
            self._look.of(is_stale=is_stale),
            ground,
            self._look.parts(self._body, scene, shares, is_stale=is_stale),
            0 if motion is None else motion.number,
        )
        shown = self._drawn.show(asked, motion, (page, scene))
        if shown is None or self._drawn.image is None:
            return None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._drawn.image)
        return cast("tuple[Page, ArmScene]", shown)

    def _mounting(self, body: ArmBody, *, reach: float) -> Ground:
        """The grid of the arm's mounting surface, as far as ``reach`` over its length."""
        far = reach * body.length
        return Ground(axes_of(body.ground), (0.0, 0.0, 0.0), far, grid_step(far), is_floor=False)

    def _paint_triad(self, painter: QPainter) -> None:
        paint_triad(painter, QPointF(SIDE, self.height() - SIDE), self.view.seen(np.eye(3)))

    def _key_of(self, page: Page) -> tuple[object, ...]:
        """Key of a layer that depends only on the view, the size and the theme."""
        ratio = self.devicePixelRatioF()
        return page.per_metre, page.foot.toTuple(), page.view, self.size().toTuple(), ratio, self._colours

    def _kept(self, name: str, key: object, paint: Callable[[QPainter], None]) -> QPixmap:
        """A layer of the size of the widget; it is painted again only when its key changes."""
        kept = self._pictures.get(name)
        if kept is not None and kept[0] == key:
            return kept[1]
        picture = self._blank(None if kept is None else kept[1])
        with QPainter(picture) as inner:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(inner)
        self._pictures[name] = key, picture
        return picture

    def _blank(self, before: QPixmap | None) -> QPixmap:
        """A transparent picture; the former one if its size fits, because new memory costs time."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        fits = before is not None and before.size() == size and before.devicePixelRatio() == ratio
        picture = before if before is not None and fits else QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def _paint_words(self, painter: QPainter, words: str) -> None:
        """Paint words in the middle, if there is nothing to draw."""
        painter.setPen(current_theme().colour("muted"))
        painter.setFont(current_theme().font())
        room = QRectF(self.rect()).adjusted(GRID, 0.0, -GRID, 0.0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)

    def _paint_rim(self, painter: QPainter) -> None:
        """Paint the frame of the focus, and why the picture is a plain one."""
        self._paint_detail(painter)
        if self.hasFocus():
            painter.setPen(QPen(current_theme().colour("accent"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), GRID, GRID)

    @property
    def detail_words(self) -> str:
        """Reason for a plain picture; empty where the picture is detailed, or nothing is shown."""
        if self._body is None:
            return ""
        words = {
            Detail.PREPARED: self.tr("The detailed picture is being prepared …"),
            Detail.PLAIN: self.tr("Plain picture: the detailed one cannot be drawn."),
        }
        return words.get(self._drawn.detail, "")

    def _paint_detail(self, painter: QPainter) -> None:
        """Paint why the picture is a plain one, in the lower right corner."""
        if not (words := self.detail_words):
            return
        theme = current_theme()
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        metrics = painter.fontMetrics()
        room = QRectF(_TRIAD, self.height() - metrics.height() - GRID, 0.0, metrics.height())
        room.setRight(self.width() - GRID)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)

    def _take_theme(self) -> None:
        self._colours, self._look = ArmColours.of_theme(), ArmLook.of_theme()
        self._pictures.clear()
        self.update()
