"""A widget with an orthographic view that is turned and zoomed by mouse, finger and keyboard."""

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from core.drawing.orthographic import Orthographic

AZIMUTH_RAD, ELEVATION_RAD = math.radians(-62.0), math.radians(17.0)
"""Directions of the first view: slightly turned, and from above."""
_TURN_PER_PX = math.radians(0.5)
_TURN_PER_KEY = math.radians(10.0)
_ZOOM_PER_NOTCH, _ZOOM_PER_KEY = 1.08, 1.15
_NOTCH = 120.0
_SMALLEST_ZOOM, _LARGEST_ZOOM = 0.7, 3.0


class TurnedByHand(QWidget):
    """Turns by drag or arrow keys, zooms by wheel or plus and minus, resets by double-click or Home."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
